// Tests time (D25, D25a, D35): missed posts, early checks and retries.
import { expect, test } from "bun:test";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { openRetryPolicy } from "../../../publishing/delivery/retry-policy.ts";
import { isSettled, type World } from "../../support/world.ts";
import {
  postAction,
  DAY,
  HOUR,
  inFuture,
  MINUTE,
  openWorldWith,
  publish,
  read,
  setSlots,
  target,
  upload,
} from "../../support/posting.ts";
import { ENTRY } from "../../support/audit-entry.ts";

const laterPost = (world: World, ms: number, caption = "x") =>
  world.post({ caption, schedule: inFuture(world, ms) });
const eventsOf = async (world: World, id: string) =>
  (await world.ask("GET", `/posts/${id}/events`)).json["events"] as {
    kind: string;
    detail: string;
    at: string;
  }[];

test("a post missed by up to 60 minutes goes out late (D25)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  const { id } = await laterPost(world, 10 * MINUTE);
  await world.restart(69 * MINUTE);
  const post = await world.until(id, isSettled);
  expect(target(post)).toMatchObject({ status: "posted" });
  expect(target(post).lateness).toBeWithin(59 * MINUTE, 60 * MINUTE);
});

test("a post missed by more than that fails and can be retried (D25)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  const { id } = await laterPost(world, 10 * MINUTE);
  await world.restart(71 * MINUTE);
  const post = await world.until(id, isSettled);
  expect(target(post)).toMatchObject({
    status: "failed",
    retryable: true,
    errorCode: "missed_schedule",
    errorCategory: "missed",
    attempts: 0,
    nextAction: "retry",
  });
  expect(world.published("bluesky")).toHaveLength(0);
  expect((await eventsOf(world, id)).map(({ kind }) => kind)).toContain("miss");
  await world.ask("POST", `/posts/${id}/retry`, undefined, { prefer: "respond-async" });
  expect((await world.until(id, isSettled)).status).toBe("posted");
});

test("missed posts go out oldest first (D25)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  const order = [30, 10, 20];
  const posts = await Promise.all(order.map((minutes) => laterPost(world, minutes * MINUTE, `${minutes}`)));
  await world.restart(50 * MINUTE);
  for (const { id } of posts) await world.until(id, isSettled);
  expect(world.published("bluesky").map(({ text }) => text)).toEqual(["10", "20", "30"]);
});

test("how late a post may go out is a setting (D25)", async () => {
  await using world = await openWorldWith(["bluesky:ok"], { CRIER_LATE_MINUTES: "5" });
  const { id } = await laterPost(world, 10 * MINUTE);
  await world.restart(16 * MINUTE);
  expect(target(await world.until(id, isSettled)).errorCode).toBe("missed_schedule");
});

test("queued posts are missed like scheduled ones (D25)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  await setSlots(world, [{ time: "12:30" }]);
  const { json } = await world.ask("POST", "/posts", { caption: "x" });
  await world.restart(2 * HOUR);
  expect(target(await world.until(String(json["id"]), isSettled)).errorCode).toBe("missed_schedule");
});

/** Turns the clock, then lets the appliance look at what came due: the clock stands while networks are asked. */
async function pass(world: World, ms: number): Promise<void> {
  const checked = async (before: number, most: number) => {
    const due = () =>
      world.database.get("SELECT id FROM post WHERE check_at <= $at", { at: world.clock.now() - before });
    for (let n = 0; n < most && (await due()); n++) await world.ask("GET", "/accounts");
  };
  world.clock.turn(ms);
  // A look that has begun is over before more time passes; none may have begun.
  await checked(0, 200);
  world.clock.turn(MINUTE + 1);
  await checked(MINUTE, 2000);
}
const warnings = async (world: World, id: string) =>
  (await eventsOf(world, id)).filter(({ kind }) => kind === "preflight.warning");

test("a post is checked a day and an hour before it is due (D25a)", async () => {
  await using world = await openWorldWith(["bluesky:ok", "mastodon:ok"]);
  const { id } = await laterPost(world, 3 * DAY);
  const accounts = (await world.ask("GET", "/accounts")).json["accounts"] as {
    id: string;
    platform: string;
  }[];
  await world.appliance.store.accounts.disconnect(
    accounts.find(({ platform }) => platform === "mastodon")?.id ?? "",
    ENTRY,
  );
  await pass(world, 2 * DAY - 10 * MINUTE);
  expect(await warnings(world, id)).toHaveLength(0);
  await pass(world, 10 * MINUTE);
  const [first, ...more] = await warnings(world, id);
  expect(more).toHaveLength(0);
  expect(first?.detail).toContain("mastodon (ok)");
  await pass(world, 22 * HOUR);
  expect(await warnings(world, id)).toHaveLength(1);
  await pass(world, HOUR);
  expect(await warnings(world, id)).toHaveLength(2);
});

test("a post without problems gets no warning (D25a)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  const { id } = await laterPost(world, 3 * DAY);
  await pass(world, 2 * DAY);
  await pass(world, 23 * HOUR);
  expect(await warnings(world, id)).toEqual([]);
});

test("an early warning blocks nothing (D25a)", async () => {
  await using world = await openWorldWith(["bluesky:ok", "mastodon:expired"]);
  const { id } = await laterPost(world, 2 * DAY);
  await publish(world, { accounts: ["expired"] });
  await pass(world, DAY);
  expect(await warnings(world, id)).toHaveLength(1);
  world.clock.turn(DAY);
  const post = await world.until(id, isSettled);
  expect(
    post.targets.map(({ platform, status, errorCategory }) => [platform, status, errorCategory]),
  ).toEqual([
    ["bluesky", "posted", null],
    ["mastodon", "failed", "auth"],
  ]);
});

test("changed limits cause a warning (D25a)", async () => {
  await using world = await openWorldWith(["photos:ok"]);
  const media = [await upload(world)];
  const { id } = await world.post({ caption: "x", media, schedule: inFuture(world, 2 * DAY) });
  expect(await warnings(world, id)).toEqual([]);
  await world.appliance.store.accounts.setRules(
    ((await world.ask("GET", "/accounts")).json["accounts"] as { id: string }[])[0]?.id ?? "",
    { media: { maxItems: 0 } },
  );
  await pass(world, DAY);
  expect((await warnings(world, id))[0]?.detail).toContain("the limit is 0");
});

test("known failures are retried with growing delays (D35)", async () => {
  await using world = await openWorldWith(["mastodon:down"]);
  const { id } = await world.post({ caption: "x", schedule: "now" });
  const waits: number[] = [];
  for (let n = 1; n < 5; n++) {
    const post = await world.until(
      id,
      ({ targets }) => targets[0]?.status === "retrying" && targets[0].attempts === n,
      1000,
    );
    waits.push(Date.parse(target(post).nextAttemptAt ?? "") - world.clock.now());
    expect(target(post)).toMatchObject({ nextAction: "wait", retryable: false, errorCode: "not_sent" });
    world.clock.turn(Math.max(0, waits.at(-1) ?? 0));
  }
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
});

test("a target fails after five attempts (D35)", async () => {
  await using world = await openWorldWith(["mastodon:down"]);
  const { id } = await world.post({ caption: "x", schedule: "now" });
  const post = await world.until(id, isSettled, 30_000);
  expect(target(post)).toMatchObject({
    status: "failed",
    attempts: 5,
    retryable: true,
    nextAction: "retry",
    nextAttemptAt: null,
  });
  expect((await eventsOf(world, id)).at(-1)).toMatchObject({ kind: "exhaust" });
});

test("retries end after two hours (D35)", () => {
  const settings = { tries: 5, triesWithinMs: 2 * HOUR, questionsAfterMs: [] };
  const { retryAt } = openRetryPolicy(settings, () => 0);
  const tries = { count: 2, since: 0 };
  expect(retryAt(MINUTE, tries, HOUR)).toBe(HOUR + MINUTE);
  expect(retryAt(MINUTE, tries, 2 * HOUR)).toBeNull();
  expect(retryAt(2 * HOUR, tries, null)).toBeNull();
});

test("Retry-After is honoured (D35)", async () => {
  await using world = await openWorldWith(["slowly:limited"]);
  const { id } = await world.post({ caption: "x", schedule: "now" });
  const post = await world.until(id, ({ targets }) => targets[0]?.status === "retrying", 1);
  const wait = Date.parse(target(post).nextAttemptAt ?? "") - world.clock.now();
  expect(wait).toBeWithin(1900, 2001);
  expect(target(post)).toMatchObject({ errorCode: "busy", errorCategory: "rate_limit" });
});

test("refusals are not retried (D35)", async () => {
  await using world = await openWorldWith(["mastodon:fail"]);
  const { id } = await publish(world);
  world.clock.turn(3 * HOUR);
  expect(target(await read(world, id))).toMatchObject({ status: "failed", attempts: 1 });
});

test("a post in processing is checked until it is live (D35)", async () => {
  await using world = await openWorldWith(["slowly:ok"]);
  const { id } = await world.post({ caption: "x", schedule: "now" });
  await world.until(id, ({ targets }) => targets[0]?.status === "publishing", 1);
  const post = await world.until(id, isSettled, 500);
  expect(target(post)).toMatchObject({ status: "posted", attempts: 1 });
  expect((await eventsOf(world, id)).map(({ kind }) => kind)).toEqual([
    "created",
    "claim",
    "prepared",
    "process",
    "look",
    "accept",
  ]);
  expect(world.published("slowly")).toHaveLength(1);
});

test("warnings are shown on the post and replaced by the next check (D25a)", async () => {
  await using world = await openWorldWith(["bluesky:ok", "mastodon:ok"]);
  const media = await upload(world);
  const { id, warnings: none } = await world.post({
    caption: "x",
    media: [media],
    schedule: inFuture(world, 3 * DAY),
  });
  expect(none).toEqual([]);
  const [{ sha256 } = { sha256: "" }] = await world.database.all<{ sha256: string }>(
    "SELECT sha256 FROM media",
  );
  const path = join(world.folder, "media", sha256.slice(0, 2), sha256);
  await rename(path, `${path}.away`);
  await pass(world, 2 * DAY);
  const found = async () => (await read(world, id)).warnings.map(({ rule, platform }) => [rule, platform]);
  expect(await found()).toEqual([
    ["media.unreadable", "bluesky"],
    ["media.unreadable", "mastodon"],
  ]);
  expect((await read(world, id)).warnings[0]).toEqual({
    rule: "media.unreadable",
    message: expect.stringContaining("can no longer be read") as string,
    platform: "bluesky",
    accountId: (await read(world, id)).targets[0]?.accountId ?? "",
  });
  // The next look replaces them.
  await rename(`${path}.away`, path);
  await pass(world, 23 * HOUR);
  expect(await found()).toEqual([]);
});

test("the early check asks the network with the account's token (D25a)", async () => {
  await using world = await openWorldWith(["mastodon:expired", "mastodon:down", "bluesky:ok"]);
  const { id } = await laterPost(world, 2 * DAY);
  await pass(world, DAY);
  const found = (await read(world, id)).warnings.map(({ rule, platform }) => [rule, platform]);
  expect(found).toEqual([
    ["account.needs_reconnect", "mastodon"],
    ["network.unavailable", "mastodon"],
  ]);
  // Whoever edits it has read them.
  expect((await world.ask("PATCH", `/posts/${id}`, { caption: "Better" })).json["warnings"]).toEqual([]);
  await pass(world, 23 * HOUR);
  expect((await read(world, id)).warnings).toHaveLength(2);
  expect((await postAction(world, id, "cancel")).json["warnings"]).toEqual([]);
});
