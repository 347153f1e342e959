// The store: one SQLite file behind the ports of the other rooms. The only room that speaks SQL.
import type { Database } from "bun:sqlite";
import type {
  Accounts,
  OAuthStates,
  ImportHosts,
  Keys,
  Owners,
  Profiles,
  Sessions,
  Workspace,
} from "../accounts/ports.ts";
import type { Audit } from "../domain/audit.ts";
import type { UploadRecords } from "../media/upload/records.ts";
import type { Outcomes } from "../ops/status.ts";
import type { Holding, Journal, Posts, Slots } from "../publishing/ports.ts";
import { openAccess } from "./sqlite/access.ts";
import { openAccounts } from "./sqlite/accounts.ts";
import { openAudit } from "./sqlite/audit.ts";
import { openOAuthStates } from "./sqlite/oauth-states.ts";
import { openHighWater, type HighWater } from "./sqlite/high-water.ts";
import { openHolding } from "./sqlite/restore-hold.ts";
import { openImportHosts } from "./sqlite/import-hosts.ts";
import { openJournal } from "./sqlite/journal.ts";
import { openKeys } from "./sqlite/api-keys.ts";
import { openMedia, type MediaTable } from "./sqlite/media.ts";
import { openDatabase, type OnOlder } from "./sqlite/open.ts";
import { openOutcomes } from "./sqlite/outcomes.ts";
import { openOwners } from "./sqlite/owners.ts";
import { openPosts } from "./sqlite/posts.ts";
import { openProfiles } from "./sqlite/profiles.ts";
import { openSearch, type Search } from "./sqlite/search.ts";
import { openSessions } from "./sqlite/sessions.ts";
import { openSlots } from "./sqlite/slots.ts";
import { openUploads } from "./sqlite/uploads.ts";
import { openWorkspace } from "./sqlite/workspace.ts";

export type { Upgrade } from "./sqlite/open.ts";
export { takeRenewalLock, takeServerLock } from "./sqlite/lock.ts";
export {
  removeServerFile,
  runningServer,
  writeServerFile,
  type RunningServer,
} from "./sqlite/server-file.ts";

export interface Store extends Disposable {
  // What people change; each change comes with its audit entry.
  readonly profiles: Profiles;
  readonly keys: Keys;
  readonly accounts: Accounts;
  readonly workspace: Workspace;
  readonly slots: Slots;
  readonly owners: Owners;
  readonly sessions: Sessions;
  readonly importHosts: ImportHosts;
  readonly posts: Posts;
  readonly journal: Journal;
  readonly media: MediaTable;
  readonly uploads: UploadRecords;
  readonly outcomes: Outcomes;
  readonly audit: Audit;
  readonly holding: Holding;
  readonly oauthStates: OAuthStates;
  readonly highWater: HighWater;
  readonly search: Search;
  /** Throws when the database can't take a write now. */
  probe(): Promise<void>;
}

/**
 * Opens the store of a data folder.
 * @param onOlder asked about an older database; default: it is refused
 * @throws OperatorError when the database can't be used
 */
export function openStore(folder: string, onOlder?: OnOlder): Store {
  return storeOn(openDatabase(folder, onOlder), folder);
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
    owners: openOwners(access),
    sessions: openSessions(access),
    importHosts: openImportHosts(access),
    posts: openPosts(access, search),
    journal: openJournal(access),
    media: openMedia(access),
    uploads: openUploads(access),
    outcomes: openOutcomes(access),
    audit: openAudit(access),
    holding: openHolding(access),
    oauthStates: openOAuthStates(access),
    highWater: openHighWater(access, folder),
    search,
    probe: () => access.write(() => void access.db.run("UPDATE workspace SET plan = plan")),
    [Symbol.dispose]: () => access[Symbol.dispose](),
  };
}
