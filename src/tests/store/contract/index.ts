// The contract of a store: what every implementation of the domain's interfaces does, whatever holds the rows.
import { describe, test } from "bun:test";
import type { Store } from "../../../domain/store/index.ts";
import { account, bytes, entry, profile } from "../records.ts";
import { accessRacesContract } from "./access-races.ts";
import { accountOrderContract } from "./account-order.ts";
import { accountPauseContract } from "./account-pause.ts";
import { accountsContract } from "./accounts.ts";
import { actionsContract } from "./actions.ts";
import { adminContract } from "./admin.ts";
import { attentionContract } from "./attention.ts";
import { changesContract } from "./changes.ts";
import { journalContract } from "./journal.ts";
import { limitRacesContract } from "./limit-races.ts";
import { mediaContract } from "./media.ts";
import { peopleContract } from "./people.ts";
import { postListsContract } from "./post-lists.ts";
import { postChangesContract } from "./post-changes.ts";
import { postsContract } from "./posts.ts";
import { queueContract } from "./queue.ts";
import { racesContract } from "./races.ts";
import { serverPausesContract } from "./server-pauses.ts";
import { recordRacesContract } from "./record-races.ts";
import { reportsContract } from "./reports.ts";
import { reviewsContract } from "./reviews.ts";
import { searchContract } from "./search.ts";
import { signInContract } from "./sign-in.ts";
import { upkeepContract } from "./upkeep.ts";
import { waitsContract } from "./waits.ts";
import { webhooksContract } from "./webhooks.ts";

/** An empty store, and further connections to it, as other processes have them. */
export interface TestStore extends AsyncDisposable {
  readonly store: Store;
  readonly other: Store;
}

/** One sentence of the contract, on a store with one profile and one account. */
export type Rule = (sentence: string, holds: (stores: TestStore) => Promise<void>) => void;

/** @param open an empty store with two connections; called once for each test */
export function storeContract(name: string, open: () => Promise<TestStore>): void {
  const rule: Rule = (sentence, holds) =>
    test(sentence, async () => {
      await using stores = await open();
      await stores.store.profiles.create(profile, [], entry);
      await stores.store.accounts.connect(
        account,
        () => bytes(2),
        () => entry,
      );
      await holds(stores);
    });
  const subjects = {
    "profiles, keys, slots and the plan": adminContract,
    accounts: accountsContract,
    "the order and groups of accounts": accountOrderContract,
    "pauses of accounts and what happened there": accountPauseContract,
    "sign-in": signInContract,
    "people and invitations": peopleContract,
    "authors and reviews": reviewsContract,
    posts: postsContract,
    "changes of posts": postChangesContract,
    "actions on several posts": actionsContract,
    "the queue and lists": postListsContract,
    "the search in words": searchContract,
    "pauses of the queue": queueContract,
    "the delivery journal": journalContract,
    "reports of attempts that others took over": reportsContract,
    "waiting targets": waitsContract,
    "pauses of servers": serverPausesContract,
    "changes since a position": changesContract,
    "media and uploads": mediaContract,
    "what needs a person": attentionContract,
    "webhooks and their outbox": webhooksContract,
    upkeep: upkeepContract,
    "two writers": racesContract,
    "two writers of one record": recordRacesContract,
    "access while it changes": accessRacesContract,
    "limits that two reach at once": limitRacesContract,
  };
  describe(`${name} keeps the store's contract:`, () => {
    for (const [subject, contract] of Object.entries(subjects)) describe(subject, () => contract(rule));
  });
}
