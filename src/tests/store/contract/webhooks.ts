// The store's contract: events, webhooks, and messages on their way.
import { expect } from "bun:test";
import type { Store } from "../../../domain/store/index.ts";
import type { DueMessage } from "../../../domain/store/outbox.ts";
import { MAX_WEBHOOKS } from "../../../domain/webhook.ts";
import {
  ACCOUNT,
  account,
  AT,
  bytes,
  due,
  entry,
  facts,
  id,
  post,
  PROFILE,
  secret,
  webhook,
} from "../records.ts";
import type { Rule } from "./index.ts";

const typesOf = async (store: Store, after = 0) => {
  const { events } = await store.webhooks.events(PROFILE, { limit: 100, after, types: null });
  return events.map(({ body }) => (JSON.parse(body) as { type: string }).type);
};
const schedule = (store: Store, n: number) =>
  store.posts.create(post(id(n), "pending", "time"), null, null, entry);
const subscribe = (store: Store, n = 80) =>
  store.webhooks.add({ ...webhook, id: id(n) }, secret(n + 1), entry);
const dueOf = (store: Store, now = AT, perEndpoint = 10) => store.outbox.due({ now, perEndpoint, taken: {} });
const one = async (store: Store): Promise<DueMessage> => {
  const [message] = await dueOf(store, AT + 1e9);
  if (!message) throw new Error("nothing is due");
  return message;
};
const taken = async (store: Store): Promise<DueMessage> => {
  const message = await one(store);
  expect(await store.outbox.claim([message], 1e12)).toEqual([message]);
  return message;
};
const page = { limit: 10, before: null, status: null };
const delivered = { at: AT + 1, ms: 3, status: 204, problem: null, nextAt: null };
const failed = { at: AT + 1, ms: 3, status: 500, problem: "It answered 500.", nextAt: AT + 100 };

export function webhooksContract(rule: Rule): void {
  rule(
    "an event is there exactly when its change is, for each webhook that asked for it",
    async ({ store, other }) => {
      await subscribe(store);
      await store.webhooks.add({ ...webhook, id: id(90), events: ["post.settled"] }, secret(91), entry);
      await schedule(store, 10);
      expect(await typesOf(other)).toEqual(["account.connected", "post.scheduled"]);
      expect((await other.webhooks.deliveries(id(80), page)).map(({ type }) => type)).toEqual([
        "post.scheduled",
      ]);
      expect(await other.webhooks.deliveries(id(90), page)).toEqual([]);
      // A change that is refused leaves none.
      await expect(
        store.posts.create({ ...post(id(20), "pending", "time"), mediaIds: [id(99)] }, null, null, entry),
      ).rejects.toThrow();
      expect(await typesOf(store)).toHaveLength(2);
    },
  );

  rule("a post's events follow its status, each once", async ({ store }) => {
    await schedule(store, 10);
    await store.journal.claim(due(id(10), 0, "pending"), "pending", AT);
    const failure = { code: "refused", category: "content", detail: "d" } as const;
    const refused = { ...facts, failure };
    const prepared = { ...facts, prepared: { json: {}, fingerprint: "f" } };
    await store.journal.mark(due(id(10), 1, "preparing"), prepared);
    await store.journal.move(due(id(10), 1, "committing"), "committing", "refuse", refused);
    await store.journal.move(due(id(10), 1, "committing"), "committing", "accept", refused);
    const seen = ["account.connected", "post.scheduled", "post.publishing", "target.failed", "post.settled"];
    expect(await typesOf(store)).toEqual(seen);
    const { events } = await store.webhooks.events(PROFILE, { limit: 10, after: 0, types: null });
    const sequences = events.map(
      ({ body }) => (JSON.parse(body) as { data: { sequence?: number } }).data.sequence,
    );
    expect(sequences).toEqual([undefined, 1, 2, 3, 4]);
  });

  rule(
    "when targets end at the same time, all of them are reported before the post is settled",
    async ({ store }) => {
      const both = post(id(10), "pending", "time");
      const [target] = both.targets;
      if (!target) throw new Error("the post has no target");
      await store.accounts.connect(
        { ...account, id: id(5), remoteId: "other", handle: "other" },
        () => bytes(5),
        () => entry,
      );
      const second = { ...target, id: id(12), accountId: id(5) };
      await store.posts.create({ ...both, targets: [target, second] }, null, null, entry);
      const refs = [
        due(id(10), 0, "pending"),
        { ...due(id(10), 0, "pending"), id: id(12), accountId: id(5) },
      ];
      for (const ref of refs) await store.journal.claim(ref, "pending", AT);
      const failure = { code: "refused", category: "content", detail: "d" } as const;
      const fail = (ref: (typeof refs)[number]) =>
        store.journal.move({ ...ref, attempt: 1 }, "preparing", "reject", { ...facts, failure });
      await Promise.all(refs.map(fail));
      expect((await typesOf(store)).slice(-4)).toEqual([
        "post.publishing",
        "target.failed",
        "target.failed",
        "post.settled",
      ]);
    },
  );

  rule("an account that comes into the status it has makes no event", async ({ store }) => {
    await store.accounts.setStatus(ACCOUNT, "active", null, entry);
    expect(await typesOf(store)).toEqual(["account.connected"]);
    await store.accounts.block(ACCOUNT, 1, "x", entry);
    await store.accounts.block(ACCOUNT, 1, "x", entry);
    await store.accounts.setStatus(ACCOUNT, "needs_reconnect", "y", entry);
    expect(await typesOf(store)).toEqual(["account.connected", "account.needs_reconnect"]);
  });

  rule(
    "events are read from a place on, by type, and a page says whether there is more",
    async ({ store }) => {
      for (const n of [10, 20, 30]) await schedule(store, n);
      const first = await store.webhooks.events(PROFILE, { limit: 2, after: 0, types: ["post.scheduled"] });
      expect([first.events.length, first.hasMore]).toEqual([2, true]);
      const rest = await store.webhooks.events(PROFILE, {
        limit: 2,
        after: first.upTo,
        types: ["post.scheduled"],
      });
      expect([rest.events.length, rest.hasMore]).toEqual([1, false]);
      const nothing = await store.webhooks.events(PROFILE, { limit: 2, after: rest.upTo, types: null });
      expect(nothing).toEqual({ events: [], upTo: rest.upTo, hasMore: false });
      expect(await store.webhooks.lastEvent(PROFILE)).toBe(rest.upTo);
      expect(await store.webhooks.lastEvent(id(99))).toBe(0);
      expect((await store.webhooks.events(id(99), { limit: 2, after: 0, types: null })).events).toEqual([]);
    },
  );

  rule("a profile has so many webhooks and no more, and deleted ones don't count", async ({ store }) => {
    for (let n = 0; n < MAX_WEBHOOKS; n++) expect(await subscribe(store, 100 + 2 * n)).toBe("added");
    expect(await subscribe(store, 200)).toBe("too_many");
    expect(await store.webhooks.remove(PROFILE, id(100), AT, entry)).toBe(true);
    expect(await store.webhooks.remove(PROFILE, id(100), AT, entry)).toBe(false);
    expect(await store.webhooks.get(PROFILE, id(100))).toBeNull();
    expect(await store.webhooks.get(id(99), id(102))).toBeNull();
    expect(await subscribe(store, 202)).toBe("added");
  });

  rule("the webhooks of a profile are listed oldest first, without deleted ones", async ({ store }) => {
    for (const n of [90, 80, 100]) await subscribe(store, n);
    await store.webhooks.remove(PROFILE, id(90), AT, entry);
    expect(await store.webhooks.list(PROFILE)).toEqual([webhook, { ...webhook, id: id(100) }]);
    expect(await store.webhooks.list(id(99))).toEqual([]);
  });

  rule("of two dispatchers one takes a message", async ({ store, other }) => {
    await subscribe(store);
    await schedule(store, 10);
    const message = await one(store);
    const claims = await Promise.all([
      store.outbox.claim([message], 1e12),
      other.outbox.claim([message], 1e12),
    ]);
    expect(claims.flat()).toEqual([message]);
    expect(await dueOf(other)).toEqual([]);
  });

  rule(
    "a message that is taken is loaded with its body and every secret, newest first",
    async ({ store }) => {
      await subscribe(store);
      await store.webhooks.rotate(PROFILE, id(80), { ...secret(92), createdAt: AT + 1 }, AT + 50, entry);
      await schedule(store, 10);
      const { id: message } = await taken(store);
      const loaded = await store.outbox.load(message);
      expect(loaded).toMatchObject({
        type: "post.scheduled",
        url: webhook.url,
        tries: 0,
        attempts: 0,
        postId: id(10),
      });
      expect(loaded?.secrets.map((each) => [each.id, each.until])).toEqual([
        [id(92), null],
        [id(81), AT + 50],
      ]);
      expect((await store.webhooks.health(id(80), AT, 0)).oldSecretUntil).toBe(AT + 50);
    },
  );

  rule("a try is written down once, and its message waits, is delivered or has failed", async ({ store }) => {
    await subscribe(store);
    await schedule(store, 10);
    const { id: message } = await taken(store);
    expect(await store.outbox.settle(message, failed)).toBe(true);
    expect(await store.outbox.settle(message, delivered)).toBe(false);
    expect(await store.outbox.failingSince(id(80))).toBe(AT + 1);
    expect(await dueOf(store, AT + 99)).toEqual([]);
    await taken(store);
    await store.outbox.settle(message, { ...failed, nextAt: null });
    const found = await store.webhooks.delivery(id(80), message);
    expect(found).toMatchObject({ state: "failed", attempts: 2, responseStatus: 500, dueAt: null });
    expect(found?.tries.map(({ n }) => n)).toEqual([1, 2]);
    expect(await store.webhooks.resend(id(80), message, AT + 5, entry)).toMatchObject({
      state: "waiting",
      dueAt: AT + 5,
    });
    await taken(store);
    await store.outbox.settle(message, delivered);
    expect(await store.outbox.failingSince(id(80))).toBeNull();
    expect(await store.webhooks.health(id(80), AT, 0)).toMatchObject({
      delivered: 1,
      failed: 2,
      nextAttemptAt: null,
    });
    expect(await store.webhooks.resend(id(99), message, AT, entry)).toBeNull();
    expect(await store.webhooks.delivery(id(99), message)).toBeNull();
  });

  rule("what was being sent when a process died waits again", async ({ store, other }) => {
    await subscribe(store);
    await schedule(store, 10);
    const message = await taken(store);
    await store.nodes.leave();
    expect(await other.outbox.recover(AT + 7)).toBe(1);
    expect(await dueOf(other, AT + 7)).toEqual([message]);
    await taken(store);
    await store.outbox.release([message.id], AT + 9);
    expect((await store.webhooks.delivery(id(80), message.id))?.dueAt).toBe(AT + 9);
  });

  rule(
    "a paused webhook gets only what a person asks for, and what is not too old when it is resumed",
    async ({ store }) => {
      await subscribe(store);
      await subscribe(store, 90);
      await schedule(store, 10);
      expect(await store.outbox.pause(id(80), "gone", { ...entry, at: AT + 1 })).toBe(true);
      expect(await store.outbox.pause(id(80), "gone", entry)).toBe(false);
      expect((await store.webhooks.paused(PROFILE, 10)).map((each) => each.id)).toEqual([id(80)]);
      // The others are told, it is not.
      expect((await store.webhooks.deliveries(id(90), page)).map(({ type }) => type)).toEqual([
        "webhook.paused",
        "post.scheduled",
      ]);
      const toPaused = async () =>
        (await dueOf(store, AT + 5)).filter(({ webhookId }) => webhookId === id(80));
      expect(await toPaused()).toEqual([]);
      const test = await store.webhooks.test(PROFILE, id(80), AT + 2, entry);
      expect((await toPaused()).map((each) => each.id)).toEqual([test?.id ?? ""]);
      await store.webhooks.change(PROFILE, id(80), { pausedReason: null }, AT + 1000, entry);
      const messages = await toPaused();
      expect(messages).toHaveLength(2);
      // 990 before that it was not due yet: given up; what was asked for is sent.
      expect((await store.outbox.claim(messages, 990)).map((each) => each.id)).toEqual([test?.id ?? ""]);
    },
  );

  rule(
    "deleting a webhook stops its messages at once, and removes them a few at a time",
    async ({ store }) => {
      await subscribe(store);
      for (const n of [10, 20, 30]) await schedule(store, n);
      const message = await taken(store);
      await store.webhooks.remove(PROFILE, id(80), AT, entry);
      expect(await store.outbox.load(message.id)).toBeNull();
      expect(await dueOf(store)).toEqual([]);
      await schedule(store, 40);
      let rounds = 0;
      while (await store.outbox.sweep(AT, 2)) rounds++;
      expect(rounds).toBe(2);
      expect(await store.webhooks.deliveries(id(80), page)).toEqual([]);
    },
  );

  rule("events are forgotten after their time, with their deliveries", async ({ store }) => {
    await subscribe(store);
    await schedule(store, 10);
    while (await store.outbox.sweep(AT, 1));
    expect(await typesOf(store)).toHaveLength(2);
    while (await store.outbox.sweep(AT + 1, 1));
    expect(await typesOf(store)).toEqual([]);
    expect(await store.webhooks.deliveries(id(80), page)).toEqual([]);
  });
}
