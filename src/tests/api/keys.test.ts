// Tests what is known of keys through HTTP (who made them, where they were used, what they made), and keys that may post to
// simulated accounts only, through every door.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createKey, rotateKey } from "../../admin/keys.ts";
import { connectAgent } from "../support/mcp-agent.ts";
import { EMAIL, makeOwner, signIn, type Owner } from "../support/owner.ts";
import { DAY, HOUR, inFuture, outcome, publish, upload } from "../support/posting.ts";
import { connectReal } from "../support/real-account.ts";
import { openWorld, isSettled, type Answer, type PostBody, type World } from "../support/world.ts";

interface Key {
  readonly id: string;
  readonly name: string;
  readonly key?: string;
}
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

describe("what is known of a key", () => {
  let world: World;
  let owner: Owner;
  beforeAll(async () => {
    world = await openWorld({ CRIER_TRUSTED_PROXIES: "127.0.0.0/8, ::1" });
    await world.account("bluesky", "ok");
    await makeOwner(world);
    owner = await signIn(world);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const keys = async () =>
    (await owner.ask("GET", `/profiles/${world.profileId}/keys`)).json["keys"] as Key[];
  const byName = async (name: string) => (await keys()).find((key) => key.name === name) ?? {};
  const make = async (body: Record<string, unknown>) =>
    (await owner.ask("POST", `/profiles/${world.profileId}/keys`, body)).json as unknown as Required<Key>;

  test("it says who made it: a person, or the command line", async () => {
    expect(await make({ name: "by Anna" })).toMatchObject({
      createdBy: { kind: "person", name: EMAIL },
      simulatedOnly: false,
      ...{ posts30d: 0, lastUsedAt: null, lastUsedFrom: null },
    });
    expect(await byName("test")).toMatchObject({ createdBy: { kind: "command", name: null } });
  });

  test("it says from where it was used last, behind a proxy that is trusted too, and writes that once a minute", async () => {
    const { key } = await make({ name: "used" });
    const use = (from: string) =>
      world.ask("GET", "/accounts", undefined, { ...bearer(key), "x-forwarded-for": from });
    const first = world.clock.now();
    await use("203.0.113.9");
    const expected = { lastUsedAt: new Date(first).toISOString(), lastUsedFrom: "203.0.113.9" };
    expect(await byName("used")).toMatchObject(expected);
    world.clock.turn(59_000);
    await use("203.0.113.10");
    expect(await byName("used")).toMatchObject(expected);
    world.clock.turn(1000);
    await use("203.0.113.10");
    expect(await byName("used")).toMatchObject({ lastUsedFrom: "203.0.113.10" });
  });

  test("its posts of the last 30 days are counted, as long as they are there", async () => {
    const { key } = await make({ name: "writer" });
    const posts30d = async () => ((await byName("writer")) as { posts30d: number }).posts30d;
    const write = () => world.ask("POST", "/posts", { caption: "Hello", schedule: "draft" }, bearer(key));
    const { json } = await write();
    await write();
    expect(await posts30d()).toBe(2);
    await world.ask("DELETE", `/posts/${String(json["id"])}`);
    expect(await posts30d()).toBe(1);
    world.clock.turn(30 * DAY + 1);
    // Nobody stays signed in that long.
    owner = await signIn(world);
    await write();
    expect(await posts30d()).toBe(1);
  });

  test("a key that replaces another has its rights, and the old one works until the overlap ends", async () => {
    const old = await createKey(
      "cli",
      { profileId: world.profileId, name: "old", scopes: ["read"], expiresAt: null, simulatedOnly: true },
      world.appliance,
    );
    const { status, json } = await owner.ask("POST", `/keys/${old.record.id}/rotate`, { overlapMs: HOUR });
    expect([status, json]).toMatchObject([
      201,
      { name: "old", scopes: ["read"], simulatedOnly: true, createdBy: { kind: "person", name: EMAIL } },
    ]);
    const works = async (key: string) => (await world.ask("GET", "/accounts", undefined, bearer(key))).status;
    expect([await works(old.key), await works(String(json["key"]))]).toEqual([200, 200]);
    world.clock.turn(HOUR);
    expect([await works(old.key), await works(String(json["key"]))]).toEqual([401, 200]);
  });

  test("the tools that agents get are those of /mcp, each with what a key needs for it", async () => {
    const tools = (await owner.ask("GET", "/agent-tools")).json["tools"] as Record<string, string>[];
    await using agent = await connectAgent(world);
    const listed = (await agent.client.listTools()).tools.map(({ name, title }) => [name, title]);
    expect(tools.map(({ name, title }) => [name, title])).toEqual(listed);
    expect(tools.find(({ name }) => name === "list_accounts")?.["scope"]).toBe("read");
    expect(tools.find(({ name }) => name === "schedule_post")?.["scope"]).toBe("publish");
  });
});

/** A Mastodon server that refuses every post. */
const refusing = () =>
  Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: () => Response.json({ error: "No." }, { status: 422 }),
  });

describe("a key for simulated accounts only", () => {
  let server: ReturnType<typeof refusing>;
  let world: World;
  let headers: Record<string, string>;
  let key: string;
  /** Made by another key, to the real account. */
  let waiting: PostBody;
  let failed: PostBody;
  beforeAll(async () => {
    server = refusing();
    world = await openWorld({ CRIER_ALLOW_PRIVATE_HOSTS: server.url.host });
    await connectReal(world, server.url.origin, "@harbour@127.0.0.1");
    failed = await publish(world, { accounts: ["mastodon"] });
    expect(failed.status).toBe("failed");
    for (const platform of ["bluesky", "mastodon"]) await world.account(platform, "ok");
    waiting = await world.post({ caption: "Later", accounts: [REAL], schedule: inFuture(world, DAY) });
    const made = await createKey(
      "cli",
      { profileId: world.profileId, name: "rehearsal", expiresAt: null, simulatedOnly: true },
      world.appliance,
    );
    key = made.key;
    headers = bearer(key);
  });
  afterAll(async () => {
    await world[Symbol.asyncDispose]();
    await server.stop(true);
  });

  const REAL = "@harbour@127.0.0.1";
  const REFUSED = "403 simulated_only";
  const ask = (method: string, path: string, body?: unknown) => world.ask(method, path, body, headers);
  const draft = (more: object = {}) =>
    ask("POST", "/posts", { caption: "Hello", schedule: "draft", ...more });
  const handles = ({ json }: Answer) =>
    (json["targets"] as PostBody["targets"]).map(({ platform, handle }) => `${platform}:${handle}`);
  const stillWaiting = async () =>
    expect((await world.ask("GET", `/posts/${waiting.id}`)).json).toMatchObject({
      ...{ status: "scheduled", caption: "Later", scheduledFor: waiting.scheduledFor },
    });

  test("it sees only simulated accounts, also as an agent", async () => {
    const { json } = await ask("GET", "/accounts");
    expect((json["accounts"] as { handle: string }[]).map(({ handle }) => handle)).toEqual(["ok", "ok"]);
    const [real] = (await world.ask("GET", "/accounts")).json["accounts"] as { id: string }[];
    expect(outcome(await ask("GET", `/accounts/${real?.id}/options`))).toBe(REFUSED);
    await using agent = await connectAgent(world, { key });
    const listed = await agent.call<{ accounts: { simulated: boolean }[] }>("list_accounts");
    expect(listed.accounts.map(({ simulated }) => simulated)).toEqual([true, true]);
    expect(await agent.refused("get_account_options", { accountId: real?.id })).toMatchObject({
      code: "simulated_only",
    });
  });

  test("all accounts, or those of a network, are the simulated ones", async () => {
    expect(handles(await draft())).toEqual(["bluesky:ok", "mastodon:ok"]);
    expect(handles(await draft({ accounts: "all" }))).toEqual(["bluesky:ok", "mastodon:ok"]);
    expect(handles(await draft({ accounts: ["mastodon"] }))).toEqual(["mastodon:ok"]);
    const { json } = await ask("POST", "/posts", { caption: "Hello", schedule: "now" });
    expect((await world.until(String(json["id"]), isSettled)).status).toBe("posted");
  });

  test("a post to a real account is refused: created, checked, imported, and by agents", async () => {
    const [real] = (await world.ask("GET", "/accounts")).json["accounts"] as { id: string }[];
    for (const name of [REAL, `mastodon:${REAL}`, real?.id ?? ""]) {
      for (const more of [{ schedule: "now" }, { schedule: "draft" }, { dryRun: true }, {}])
        expect(outcome(await draft({ accounts: ["bluesky", name], ...more }))).toBe(REFUSED);
    }
    expect((await draft({ accounts: [REAL] })).json["detail"]).toBe(
      `This key is for simulated accounts only. ${REAL} on mastodon is a real one.`,
    );
    const lenient = { ...headers, prefer: "handling=lenient" };
    const unfinished = { caption: "", accounts: [REAL], schedule: "draft" };
    expect(outcome(await world.ask("POST", "/posts", unfinished, lenient))).toBe(REFUSED);
    expect((await ask("POST", "/posts/check", { accounts: [REAL] })).json["problems"]).toMatchObject([
      { rule: "simulated_only", field: "accounts" },
    ]);
    const file = { caption: "Hello", accounts: [REAL], schedule: "draft" };
    const imported = await fetch(`${world.url}/v1/posts/import`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/x-ndjson" },
      body: JSON.stringify(file),
    });
    expect(await imported.json()).toMatchObject({
      rows: [{ ok: false, problems: [{ code: "simulated_only" }] }],
    });
    await using agent = await connectAgent(world, { key });
    const post = { caption: "Hello", accounts: [REAL] };
    for (const tool of ["create_post", "check_post"])
      expect(await agent.refused(tool, post)).toMatchObject({ code: "simulated_only" });
  });

  test("a simulated post can't be edited into a real one", async () => {
    const { json } = await draft({ accounts: ["bluesky"] });
    const path = `/posts/${String(json["id"])}`;
    expect(outcome(await ask("PATCH", path, { accounts: [REAL] }))).toBe(REFUSED);
    expect(outcome(await ask("PATCH", path, { accounts: "all", caption: "All of them" }))).toBe("200");
    expect(handles(await ask("GET", path))).toEqual(["bluesky:ok", "mastodon:ok"]);
    await using agent = await connectAgent(world, { key });
    const change = { id: String(json["id"]), accounts: [REAL] };
    expect(await agent.refused("edit_post", change)).toMatchObject({ code: "simulated_only" });
  });

  test("a post of others to a real account can be read, and nothing else", async () => {
    const { id } = waiting;
    const at = inFuture(world, 2 * DAY);
    const mine = (await draft({ accounts: ["bluesky"], schedule: at })).json;
    const [target] = waiting.targets;
    expect(outcome(await ask("GET", `/posts/${id}`))).toBe("200");
    const acts: readonly (readonly [method: string, path: string, body?: unknown])[] = [
      ["PATCH", `/posts/${id}`, { caption: "Mine" }],
      ["PATCH", `/posts/${id}`, { labels: [] }],
      ["PATCH", `/posts/${id}`, { accounts: ["bluesky"] }],
      ["POST", `/posts/${id}/schedule`, { schedule: "now" }],
      ["POST", `/posts/${id}/schedule`, { swapWith: mine["id"] }],
      ["POST", `/posts/${String(mine["id"])}/schedule`, { swapWith: id }],
      ["POST", `/posts/${id}/cancel`],
      ["POST", `/posts/${id}/review`, { state: "approved" }],
      [
        "POST",
        `/posts/${id}/reconcile`,
        { targetId: target?.id, action: "confirm_not_published", confirmed: true },
      ],
      ["POST", `/posts/${failed.id}/retry`],
      ["DELETE", `/posts/${failed.id}`],
      ["DELETE", `/posts/${id}`],
    ];
    for (const [method, path, body] of acts)
      expect([method, path, outcome(await ask(method, path, body))]).toEqual([method, path, REFUSED]);
    await stillWaiting();
    await using agent = await connectAgent(world, { key });
    for (const [tool, args] of [
      ["schedule_post", { id, schedule: "now" }],
      ["cancel_post", { id }],
      ["retry_post", { id: failed.id }],
    ] as const)
      expect([tool, await agent.refused(tool, args)]).toMatchObject([tool, { code: "simulated_only" }]);
    await stillWaiting();
    expect((await world.ask("GET", `/posts/${failed.id}`)).json["status"]).toBe("failed");
  });

  test("of several posts it changes the simulated ones, and undoes nothing for others", async () => {
    const mine = (await draft({ accounts: ["bluesky"], schedule: inFuture(world, DAY) })).json;
    const ids = [String(mine["id"]), waiting.id];
    for (const act of [
      { action: "shift", days: 1 },
      { action: "cancel" },
      { action: "schedule", at: inFuture(world, 3 * DAY) },
      { action: "queue" },
      { action: "retry" },
      { action: "delete" },
    ]) {
      const { json } = await ask("POST", "/posts/actions", { ids, ...act });
      const [own, other] = json["results"] as { error: { code: string } | null }[];
      expect([act.action, own?.error?.code]).not.toContain("simulated_only");
      expect([act.action, other?.error?.code]).toEqual([act.action, "simulated_only"]);
    }
    await stillWaiting();
    const shift = (days: number) =>
      world.ask("POST", "/posts/actions", { ids: [waiting.id], action: "shift", days });
    const { json } = await shift(1);
    const undone = await ask("POST", "/posts/actions/undo", { token: json["undo"] });
    expect(undone.json["results"]).toMatchObject([{ error: { code: "simulated_only" } }]);
    await shift(-1);
  });

  test("a file that a real post still needs keeps its words", async () => {
    const id = await upload(world);
    const describe = (altText: string) => ask("PATCH", `/media/${id}`, { altText });
    expect(outcome(await describe("A boat"))).toBe("200");
    const post = { caption: "Boats", accounts: [REAL], media: [id], schedule: inFuture(world, DAY) };
    await world.post(post);
    expect(await describe("A joke")).toMatchObject({
      status: 403,
      json: {
        code: "simulated_only",
        detail: "This key is for simulated accounts only. A post to a real account uses this file.",
      },
    });
    expect((await ask("GET", `/media/${id}`)).json["media"]).toMatchObject({ altText: "A boat" });
  });

  test("the queue, in which real posts wait, is not its to hold or release", async () => {
    const pause = { reason: "Storm" };
    expect(outcome(await ask("PUT", "/queue/pause", pause))).toBe(REFUSED);
    await world.ask("PUT", "/queue/pause", pause);
    expect(outcome(await ask("DELETE", "/queue/pause"))).toBe(REFUSED);
    expect((await world.ask("GET", "/queue")).json["paused"]).toMatchObject(pause);
    await world.ask("DELETE", "/queue/pause");
  });

  test("the key that replaces it is for simulated accounts only as well", async () => {
    const { store } = world.appliance;
    const found = (await store.keys.ofProfile(world.profileId)).find(({ name }) => name === "rehearsal");
    const fresh = await rotateKey("cli", found?.id ?? "", undefined, world.appliance);
    const body = { caption: "Hello", accounts: [REAL], schedule: "draft" };
    expect(outcome(await world.ask("POST", "/posts", body, bearer(fresh.key)))).toBe(REFUSED);
  });

  test("where no account is simulated, it says so", async () => {
    await using other = await openWorld({ CRIER_ALLOW_PRIVATE_HOSTS: server.url.host });
    await connectReal(other, server.url.origin, REAL);
    const { key: own } = await createKey(
      "cli",
      { profileId: other.profileId, name: "rehearsal", expiresAt: null, simulatedOnly: true },
      other.appliance,
    );
    const { json } = await other.ask("POST", "/posts", { caption: "Hello", schedule: "now" }, bearer(own));
    expect(json["detail"]).toBe("This key is for simulated accounts only. This profile has none.");
  });
});
