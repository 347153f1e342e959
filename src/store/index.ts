// The store behind the interfaces of the domain: one SQLite file, or a PostgreSQL server. The only folder that contains SQL.
import type { Database } from "bun:sqlite";
import type { OnOlder, StoreFiles } from "../domain/store/files.ts";
import type { Store } from "../domain/store/index.ts";
import type { MovablePlace } from "../domain/store/move.ts";
import type { StorePlace } from "../domain/store/place.ts";
import type { ServerCheckup } from "../domain/store/server-checkup.ts";
import { StoreError, type StoreFault } from "../errors.ts";
import { folderPlace } from "./folder.ts";
import { faultOf as faultOfServer } from "./postgres/faults.ts";
import { movableServer, serverPlace } from "./server.ts";
import { openAccess } from "./sqlite/access.ts";
import { openActionRecords } from "./sqlite/actions.ts";
import { openAccounts } from "./sqlite/accounts.ts";
import { openAttention } from "./sqlite/attention.ts";
import { openAudit } from "./sqlite/audit.ts";
import { openBackupRecords } from "./sqlite/backups.ts";
import { openChanges } from "./sqlite/changes.ts";
import { openOAuthResults } from "./sqlite/oauth-results.ts";
import { openOAuthStates } from "./sqlite/oauth-states.ts";
import { openSharedLockRecords } from "./sqlite/shared-locks.ts";
import { openFigures } from "./sqlite/figures.ts";
import { faultOf as faultOfFile, withStoreErrors } from "./sqlite/faults.ts";
import { DATABASE_FILE, databaseExists, kindOfFile } from "./sqlite/files.ts";
import { checkDatabase, checkSqlite } from "./sqlite/integrity-check.ts";
import { isServed, takeRefreshLock, takeServerLock } from "./sqlite/lock.ts";
import { removeServerFile, runningServer, writeServerFile } from "./sqlite/server-file.ts";
import { openSnapshot, SCHEMA, takeSnapshot } from "./sqlite/snapshot.ts";
import { openHighWater } from "./sqlite/high-water.ts";
import { openHolding } from "./sqlite/restore-hold.ts";
import { openImportHosts } from "./sqlite/import-hosts.ts";
import { openJournal } from "./sqlite/journal.ts";
import { openKeys } from "./sqlite/api-keys.ts";
import { openNetworkApplications } from "./sqlite/network-applications.ts";
import { openLabels } from "./sqlite/labels.ts";
import { onlyNode } from "./sqlite/nodes.ts";
import { openMedia } from "./sqlite/media.ts";
import { movableFolder } from "./sqlite/move/place.ts";
import { openDatabase } from "./sqlite/open.ts";
import { openOutcomes } from "./sqlite/outcomes.ts";
import { openInvites } from "./sqlite/invites.ts";
import { openPeople } from "./sqlite/people.ts";
import { openPosts } from "./sqlite/posts.ts";
import { openQueue } from "./sqlite/queue-pause.ts";
import { openProfiles } from "./sqlite/profiles.ts";
import { openSearch } from "./sqlite/search.ts";
import { openServerPauses } from "./sqlite/server-pauses.ts";
import { openSessions } from "./sqlite/sessions.ts";
import { openSignInTries } from "./sqlite/sign-in-tries.ts";
import { openSlots } from "./sqlite/slots.ts";
import { openUploads } from "./sqlite/uploads.ts";
import { openOutbox } from "./sqlite/outbox.ts";
import { openWebhooks } from "./sqlite/webhooks.ts";
import { openWorkspace } from "./sqlite/workspace.ts";

/** The files of the store in a data folder. */
export const storeFiles: StoreFiles = {
  databaseFile: DATABASE_FILE,
  schema: SCHEMA,
  exists: databaseExists,
  kindOf: kindOfFile,
  open: openStore,
  lockServer: withStoreErrors(takeServerLock),
  lockRefresh: withStoreErrors(takeRefreshLock),
  isServed: withStoreErrors(isServed),
  runningServer,
  writeRunningServer: writeServerFile,
  removeRunningServer: removeServerFile,
  checkUp: withStoreErrors(checkDatabase),
  engine: checkSqlite,
  copy: withStoreErrors(takeSnapshot),
  openCopy: withStoreErrors(openSnapshot),
};

/**
 * Where a store is kept.
 * @param folder must exist before a store in it is opened
 * @param database postgres://… of one on a server; null: it is in the folder
 */
export const openPlace = (folder: string, database: string | null): StorePlace =>
  database === null ? folderPlace(folder, storeFiles) : serverPlace(database);

/** The same place, for a move from it or to it. */
export const openMovable = async (folder: string, database: string | null): Promise<MovablePlace> =>
  database === null ? movableFolder(folder) : await movableServer(database);

/** What there is to say of a database on a server. @param url postgres://… Throws when it can't be reached */
export async function checkUpServer(url: string): Promise<ServerCheckup> {
  const postgres = await import("./postgres/checkup.ts");
  return await postgres.checkUpServer(url);
}

/** What an error says about a database or the way to it, whichever store it comes from; null: nothing. */
export function storeFaultOf(error: unknown): StoreFault | null {
  return error instanceof StoreError ? error.fault : (faultOfFile(error) ?? faultOfServer(error));
}

/** Copies all rows of one store into another, and compares them. */
export { copyAll } from "./move/copy.ts";

/**
 * Opens the store of a data folder.
 * @param onOlder asked about an older database; default: it is refused
 * @throws OperatorError when the database can't be used
 */
async function openStore(folder: string, onOlder?: OnOlder): Promise<Store> {
  return storeOn(await openDatabase(folder, onOlder), folder);
}

/** Takes the connection over. */
export function storeOn(db: Database, folder: string): Store {
  const access = openAccess(db);
  const search = openSearch(access);
  return {
    profiles: openProfiles(access, search),
    keys: openKeys(access),
    accounts: openAccounts(access),
    workspace: openWorkspace(access),
    slots: openSlots(access),
    queue: openQueue(access),
    labels: openLabels(access),
    people: openPeople(access),
    invites: openInvites(access),
    sessions: openSessions(access),
    signInTries: openSignInTries(access),
    importHosts: openImportHosts(access),
    networkApplications: openNetworkApplications(access),
    webhooks: openWebhooks(access),
    backups: openBackupRecords(access),
    outbox: openOutbox(access),
    posts: openPosts(access, search),
    journal: openJournal(access),
    nodes: onlyNode,
    serverPauses: openServerPauses(access),
    media: openMedia(access),
    sharedLocks: openSharedLockRecords(access),
    uploads: openUploads(access),
    outcomes: openOutcomes(access),
    attention: openAttention(access),
    figures: openFigures(access),
    audit: openAudit(access),
    changes: openChanges(access),
    holding: openHolding(access),
    oauthStates: openOAuthStates(access),
    oauthResults: openOAuthResults(access),
    actions: openActionRecords(access),
    highWater: openHighWater(access, folder),
    search,
    probe: () => access.write(() => void access.db.run("UPDATE workspace SET plan = plan")),
    [Symbol.asyncDispose]: async () => access[Symbol.dispose](),
  };
}
