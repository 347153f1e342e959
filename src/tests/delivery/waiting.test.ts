// Tests what waits although it is due: account, server, quota, turn, disk or clock.
import { expect, test } from "bun:test";
import { HOUR, MINUTE, openWorldWith, read, target } from "../support/posting.ts";
import { connectReal } from "../support/real-account.ts";
import { smallDisk } from "../support/small-disk.ts";
import { openWorld, isSettled, type PostBody, type World } from "../support/world.ts";
import { onPostgres } from "../support/postgres.ts";
import { turnUntil } from "../support/wait-until.ts";

const now = (world: World, account: string) =>
  world.post({ caption: "x", accounts: [account], schedule: "now" });
const posted = ({ status }: PostBody) => status === "posted";

async function deferred(world: World, id: string): Promise<string[]> {
  const { json } = await world.ask("GET", `/posts/${id}/events`);
  const events = json["events"] as { kind: string; detail: string }[];
  return events.filter(({ kind }) => kind === "defer").map(({ detail }) => detail);
}

/** Why a post waits, as soon as that is recorded: its status says `pending` before anything has looked at it, too. */
async function whyItWaits(world: World, id: string): Promise<string[]> {
  await turnUntil(world, async () => (await deferred(world, id)).length > 0, 10);
  return await deferred(world, id);
}

test("a server that fails is left alone: later posts wait with the reason, and fail, retryable, when it takes too long", async () => {
  await using world = await openWorld({ CRIER_ALLOW_PRIVATE_HOSTS: "127.0.0.1:1" });
  await connectReal(world, "http://127.0.0.1:1", "down");
  const first = await now(world, "mastodon:down");
  await world.until(first.id, ({ status }) => status === "failed", 5000);
  const later = await now(world, "mastodon:down");
  await world.until(later.id, isSettled, 5000);
  expect((await deferred(world, later.id))[0]).toContain("posts there wait");
  expect(target(await read(world, later.id))).toMatchObject({
    status: "failed",
    retryable: true,
    attempts: expect.any(Number),
  });
});

/** A Mastodon server that answers the first `times` posts of `handle` with `refusal`, and takes the others. */
function troubledServer(handle: string, times: number, refusal: ResponseInit) {
  let left = times;
  return Bun.serve({
    ...{ hostname: "127.0.0.1", port: 0 },
    fetch({ url, method, headers }) {
      if (method !== "POST") return Response.json([]);
      const isRefused = headers.get("authorization") === `Bearer ${handle}` && left-- > 0;
      if (isRefused) return Response.json({ error: "Not now" }, refusal);
      const { origin } = new URL(url);
      return Response.json({ id: crypto.randomUUID(), url: `${origin}/1`, uri: "1", content: "x" });
    },
  });
}
const TOO_MANY = { status: 429, headers: { "retry-after": "60" } };

test("Retry-After of one post holds its account's next one", async () => {
  using server = troubledServer("limited", 1, TOO_MANY);
  await using world = await openWorld({ CRIER_ALLOW_PRIVATE_HOSTS: server.url.host });
  for (const handle of ["limited", "ok"]) await connectReal(world, server.url.origin, handle);
  const first = await now(world, "mastodon:limited");
  await world.until(first.id, ({ targets }) => targets[0]?.status === "retrying", 1);
  const second = await now(world, "mastodon:limited");
  const other = await now(world, "mastodon:ok");
  await world.until(other.id, posted, 10);
  expect(await whyItWaits(world, second.id)).toContain("The network asked this account to wait.");
  expect(await deferred(world, other.id)).toEqual([]);
  await world.until(second.id, posted);
});

test("a restart forgets neither Retry-After nor a server that is left alone", async () => {
  using limiting = troubledServer("limited", 1, TOO_MANY);
  using failing = troubledServer("down", 5, { status: 429 });
  const hosts = `${limiting.url.host},${failing.url.host}`;
  await using world = await openWorld({ CRIER_ALLOW_PRIVATE_HOSTS: hosts, CRIER_RETRY_TRIES: "5" });
  await connectReal(world, limiting.url.origin, "limited");
  for (const handle of ["down", "neighbour"]) await connectReal(world, failing.url.origin, handle);
  const trouble = await now(world, "mastodon:down");
  await world.until(trouble.id, ({ status }) => status === "failed", 1000);
  const first = await now(world, "mastodon:limited");
  await world.until(first.id, ({ targets }) => targets[0]?.status === "retrying", 1);
  await world.restart();
  const limited = await now(world, "mastodon:limited");
  const neighbour = await now(world, "mastodon:neighbour");
  await world.until(neighbour.id, posted, 1000);
  expect(await deferred(world, neighbour.id)).toEqual([
    `5 requests in a row to ${failing.url.host} failed; posts there wait until it responds again.`,
  ]);
  expect(await whyItWaits(world, limited.id)).toEqual(["The network asked this account to wait."]);
  await world.until(limited.id, posted);
});

test("a quota that is used up holds the next post until the first no longer counts", async () => {
  await using world = await openWorldWith(["mastodon:ok"]);
  const [{ id }] = (await world.ask("GET", "/accounts")).json["accounts"] as [{ id: string }];
  await world.appliance.store.accounts.setRules(id, { quota: { posts: 2, windowMs: HOUR / 2 } });
  const quota = async () => ((await world.ask("GET", "/accounts")).json["accounts"] as [object])[0];
  expect(await quota()).toMatchObject({ quota: { used: 0, limit: 2, resetsAt: null } });
  for (let n = 0; n < 2; n++) await world.until((await now(world, "mastodon:ok")).id, posted, 10);
  const third = await now(world, "mastodon:ok");
  expect((await whyItWaits(world, third.id))[0]).toContain("allows 2 posts per account in 0.5 hours");
  expect(await quota()).toMatchObject({ quota: { used: 2, limit: 2, resetsAt: expect.any(String) } });
  world.clock.turn(HOUR / 2 - MINUTE);
  expect(target(await read(world, third.id))).toMatchObject({ status: "pending" });
  const late = await world.until(third.id, posted, 10_000);
  // Counted from its own time, not from the one it was made to wait for.
  expect(target(late).lateness).toBeGreaterThan(HOUR / 2 - 2 * MINUTE);
});

test.skipIf(onPostgres)(
  "the wall clock set back by a day: what is live stays as it is, and what waits a minute waits a minute",
  async () => {
    await using world = await openWorldWith(["bluesky:ok", "slowly:limited"]);
    const live = await world.until((await now(world, "bluesky:ok")).id, posted);
    const waits = await now(world, "slowly:limited");
    await world.until(waits.id, ({ targets }) => targets[0]?.status === "retrying", 1);
    world.clock.set(world.clock.now() - 24 * HOUR);
    const done = await world.until(waits.id, posted, 500);
    expect(target(done).attempts).toBe(3);
    expect(world.clock.monotonic()).toBeLessThan(HOUR);
    expect(await read(world, live.id)).toEqual(live);
    expect(world.published("bluesky")).toHaveLength(1);
  },
);

test("the wall clock set forward: what is overdue goes out once if it is not too late, and fails, retryable, if it is", async () => {
  await using world = await openWorldWith(["bluesky:ok", "mastodon:ok"]);
  const at = (ms: number) => new Date(world.clock.now() + ms).toISOString();
  const soon = await world.post({ caption: "soon", accounts: ["bluesky:ok"], schedule: at(2 * HOUR) });
  const sooner = await world.post({ caption: "sooner", accounts: ["mastodon:ok"], schedule: at(HOUR / 2) });
  world.clock.set(world.clock.now() + 2 * HOUR + MINUTE);
  await world.until(soon.id, posted);
  const missed = await world.until(sooner.id, isSettled);
  expect(target(missed)).toMatchObject({ status: "failed", errorCode: "missed_schedule", retryable: true });
  expect(world.published("bluesky")).toHaveLength(1);
  expect(world.published("mastodon")).toHaveLength(0);
});

const disk = smallDisk("64m");
test.skipIf(disk === null)(
  "a disk that is nearly full: nothing new goes out until there is room",
  async () => {
    using _disk = disk;
    await using world = await openWorld({ CRIER_DATA: disk?.path ?? "", CRIER_MIN_FREE_MB: "32" });
    await world.account("bluesky", "ok");
    const filler = `${disk?.path}/filler`;
    await Bun.write(filler, new Uint8Array(32 * 1024 * 1024));
    world.clock.turn(5000);
    expect((await fetch(`${world.url}/readyz`)).status).toBe(503);
    const { id } = await now(world, "bluesky:ok");
    for (let n = 0; n < 20; n++) {
      world.clock.turn(1000);
      await read(world, id);
    }
    expect(target(await read(world, id))).toMatchObject({ status: "pending", attempts: 0 });
    await Bun.file(filler).delete();
    await world.until(id, posted);
    expect((await fetch(`${world.url}/readyz`)).status).toBe(200);
  },
);
