// The store's contract: what needs a person, and what they put off.
import { expect } from "bun:test";
import { ACCOUNT, AT, entry, facts, id, PROFILE } from "../records.ts";
import { committing, failure, waitingPost } from "./journal.ts";
import type { Rule } from "./index.ts";

const failed = {
  ...facts,
  at: AT + 3,
  failure: { code: "refused", category: "content", detail: "no" },
} as const;

export function attentionContract(rule: Rule): void {
  rule("uncertain and failed targets are found, with their profile and since when", async ({ store }) => {
    const at = await committing(store);
    await store.journal.move(at, "committing", "lose", { ...facts, at: AT + 2, dueAt: AT, failure });
    const own = { id: at.id, postId: at.postId, profileId: PROFILE, accountId: ACCOUNT };
    expect(await store.attention.uncertain(null, 5)).toMatchObject([{ ...own, since: AT + 2, dueAt: AT }]);
    expect(await store.attention.uncertain(id(99), 5)).toEqual([]);
    expect(await store.attention.failed(null, 0, 5)).toEqual([]);
  });

  rule("failed targets are found by their time, without those that a person settled", async ({ store }) => {
    const at = await committing(store);
    await store.journal.move(at, "committing", "refuse", failed);
    expect(await store.attention.failed(PROFILE, AT + 2, 5)).toMatchObject([{ id: at.id, since: AT + 3 }]);
    expect(await store.attention.failed(PROFILE, AT + 3, 5)).toEqual([]);
    expect(await store.attention.failed(id(99), 0, 5)).toEqual([]);
    await waitingPost(store, 20);
    const settled = { ...failed, failure: { ...failed.failure, code: "not_published" as const } };
    const other = { id: `${id(20).slice(0, -1)}1`, postId: id(20), attempt: 0 };
    expect(await store.journal.move(other, "pending", "miss", settled)).toBeTrue();
    expect(await store.attention.failed(PROFILE, 0, 5)).toHaveLength(1);
  });

  rule(
    "an account that needs a person is found with the number of posts that wait for it",
    async ({ store }) => {
      await waitingPost(store);
      expect(await store.attention.accounts(null, AT + 1)).toEqual([]);
      await store.accounts.noteExpiry(ACCOUNT, AT, "soon", entry);
      expect(await store.attention.accounts(null, AT)).toEqual([]);
      expect(await store.attention.accounts(PROFILE, AT + 1)).toMatchObject([
        { status: "active", waiting: 1 },
      ]);
      await store.accounts.setStatus(ACCOUNT, "needs_reconnect", "gone", { ...entry, at: AT + 7 });
      expect(await store.attention.accounts(PROFILE, 0)).toMatchObject([
        { id: ACCOUNT, status: "needs_reconnect", statusDetail: "gone", since: AT + 7, waiting: 1 },
      ]);
      await store.accounts.setStatus(ACCOUNT, "needs_reconnect", "still gone", { ...entry, at: AT + 8 });
      expect(await store.attention.accounts(PROFILE, 0)).toMatchObject([
        { statusDetail: "still gone", since: AT + 7 },
      ]);
      expect(await store.attention.accounts(id(99), AT + 1)).toEqual([]);
    },
  );

  rule("waiting posts with warnings are found by their time", async ({ store }) => {
    await waitingPost(store);
    const post = await store.posts.get(PROFILE, id(10));
    const warnings = [{ rule: "r", message: "m", platform: "bluesky", accountId: ACCOUNT }];
    expect(await store.attention.warned(null, AT, AT, 5)).toEqual([]);
    if (post) await store.posts.checked(post, { at: AT, nextAt: null, warnings, detail: null });
    expect(await store.attention.warned(null, AT, AT, 5)).toMatchObject([{ id: id(10), warnings }]);
    expect(await store.attention.warned(PROFILE, AT + 1, AT + 9, 5)).toEqual([]);
    expect(await store.attention.warned(id(99), AT, AT, 5)).toEqual([]);
  });

  rule("an entry is put off until its time, and the last word counts", async ({ store, other }) => {
    const audit = { ...entry, at: AT };
    await store.attention.snooze({ id: "failed:1", since: AT, until: AT + 5 }, audit);
    await other.attention.snooze({ id: "failed:1", since: AT, until: AT + 9 }, audit);
    expect(await store.attention.snoozes(AT + 8)).toEqual([{ id: "failed:1", since: AT, until: AT + 9 }]);
    expect(await store.attention.snoozes(AT + 9)).toEqual([]);
  });
}
