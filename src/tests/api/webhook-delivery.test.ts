// Tests how messages of webhooks are delivered: tries, redirects, slow answers, rotation, pauses, restarts and the log.
import { expect, test } from "bun:test";
import { DAY, HOUR, inFuture, MINUTE } from "../support/posting.ts";
import { makeOwner, signIn } from "../support/owner.ts";
import { runCommand } from "../support/run-command.ts";
import {
  deliveriesOf,
  deliveryOf,
  isSignedWith,
  RECEIVER_HOST,
  status,
  subscribe,
  webhookOf,
} from "../support/webhook-receiver.ts";
import { turnUntil } from "../support/wait-until.ts";
import { openForAllTests, type WebhookWorld } from "../support/webhook-world.ts";

let world: WebhookWorld["world"];
let receiver: WebhookWorld["receiver"];
let arrived: WebhookWorld["arrived"];
let codeOf: WebhookWorld["codeOf"];
let lines: WebhookWorld["lines"];
openForAllTests((opened) => ({ world, receiver, arrived, codeOf, lines } = opened));

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
  const audit = await world.database.all<{ actor: string; action: string; detail: string }>(
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
  const doctor = await runCommand(["doctor"], world.settings);
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

test("a store that does not answer is asked again every few seconds, and then what waits goes out", async () => {
  await subscribe(world, receiver.url, { events: ["post.scheduled"] });
  const noted = () => lines.filter((line) => line.includes("webhooks_not_read")).length;
  const before = noted();
  await world.database.run("ALTER TABLE webhook_delivery RENAME TO away");
  const began = world.clock.now();
  await turnUntil(world, () => world.clock.now() >= began + MINUTE);
  await world.database.run("ALTER TABLE away RENAME TO webhook_delivery");
  // Every 2 seconds; where several processes share a server, each also looks for what the others left behind.
  expect(noted() - before).toBeWithin(10, 60);
  await world.post({ caption: "x", schedule: inFuture(world, 90 * DAY), accounts: ["mastodon:ok"] });
  await arrived(1);
});
