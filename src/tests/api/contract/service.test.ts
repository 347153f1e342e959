// Tests what the service does (contract 1) and the options of accounts (D11, D37).
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { World } from "../../support/world.ts";
import {
  create,
  list,
  MINUTE,
  outcome,
  publish,
  otherProfile,
  target,
  upload,
  inFuture,
  openWorldWith,
} from "../../support/posting.ts";
import { TOYS } from "../../support/toy/variants.ts";
import { waitUntil } from "../../support/wait-until.ts";

const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

let world: World;
beforeAll(async () => {
  world = await openWorldWith(["bluesky:ok", "mastodon:ok", "mastodon:fail", "photos:ok", "videos:ok"]);
});
afterAll(() => world[Symbol.asyncDispose]());

const TEXT_ONLY = ["bluesky:ok", "mastodon:ok"];

test("a post that some networks refuse is created and partial (contract 1)", async () => {
  const answer = await world.ask("POST", "/posts", {
    caption: "Hello",
    accounts: ["bluesky:ok", "mastodon:fail"],
    schedule: "now",
  });
  expect(answer.status).toBe(201);
  expect(answer.json).toMatchObject({ status: "partial" });
});

test("one network's failure does not affect the others (contract 1)", async () => {
  const post = await publish(world, { accounts: ["bluesky:ok", "mastodon:fail", "mastodon:ok"] });
  expect(post.targets.map(({ status }) => status)).toEqual(["posted", "failed", "posted"]);
});

test("a post is a draft, queued, scheduled or published now (contract 1)", async () => {
  const made = async (schedule?: string) =>
    (await create(world, { accounts: TEXT_ONLY, schedule })).json["schedule"];
  expect([await made("draft"), await made("now"), await made(inFuture(world, 10 * MINUTE))]).toEqual([
    "draft",
    "now",
    "time",
  ]);
  await using other = await openWorldWith(["bluesky:ok"]);
  const { headers, profileId } = await otherProfile(other);
  const network = TOYS.find("bluesky");
  if (network) await other.appliance.connections.simulate(profileId, network, "ok", "cli");
  expect((await other.ask("POST", "/posts", { caption: "x" }, headers)).json).toMatchObject({
    schedule: "queue",
  });
});

test("a post that a network would refuse is not stored (contract 1)", async () => {
  const before = (await list(world)).length;
  expect(
    outcome(await create(world, { caption: "x".repeat(600), accounts: TEXT_ONLY, schedule: "now" })),
  ).toBe("422 preflight_failed");
  expect((await list(world)).length).toBe(before);
});

test("a key sees only the accounts of its own profile (contract 1)", async () => {
  const { headers } = await otherProfile(world);
  expect((await world.ask("GET", "/accounts", undefined, headers)).json).toEqual({ accounts: [] });
});

test("a network for photos refuses a post without media (contract 1)", async () => {
  const answer = await create(world, { accounts: ["photos"] });
  expect(answer.json).toMatchObject({
    status: 422,
    networks: [{ platform: "photos", problems: [{ rule: "media.required" }] }],
  });
  expect((await create(world, { accounts: ["photos"], media: [await upload(world)] })).status).toBe(201);
});

test("a network for videos refuses a post without a video (contract 1)", async () => {
  const answer = await create(world, { accounts: ["videos"], media: [await upload(world)] });
  expect(answer.json).toMatchObject({
    status: 422,
    networks: [{ platform: "videos", problems: [{ rule: "video.required" }] }],
  });
  expect((await create(world, { accounts: ["videos"], media: [await upload(world, "clip")] })).status).toBe(
    201,
  );
});

test("a post has the same fields on every network (contract 1)", async () => {
  const keys = (json: object) => Object.keys(json).toSorted();
  const toy = (await create(world, { accounts: ["videos"], media: [await upload(world, "clip")] })).json;
  const real = (await create(world, { accounts: ["bluesky"] })).json;
  expect(keys(toy)).toEqual(keys(real));
});

test("no route connects accounts or makes keys (contract 1)", () => {
  const paths = world.routes
    .map(({ method, path }) => `${method} ${path}`)
    .filter((route) => route.includes("/v1/"));
  expect(
    paths.filter(
      (route) => /key|connect|login/.test(route) || /^(POST|PUT|PATCH|DELETE) \/v1\/accounts/.test(route),
    ),
  ).toEqual([]);
});

test("nothing is published once the owner's authorization has expired (contract 1)", async () => {
  await using other = await openWorldWith(["mastodon:expired"]);
  const post = await publish(other);
  expect(target(post)).toMatchObject({ status: "failed", errorCategory: "auth", nextAction: "reconnect" });
  expect(other.published("mastodon")).toHaveLength(0);
  type Accounts = [{ readonly status: string }];
  const account = async () => ((await other.ask("GET", "/accounts")).json["accounts"] as Accounts)[0];
  // The post's outcome is written first.
  await waitUntil(async () => (await account()).status !== "active");
  expect(await account()).toMatchObject({
    ...{ status: "needs_reconnect", canPublish: false, blockedReason: expect.any(String) },
  });
});

test("an account's options come with a schema and live values (D11)", async () => {
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

test("an account's option values are cached for 5 minutes (D11)", async () => {
  await using other = await openWorldWith(["mastodon:ok"]);
  const [account] = (await other.ask("GET", "/accounts")).json["accounts"] as { id: string }[];
  const ask = async () => (await other.ask("GET", `/accounts/${account?.id}/options`)).json["fetchedAt"];
  const first = await ask();
  other.clock.turn(5 * MINUTE - 1000);
  expect(await ask()).toBe(first);
  other.clock.turn(2000);
  expect(await ask()).not.toBe(first);
});

test("a network that is down answers option requests with 503 (D11)", async () => {
  await using other = await openWorldWith(["mastodon:down"]);
  const [account] = (await other.ask("GET", "/accounts")).json["accounts"] as { id: string }[];
  const answer = await other.ask("GET", `/accounts/${account?.id}/options`);
  expect(outcome(answer)).toBe("503 network_unavailable");
  expect(answer.headers.get("retry-after")).toMatch(/^\d+$/);
});

test("Bluesky and Mastodon are open to anyone (D37)", () => {
  for (const id of ["bluesky", "mastodon"]) expect(TOYS.find(id)?.access).toBe("anyone");
});
