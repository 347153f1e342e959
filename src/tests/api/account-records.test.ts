// Tests accounts as records: pauses, colours, order and groups, what waits for them, what went out, and what was done to them.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { ENTRY } from "../support/audit-entry.ts";
import { openOAuthWorld } from "../support/oauth-network/world.ts";
import { makeOwner, signIn, type Owner } from "../support/owner.ts";
import { DAY, HOUR, inFuture, MINUTE, read } from "../support/posting.ts";
import { openWorld, type PostBody, type World } from "../support/world.ts";

interface Record30 {
  readonly id: string;
  readonly handle: string;
  readonly waitingPosts: number;
  readonly deliveries30d: { readonly days: readonly object[] };
}

let world: World;
let owner: Owner;
let paused: string;
beforeEach(async () => {
  world = await openWorld();
  await makeOwner(world);
  owner = await signIn(world);
  paused = await world.account("bluesky", "ok");
  await world.account("mastodon", "ok");
});
afterEach(() => world[Symbol.asyncDispose]());

const edit = (body: unknown, id = paused) => owner.ask("PATCH", `/accounts/${id}`, body);
const record = async (id = paused) => (await owner.ask("GET", `/accounts/${id}`)).json;
const history = async (query = "") => {
  const { json } = await owner.ask("GET", `/accounts/${paused}/history${query}`);
  return json as unknown as {
    entries: { action: string; text: string; actor: string }[];
    nextCursor: string;
  };
};
const on = (post: PostBody, platform: string) => post.targets.find((target) => target.platform === platform);
const both = (body: Record<string, unknown>) => world.post({ caption: "Hello", accounts: "all", ...body });
const isPosted = (post: PostBody) => post.status === "posted";

describe("a paused account", () => {
  test("keeps its posts waiting, says so, and lets those of other accounts go out", async () => {
    const { status, json } = await edit({ paused: true });
    expect([status, json["paused"]]).toMatchObject([200, { by: "owner:me@example.com" }]);
    const post = await both({ schedule: "now" });
    const waiting = await world.until(
      post.id,
      (now) => on(now, "mastodon")?.status === "posted" && on(now, "bluesky")?.errorCode === "waiting",
    );
    expect(on(waiting, "bluesky")).toMatchObject({
      status: "pending",
      waitReason: "The account is paused: its posts wait until somebody resumes it.",
    });
    expect(await record()).toMatchObject({ waitingPosts: 1 });
    expect(world.published("bluesky")).toEqual([]);
    await edit({ paused: false });
    await world.until(post.id, isPosted);
    expect(world.published("bluesky")).toHaveLength(1);
    expect(on(await read(world, post.id), "bluesky")).toMatchObject({ attempts: 1 });
  });

  test("loses nothing, however long the pause: what came due meanwhile goes out when it ends", async () => {
    await edit({ paused: true });
    const posts = [];
    for (const hours of [1, 2, 30])
      posts.push(await both({ accounts: ["bluesky"], schedule: inFuture(world, hours * HOUR) }));
    const later = await both({ accounts: ["bluesky"], schedule: inFuture(world, 60 * HOUR) });
    // Far more than the hour after which a post that Crier missed is too late.
    for (let day = 0; day < 2; day++) {
      world.clock.turn(DAY);
      await world.until(later.id, ({ status }) => status === "scheduled");
    }
    for (const { id } of posts) await world.until(id, (post) => post.targets[0]?.waitReason !== undefined);
    await world.restart();
    owner = await signIn(world);
    await edit({ paused: false });
    for (const { id } of posts) await world.until(id, isPosted);
    expect((await read(world, later.id)).status).toBe("scheduled");
    expect(world.published("bluesky")).toHaveLength(3);
  });

  test("can be written for, and its posts can be canceled", async () => {
    await edit({ paused: true });
    const post = await both({ accounts: ["bluesky"], schedule: inFuture(world, MINUTE) });
    world.clock.turn(2 * MINUTE);
    await world.until(post.id, ({ targets }) => targets[0]?.waitReason !== undefined);
    expect((await world.ask("POST", `/posts/${post.id}/cancel`)).status).toBe(200);
    await edit({ paused: false });
    world.clock.turn(HOUR);
    expect((await read(world, post.id)).status).toBe("draft");
    expect(world.published("bluesky")).toEqual([]);
  });
});

describe("the record of an account", () => {
  test("tells what went out, what did not, and when", async () => {
    const failing = await world.account("mastodon", "fail");
    const post = await both({ accounts: ["bluesky", failing], schedule: "now" });
    await world.until(post.id, ({ status }) => status === "partial");
    const { accounts } = (await owner.ask("GET", `/profiles/${world.profileId}/accounts`))
      .json as unknown as {
      accounts: Record30[];
    };
    const of = (id: string) => accounts.find((account) => account.id === id);
    expect(of(paused)).toMatchObject({
      ...{ paused: null, colour: null, scopes: null, waitingPosts: 0, lastFailure: null, renewedAt: null },
      lastSuccessAt: on(await read(world, post.id), "bluesky")?.publishedAt ?? "",
      deliveries30d: { posted: 1, failed: 0, uncertain: 0 },
    });
    expect(of(paused)?.deliveries30d.days).toHaveLength(30);
    expect(of(failing)).toMatchObject({
      lastSuccessAt: null,
      lastFailure: { postId: post.id, text: expect.stringMatching(/\w/) },
      deliveries30d: { failed: 1 },
    });
  });

  test("has its history: what was done to the account, by whom and why, page by page", async () => {
    await edit({ paused: true });
    await edit({ paused: true });
    await edit({ paused: false, colour: "teal" });
    await owner.ask("POST", `/accounts/${paused}/check`);
    await world.appliance.connections.needsReconnect(paused, 1, "Bluesky ended the sign-in.");
    const all = (await history()).entries;
    expect(all.map(({ action, text }) => [action, text])).toEqual([
      ["account.needs_reconnect", "Bluesky ended the sign-in."],
      ["account.check", "Checked: the network accepts the sign-in."],
      ["account.edit", "Got another colour."],
      ["account.resume", "Resumed: what came due meanwhile goes out."],
      ["account.pause", "Paused: its posts wait."],
      ["account.connect", "Connected in the simulator."],
    ]);
    const first = await history("?limit=4");
    const rest = await history(`?limit=4&cursor=${first.nextCursor}`);
    expect([...first.entries, ...rest.entries]).toEqual(all);
    expect(rest.nextCursor).toBeNull();
    expect((await record())["colour"]).toBe("teal");
  });

  test.each([
    [{ paused: "yes" }],
    [{ colour: "mauve" }],
    [{ order: 0 }],
    [{ order: 1.5 }],
    [{ group: "" }],
    [{ group: " " }],
    [{ group: "x".repeat(51) }],
  ])("%j is refused", async (body) => {
    expect((await edit(body)).status).toBe(400);
  });
});

describe("order and groups", () => {
  const names = async () =>
    (
      (await world.ask("GET", "/accounts")).json as unknown as {
        accounts: { platform: string; group: string | null }[];
      }
    ).accounts.map(({ platform, group }) => [platform, group]);

  test("the accounts are listed in the order that people gave them, groups together", async () => {
    const telegram = await world.account("telegram", "ok");
    expect(await names()).toEqual([
      ["bluesky", null],
      ["mastodon", null],
      ["telegram", null],
    ]);
    expect((await edit({ order: 1 }, telegram)).json).toMatchObject({ group: null });
    expect(await names()).toEqual([
      ["telegram", null],
      ["bluesky", null],
      ["mastodon", null],
    ]);
    expect((await edit({ group: "  English   News " })).json).toMatchObject({ group: "English News" });
    // The same group in another spelling.
    await edit({ group: "english news", order: 1 }, telegram);
    expect(await names()).toEqual([
      ["telegram", "English News"],
      ["bluesky", "English News"],
      ["mastodon", null],
    ]);
    const { json } = await owner.ask("GET", `/profiles/${world.profileId}/accounts`);
    expect(
      (json as unknown as { accounts: { platform: string }[] }).accounts.map(({ platform }) => platform),
    ).toEqual([...["telegram", "bluesky", "mastodon"]]);
    await edit({ group: null });
    await edit({ group: null });
    await edit({ order: 3 });
    expect(await names()).toEqual([
      ["telegram", "English News"],
      ["mastodon", null],
      ["bluesky", null],
    ]);
    expect((await history()).entries.map(({ text }) => text).slice(0, -1)).toEqual([
      "Got another place among the accounts.",
      "Is in no group now.",
      "Is in the group English News now.",
    ]);
  });

  test("a group that can't be leaves everything else as it was, too", async () => {
    expect((await edit({ paused: true, group: "  " })).json).toMatchObject({
      code: "invalid_request",
      errors: [{ pointer: "/group" }],
    });
    expect(await record()).toMatchObject({ paused: null, group: null });
  });

  test("many moves at once leave every account in the list, once", async () => {
    const telegram = await world.account("telegram", "ok");
    const moves = [1, 2, 3, 3, 2, 1].flatMap((order) => [edit({ order }), edit({ order }, telegram)]);
    expect((await Promise.all(moves)).map(({ status }) => status)).toEqual(moves.map(() => 200));
    const listed = (await names()).map(([platform]) => platform);
    expect([listed.length, new Set(listed)]).toEqual([3, new Set(["bluesky", "mastodon", "telegram"])]);
  });
});

test("an account that is connected again keeps its id and what people set, and its waiting posts go out", async () => {
  await using oauth = await openOAuthWorld();
  await makeOwner(oauth.world);
  const { ask } = await signIn(oauth.world);
  await oauth.connect("ok");
  const found = async () => (await oauth.world.appliance.store.accounts.ofProfile(oauth.world.profileId))[0];
  const id = (await found())?.id ?? "";
  await ask("PATCH", `/accounts/${id}`, { colour: "pink", group: "Shop" });
  const schedule = new Date(oauth.world.clock.now() + HOUR).toISOString();
  const post = await oauth.world.post({ caption: "Waits", accounts: [id], schedule });
  await oauth.world.appliance.store.accounts.setStatus(id, "needs_reconnect", "It ended.", ENTRY);
  const { json } = await ask("GET", `/accounts/${id}`);
  expect(json).toMatchObject({ status: "needs_reconnect", statusDetail: "It ended.", waitingPosts: 1 });
  await oauth.connect("ok");
  expect(await found()).toMatchObject({
    id,
    status: "active",
    colour: "pink",
    group: "Shop",
    scopes: ["posts.read", "posts.write"],
  });
  oauth.world.clock.turn(HOUR);
  await oauth.world.until(post.id, isPosted);
  expect(oauth.published().map(({ text }) => text)).toEqual(["Waits"]);
});
