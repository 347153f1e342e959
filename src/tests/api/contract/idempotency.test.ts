// Tests Idempotency-Key (contract 4.2, 8; D19): one post per key, however often and by however many callers.
import { expect, test } from "bun:test";
import { generatedCases } from "../../support/generated-cases.ts";
import { networks } from "../../../networks/index.ts";
import { isSettled, type Answer, type PostBody, type World } from "../../support/world.ts";
import {
  create,
  DAY,
  list,
  MINUTE,
  openWorldWith,
  outcome,
  publish,
  otherProfile,
  target,
} from "../../support/posting.ts";
import { rowCounts } from "../../support/test-database.ts";
import { uncertainPost, upload } from "../../support/posting.ts";

const key = (value: string) => ({ "idempotency-key": value });
const idOf = ({ json }: Answer) => String(json["id"]);

test("the same request with the same key gives the same post (contract 4.2)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  const ask = async () => await world.ask("POST", "/posts", { caption: "Once", schedule: "now" }, key("a"));
  const [first, second] = [await ask(), await ask()];
  expect([first.status, second.status]).toEqual([201, 200]);
  expect(idOf(second)).toBe(idOf(first));
  expect(world.published("bluesky")).toHaveLength(1);
});

test("an idempotency key has 1 to 200 characters (contract 4.2)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  const of = async (length: number) => outcome(await create(world, {}, key("k".repeat(length))));
  expect([await of(0), await of(1), await of(200), await of(201)]).toEqual([
    "400 invalid_idempotency_key",
    "201",
    "201",
    "400 invalid_idempotency_key",
  ]);
  expect(await list(world)).toHaveLength(2);
});

test("a replay answers with 200, its header and the post as it is now (D19)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  const body = { caption: "Now", schedule: "now" };
  const first = await world.ask("POST", "/posts", body, { ...key("a"), prefer: "respond-async" });
  expect(first.headers.get("idempotent-replayed")).toBeNull();
  await world.until(idOf(first), isSettled);
  const again = await world.ask("POST", "/posts", body, key("a"));
  expect(again).toMatchObject({ status: 200, json: { id: idOf(first), status: "posted" } });
  expect(again.headers.get("idempotent-replayed")).toBe("true");
});

test("100 equal requests at once make one post (D19)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  const ask = () => create(world, { caption: "Only once", schedule: "now" }, key("burst"));
  const answers = await Promise.all(Array.from({ length: 100 }, ask));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(99);
  expect(new Set(answers.map(idOf)).size).toBe(1);
  await world.until(idOf(answers[0] ?? (await ask())), isSettled);
  expect(world.published("bluesky")).toHaveLength(1);
});

test("many keys, each used by 20 callers at once, make one post per key (D19)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  const [keys, callers, atOnce] = [generatedCases(400, 100), 20, 200];
  const began = performance.now();
  const jobs = Array.from({ length: keys * callers }, (_, n) => n % keys);
  const ids = new Map<number, Set<string>>();
  const made = { 200: 0, 201: 0 };
  const worker = async () => {
    for (let n = jobs.pop(); n !== undefined; n = jobs.pop()) {
      const answer = await create(world, { caption: `Post ${n}` }, key(`key-${n}`));
      if (answer.status !== 200 && answer.status !== 201) throw new Error(outcome(answer));
      made[answer.status]++;
      ids.set(n, (ids.get(n) ?? new Set()).add(idOf(answer)));
    }
  };
  // The callers of one key ask at nearly the same moment: the jobs are mixed so that 20 follow one another.
  jobs.sort((a, b) => a - b);
  await Promise.all(Array.from({ length: atOnce }, worker));
  expect(made).toEqual({ 200: keys * (callers - 1), 201: keys });
  expect([...ids.values()].every(({ size }) => size === 1)).toBeTrue();
  expect(await rowCounts(world.database)).toMatchObject({ post: keys, idempotency: keys, target: keys });
  console.log(`${keys * callers} requests in ${Math.round(performance.now() - began)} ms`);
});

test("another request with the same key is refused with 409 (D19)", async () => {
  await using world = await openWorldWith(["bluesky:ok", "mastodon:ok"]);
  const body = { caption: "Near", accounts: ["bluesky", "mastodon"] };
  const { json } = await create(world, body, key("a"));
  const misses = [
    { caption: "Near " },
    { caption: "near" },
    { caption: "Néar" },
    { accounts: ["bluesky"] },
    { accounts: "all" },
    { accounts: ["bluesky:ok", "mastodon"] },
    { schedule: "now" },
    { overrides: {} },
    { overrides: { bluesky: "x" } },
    { options: {} },
    { options: { bluesky: { quotes: true } } },
    { media: [] },
  ];
  for (const miss of misses) {
    const answer = await create(world, { ...body, ...miss }, key("a"));
    expect({ miss, is: outcome(answer) }).toEqual({ miss, is: "409 idempotency_conflict" });
    expect(answer.json["postId"]).toBe(json["id"]);
  }
  // What is left out is what it means when it is left out.
  expect((await create(world, { ...body, dryRun: false }, key("a"))).status).toBe(200);
  expect(await list(world)).toHaveLength(1);
});

test("requests are compared without field order and white space (D19)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  const first = '{"caption":"x","schedule":"draft","overrides":{"bluesky":"a","bluesky:ok":"b"}}';
  const second =
    '\n{ "overrides" : {"bluesky:ok":"b",  "bluesky":"a"},\t"schedule":"draft","caption":"\\u0078" }\n';
  const answers = [
    await world.ask("POST", "/posts", first, key("a")),
    await world.ask("POST", "/posts", second, key("a")),
  ];
  expect(answers.map(({ status }) => status)).toEqual([201, 200]);
});

test("requests are compared with accounts as a set and media in order (D19)", async () => {
  await using world = await openWorldWith(["bluesky:ok", "mastodon:ok"]);
  const [a, b] = [await upload(world), await upload(world)];
  const status = async (body: Record<string, unknown>) => (await create(world, body, key("a"))).status;
  expect(await status({ accounts: ["bluesky", "mastodon"], media: [a, b] })).toBe(201);
  expect(await status({ accounts: ["mastodon", "bluesky"], media: [a, b] })).toBe(200);
  expect(await status({ accounts: ["bluesky", "mastodon"], media: [b, a] })).toBe(409);
});

test("two profiles may use the same key (D19)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  const { profileId, headers } = await otherProfile(world);
  const bluesky = networks.find("bluesky");
  if (bluesky) await world.appliance.connections.simulate(profileId, bluesky, "ok", "cli");
  const mine = await create(world, {}, key("a"));
  const theirs = await create(world, {}, { ...key("a"), ...headers });
  expect([mine.status, theirs.status]).toEqual([201, 201]);
  const other = await create(world, { caption: "another" }, { ...key("a"), ...headers });
  expect(other.json["postId"]).toBe(theirs.json["id"]);
});

test("a replay of an uncertain post answers with 409 and sends nothing (D19)", async () => {
  await using world = await openWorldWith(["mastodon:ghost"]);
  const body = { caption: "Boo", schedule: "now", accounts: ["mastodon:ghost"] };
  const { id } = (await world.ask("POST", "/posts", body, { ...key("a"), prefer: "respond-async" })).json;
  const post = await world.until(
    String(id),
    ({ targets }) => targets[0]?.verification?.verdict === "unknown",
  );
  const again = await world.ask("POST", "/posts", body, key("a"));
  expect(again.json).toMatchObject({
    status: 409,
    code: "needs_reconciliation",
    postId: id,
    targets: [{ id: target(post).id, platform: "mastodon" }],
  });
  expect((await world.until(String(id), () => true)).targets[0]?.attempts).toBe(1);
});

test("an uncertain post can't be retried until it is reconciled (contract 7)", async () => {
  await using world = await openWorldWith(["mastodon:ghost"]);
  const post = await uncertainPost(world);
  const word = { targetId: target(post).id, action: "mark_published", confirmed: true };
  expect(outcome(await world.ask("POST", `/posts/${post.id}/retry`))).toBe("409 needs_reconciliation");
  expect((await world.ask("POST", `/posts/${post.id}/reconcile`, word)).status).toBe(200);
  expect((await world.ask("POST", `/posts/${post.id}/retry`)).status).toBe(200);
});

test("the key and its post are stored together (D19)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  const { json } = await create(world, {}, key("a"));
  const found = await world.database.all<{ post: string }>(
    "SELECT post_id AS post FROM idempotency WHERE key = 'a'",
  );
  expect(found).toEqual([{ post: String(json["id"]) }]);
});

test("refused requests store no key (D19)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  const before = await rowCounts(world.database);
  for (const bad of [
    { caption: "" },
    { accounts: ["x"] },
    { caption: "x".repeat(400) },
    { schedule: "never" },
    { media: [world.profileId] },
  ])
    expect((await create(world, bad, key("a"))).status).toBeGreaterThanOrEqual(400);
  expect(await rowCounts(world.database)).toEqual(before);
  expect((await create(world, { caption: "now good" }, key("a"))).status).toBe(201);
});

test("a dry run neither stores nor looks up its key (D19)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  const dry = async (caption: string) =>
    (await create(world, { caption, dryRun: true }, key("a"))).json["dryRun"];
  expect(await dry("x")).toBeTrue();
  expect((await create(world, { caption: "y" }, key("a"))).status).toBe(201);
  expect(await dry("z")).toBeTrue();
});

test("a key outlives its deleted post (D19)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  const post = await publish(world);
  const { id } = (await create(world, {}, key("a"))).json;
  expect((await world.ask("DELETE", `/posts/${String(id)}`)).status).toBe(204);
  world.clock.turn(30 * DAY);
  const again = await create(world, {}, key("a"));
  expect(again.json).toMatchObject({ status: 409, code: "idempotency_conflict", postId: id });
  expect((await list(world)).map((each: PostBody) => each.id)).toEqual([post.id]);
  const [kept] = await world.database.all<{ forget: number }>(
    "SELECT forget_at AS forget FROM idempotency WHERE key = 'a'",
  );
  expect(kept?.forget).toBeGreaterThanOrEqual(world.clock.now() + DAY - MINUTE);
});

/** Holds the database as a stuck process would; `act` is asked meanwhile. */
async function whileLocked<T>(world: World, act: () => Promise<T>): Promise<T> {
  await using _ = await world.database.lock();
  return await act();
}

test("a locked database answers with 503, and the same request works afterwards (D19)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  const answer = await whileLocked(world, () => create(world, {}, key("a")));
  expect(outcome(answer)).toBe("503 temporarily_unavailable");
  expect(answer.headers.get("retry-after")).toMatch(/^\d+$/);
  expect((await create(world, {}, key("a"))).status).toBe(201);
});

test("a cancellation that can't be confirmed answers with 503 (contract 4.4)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  const { id } = await world.post({
    caption: "x",
    schedule: new Date(world.clock.now() + DAY).toISOString(),
  });
  const answer = await whileLocked(world, () => world.ask("POST", `/posts/${id}/cancel`));
  expect(outcome(answer)).toBe("503 temporarily_unavailable");
  expect((await world.ask("POST", `/posts/${id}/cancel`)).json).toMatchObject({ canceled: true });
});
