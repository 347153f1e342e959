// Tests setting up over HTTP: the first owner, created once with the token of the link that the server prints.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { asking, EMAIL, makeOwner, PASSWORD } from "../support/owner.ts";
import { storedBytes } from "../support/stored-bytes.ts";
import { openWorld, type Answer, type World } from "../support/world.ts";

const MINUTE = 60_000;
const OWNER = { email: EMAIL, password: PASSWORD };

const tokenOf = ({ setupUrl }: World) => setupUrl?.split("#")[1] ?? "";
const setUp = (
  world: World,
  body: Record<string, unknown> = {},
  headers: Record<string, string | null> = {},
): Promise<Answer> => asking(world)("POST", "/setup", { token: tokenOf(world), ...OWNER, ...body }, headers);
const isNeeded = async (world: World) => (await asking(world)("GET", "/setup")).json["needed"];
const page = async (world: World, path: string) =>
  await (await fetch(world.url + path, { headers: { accept: "text/html" } })).text();
const outcome = ({ status, json }: Answer) => ({ status, code: json["code"] });

const INVALID = { status: 403, code: "setup_token_invalid" };
const DONE = { status: 409, code: "already_set_up" };

describe("before there is an owner", () => {
  let world: World;
  beforeAll(async () => (world = await openWorld()));
  afterAll(() => world[Symbol.asyncDispose]());

  test("the link holds 32 random bytes behind #, and the front page leads to the page", async () => {
    expect(world.setupUrl).toMatch(new RegExp(`^${world.url}/setup#[\\w-]{43}$`));
    expect(await isNeeded(world)).toBe(true);
    expect(await page(world, "/")).toContain('href="/setup"');
  });

  test.each(["", "x", "A".repeat(43), `${"A".repeat(43)}A`])("the token %p is refused", async (token) => {
    world.clock.turn(15 * MINUTE);
    expect((await setUp(world, { token })).status).toBe(token === "" ? 400 : 403);
  });

  test("from another origin, and as a form: refused, and the token stays valid", async () => {
    for (const headers of [
      { origin: "https://evil.example" },
      { origin: null },
      { "sec-fetch-site": "cross-site" },
    ])
      expect(outcome(await setUp(world, {}, headers))).toEqual({ status: 403, code: "cross_origin" });
    expect((await setUp(world, {}, { "content-type": "text/plain" })).status).toBe(415);
    expect((await setUp(world, {}, { host: "evil.example" })).json["code"]).toBe("host_refused");
    expect((await setUp(world, { password: "x".repeat(9000) })).status).toBe(413);
    expect(await isNeeded(world)).toBe(true);
  });

  test("what is wrong is named by field, nothing is created, and it is not counted as a failure", async () => {
    const pointers = async (body: Record<string, unknown>) => {
      const { status, json } = await setUp(world, body);
      const errors = (json["errors"] ?? []) as { pointer: string }[];
      return [status, ...errors.map(({ pointer }) => pointer)];
    };
    const profile = { name: "mine", timezone: "Europe/Berlin" };
    for (let i = 0; i < 4; i++) {
      expect(await pointers({ email: "me", profile })).toEqual([400, "/email"]);
      expect(await pointers({ password: "short", profile })).toEqual([400, "/password"]);
      expect(await pointers({ profile: { ...profile, timezone: "Berlin" } })).toEqual([
        400,
        "/profile/timezone",
      ]);
      // The world has a profile of this name.
      expect(outcome(await setUp(world, { profile: { ...profile, name: "test" } }))).toEqual({
        status: 409,
        code: "already_exists",
      });
    }
    expect(await world.appliance.store.people.ownerExists()).toBe(false);
    expect((await world.appliance.store.profiles.list()).map(({ name }) => name)).toEqual(["test"]);
  });
});

describe("creating the first owner", () => {
  let world: World;
  let answer: Answer;
  let lines: string[];
  beforeAll(async () => {
    lines = [];
    world = await openWorld({ CRIER_LOG: "debug" }, undefined, null, (line) => void lines.push(line));
    await setUp(world, { token: "wrong" });
    answer = await setUp(world, { profile: { name: "mine", timezone: "Europe/Berlin" } });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  test("201 with a session like that of a sign-in, and signing in works afterwards", async () => {
    expect(answer.status).toBe(201);
    const signedIn = await asking(world)("POST", "/session", OWNER);
    expect(signedIn.status).toBe(201);
    expect(Object.keys(answer.json)).toEqual(Object.keys(signedIn.json));
    expect(answer.json["owner"]).toEqual(signedIn.json["owner"]);
    const shapes = ({ headers }: Answer) =>
      headers.getSetCookie().map((each) => each.replace(/=[\w-]+/, "="));
    expect(shapes(answer)).toEqual(shapes(signedIn));
    const [cookie = ""] = answer.headers.getSetCookie();
    const { json } = await asking(world, cookie.split(";")[0])("GET", "/session");
    expect(json["owner"]).toMatchObject({ email: EMAIL });
  });

  test("the profile has its time zone and its queue slots", async () => {
    const profile = await world.appliance.store.profiles.find("mine");
    expect(profile?.timezone).toBe("Europe/Berlin");
    expect(await world.appliance.store.slots.list(profile?.id ?? "")).not.toBeEmpty();
  });

  test("the audit log names the owner, the profile and the session", async () => {
    const entries = await world.appliance.store.audit.page(100, null);
    const own = entries.filter(({ actor }) => actor === `owner:${EMAIL}`).map(({ action }) => action);
    expect(own.toReversed().slice(0, 3)).toEqual(["profile.create", "person.create", "session.start"]);
  });

  test("the used token is refused, and the front page leads to the app", async () => {
    expect(outcome(await setUp(world, { email: "you@example.com" }))).toEqual(DONE);
    expect(await isNeeded(world)).toBe(false);
    const { status, headers } = await fetch(`${world.url}/`, { redirect: "manual" });
    expect([status, headers.get("location")]).toEqual([302, "/p"]);
  });

  test("the token is in no line of the log and stored nowhere", async () => {
    const token = tokenOf(world);
    expect(lines.filter((line) => line.includes("setup_failed"))).toHaveLength(1);
    expect(lines.join("\n")).not.toContain(token);
    const bytes = await storedBytes(world);
    expect(bytes.includes(token)).toBeFalse();
    expect(bytes.includes(Buffer.from(token, "base64url"))).toBeFalse();
  });

  test("after a restart there is no link", async () => {
    await world.restart();
    expect(world.setupUrl).toBeNull();
    expect(outcome(await setUp(world, { token: "A".repeat(43) }))).toEqual(DONE);
  });
});

test("of two browsers at once exactly one creates an owner and a profile", async () => {
  await using world = await openWorld();
  const answers = await Promise.all(
    ["a", "b"].map((name) => setUp(world, { email: `${name}@example.com`, profile: { name } })),
  );
  const winner = answers.findIndex(({ status }) => status === 201);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  expect(outcome(answers[1 - winner] as Answer)).toEqual(DONE);
  const profiles = (await world.appliance.store.profiles.list()).map(({ name }) => name);
  expect(profiles.toSorted()).toEqual(["ab"[winner] ?? "", "test"]);
  expect(await world.appliance.store.people.byEmail(`${"ba"[winner]}@example.com`)).toBeNull();
});

test("each start replaces the token", async () => {
  await using world = await openWorld();
  const old = tokenOf(world);
  await world.restart();
  expect(tokenOf(world)).not.toBe(old);
  expect(outcome(await setUp(world, { token: old }))).toEqual(INVALID);
  expect((await setUp(world)).status).toBe(201);
});

test("an owner who is created on the command line ends it for the running server", async () => {
  await using world = await openWorld();
  await makeOwner(world);
  expect(outcome(await setUp(world, { email: "you@example.com" }))).toEqual(DONE);
  expect(await isNeeded(world)).toBe(false);
});

test("after five wrong tokens the address waits, the right token included", async () => {
  await using world = await openWorld();
  const attempts = await Promise.all(Array.from({ length: 8 }, () => setUp(world, { token: "wrong" })));
  expect(attempts.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    403, 403, 403, 403, 403, 429, 429, 429,
  ]);
  const { status, headers } = await setUp(world);
  expect([status, headers.get("retry-after")]).toEqual([429, "900"]);
  world.clock.turn(15 * MINUTE);
  expect((await setUp(world)).status).toBe(201);
});

test("with CRIER_URL the link has the public address", async () => {
  await using world = await openWorld({ CRIER_URL: "https://crier.example" });
  expect(world.setupUrl).toStartWith("https://crier.example/setup#");
});
