// The store: one SQLite file behind the ports of the other rooms. The only room that speaks SQL.
import type {
  Accounts,
  Audit,
  AuditEntry,
  Consents,
  ImportHosts,
  Keys,
  Owners,
  Profiles,
  Sessions,
  Workspace,
} from "../accounts/ports.ts";
import type { UploadRecords } from "../media/upload-records.ts";
import type { Outcomes } from "../ops/status.ts";
import type { Holding, Journal, Posts, Slots } from "../publishing/ports.ts";
import { openAccounts } from "./accounts.ts";
import { auditing, openAudit } from "./audit.ts";
import { openConsents } from "./consents.ts";
import { openHighWater, type HighWater } from "./high-water.ts";
import { openHolding } from "./hold.ts";
import { openImportHosts } from "./import-hosts.ts";
import { openJournal } from "./journal.ts";
import { openKeys } from "./keys.ts";
import { openMedia, type MediaTable } from "./media.ts";
import { openDatabase, type OnOlder } from "./open.ts";
import { openOutcomes } from "./outcomes.ts";
import { openOwners } from "./owners.ts";
import { openPosts } from "./posts.ts";
import { openProfiles } from "./profiles.ts";
import { openSessions } from "./sessions.ts";
import { openSlots } from "./slots.ts";
import { openUploads } from "./uploads.ts";
import { openWorkspace } from "./workspace.ts";
import { openWriter, type Write } from "./writer.ts";

export type { Upgrade } from "./open.ts";
export { HIGH_WATER_FILE } from "./high-water.ts";
export { takeRenewalLock, takeServerLock } from "./lock.ts";
export { removeServerFile, runningServer, writeServerFile, type RunningServer } from "./server-file.ts";

/** What a person changes. */
export interface Records {
  readonly profiles: Profiles;
  readonly keys: Keys;
  readonly accounts: Accounts;
  readonly workspace: Workspace;
  readonly slots: Slots;
  readonly owners: Owners;
  readonly sessions: Sessions;
  readonly importHosts: ImportHosts;
}

export interface Store extends Records, Disposable {
  readonly posts: Posts;
  readonly journal: Journal;
  readonly media: MediaTable;
  readonly uploads: UploadRecords;
  readonly outcomes: Outcomes;
  readonly audit: Audit;
  readonly holding: Holding;
  readonly consents: Consents;
  readonly highWater: HighWater;
  /**
   * The records for one act of somebody: its first change writes the entry in the same transaction. A change that
   * answers false did not happen, and is not written down.
   */
  audited(entry: AuditEntry): Records;
  /** Throws when the database can't take a write now. */
  probe(): Promise<void>;
}

/**
 * Opens the store of a data folder.
 * @param onOlder asked about an older database; default: it is refused
 * @throws Refusal when the database can't be used
 */
export function openStore(folder: string, onOlder?: OnOlder): Store {
  const db = openDatabase(folder, onOlder);
  const write = openWriter(db);
  const records = (write: Write): Records => ({
    profiles: openProfiles(db, write),
    keys: openKeys(db, write),
    accounts: openAccounts(db, write),
    workspace: openWorkspace(db, write),
    slots: openSlots(db, write),
    owners: openOwners(db, write),
    sessions: openSessions(db, write),
    importHosts: openImportHosts(db, write),
  });
  return {
    ...records(write),
    posts: openPosts(db, write),
    journal: openJournal(db, write),
    media: openMedia(db, write),
    uploads: openUploads(db, write),
    outcomes: openOutcomes(db),
    audit: openAudit(db, write),
    holding: openHolding(db, write),
    consents: openConsents(db, write),
    highWater: openHighWater(db, write, folder),
    audited: (entry) => records(auditing(db, write, entry)),
    probe: () => write(() => void db.run("UPDATE workspace SET plan = plan")),
    [Symbol.dispose]: () => db.close(),
  };
}
