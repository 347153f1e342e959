// Tests how people join, change and leave: invitations by link, and what owners do with people (D49).
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { networks } from "../../app/networks.ts";
import {
  asking,
  cookieOf,
  EMAIL,
  isSignedIn,
  makeOwner,
  makePerson,
  PASSWORD,
  sessionsOf,
  signIn,
  type Owner,
} from "../support/owner.ts";
import { otherProfile, outcome } from "../support/posting.ts";
import { openWorld, type World } from "../support/world.ts";
import { tableNames } from "../support/test-database.ts";

const DAY = 86_400_000;
let world: World;
let owner: Owner;
const lines: string[] = [];
beforeAll(async () => {
  world = await openWorld({ CRIER_LOG: "debug" }, networks, null, (line) => void lines.push(line));
  await makeOwner(world);
  owner = await signIn(world);
});
afterAll(() => world[Symbol.asyncDispose]());

interface Person {
  readonly id: string;
  readonly email: string;
  readonly role: string;
  readonly profiles: readonly string[] | null;
  readonly lastSeenAt: string | null;
}
const people = async () => (await owner.ask("GET", "/people?limit=100")).json["people"] as Person[];
const idOf = async (email: string) => (await people()).find((each) => each.email === email)?.id ?? "";
const invites = async () =>
  ((await owner.ask("GET", "/invites")).json["invites"] as { id: string }[]).map(({ id }) => id);

async function invite(body: object = { role: "author" }, by = owner) {
  const { status, json } = await by.ask("POST", "/invites", body);
  expect(status).toBe(201);
  const { hash, pathname, origin } = new URL(String(json["url"]));
  expect([origin, pathname]).toEqual([world.url, "/invite"]);
  const made = json["invite"] as { readonly id: string; readonly expiresAt: string };
  return { token: hash.slice(1), ...made };
}
const accept = (token: string, email: string, password = PASSWORD) =>
  asking(world)("POST", "/invites/accept", { token, email, password });
const open = (token: string) => asking(world)("POST", "/invites/open", { token });

describe("an invitation", () => {
  test("by link: says what it is for, makes the person with their role and profiles, and signs them in", async () => {
    const { token, expiresAt } = await invite({ role: "author", profiles: [world.profileId] });
    expect(Date.parse(expiresAt)).toBe(world.clock.now() + 7 * DAY);
    expect(await open(token)).toMatchObject({
      status: 200,
      json: { role: "author", profiles: ["test"], invitedBy: EMAIL, expiresAt },
    });
    const joined = await accept(token, " Ben@Example.com ");
    expect(joined).toMatchObject({
      status: 201,
      json: { owner: { email: "ben@example.com" }, role: "author", profiles: [{ id: world.profileId }] },
    });
    expect(await isSignedIn(world, cookieOf(joined))).toBeTrue();
    expect(await isSignedIn(world, (await signIn(world, "ben@example.com")).cookie)).toBeTrue();
    expect(await people()).toContainEqual(
      expect.objectContaining({ email: "ben@example.com", role: "author", profiles: [world.profileId] }),
    );
  });

  test("works once, also for two at the same moment", async () => {
    const { token } = await invite({ role: "viewer" });
    const answers = await Promise.all(["one", "two"].map((name) => accept(token, `${name}@example.com`)));
    expect(answers.map(outcome).toSorted()).toEqual(["201", "403 invite_invalid"]);
    const again = await open(token);
    expect(again.json["detail"]).toContain("used already");
  });

  test("ends with its time, and when it is withdrawn", async () => {
    const soon = new Date(world.clock.now() + DAY).toISOString();
    const [short, withdrawn] = [await invite({ role: "viewer", expiresAt: soon }), await invite()];
    expect(await invites()).toEqual([short.id, withdrawn.id]);
    expect((await owner.ask("DELETE", `/invites/${withdrawn.id}`)).status).toBe(204);
    expect(outcome(await accept(withdrawn.token, "late@example.com"))).toBe("403 invite_invalid");
    world.clock.turn(DAY);
    expect(await invites()).toEqual([]);
    expect((await accept(short.token, "late@example.com")).json["detail"]).toContain("expired");
    owner = await signIn(world);
  });

  test("is not used up by what is wrong with the person", async () => {
    const { token } = await invite();
    expect(outcome(await accept(token, EMAIL))).toBe("409 already_exists");
    expect(outcome(await accept(token, "nobody"))).toBe("400 invalid_request");
    expect((await accept(token, "dora@example.com", "short")).json["errors"]).toEqual([
      expect.objectContaining({ pointer: "/password" }),
    ]);
    expect((await accept(token, "dora@example.com")).status).toBe(201);
  });

  test.each<[object, string]>([
    [{}, "/role"],
    [{ role: "king" }, "/role"],
    [{ role: "owner", profiles: ["019aa4c0-1f2e-7d3c-8b4a-5a6978879605"] }, "/profiles"],
    [{ role: "viewer", profiles: [] }, "/profiles"],
    [{ role: "viewer", profiles: ["019aa4c0-1f2e-7d3c-8b4a-5a6978879605"] }, "/profiles/0"],
    [{ role: "viewer", expiresAt: "tomorrow" }, "/expiresAt"],
    [{ role: "viewer", expiresAt: "2020-01-01T00:00:00Z" }, "/expiresAt"],
    [{ role: "viewer", expiresAt: "2099-01-01T00:00:00Z" }, "/expiresAt"],
  ])("%j is refused", async (body, pointer) => {
    const { status, json } = await owner.ask("POST", "/invites", body);
    expect([status, json["code"]]).toEqual([400, "invalid_request"]);
    expect(json["errors"]).toContainEqual(expect.objectContaining({ pointer }));
  });

  test("guesses of a token wait like guesses of a password, and a right one forgives no password", async () => {
    await using other = await openWorld();
    await makeOwner(other);
    const mine = await signIn(other);
    const guess = (path: string, body: object) => asking(other)("POST", path, body);
    const link = String((await mine.ask("POST", "/invites", { role: "viewer" })).json["url"]);
    const token = new URL(link).hash.slice(1);
    for (let n = 0; n < 4; n++)
      expect((await guess("/session", { email: EMAIL, password: "wrong" })).status).toBe(401);
    expect((await guess("/invites/open", { token })).status).toBe(200);
    expect((await guess("/session", { email: EMAIL, password: "wrong" })).status).toBe(401);
    expect(outcome(await guess("/session", { email: EMAIL, password: "wrong" }))).toBe(
      "429 too_many_attempts",
    );
    for (let n = 0; n < 5; n++)
      expect(outcome(await guess("/invites/open", { token: "x" }))).toBe("403 invite_invalid");
    const waiting = await guess("/invites/accept", { token, email: "x@example.com", password: PASSWORD });
    expect(outcome(waiting)).toBe("429 too_many_attempts");
    expect(Number(waiting.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("its token is nowhere but in the link", async () => {
    const { token } = await invite();
    await open(token);
    const rows: string[] = [];
    for (const name of await tableNames(world.database))
      rows.push(JSON.stringify(await world.database.all(`SELECT * FROM "${name}"`)));
    expect(rows.join()).toContain("created_by");
    expect([...rows, ...lines].join().includes(token)).toBeFalse();
    const all = await owner.ask("GET", "/audit?limit=100");
    expect(JSON.stringify([all.json, (await owner.ask("GET", "/invites")).json]).includes(token)).toBeFalse();
  });
});

describe("an owner", () => {
  test("changes a role, which ends the person's sessions, and profiles, which do not", async () => {
    const { profileId } = await otherProfile(world);
    await makePerson(world, "eve@example.com", { role: "editor", profiles: "all" });
    const eve = await signIn(world, "eve@example.com");
    const id = await idOf("eve@example.com");
    expect((await owner.ask("PATCH", `/people/${id}`, { profiles: [profileId] })).json).toMatchObject({
      role: "editor",
      profiles: [profileId],
    });
    expect((await eve.ask("GET", "/session")).json["profiles"]).toEqual([
      expect.objectContaining({ id: profileId }),
    ]);
    const changed = await owner.ask("PATCH", `/people/${id}`, { role: "author", profiles: null });
    expect(changed.json).toMatchObject({ role: "author", profiles: null });
    expect(await isSignedIn(world, eve.cookie)).toBeFalse();
    const [entry] = (await owner.ask("GET", `/audit?subject=${id}&action=person`)).json[
      "entries"
    ] as object[];
    expect(entry).toMatchObject({
      actor: `owner:${EMAIL}`,
      action: "person.access",
      detail: { email: "eve@example.com", role: "author", profiles: "all" },
    });
  });

  test("signs a person out everywhere, and sees where they are signed in", async () => {
    await makePerson(world, "fay@example.com", { role: "viewer", profiles: "all" });
    const [one, two] = [await signIn(world, "fay@example.com"), await signIn(world, "fay@example.com")];
    const id = await idOf("fay@example.com");
    expect((await owner.ask("GET", `/people/${id}/sessions`)).json["sessions"]).toHaveLength(2);
    expect((await owner.ask("DELETE", `/people/${id}/sessions`)).status).toBe(204);
    for (const { cookie } of [one, two]) expect(await isSignedIn(world, cookie)).toBeFalse();
    expect((await people()).find((each) => each.id === id)?.lastSeenAt).toBeNull();
    const own = await idOf(EMAIL);
    await signIn(world);
    expect((await owner.ask("DELETE", `/people/${own}/sessions`)).status).toBe(204);
    expect(await sessionsOf(owner)).toHaveLength(1);
  });

  test("removes a person: signed out, their invitations ended, what they did stays on record", async () => {
    await makePerson(world, "gus@example.com", { role: "owner", profiles: "all" });
    const gus = await signIn(world, "gus@example.com");
    const theirs = await invite({ role: "viewer" }, gus);
    const id = await idOf("gus@example.com");
    expect((await owner.ask("DELETE", `/people/${id}`)).status).toBe(204);
    expect(await isSignedIn(world, gus.cookie)).toBeFalse();
    expect(outcome(await accept(theirs.token, "h@example.com"))).toBe("403 invite_invalid");
    expect(outcome(await owner.ask("DELETE", `/people/${id}`))).toBe("404 not_found");
    const { json } = await owner.ask("GET", "/audit?actor=person:gus@example.com");
    expect((json["entries"] as { action: string }[]).map(({ action }) => action)).toEqual([
      "invite.create",
      "session.start",
    ]);
  });

  test("who is the only one can't leave or become anything else", async () => {
    const id = await idOf(EMAIL);
    for (const [method, body] of [
      ["DELETE", undefined],
      ["PATCH", { role: "manager" }],
      ["PATCH", { role: "viewer", profiles: [world.profileId] }],
    ] as const)
      expect(outcome(await owner.ask(method, `/people/${id}`, body))).toBe("409 last_owner");
    expect(outcome(await owner.ask("PATCH", `/people/${id}`, { profiles: [world.profileId] }))).toBe(
      "400 invalid_request",
    );
    await makePerson(world, "ida@example.com", { role: "owner", profiles: "all" });
    expect((await owner.ask("PATCH", `/people/${id}`, { role: "manager" })).json["role"]).toBe("manager");
    expect((await owner.ask("GET", "/session")).json["role"]).toBe("manager");
    expect(outcome(await owner.ask("GET", "/people"))).toBe("403 not_allowed");
  });
});
