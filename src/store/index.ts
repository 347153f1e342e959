// The store: one SQLite file behind the ports of the other rooms. The only room that speaks SQL.
import type { Database } from "bun:sqlite";
import type { Accounts } from "../domain/store/accounts.ts";
import type { OAuthStates } from "../domain/store/oauth-states.ts";
import type { ImportHosts } from "../domain/store/import-hosts.ts";
import type { Keys } from "../domain/store/api-keys.ts";
import type { Owners } from "../domain/store/owners.ts";
import type { Profiles } from "../domain/store/profiles.ts";
import type { Sessions } from "../domain/store/sessions.ts";
import type { Workspace } from "../domain/store/workspace.ts";
import type { Audit } from "../domain/store/audit.ts";
import type { UploadRecords } from "../domain/store/uploads.ts";
import type { Outcomes } from "../domain/store/outcomes.ts";
import type { Holding } from "../domain/store/restore-hold.ts";
import type { Journal } from "../domain/store/journal.ts";
import type { Posts } from "../domain/store/posts.ts";
import type { Slots } from "../domain/store/slots.ts";
import { openAccess } from "./sqlite/access.ts";
import { openAccounts } from "./sqlite/accounts.ts";
import { openAudit } from "./sqlite/audit.ts";
import { openOAuthStates } from "./sqlite/oauth-states.ts";
import { openHighWater } from "./sqlite/high-water.ts";
import type { HighWater } from "../domain/store/high-water.ts";
import { openHolding } from "./sqlite/restore-hold.ts";
import { openImportHosts } from "./sqlite/import-hosts.ts";
import { openJournal } from "./sqlite/journal.ts";
import { openKeys } from "./sqlite/api-keys.ts";
import type { MediaRecords } from "../domain/store/media.ts";
import { openMedia } from "./sqlite/media.ts";
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
export { HIGH_WATER_FILE } from "./sqlite/high-water.ts";
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
  readonly media: MediaRecords;
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
 * @throws Refusal when the database can't be used
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
