// What the service is (contract 1) and what its records look like (contract 2, 9; D1, D9, D11–D13).
import { afterAll, beforeAll, expect, test } from "bun:test";
import { settled, type World } from "../../support/world.ts";
import {
  create,
  list,
  MINUTE,
  outcome,
  publish,
  read,
  stranger,
  target,
  uncertain,
  upload,
  inFuture,
  keyFor,
  openDesk,
} from "./desk.ts";
import { TOYS } from "./toys.ts";
import { ENTRY } from "../../support/audit-entry.ts";

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

let world: World;
beforeAll(async () => {
  world = await openDesk(["bluesky:ok", "mastodon:ok", "mastodon:fail", "photos:ok", "videos:ok"]);
});
afterAll(() => world[Symbol.asyncDispose]());

const TEXT_ONLY = ["bluesky:ok", "mastodon:ok"];

test("contract 1 partial-is-normal", async () => {
  const answer = await world.ask("POST", "/posts", {
    caption: "Hello",
    accounts: ["bluesky:ok", "mastodon:fail"],
    schedule: "now",
  });
  expect(answer.status).toBe(201);
  expect(answer.json).toMatchObject({ status: "partial" });
});

test("contract 1 networks-independent", async () => {
  const post = await publish(world, { accounts: ["bluesky:ok", "mastodon:fail", "mastodon:ok"] });
  expect(post.targets.map(({ status }) => status)).toEqual(["posted", "failed", "posted"]);
});

test("contract 1 four-ways", async () => {
  const made = async (schedule?: string) =>
    (await create(world, { accounts: TEXT_ONLY, schedule })).json["schedule"];
  expect([await made("draft"), await made("now"), await made(inFuture(world, 10 * MINUTE))]).toEqual([
    "draft",
    "now",
    "time",
  ]);
  await using other = await openDesk(["bluesky:ok"]);
  const { headers, profileId } = await stranger(other);
  const network = TOYS.find("bluesky");
  if (network) await other.appliance.connections.simulate(profileId, network, "ok", "cli");
  expect((await other.ask("POST", "/posts", { caption: "x" }, headers)).json).toMatchObject({
    schedule: "queue",
  });
});

test("contract 1 preflight-first", async () => {
  const before = (await list(world)).length;
  expect(
    outcome(await create(world, { caption: "x".repeat(600), accounts: TEXT_ONLY, schedule: "now" })),
  ).toBe("422 preflight_failed");
  expect((await list(world)).length).toBe(before);
});

test("contract 1 key-one-profile", async () => {
  const { headers } = await stranger(world);
  expect((await world.ask("GET", "/accounts", undefined, headers)).json).toEqual({ accounts: [] });
});

test("contract 1 photo-network-needs-media", async () => {
  const answer = await create(world, { accounts: ["photos"] });
  expect(answer.json).toMatchObject({
    status: 422,
    networks: [{ platform: "photos", problems: [{ rule: "media.required" }] }],
  });
  expect((await create(world, { accounts: ["photos"], media: [await upload(world)] })).status).toBe(201);
});

test("contract 1 video-network-needs-video", async () => {
  const answer = await create(world, { accounts: ["videos"], media: [await upload(world)] });
  expect(answer.json).toMatchObject({
    status: 422,
    networks: [{ platform: "videos", problems: [{ rule: "video.required" }] }],
  });
  expect((await create(world, { accounts: ["videos"], media: [await upload(world, "clip")] })).status).toBe(
    201,
  );
});

test("contract 1 shape-unchanged-by-networks", async () => {
  const keys = (json: object) => Object.keys(json).toSorted();
  const toy = (await create(world, { accounts: ["videos"], media: [await upload(world, "clip")] })).json;
  const real = (await create(world, { accounts: ["bluesky"] })).json;
  expect(keys(toy)).toEqual(keys(real));
});

test("contract 1 connecting-and-keys-are-outside-this-api", () => {
  const paths = world.routes
    .map(({ method, path }) => `${method} ${path}`)
    .filter((route) => route.includes("/v1/"));
  expect(
    paths.filter(
      (route) => /key|connect|login/.test(route) || /^(POST|PUT|PATCH|DELETE) \/v1\/accounts/.test(route),
    ),
  ).toEqual([]);
});

test("contract 1 the-owner-authorizes-publishing", async () => {
  await using other = await openDesk(["mastodon:expired"]);
  const post = await publish(other);
  expect(target(post)).toMatchObject({ status: "failed", errorCategory: "auth", nextAction: "reconnect" });
  expect(other.published("mastodon")).toHaveLength(0);
  expect((await other.ask("GET", "/accounts")).json["accounts"]).toMatchObject([
    { status: "needs_reconnect", canPublish: false, blockedReason: expect.any(String) },
  ]);
});

for (const [how, name] of [
  ["id", ""],
  ["platform", "bluesky"],
  ["handle", "@fail"],
] as const) {
  test(`contract 2.1 account-by-id-platform-or-handle: ${how}`, async () => {
    const accounts = (await world.ask("GET", "/accounts")).json["accounts"] as { id: string }[];
    const { status, json } = await create(world, { accounts: [name || accounts[0]?.id] });
    expect({ status, targets: json["targets"] }).toMatchObject({
      status: 201,
      targets: [{ status: "draft" }],
    });
  });
}

test("contract 2.2 media-object", async () => {
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

test("contract 2.2 video-measured", async () => {
  const id = await upload(world, "clip");
  const { json } = await create(world, { accounts: ["videos"], media: [id] });
  expect(json["media"]).toMatchObject([
    { id, kind: "video", width: 1280, height: 720, durationMs: expect.any(Number) },
  ]);
});

test("contract 2.3a post-fields", async () => {
  const { json } = await create(world, { accounts: TEXT_ONLY });
  expect(json).toMatchObject({ id: expect.stringMatching(UUID_V7), status: "draft", canceled: false });
});

test("contract 2.3a one-target-per-account", async () => {
  const { json } = await create(world, { accounts: TEXT_ONLY });
  expect(json["targets"]).toMatchObject([{ platform: "bluesky" }, { platform: "mastodon" }]);
});

test("contract 2.3a canceled-flag", async () => {
  const { id } = (await create(world, { accounts: TEXT_ONLY })).json;
  const { json } = await world.ask("POST", `/posts/${String(id)}/cancel`);
  expect(json).toMatchObject({ status: "draft", canceled: true });
});

test("contract 2.4 url-when-posted", async () => {
  const post = await publish(world, { accounts: ["bluesky:ok"] });
  expect(target(post)).toMatchObject({
    platform: "bluesky",
    status: "posted",
    url: expect.stringContaining("/simulator#"),
  });
  expect(target(post)).not.toHaveProperty("error");
});

test("contract 2.4 error-when-failed", async () => {
  const post = await publish(world, { accounts: ["mastodon:fail"] });
  expect(target(post)).toMatchObject({ status: "failed", error: expect.stringMatching(/\w+ .*\w/) });
  expect(target(post)).not.toHaveProperty("url");
});

test("contract 2.4 remote-recorded-by-reconcile", async () => {
  await using other = await openDesk(["mastodon:ghost"]);
  const post = await uncertain(other);
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

test("contract 9 v1-in-path", async () => {
  expect((await world.ask("GET", "/accounts")).status).toBe(200);
  const without = await fetch(`${world.url}/accounts`, { headers: { authorization: `Bearer ${world.key}` } });
  expect(without.status).toBe(404);
});

test("D1 key-prefix", () => {
  expect(world.key).toStartWith("crier_live_");
});

test("D1 iso-times-uuid-v7-camel-case", async () => {
  const { json } = await create(world, { accounts: TEXT_ONLY, schedule: inFuture(world, MINUTE) });
  for (const name of ["createdAt", "updatedAt", "scheduledFor"]) expect(json[name]).toMatch(ISO);
  const post = await read(world, String(json["id"]));
  for (const id of [post.id, target(post).id, target(post).accountId]) expect(id).toMatch(UUID_V7);
  for (const name of [...Object.keys(post), ...Object.keys(target(post))])
    expect(name).toMatch(/^[a-z][a-zA-Z]*$/);
});

test("D9 account-record", async () => {
  const { json } = await world.ask("GET", "/accounts");
  const [account] = json["accounts"] as Record<string, unknown>[];
  expect(Object.keys(account ?? {}).toSorted()).toEqual(
    `avatarUrl blockedReason canPublish connectedAt displayName handle id kinds limits platform profileUrl quota requires
     simulated status statusDetail tokenExpiresAt`.split(/\s+/),
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

test("D9 limits-of-each-account", async () => {
  const { json } = await world.ask("GET", "/accounts");
  expect((json["accounts"] as unknown[])[0]).toMatchObject({
    limits: { caption: { max: 300, unit: "graphemes" }, media: { maxItems: 4, kinds: ["image", "video"] } },
  });
});

test("D11 options-schema-and-values", async () => {
  const accounts = (await world.ask("GET", "/accounts")).json["accounts"] as {
    id: string;
    platform: string;
  }[];
  for (const { id, platform } of accounts.slice(0, 2)) {
    const { status, json } = await world.ask("GET", `/accounts/${id}/options`);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      account: { id, platform },
      options: { type: "object" },
      fetchedAt: expect.stringMatching(ISO),
    });
    expect(Object.keys(json["values"] as object).length).toBeGreaterThan(0);
  }
});

test("D11 cached-5-minutes", async () => {
  await using other = await openDesk(["mastodon:ok"]);
  const [account] = (await other.ask("GET", "/accounts")).json["accounts"] as { id: string }[];
  const ask = async () => (await other.ask("GET", `/accounts/${account?.id}/options`)).json["fetchedAt"];
  const first = await ask();
  other.clock.turn(5 * MINUTE - 1000);
  expect(await ask()).toBe(first);
  other.clock.turn(2000);
  expect(await ask()).not.toBe(first);
});

test("D11 network-down-503", async () => {
  await using other = await openDesk(["mastodon:down"]);
  const [account] = (await other.ask("GET", "/accounts")).json["accounts"] as { id: string }[];
  const answer = await other.ask("GET", `/accounts/${account?.id}/options`);
  expect(outcome(answer)).toBe("503 network_unavailable");
  expect(answer.headers.get("retry-after")).toMatch(/^\d+$/);
});

test("D12 post-record", async () => {
  const answer = await create(world, { accounts: TEXT_ONLY }, { "idempotency-key": "d12" });
  expect(Object.keys(answer.json).toSorted()).toEqual(
    `accounts canceled caption createdAt id idempotencyKey media options overrides publishedAt schedule scheduledFor
     status targets updatedAt warnings`.split(/\s+/),
  );
  expect(answer.json).toMatchObject({
    accounts: TEXT_ONLY,
    publishedAt: null,
    scheduledFor: null,
    idempotencyKey: "d12",
  });
});

test("D12 created-201-with-location", async () => {
  const { status, headers, json } = await create(world, { accounts: TEXT_ONLY });
  expect(status).toBe(201);
  expect(headers.get("location")).toBe(`/v1/posts/${String(json["id"])}`);
  expect((await fetch(world.url + headers.get("location"), { headers: await keyFor(world) })).status).toBe(
    200,
  );
});

test("D13 target-record", async () => {
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

test("D13 uncertain-carries-evidence", async () => {
  await using other = await openDesk(["mastodon:ghost"]);
  const post = await uncertain(other);
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

test("D13 next-action-of-each-outcome", async () => {
  await using other = await openDesk([
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

test("D37 bluesky-and-mastodon-are-for-anyone", () => {
  for (const id of ["bluesky", "mastodon"]) expect(TOYS.find(id)?.access).toBe("anyone");
});

test("D14 target-statuses", async () => {
  await using other = await openDesk([
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
  const look = (post: Parameters<typeof settled>[0]) => {
    see(post);
    return settled(post);
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

test("D15 post-statuses", async () => {
  await using other = await openDesk(["bluesky:ok", "mastodon:limited", "mastodon:fail", "mastodon:ghost"]);
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
