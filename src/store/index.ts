// The store: one SQLite file behind the ports of the other rooms. The only room that speaks SQL.
import type { Accounts, Keys, Profiles, Workspace } from "../accounts/ports.ts";
import type { Outcomes } from "../ops/status.ts";
import type { Journal, Posts, Slots } from "../publishing/ports.ts";
import { openAccounts } from "./accounts.ts";
import { openJournal } from "./journal.ts";
import { openKeys } from "./keys.ts";
import { openMedia, type MediaTable } from "./media.ts";
import { openDatabase } from "./open.ts";
import { openOutcomes } from "./outcomes.ts";
import { openPosts } from "./posts.ts";
import { openProfiles } from "./profiles.ts";
import { openSlots } from "./slots.ts";
import { openWorkspace } from "./workspace.ts";
import { openWriter } from "./writer.ts";

export { takeServerLock } from "./lock.ts";

export interface Store extends Disposable {
  readonly posts: Posts;
  readonly journal: Journal;
  readonly slots: Slots;
  readonly media: MediaTable;
  readonly outcomes: Outcomes;
  readonly profiles: Profiles;
  readonly keys: Keys;
  readonly accounts: Accounts;
  readonly workspace: Workspace;
  /** Throws when the database can't take a write now. */
  probe(): Promise<void>;
}

/**
 * Opens the store of a data folder.
 * @throws Refusal when the database can't be used
 */
export function openStore(folder: string): Store {
  const db = openDatabase(folder);
  const write = openWriter(db);
  return {
    posts: openPosts(db, write),
    journal: openJournal(db, write),
    slots: openSlots(db, write),
    media: openMedia(db, write),
    outcomes: openOutcomes(db),
    profiles: openProfiles(db, write),
    keys: openKeys(db, write),
    accounts: openAccounts(db, write),
    workspace: openWorkspace(db, write),
    probe: () => write(() => void db.run("UPDATE workspace SET plan = plan")),
    [Symbol.dispose]: () => db.close(),
  };
}
