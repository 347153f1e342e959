// Unfinished drafts with `Prefer: handling=lenient` (D46), and that nothing changes without the header.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  create,
  inFuture,
  HOUR,
  list,
  openWorldWith,
  outcome,
  pointers,
  postAction,
  read,
  target,
  unknownId,
  upload,
} from "../support/posting.ts";
import { isSettled, type PostBody, type World } from "../support/world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorldWith(["bluesky:ok", "mastodon:ok", "instagram:ok"]);
});
afterAll(() => world[Symbol.asyncDispose]());

const LENIENT = { prefer: "handling=lenient, respond-async" };

async function unfinished(more: Record<string, unknown> = {}): Promise<PostBody> {
  const { status, json, headers } = await create(world, { caption: "", ...more }, LENIENT);
  expect([status, headers.get("preference-applied"), json]).toEqual([201, "handling=lenient", json]);
  return json as PostBody;
}

const edit = (post: PostBody, change: Record<string, unknown>, headers: Record<string, string> = LENIENT) =>
  world.ask("PATCH", `/posts/${post.id}`, change, headers);

test("a draft without caption and accounts is stored, and says what is missing", async () => {
  const post = await unfinished({ accounts: [] });
  expect(post).toMatchObject({ status: "draft", caption: "", accounts: [], targets: [] });
  expect(post.problems).toEqual([{ rule: "no_accounts", message: expect.any(String), limit: 1, actual: 0 }]);
  expect(await read(world, post.id)).toEqual(post);
  expect((await list(world, "?status=draft")).map(({ id }) => id)).toContain(post.id);
});

test("faults of pre-flight are stored with the accounts that they are about, until an edit mends them", async () => {
  const post = await unfinished({ accounts: ["bluesky", "instagram"] });
  expect(post.problems.map(({ rule, platform }) => [rule, platform])).toEqual([
    ["text.required", "bluesky"],
    ["media.required", "instagram"],
  ]);
  expect(target(post).accountId).toBe(post.problems[0]?.accountId ?? "");
  const better = await edit(post, { caption: "Hello", accounts: ["bluesky"] });
  expect([better.status, better.json["problems"]]).toEqual([200, []]);
});

test("without the header everything is as it was: 400 and 422, and the unfinished draft can only become whole", async () => {
  const post = await unfinished({ accounts: [] });
  for (const [body, pointer] of [
    [{ caption: "" }, "/caption"],
    [{ accounts: [] }, "/accounts"],
    [{ overrides: { bluesky: "" } }, "/overrides/bluesky"],
  ] as const) {
    for (const headers of [
      {},
      { prefer: "handling=strict" },
      { prefer: "handling=strict, handling=lenient" },
    ]) {
      const [made, edited] = [await create(world, body, headers), await edit(post, body, headers)];
      expect([outcome(made), pointers(made)]).toEqual(["400 invalid_request", [pointer]]);
      expect([outcome(edited), pointers(edited)]).toEqual(["400 invalid_request", [pointer]]);
    }
  }
  expect(outcome(await create(world, { caption: "Hi", accounts: ["instagram"] }))).toBe(
    "422 preflight_failed",
  );
  expect(outcome(await edit(post, { caption: "Hi" }, {}))).toBe("400 no_accounts");
  expect(outcome(await edit(post, { accounts: ["bluesky"] }, {}))).toBe("422 preflight_failed");
  const whole = await edit(post, { caption: "Hi", accounts: ["bluesky"] }, {});
  expect(whole.json).toMatchObject({ problems: [], targets: [{ platform: "bluesky" }] });
});

test("everything but a draft must be complete, also with the header", async () => {
  for (const schedule of ["now", undefined, inFuture(world, HOUR)])
    expect(outcome(await create(world, { caption: "", schedule }, LENIENT))).toBe("422 preflight_failed");
  expect(outcome(await create(world, { accounts: [], schedule: "now" }, LENIENT))).toBe("400 no_accounts");
  const waiting = await world.post({ caption: "Hi", accounts: ["bluesky"], schedule: inFuture(world, HOUR) });
  expect(outcome(await edit(waiting, { caption: "" }))).toBe("422 preflight_failed");
  expect(outcome(await edit(waiting, { accounts: [] }))).toBe("400 no_accounts");
});

test("an unfinished draft can't be scheduled until it is whole, and then its problems are gone", async () => {
  const empty = await unfinished({ accounts: [] });
  expect(outcome(await postAction(world, empty.id, "schedule", { schedule: "now" }))).toBe("400 no_accounts");
  const post = await unfinished({ accounts: ["instagram"] });
  expect(outcome(await postAction(world, post.id, "schedule", {}))).toBe("422 preflight_failed");
  // Whole by now, though nobody edited it without the header.
  await edit(post, { accounts: ["bluesky"] });
  await edit(post, { caption: "Hello" });
  const { status, json } = await postAction(world, post.id, "schedule", {});
  expect([status, json["status"], json["problems"]]).toEqual([200, "queued", []]);
});

describe("what names nothing stays refused", () => {
  test.each([
    [{ accounts: ["nobody"] }, "400 unknown_accounts"],
    [{ media: [unknownId] }, "400 unknown_media"],
    [{ overrides: { nobody: "x" } }, "400 unknown_override"],
    [{ captoin: "x" }, "400 invalid_request"],
    [{ caption: "x".repeat(20_001) }, "400 invalid_request"],
    [{ schedule: "soon" }, "400 invalid_schedule"],
  ])("%j", async (body, expected) => {
    expect(outcome(await create(world, body, LENIENT))).toBe(expected);
  });
});

test("a post with media goes out without words where its networks take that", async () => {
  const media = [await upload(world, "photo", { altText: "Hills" })];
  const body = { caption: "", accounts: ["bluesky", "mastodon"], schedule: "now", media };
  const { status, json } = await create(world, body, LENIENT);
  expect(status).toBe(201);
  const post = await world.until(String(json["id"]), isSettled);
  expect(post).toMatchObject({ status: "posted", caption: "", problems: [] });
  for (const platform of ["bluesky", "mastodon"])
    expect(world.published(platform).at(-1)).toMatchObject({ text: "", media: [{ alt: "Hills" }] });
  const silent = await create(world, { ...body, caption: "Hi", overrides: { bluesky: "" } }, LENIENT);
  expect(silent.status).toBe(201);
});

test("the header is part of what an idempotency key stands for", async () => {
  const body = { caption: "Hello", accounts: ["bluesky"] };
  const key = { "idempotency-key": "lenient-1" };
  const first = await create(world, body, { ...LENIENT, ...key });
  const again = await create(world, body, { ...LENIENT, ...key });
  expect([first.status, again.status, again.json["id"]]).toEqual([201, 200, first.json["id"]]);
  expect(outcome(await create(world, body, key))).toBe("409 idempotency_conflict");
});

test("a dry run may lack a caption with the header, and reports what a network would refuse", async () => {
  const media = [await upload(world)];
  const body = { caption: "", accounts: ["bluesky"], dryRun: true };
  expect(outcome(await create(world, body))).toBe("400 invalid_request");
  expect(outcome(await create(world, body, LENIENT))).toBe("422 preflight_failed");
  expect((await create(world, { ...body, media }, LENIENT)).status).toBe(200);
});

test("an edit of a draft that is scheduled meanwhile is refused: what was checked as unfinished never waits", async () => {
  const post = await unfinished({ caption: "Hi", accounts: ["bluesky"] });
  const [edited, scheduled] = await Promise.all([
    edit(post, { caption: "" }),
    postAction(world, post.id, "schedule", {}),
  ]);
  const now = await read(world, post.id);
  expect(now.status === "queued" ? now.caption : now.status).toBe(now.status === "queued" ? "Hi" : "draft");
  expect([edited.status, scheduled.status].some((status) => status === 200)).toBe(true);
});

test("a file of a draft without accounts is in use", async () => {
  const media = await upload(world, "noon");
  await unfinished({ accounts: [], media: [media] });
  expect(outcome(await world.ask("DELETE", `/media/${media}`))).toBe("409 media_in_use");
});

test("a draft without accounts can be deleted and canceled like any other", async () => {
  const post = await unfinished({ accounts: [] });
  expect((await postAction(world, post.id, "cancel")).status).toBe(200);
  expect((await postAction(world, post.id, "retry")).status).toBe(200);
  expect((await world.ask("DELETE", `/posts/${post.id}`)).status).toBe(204);
});
