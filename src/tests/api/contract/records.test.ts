// Tests the records of the API: media, posts, targets and accounts (contract 2, 9; D1, D9, D12–D15).
import { afterAll, beforeAll, expect, test } from "bun:test";
import { isSettled, type World } from "../../support/world.ts";
import { create, MINUTE, publish, read, target, uncertainPost, upload } from "../../support/posting.ts";
import { inFuture, keyFor, openWorldWith } from "../../support/posting.ts";
import { ENTRY } from "../../support/audit-entry.ts";

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

let world: World;
beforeAll(async () => {
  world = await openWorldWith(["bluesky:ok", "mastodon:ok", "mastodon:fail", "photos:ok", "videos:ok"]);
});
afterAll(() => world[Symbol.asyncDispose]());

const TEXT_ONLY = ["bluesky:ok", "mastodon:ok"];

for (const [how, name] of [
  ["id", ""],
  ["platform", "bluesky"],
  ["handle", "@fail"],
] as const) {
  test(`an account is named by id, platform or handle: ${how} (contract 2.1)`, async () => {
    const accounts = (await world.ask("GET", "/accounts")).json["accounts"] as { id: string }[];
    const { status, json } = await create(world, { accounts: [name || accounts[0]?.id] });
    expect({ status, targets: json["targets"] }).toMatchObject({
      status: 201,
      targets: [{ status: "draft" }],
    });
  });
}

test("an uploaded file is described with its measured size and dimensions (contract 2.2)", async () => {
  const form = new FormData();
  form.set("file", new Blob([await Bun.file(TEXT_FILE).bytes()], { type: "image/jpeg" }), "hills.jpg");
  const { status, json } = await world.ask("POST", "/media", form);
  expect(status).toBe(201);
  const { id, facts } = json["media"] as { id: string; facts: unknown };
  expect(Object.keys(json)).toEqual(["media"]);
  expect(json["media"]).toMatchObject({
    id: expect.stringMatching(UUID_V7),
    filename: "hills.jpg",
    kind: "image",
    mime: "image/jpeg",
    size: Bun.file(TEXT_FILE).size,
    width: 1600,
    height: 1200,
    durationMs: null,
    facts: { videoCodec: null, rotation: 0, animated: false, alpha: false, colourSpace: "rgb" },
  });
  const [stored] = await world.appliance.store.media.find(world.profileId, [id]);
  expect({ facts: stored?.facts }).toMatchObject({ facts });
});
const TEXT_FILE = new URL("../../../media/samples/photo.jpg", import.meta.url).pathname;

test("a video's dimensions and duration are measured (contract 2.2)", async () => {
  const id = await upload(world, "clip");
  const { json } = await create(world, { accounts: ["videos"], media: [id] });
  expect(json["media"]).toMatchObject([
    { id, kind: "video", width: 1280, height: 720, durationMs: expect.any(Number) },
  ]);
});

test("a new post has an id, a status and is not canceled (contract 2.3a)", async () => {
  const { json } = await create(world, { accounts: TEXT_ONLY });
  expect(json).toMatchObject({ id: expect.stringMatching(UUID_V7), status: "draft", canceled: false });
});

test("a post has one target per account (contract 2.3a)", async () => {
  const { json } = await create(world, { accounts: TEXT_ONLY });
  expect(json["targets"]).toMatchObject([{ platform: "bluesky" }, { platform: "mastodon" }]);
});

test("a canceled post is a draft marked as canceled (contract 2.3a)", async () => {
  const { id } = (await create(world, { accounts: TEXT_ONLY })).json;
  const { json } = await world.ask("POST", `/posts/${String(id)}/cancel`);
  expect(json).toMatchObject({ status: "draft", canceled: true });
});

test("a posted target carries its URL and no error (contract 2.4)", async () => {
  const post = await publish(world, { accounts: ["bluesky:ok"] });
  expect(target(post)).toMatchObject({
    platform: "bluesky",
    status: "posted",
    url: expect.stringContaining("/simulator#"),
  });
  expect(target(post)).not.toHaveProperty("error");
});

test("a failed target carries an error and no URL (contract 2.4)", async () => {
  const post = await publish(world, { accounts: ["mastodon:fail"] });
  expect(target(post)).toMatchObject({ status: "failed", error: expect.stringMatching(/\w+ .*\w/) });
  expect(target(post)).not.toHaveProperty("url");
});

test("reconciling records the remote id and URL (contract 2.4)", async () => {
  await using other = await openWorldWith(["mastodon:ghost"]);
  const post = await uncertainPost(other);
  const { json } = await other.ask("POST", `/posts/${post.id}/reconcile`, {
    targetId: target(post).id,
    action: "mark_published",
    confirmed: true,
    remoteId: "109",
    remoteUrl: "https://example.social/@a/109",
  });
  expect(json["targets"]).toMatchObject([
    { remoteId: "109", url: "https://example.social/@a/109", status: "posted" },
  ]);
});

test("the API is reachable only under /v1 (contract 9)", async () => {
  expect((await world.ask("GET", "/accounts")).status).toBe(200);
  const without = await fetch(`${world.url}/accounts`, { headers: { authorization: `Bearer ${world.key}` } });
  expect(without.status).toBe(404);
});

test("a key starts with crier_live_ (D1)", () => {
  expect(world.key).toStartWith("crier_live_");
});

test("times are ISO 8601, ids UUIDv7 and names camelCase (D1)", async () => {
  const { json } = await create(world, { accounts: TEXT_ONLY, schedule: inFuture(world, MINUTE) });
  for (const name of ["createdAt", "updatedAt", "scheduledFor"]) expect(json[name]).toMatch(ISO);
  const post = await read(world, String(json["id"]));
  for (const id of [post.id, target(post).id, target(post).accountId]) expect(id).toMatch(UUID_V7);
  for (const name of [...Object.keys(post), ...Object.keys(target(post))])
    expect(name).toMatch(/^[a-z][a-zA-Z]*$/);
});

test("an account has the documented fields (D9)", async () => {
  const { json } = await world.ask("GET", "/accounts");
  const [account] = json["accounts"] as Record<string, unknown>[];
  expect(Object.keys(account ?? {}).toSorted()).toEqual(
    `avatarUrl blockedReason canPublish connectedAt displayName group handle id kinds limits platform profileUrl quota
     requires simulated status statusDetail tokenExpiresAt`.split(/\s+/),
  );
  expect(account).toMatchObject({
    platform: "bluesky",
    handle: "ok",
    status: "active",
    canPublish: true,
    simulated: true,
  });
  const requires = (json["accounts"] as { requires: string }[]).map((each) => each.requires);
  expect(requires).toEqual([null, null, null, "media", "video"] as never);
});

test("an account shows its network's limits (D9)", async () => {
  const { json } = await world.ask("GET", "/accounts");
  expect((json["accounts"] as unknown[])[0]).toMatchObject({
    limits: { caption: { max: 300, unit: "graphemes" }, media: { maxItems: 4, kinds: ["image", "video"] } },
  });
});

test("a post has the documented fields (D12)", async () => {
  const answer = await create(world, { accounts: TEXT_ONLY }, { "idempotency-key": "d12" });
  expect(Object.keys(answer.json).toSorted()).toEqual(
    `accounts canceled caption createdAt createdBy id idempotencyKey labels media options overrides problems publishedAt review revision schedule scheduledFor
     status targets updatedAt warnings`.split(/\s+/),
  );
  expect(answer.json).toMatchObject({
    accounts: TEXT_ONLY,
    publishedAt: null,
    scheduledFor: null,
    idempotencyKey: "d12",
  });
});

test("a created post answers with 201 and its Location (D12)", async () => {
  const { status, headers, json } = await create(world, { accounts: TEXT_ONLY });
  expect(status).toBe(201);
  expect(headers.get("location")).toBe(`/v1/posts/${String(json["id"])}`);
  expect((await fetch(world.url + headers.get("location"), { headers: await keyFor(world) })).status).toBe(
    200,
  );
});

test("a target has the documented fields (D13)", async () => {
  const post = await publish(world, { accounts: ["bluesky:ok", "mastodon:fail"] });
  const always =
    `accountId attempts errorCategory errorCode handle id lateness nextAction nextAttemptAt platform
    publishedAt reconciled remoteId retryable simulated status verification`.split(/\s+/);
  expect(Object.keys(target(post)).toSorted()).toEqual([...always, "url"].toSorted());
  expect(Object.keys(target(post, 1)).toSorted()).toEqual([...always, "error"].toSorted());
  expect(target(post)).toMatchObject({
    errorCode: null,
    retryable: false,
    nextAction: "none",
    attempts: 1,
    simulated: true,
  });
  expect(target(post, 1)).toMatchObject({
    errorCode: "refused",
    errorCategory: "content",
    retryable: true,
    nextAction: "fix_content",
    remoteId: null,
  });
});

test("an uncertain target carries the verdict and its evidence (D13)", async () => {
  await using other = await openWorldWith(["mastodon:ghost"]);
  const post = await uncertainPost(other);
  expect(target(post)).toMatchObject({
    status: "uncertain",
    error: expect.any(String),
    nextAction: "reconcile",
    retryable: false,
    verification: {
      verdict: "unknown",
      method: expect.any(String),
      checkedAt: expect.stringMatching(ISO),
      evidence: expect.any(String),
    },
  });
});

test("every outcome has its next action (D13)", async () => {
  await using other = await openWorldWith([
    "bluesky:ok",
    "mastodon:fail",
    "mastodon:expired",
    "mastodon:ghost",
    "mastodon:limited",
  ]);
  const { id } = await other.post({ caption: "x", schedule: "now" });
  const post = await other.until(id, (now) =>
    now.targets.every(
      (each) =>
        (each.status !== "publishing" && each.status !== "pending" && each.nextAction !== "wait") ||
        each.status === "retrying",
    ),
  );
  expect(Object.fromEntries(post.targets.map((each) => [each.handle, each.nextAction]))).toEqual({
    ok: "none",
    fail: "fix_content",
    expired: "reconnect",
    ghost: "reconcile",
    limited: "wait",
  });
});

test("a target shows every documented status (D14)", async () => {
  await using other = await openWorldWith([
    "bluesky:ok",
    "mastodon:limited",
    "slowly:ok",
    "mastodon:fail",
    "mastodon:ghost",
  ]);
  const seen = new Set<string>();
  const see = (post: { targets: readonly { status: string }[] }) =>
    post.targets.forEach(({ status }) => seen.add(status));
  see((await create(other)).json as never);
  const { id } = (await create(other, { schedule: "now" })).json;
  const look = (post: Parameters<typeof isSettled>[0]) => {
    see(post);
    return isSettled(post);
  };
  await other.until(String(id), look, 100);
  see((await create(other, { schedule: inFuture(other, MINUTE) })).json as never);
  expect([...seen].toSorted()).toEqual([
    "draft",
    "failed",
    "pending",
    "posted",
    "publishing",
    "retrying",
    "uncertain",
  ]);
});

test("a post's status follows from its targets (D15)", async () => {
  await using other = await openWorldWith([
    "bluesky:ok",
    "mastodon:limited",
    "mastodon:fail",
    "mastodon:ghost",
  ]);
  const status = async (more: Record<string, unknown>) => (await publish(other, more)).status;
  expect((await create(other)).json["status"]).toBe("draft");
  expect((await create(other, { schedule: inFuture(other, MINUTE) })).json["status"]).toBe("scheduled");
  expect(await status({ accounts: ["bluesky:ok"] })).toBe("posted");
  expect(await status({ accounts: ["mastodon:fail"] })).toBe("failed");
  expect(await status({ accounts: ["bluesky:ok", "mastodon:fail"] })).toBe("partial");
  expect(await status({ accounts: ["bluesky:ok", "mastodon:ghost", "mastodon:fail"] })).toBe("uncertain");
  const { id } = await other.post({ caption: "x", accounts: ["mastodon:limited"], schedule: "now" });
  expect((await other.until(id, ({ targets }) => targets[0]?.status === "retrying")).status).toBe(
    "publishing",
  );
  await other.appliance.store.slots.replace(
    other.profileId,
    [
      {
        id: other.appliance.newId(),
        profileId: other.profileId,
        weekdays: [1, 2, 3, 4, 5, 6, 7],
        time: "09:00",
        timezone: "UTC",
      },
    ],
    null,
    ENTRY,
  );
  expect((await other.ask("POST", "/posts", { caption: "x" })).json["status"]).toBe("queued");
});
