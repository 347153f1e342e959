// Tests what webhooks say: every type of event, signed and in order, and the same events in the feed.
import { expect, test } from "bun:test";
import { eventTypes } from "../../domain/webhook-event.ts";
import { DAY, HOUR, inFuture, MINUTE, otherProfile, publish, uncertainPost } from "../support/posting.ts";
import { isSettled } from "../support/world.ts";
import {
  deliveriesOf,
  feedOf,
  isSignedByServer,
  isSignedWith,
  subscribe,
  webhookOf,
} from "../support/webhook-receiver.ts";
import { turnUntil } from "../support/wait-until.ts";
import { openForAllTests, type WebhookWorld } from "../support/webhook-world.ts";

let world: WebhookWorld["world"];
let receiver: WebhookWorld["receiver"];
let arrived: WebhookWorld["arrived"];
let codeOf: WebhookWorld["codeOf"];
openForAllTests((opened) => ({ world, receiver, arrived, codeOf } = opened));

test("each message of a post arrives signed, in order, with a growing sequence and without its text", async () => {
  const { webhook, secret } = await subscribe(world, receiver.url);
  const { id } = await world.post({
    caption: "The secret recipe",
    schedule: inFuture(world, HOUR),
    accounts: ["mastodon:ok", "mastodon:fail"],
  });
  await world.ask("PATCH", `/posts/${id}`, { caption: "The other recipe" });
  await arrived(2);
  // Answered, too: an hour without an answer would be a failure.
  await turnUntil(
    world,
    async () => (await deliveriesOf(world, webhook.id, "?status=delivered")).length === 2,
  );
  world.clock.turn(HOUR);
  await world.until(id, isSettled);
  await turnUntil(world, () => receiver.types().includes("post.settled"));
  const types = receiver.types();
  expect(types.slice(0, 3)).toEqual(["post.scheduled", "post.edited", "post.publishing"]);
  expect(types.toSorted()).toEqual([
    "post.edited",
    "post.publishing",
    "post.scheduled",
    "post.settled",
    "target.failed",
    "target.posted",
  ]);
  const sequences = receiver.arrivals.map(({ event }) => "sequence" in event.data && event.data.sequence);
  expect(sequences).toEqual([1, 2, 3, 4, 5, 6]);
  for (const arrival of receiver.arrivals) {
    expect(isSignedWith(secret, arrival)).toBe(true);
    expect(await isSignedByServer(world, arrival)).toBe(true);
    expect(arrival.headers).toMatchObject({ "content-type": "application/json" });
    expect(arrival.body).not.toContain("recipe");
    expect(isSignedWith(secret, { ...arrival, body: `${arrival.body} ` })).toBe(false);
  }
  expect(receiver.arrivals.at(-1)?.event.data).toMatchObject({
    postId: id,
    post: { id, status: "partial", targets: [{ status: "posted" }, { status: "failed" }] },
  });
  const failed = receiver.arrivals.find(({ event }) => event.type === "target.failed");
  expect(failed?.event.data).toMatchObject({ post: { id }, target: { handle: "fail", status: "failed" } });
});

test("every type of event is sent", async () => {
  await subscribe(world, receiver.url);
  await subscribe(world, `${receiver.url}/other`, { events: ["webhook.paused"] });
  const { id: queued } = await world.post({
    caption: "later",
    schedule: inFuture(world, DAY + MINUTE),
    accounts: ["mastodon:ok"],
  });
  await world.ask("PATCH", `/posts/${queued}`, { caption: "even later" });
  await world.ask("POST", `/posts/${queued}/cancel`);
  await world.ask("DELETE", `/posts/${queued}`);
  await publish(world, { accounts: ["mastodon:ok", "mastodon:fail"] });
  const unsure = await uncertainPost(world);
  const word = {
    targetId: unsure.targets[0]?.id,
    action: "mark_published",
    confirmed: true,
    note: "I saw it.",
  };
  expect((await world.ask("POST", `/posts/${unsure.id}/reconcile`, word)).status).toBe(200);
  const bluesky = await world.account("bluesky", "ok");
  const { store, clock } = world.appliance;
  const entry = (action: string) => ({
    at: clock.now(),
    actor: "crier",
    action,
    profileId: world.profileId,
    subject: bluesky,
    detail: {},
  });
  // A warning comes from a check before its time.
  const warned = await world.post({
    caption: "soon",
    schedule: inFuture(world, 30 * HOUR),
    accounts: ["bluesky"],
  });
  await store.accounts.setStatus(
    bluesky,
    "needs_reconnect",
    "Its password changed.",
    entry("account.needs_reconnect"),
  );
  world.clock.turn(6 * HOUR + MINUTE);
  await turnUntil(world, () => receiver.types().includes("preflight.warning"), 2000);
  expect(warned.status).toBe("scheduled");
  await store.accounts.setStatus(bluesky, "active", null, entry("account.check"));
  await store.accounts.disconnect(bluesky, entry("account.disconnect"));
  // The end of a sign-in is noted by a task of its own, for real accounts.
  const account = await store.accounts.find(await world.account("mastodon", "ok-2"));
  if (!account) throw new Error("no account");
  const endsAt = clock.now() + DAY;
  await store.accounts.connect(
    { ...account, tokenExpiresAt: endsAt },
    () => new Uint8Array([1]),
    () => entry("account.connect"),
  );
  await store.accounts.noteExpiry(account.id, endsAt, "It ends soon.", entry("account.expiring"));
  const { webhook: gone } = await subscribe(world, `${receiver.url}/gone`, { events: ["webhook.test"] });
  receiver.answer((response, { path }) => void response.writeHead(path.endsWith("gone") ? 410 : 204).end());
  expect((await world.ask("POST", `/webhooks/${gone.id}/test`)).status).toBe(202);
  await turnUntil(world, () => receiver.types("/hook/other").length > 0);
  await turnUntil(world, () => eventTypes.every((type) => receiver.types().includes(type)));
  expect(receiver.types("/hook/other")).toEqual(["webhook.paused"]);
  expect(await webhookOf(world, gone.id)).toMatchObject({ status: "paused", pausedReason: "gone" });
  // What arrived is what can be fetched, ids included.
  const fetched = new Map<string, string>();
  for (let query = "", more = true; more;) {
    const { json } = await world.ask("GET", `/events?limit=100${query}`);
    for (const { id, ...body } of json["events"] as { id: string }[]) fetched.set(id, JSON.stringify(body));
    query = `&cursor=${String(json["nextCursor"])}`;
    more = json["hasMore"] === true;
  }
  for (const { headers, body } of receiver.arrivals)
    expect(fetched.get(headers["webhook-id"] ?? "")).toBe(body);
});

test("only the types that were asked for are sent", async () => {
  await subscribe(world, receiver.url, { events: ["post.settled", "target.uncertain"] });
  await publish(world, { accounts: ["mastodon:ok"] });
  await arrived(1);
  await uncertainPost(world);
  await arrived(2);
  await turnUntil(world, () => receiver.arrivals.length >= 3);
  expect(receiver.types()).toEqual(["post.settled", "target.uncertain", "post.settled"]);
});

test("a post that is retried is announced as publishing and settled again", async () => {
  await subscribe(world, receiver.url, { events: ["post.publishing", "post.settled"] });
  const { id } = await publish(world, { accounts: ["mastodon:fail"] });
  await arrived(2);
  await world.ask("POST", `/posts/${id}/retry`);
  await arrived(4);
  expect(receiver.types()).toEqual(["post.publishing", "post.settled", "post.publishing", "post.settled"]);
});

test("the feed has each event once, by type and from a place on, and forgets after 30 days", async () => {
  const start = String((await world.ask("GET", "/events?limit=1")).json["nextCursor"]);
  expect(start).not.toBe("");
  let cursor = "";
  for (let more = true; more;) {
    const { json } = await world.ask("GET", `/events?limit=100${cursor === "" ? "" : `&cursor=${cursor}`}`);
    cursor = String(json["nextCursor"]);
    more = json["hasMore"] === true;
  }
  expect(await feedOf(world, `&cursor=${cursor}`)).toEqual([]);
  const { id } = await publish(world, { accounts: ["mastodon:ok"] });
  const events = await feedOf(world, `&cursor=${cursor}`);
  expect(events.map(({ type }) => type)).toEqual(["post.publishing", "target.posted", "post.settled"]);
  const settledOnly = await feedOf(world, `&cursor=${cursor}&types=post.settled,post.deleted`);
  expect(settledOnly).toEqual(events.slice(2));
  expect(settledOnly[0]?.data).toMatchObject({ postId: id });
  expect(await codeOf("GET", "/events?types=post.liked")).toBe("invalid_query");
  expect(await codeOf("GET", "/events?cursor=x")).toBe("invalid_cursor");
  const { headers: stranger } = await otherProfile(world);
  expect((await world.ask("GET", "/events", undefined, stranger)).json["events"]).toEqual([]);
  world.clock.turn(31 * DAY);
  await turnUntil(world, async () => (await feedOf(world)).length === 0, HOUR);
});
