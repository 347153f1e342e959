// Tests webhooks through HTTP, with a server that receives: events, their order and signatures, retries, pauses, and what is refused.
import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { eventTypes } from "../../domain/webhook-event.ts";
import { MAX_WEBHOOKS } from "../../domain/webhook.ts";
import {
  DAY,
  HOUR,
  inFuture,
  keyFor,
  MINUTE,
  otherProfile,
  publish,
  rows,
  uncertainPost,
} from "../support/posting.ts";
import { internet } from "../support/media-host.ts";
import { FORBIDDEN_URLS } from "../support/private-addresses.ts";
import { makeOwner, signIn } from "../support/owner.ts";
import { runCommand } from "../support/run-command.ts";
import { openWorld, settled, type World } from "../support/world.ts";
import {
  deliveriesOf,
  deliveryOf,
  feedOf,
  isSignedByServer,
  isSignedWith,
  openReceiver,
  RECEIVER_HOST,
  status,
  subscribe,
  turnUntil,
  webhookOf,
  type Receiver,
} from "../support/webhook-receiver.ts";

let world: World;
let receiver: Receiver;
const lines: string[] = [];
beforeAll(async () => {
  receiver = await openReceiver();
  const env = { CRIER_ALLOW_PRIVATE_HOSTS: RECEIVER_HOST, CRIER_LOG: "debug" };
  world = await openWorld(env, undefined, null, (line) => void lines.push(line));
  for (const handle of ["ok", "ghost", "fail"]) await world.account("mastodon", handle);
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  receiver[Symbol.dispose]();
});
beforeEach(async () => {
  for (const { id } of (await world.ask("GET", "/webhooks")).json["webhooks"] as { id: string }[])
    await world.ask("DELETE", `/webhooks/${id}`);
  receiver.answer(status(204));
  receiver.arrivals.length = 0;
});

const arrived = (count: number) => turnUntil(world, () => receiver.arrivals.length >= count);
const codeOf = async (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  (await world.ask(method, path, body, headers)).json["code"];

test("a webhook is created, listed, edited and deleted, and its secret is shown once", async () => {
  const { webhook, secret } = await subscribe(world, receiver.url, {
    events: ["post.settled"],
    description: " Newsroom bot ",
  });
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(webhook).toMatchObject({
    url: receiver.url,
    events: ["post.settled"],
    description: "Newsroom bot",
    status: "active",
    pausedReason: null,
  });
  expect(await webhookOf(world, webhook.id)).toEqual(webhook);
  expect((await world.ask("GET", "/webhooks")).json["webhooks"]).toEqual([webhook]);
  const edited = await world.ask("PATCH", `/webhooks/${webhook.id}`, { events: null, status: "paused" });
  expect(edited.json["webhook"]).toEqual({
    ...webhook,
    events: null,
    status: "paused",
    pausedReason: "requested",
  });
  const resumed = await world.ask("PATCH", `/webhooks/${webhook.id}`, { status: "active", description: "" });
  expect(resumed.json["webhook"]).toEqual({ ...webhook, events: null, description: "" });
  expect(JSON.stringify([edited.json, resumed.json])).not.toContain("whsec_");
  expect((await world.ask("DELETE", `/webhooks/${webhook.id}`)).status).toBe(204);
  expect(await codeOf("DELETE", `/webhooks/${webhook.id}`)).toBe("not_found");
  expect((await world.ask("GET", "/webhooks")).json["webhooks"]).toEqual([]);
});

test("requests that are not valid are refused, and so are keys without the scope and other profiles", async () => {
  const { webhook } = await subscribe(world, receiver.url);
  const path = `/webhooks/${webhook.id}`;
  for (const body of [
    {},
    { url: receiver.url, events: ["post.liked"] },
    { url: receiver.url, events: [] },
    { url: receiver.url, secret: "x" },
  ])
    expect({ body, code: await codeOf("POST", "/webhooks", body) }).toEqual({
      body,
      code: "invalid_request",
    });
  expect(await codeOf("PATCH", path, {})).toBe("invalid_request");
  expect(await codeOf("PATCH", path, { status: "asleep" })).toBe("invalid_request");
  expect(await codeOf("POST", `${path}/rotate`, { overlapSeconds: -1 })).toBe("invalid_request");
  const reader = await keyFor(world, { scopes: ["read"] });
  expect((await world.ask("GET", path, undefined, reader)).status).toBe(200);
  for (const [method, at] of [
    ["POST", "/webhooks"],
    ["PATCH", path],
    ["DELETE", path],
    ["POST", `${path}/rotate`],
    ["POST", `${path}/test`],
  ] as const)
    expect(await codeOf(method, at, method === "DELETE" ? undefined : {}, reader)).toBe("insufficient_scope");
  const { headers: stranger } = await otherProfile(world);
  for (const [method, at, body] of [
    ["GET", path, undefined],
    ["PATCH", path, { status: "paused" }],
    ["DELETE", path, undefined],
    ["POST", `${path}/rotate`, undefined],
    ["POST", `${path}/test`, undefined],
    ["GET", `${path}/deliveries`, undefined],
    ["GET", `${path}/deliveries/${webhook.id}`, undefined],
    ["POST", `${path}/deliveries/${webhook.id}/resend`, undefined],
  ] as const)
    expect({ at, code: await codeOf(method, at, body, stranger) }).toEqual({ at, code: "not_found" });
  for (let count = 1; count < MAX_WEBHOOKS; count++) await subscribe(world, receiver.url);
  expect(await codeOf("POST", "/webhooks", { url: receiver.url })).toBe("too_many_webhooks");
});

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
  await world.until(id, settled);
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

test("what is not answered with 2xx is tried again, with the same id and body, later and later", async () => {
  const { webhook, secret } = await subscribe(world, receiver.url, { events: ["post.canceled"] });
  receiver.answer(status(500));
  const { id } = await world.post({
    caption: "x",
    schedule: inFuture(world, 90 * DAY),
    accounts: ["mastodon:ok"],
  });
  await world.ask("POST", `/posts/${id}/cancel`);
  await arrived(1);
  const waits: number[] = [];
  const began = [world.clock.now()];
  for (let tries = 2; tries <= 10; tries++) {
    await turnUntil(world, async () => (await deliveriesOf(world, webhook.id))[0]?.attempts === tries - 1, 0);
    const [delivery] = await deliveriesOf(world, webhook.id);
    waits.push(Date.parse(delivery?.nextAttemptAt ?? "") - world.clock.now());
    world.clock.turn(Date.parse(delivery?.nextAttemptAt ?? "") - world.clock.now());
    await arrived(tries);
    began.push(world.clock.now());
  }
  const [s5, m5, m30, h2, h5, h10, h14, h20, h24] = waits;
  const nominal = [
    5000,
    5 * MINUTE,
    30 * MINUTE,
    2 * HOUR,
    5 * HOUR,
    10 * HOUR,
    14 * HOUR,
    20 * HOUR,
    24 * HOUR,
  ];
  [s5, m5, m30, h2, h5, h10, h14, h20, h24].forEach((wait = 0, index) => {
    const expected = nominal[index] ?? 0;
    expect(wait).toBeGreaterThan(expected * 0.8 - 2000);
    expect(wait).toBeLessThanOrEqual(expected * 1.2);
  });
  await turnUntil(world, async () => (await deliveriesOf(world, webhook.id))[0]?.status === "failed");
  world.clock.turn(3 * DAY);
  await turnUntil(world, () => true);
  expect(receiver.arrivals).toHaveLength(10);
  expect(new Set(receiver.arrivals.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  expect(new Set(receiver.arrivals.map(({ body }) => body)).size).toBe(1);
  expect(receiver.arrivals.every((arrival) => isSignedWith(secret, arrival))).toBe(true);
  const [delivery] = await deliveriesOf(world, webhook.id);
  expect(delivery).toMatchObject({
    status: "failed",
    responseStatus: 500,
    attempts: 10,
    nextAttemptAt: null,
  });
  const { tries, body } = await deliveryOf(world, webhook.id, delivery?.id ?? "");
  expect(tries).toHaveLength(10);
  expect(tries[0]).toMatchObject({
    responseStatus: 500,
    problem: "The server answered 500; only 2xx counts as delivered.",
  });
  expect(body).toBe(receiver.arrivals[0]?.body ?? "");
  // And sent again by hand.
  receiver.answer(status(200));
  const resent = await world.ask("POST", `/webhooks/${webhook.id}/deliveries/${delivery?.id}/resend`);
  expect(resent.status).toBe(202);
  await arrived(11);
  await turnUntil(world, async () => (await deliveriesOf(world, webhook.id))[0]?.status === "delivered");
  expect(receiver.arrivals[10]?.headers["webhook-id"]).toBe(
    receiver.arrivals[0]?.headers["webhook-id"] ?? "",
  );
  expect(receiver.arrivals[10]?.body).toBe(receiver.arrivals[0]?.body ?? "");
  expect((await webhookOf(world, webhook.id)).health.failingSince).toBeNull();
});

test("Retry-After is kept, redirects are not followed, and an answer that is too long or too late is no success", async () => {
  const { webhook } = await subscribe(world, receiver.url, { events: ["webhook.paused", "post.canceled"] });
  const cancel = async () => {
    const { id } = await world.post({
      caption: "x",
      schedule: inFuture(world, 90 * DAY),
      accounts: ["mastodon:ok"],
    });
    await world.ask("POST", `/posts/${id}/cancel`);
  };
  const latest = async () => (await deliveriesOf(world, webhook.id))[0];
  const triesOf = async () => (await deliveryOf(world, webhook.id, (await latest())?.id ?? "")).tries;
  receiver.answer(status(429, { "retry-after": "3600" }));
  await cancel();
  await turnUntil(world, async () => (await latest())?.attempts === 1);
  expect(Date.parse((await latest())?.nextAttemptAt ?? "") - world.clock.now()).toBeGreaterThan(3_500_000);
  receiver.answer(
    (response, _, count) =>
      void response.writeHead(count > 2 ? 204 : 302, { location: `${receiver.url}/elsewhere` }).end(),
  );
  receiver.arrivals.length = 1;
  await cancel();
  await turnUntil(world, async () => (await latest())?.attempts === 1);
  expect(receiver.types("/hook/elsewhere")).toEqual([]);
  expect((await triesOf())[0]?.problem).toContain("Redirects are not followed");
  // Never answers.
  receiver.answer(() => {});
  await cancel();
  await turnUntil(world, async () => (await latest())?.attempts === 1, 1000);
  expect((await triesOf())[0]).toMatchObject({ responseStatus: null });
  // Closes early.
  receiver.answer((response) => void response.destroy());
  await cancel();
  await turnUntil(world, async () => (await latest())?.attempts === 1);
  expect((await triesOf())[0]?.responseStatus).toBeNull();
  // Sends without end: the status counts, and no more than the beginning is read.
  receiver.answer((response) => {
    response.writeHead(200);
    const pour = () =>
      void (response.destroyed || response.write("x".repeat(65_536), () => setImmediate(pour)));
    pour();
  });
  await cancel();
  await turnUntil(world, async () => (await latest())?.status === "delivered");
});

test("after rotation both secrets sign until the overlap is over", async () => {
  const { webhook, secret } = await subscribe(world, receiver.url);
  const test = async () => {
    const count = receiver.arrivals.length;
    await world.ask("POST", `/webhooks/${webhook.id}/test`);
    await arrived(count + 1);
    const arrival = receiver.arrivals[count];
    if (!arrival) throw new Error("nothing arrived");
    return arrival;
  };
  const rotated = await world.ask("POST", `/webhooks/${webhook.id}/rotate`, { overlapSeconds: 3600 });
  expect(rotated.status).toBe(200);
  const fresh = String(rotated.json["secret"]);
  expect(fresh).not.toBe(secret);
  const both = await test();
  expect([isSignedWith(secret, both), isSignedWith(fresh, both)]).toEqual([true, true]);
  world.clock.turn(HOUR + MINUTE);
  const later = await test();
  expect([isSignedWith(secret, later), isSignedWith(fresh, later)]).toEqual([false, true]);
  const again = await world.ask("POST", `/webhooks/${webhook.id}/rotate`, { overlapSeconds: 0 });
  const last = await test();
  expect([isSignedWith(fresh, last), isSignedWith(String(again.json["secret"]), last)]).toEqual([
    false,
    true,
  ]);
  // Without a body: a day.
  const plain = await world.ask("POST", `/webhooks/${webhook.id}/rotate`);
  const until = (plain.json["webhook"] as { health: { oldSecretUntil: string } }).health.oldSecretUntil;
  expect(Date.parse(until) - world.clock.now()).toBe(DAY);
});

test("after 5 days without one success a webhook is paused, and the other webhooks, the audit log, doctor and the list of what needs a person say so", async () => {
  const { webhook } = await subscribe(world, receiver.url, { events: ["post.canceled"] });
  const { webhook: other } = await subscribe(world, `${receiver.url}/other`, { events: ["webhook.paused"] });
  receiver.answer((response, { path }) => void response.writeHead(path === "/hook" ? 503 : 204).end());
  const cancel = async () => {
    const { id } = await world.post({
      caption: "x",
      schedule: inFuture(world, 90 * DAY),
      accounts: ["mastodon:ok"],
    });
    await world.ask("POST", `/posts/${id}/cancel`);
  };
  const tried = async (count: number) => turnUntil(world, () => receiver.types("/hook").length >= count);
  await cancel();
  await tried(1);
  await turnUntil(world, async () => (await webhookOf(world, webhook.id)).health.failingSince !== null);
  world.clock.turn(5 * DAY);
  await cancel();
  await turnUntil(world, async () => (await webhookOf(world, webhook.id)).status === "paused");
  expect(await webhookOf(world, webhook.id)).toMatchObject({ status: "paused", pausedReason: "failing" });
  await turnUntil(world, () => receiver.types("/hook/other").length > 0);
  const audit = rows<{ actor: string; action: string; detail: string }>(
    world,
    `SELECT actor, action, detail FROM audit WHERE subject = '${webhook.id}' ORDER BY seq DESC LIMIT 1`,
  );
  expect(audit).toEqual([
    {
      actor: "crier",
      action: "webhook.pause",
      detail: JSON.stringify({ host: `${RECEIVER_HOST}:${receiver.port}`, reason: "failing" }),
    },
  ]);
  await makeOwner(world);
  const { items } = (await (await signIn(world)).ask("GET", "/attention")).json as {
    items?: { kind: string; title: string; profileId: string }[];
  };
  expect(items?.filter(({ kind }) => kind === "webhook")).toMatchObject([
    { title: `Events no longer arrive at ${RECEIVER_HOST}:${receiver.port}`, profileId: world.profileId },
  ]);
  const doctor = await runCommand(["doctor"], { CRIER_DATA: world.folder });
  expect(doctor.out).toContain("1 is paused: its server takes no messages");
  // While it is paused events wait; a test is sent all the same.
  const before = receiver.types("/hook").length;
  await cancel();
  await turnUntil(world, () => true, 1000);
  receiver.answer(status(204));
  await world.ask("POST", `/webhooks/${webhook.id}/test`);
  await turnUntil(world, () => receiver.types("/hook").includes("webhook.test"));
  expect(receiver.types("/hook").length).toBe(before + 1);
  // What waited is sent when it is resumed, unless it is too old.
  world.clock.turn(2 * DAY);
  await cancel();
  world.clock.turn(2 * DAY);
  const { json } = await world.ask("PATCH", `/webhooks/${webhook.id}`, { status: "active" });
  expect(json["webhook"]).toMatchObject({
    status: "active",
    pausedReason: null,
    health: { failingSince: null },
  });
  await turnUntil(world, async () => (await deliveriesOf(world, webhook.id, "?status=waiting")).length === 0);
  expect(receiver.types("/hook").length).toBe(before + 2);
  expect(await deliveriesOf(world, other.id)).toHaveLength(1);
});

test("messages survive a restart, and are sent although nothing happens any more", async () => {
  const { webhook } = await subscribe(world, receiver.url, { events: ["post.canceled"] });
  receiver.answer(status(500));
  const { id } = await world.post({
    caption: "x",
    schedule: inFuture(world, 90 * DAY),
    accounts: ["mastodon:ok"],
  });
  await world.ask("POST", `/posts/${id}/cancel`);
  await arrived(1);
  await turnUntil(world, async () => (await deliveriesOf(world, webhook.id))[0]?.attempts === 1);
  receiver.answer(status(204));
  await world.restart(MINUTE);
  await arrived(2);
  await turnUntil(world, async () => (await deliveriesOf(world, webhook.id))[0]?.status === "delivered");
});

test("a slow receiver holds up no other", async () => {
  await subscribe(world, `${receiver.url}/slow`);
  await subscribe(world, receiver.url);
  receiver.answer((response, { path }) => void (path.endsWith("slow") || response.writeHead(204).end()));
  for (let count = 0; count < 12; count++)
    await world.post({ caption: "x", schedule: inFuture(world, 90 * DAY), accounts: ["mastodon:ok"] });
  await turnUntil(world, () => receiver.types("/hook").length === 12, 300);
  expect(receiver.types("/hook/slow").length).toBeLessThanOrEqual(4);
  // Nobody waits for it any more.
  world.clock.turn(16_000);
});

test("deliveries are listed newest first, by pages and by status", async () => {
  const { webhook } = await subscribe(world, receiver.url, { events: ["post.scheduled"] });
  for (let count = 0; count < 5; count++)
    await world.post({ caption: "x", schedule: inFuture(world, 90 * DAY), accounts: ["mastodon:ok"] });
  await turnUntil(
    world,
    async () => (await deliveriesOf(world, webhook.id, "?status=delivered")).length === 5,
  );
  const first = await world.ask("GET", `/webhooks/${webhook.id}/deliveries?limit=3`);
  const second = await world.ask(
    "GET",
    `/webhooks/${webhook.id}/deliveries?limit=3&cursor=${String(first.json["nextCursor"])}`,
  );
  const ids = [first, second].flatMap(({ json }) =>
    (json["deliveries"] as { id: string }[]).map(({ id }) => id),
  );
  expect(ids).toEqual(ids.toSorted().toReversed());
  expect(ids).toHaveLength(5);
  expect(second.json["nextCursor"]).toBeNull();
  expect(await deliveriesOf(world, webhook.id, "?status=failed")).toEqual([]);
  expect(await codeOf("GET", `/webhooks/${webhook.id}/deliveries?cursor=x`)).toBe("invalid_cursor");
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

test("addresses inside are refused when they are set, by number and by name", async () => {
  const inside = { resolve: async () => ["93.184.216.34", "10.0.0.5"], ca: internet.ca };
  await using strict = await openWorld({}, undefined, inside);
  const set = async (method: string, path: string, url: string) =>
    (await strict.ask(method, path, { url })).json["code"];
  const forbidden = FORBIDDEN_URLS.map((url) => url.replaceAll("{port}", "443")).filter((url) => url !== "");
  const others = [
    "http://hooks.example/",
    "https://hooks.example:8443/",
    "https://a:b@hooks.example/",
    "https://hooks.example/",
  ];
  for (const url of [...forbidden, ...others])
    expect({ url, code: await set("POST", "/webhooks", url) }).toEqual({ url, code: "url_refused" });
  const { webhook } = await subscribe(world, receiver.url);
  const { json } = await world.ask("PATCH", `/webhooks/${webhook.id}`, { url: "https://10.0.0.5/" });
  expect(json).toMatchObject({ code: "url_refused", errors: [{ pointer: "/url" }] });
});

test("a secret is nowhere but in the answer that shows it", async () => {
  const { webhook, secret } = await subscribe(world, `${receiver.url}?token=in-the-address`);
  const { json } = await world.ask("POST", `/webhooks/${webhook.id}/rotate`);
  await world.ask("POST", `/webhooks/${webhook.id}/test`);
  await arrived(1);
  receiver.answer(status(500));
  await world.ask("POST", `/webhooks/${webhook.id}/test`);
  await arrived(2);
  const dump = Buffer.concat(
    await Promise.all(
      ["crier.sqlite", "crier.sqlite-wal"].map(async (name) =>
        Buffer.from(await Bun.file(`${world.folder}/${name}`).bytes()),
      ),
    ),
  );
  for (const each of [secret, String(json["secret"])]) {
    const bare = each.slice("whsec_".length);
    expect(dump.includes(bare)).toBe(false);
    expect(dump.includes(Buffer.from(bare, "base64"))).toBe(false);
    expect(lines.join("\n")).not.toContain(bare);
    for (const path of [
      "/webhooks",
      `/webhooks/${webhook.id}`,
      `/webhooks/${webhook.id}/deliveries`,
      "/events?limit=100",
    ])
      expect(JSON.stringify((await world.ask("GET", path)).json)).not.toContain(bare);
  }
  expect(lines.join("\n")).not.toContain("in-the-address");
  expect(
    rows<{ detail: string }>(world, "SELECT detail FROM audit").some(({ detail }) =>
      detail.includes("in-the-address"),
    ),
  ).toBe(false);
});
