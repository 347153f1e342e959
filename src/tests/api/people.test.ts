// Tests what signed-in people see and change about themselves: their session, settings and password.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { setPassword } from "../../admin/people.ts";
import { networks } from "../../app/networks.ts";
import { version } from "../../version.ts";
import {
  asking,
  cookieOf,
  EMAIL,
  isSignedIn,
  makeOwner,
  PASSWORD,
  personHeaders,
  sessionsOf,
  signIn,
  type Owner,
} from "../support/owner.ts";
import { otherProfile, outcome } from "../support/posting.ts";
import { openWorld, type World } from "../support/world.ts";

const NEW = "a horse of another colour";
const signInWith = async (world: World, password: string) =>
  await asking(world)("POST", "/session", { email: EMAIL, password });

let world: World;
let owner: Owner;
beforeAll(async () => {
  world = await openWorld();
  await makeOwner(world);
  await makeOwner(world, "you@example.com");
  owner = await signIn(world);
});
afterAll(() => world[Symbol.asyncDispose]());

const audit = async () => (await world.appliance.store.audit.page(1, null))[0];

test("the session says who is signed in and what their pages begin with; signing in answers the same", async () => {
  const { json } = await owner.ask("GET", "/session");
  expect(json).toMatchObject({
    owner: { email: EMAIL },
    role: "owner",
    name: null,
    settings: { timezone: null, theme: "auto", letterKeys: true },
    profiles: [{ id: world.profileId, name: "test", timezone: "UTC" }],
    version,
    serverTime: new Date(world.clock.now()).toISOString(),
    publicUrl: world.url,
  });
  // To sign in is a change itself.
  expect((await signInWith(world, PASSWORD)).json).toEqual({ ...json, livePosition: expect.any(String) });
  const { profileId } = await otherProfile(world);
  const ids = (await owner.ask("GET", "/session")).json["profiles"] as { id: string }[];
  expect(ids.map(({ id }) => id).toSorted()).toEqual([world.profileId, profileId].toSorted());
});

describe("PATCH /admin/me", () => {
  test("changes one field at a time, for this person alone, with its audit entry", async () => {
    const set = async (body: object) => {
      const { status, json } = await owner.ask("PATCH", "/me", body);
      expect(status).toBe(200);
      return { name: json["name"], settings: json["settings"] };
    };
    expect(await set({ name: "  Anna 🌻 " })).toEqual({
      name: "Anna 🌻",
      settings: { timezone: null, theme: "auto", letterKeys: true },
    });
    expect(await set({ timezone: "europe/berlin", theme: "dark" })).toEqual({
      name: "Anna 🌻",
      settings: { timezone: "Europe/Berlin", theme: "dark", letterKeys: true },
    });
    expect(await audit()).toMatchObject({
      actor: `owner:${EMAIL}`,
      action: "person.update",
      detail: { fields: ["timezone", "theme"] },
    });
    expect(await set({ name: null, timezone: null })).toEqual({
      name: null,
      settings: { timezone: null, theme: "dark", letterKeys: true },
    });
    const other = await signIn(world, "you@example.com");
    expect((await other.ask("GET", "/session")).json).toMatchObject({
      name: null,
      settings: { theme: "auto" },
    });
  });

  test.each<[object, string]>([
    [{}, ""],
    [{ theme: "pink" }, "/theme"],
    [{ timezone: "Mars/Olympus" }, "/timezone"],
    [{ timezone: "+01:00" }, "/timezone"],
    [{ name: " " }, "/name"],
    [{ name: "x".repeat(101) }, "/name"],
    [{ role: "owner" }, "/role"],
    [{ password: { new: NEW } }, "/password/current"],
    [{ password: { current: PASSWORD, new: "short" } }, "/password/new"],
    [{ theme: "light", password: { current: PASSWORD, new: EMAIL } }, "/password/new"],
  ])("%j is refused, and nothing changes", async (body, pointer) => {
    const before = (await owner.ask("GET", "/session")).json;
    const { status, json } = await owner.ask("PATCH", "/me", body);
    expect({ status, code: json["code"] }).toEqual({ status: 400, code: "invalid_request" });
    expect(json["errors"]).toContainEqual(expect.objectContaining({ pointer }));
    expect(JSON.stringify(json)).not.toContain(PASSWORD);
    expect((await owner.ask("GET", "/session")).json).toEqual(before);
  });

  test("a new password ends every other session of the person at once, on /v1 too, and no one else's", async () => {
    await using world = await openWorld();
    await makeOwner(world);
    await makeOwner(world, "you@example.com");
    const [here, there, stranger] = [
      await signIn(world),
      await signIn(world),
      await signIn(world, "you@example.com"),
    ];
    const answer = await here.ask("PATCH", "/me", {
      name: "Anna",
      password: { current: PASSWORD, new: NEW },
    });
    expect(answer.status).toBe(200);
    expect(answer.json["name"]).toBe("Anna");
    expect(JSON.stringify(answer.json)).not.toContain(NEW);
    expect(await isSignedIn(world, here.cookie)).toBeTrue();
    expect(await isSignedIn(world, there.cookie)).toBeFalse();
    expect(await isSignedIn(world, stranger.cookie)).toBeTrue();
    const onV1 = await world.ask("GET", "/accounts", undefined, personHeaders(world, there.cookie));
    expect(outcome(onV1)).toBe("401 sign_in_required");
    expect((await signInWith(world, PASSWORD)).status).toBe(401);
    expect((await signInWith(world, NEW)).status).toBe(201);
    const entries = await world.appliance.store.audit.page(3, null);
    expect(entries.map(({ action }) => action)).toEqual([
      "session.start",
      "person.password",
      "person.update",
    ]);
    expect(JSON.stringify(entries)).not.toContain(NEW);
    // The command line ends this one too.
    await setPassword("cli", { email: EMAIL, password: PASSWORD }, world.appliance);
    expect(await isSignedIn(world, here.cookie)).toBeFalse();
    expect(await isSignedIn(world, stranger.cookie)).toBeTrue();
  });

  test("a wrong current password changes nothing and counts as a failed sign-in", async () => {
    const lines: string[] = [];
    await using world = await openWorld(
      { CRIER_LOG: "warn" },
      networks,
      null,
      (line) => void lines.push(line),
    );
    await makeOwner(world);
    const [here, there] = [await signIn(world), await signIn(world)];
    const change = (current: string) =>
      here.ask("PATCH", "/me", { theme: "dark", password: { current, new: NEW } });
    const answers = await Promise.all(Array.from({ length: 7 }, () => change("not my password")));
    expect(answers.map(outcome).toSorted()).toEqual([
      ...Array<string>(5).fill("403 wrong_password"),
      ...Array<string>(2).fill("429 too_many_attempts"),
    ]);
    expect(lines.filter((line) => line.includes('"sign_in_failed"'))).toHaveLength(5);
    expect(lines.join()).not.toContain("not my password");
    expect(outcome(await change(PASSWORD))).toBe("429 too_many_attempts");
    // From the same address nobody signs in either; what needs no password goes on.
    expect((await signInWith(world, PASSWORD)).status).toBe(429);
    expect((await here.ask("PATCH", "/me", { name: "Anna" })).json).toMatchObject({
      name: "Anna",
      settings: { theme: "auto" },
    });
    expect(await isSignedIn(world, there.cookie)).toBeTrue();
    world.clock.turn(15 * 60_000);
    expect((await change(PASSWORD)).status).toBe(200);
    expect(await isSignedIn(world, there.cookie)).toBeFalse();
  });

  test("who signs in with the old password while it is changed is not signed in afterwards", async () => {
    await using world = await openWorld();
    await makeOwner(world);
    const here = await signIn(world);
    let changed = false;
    const change = here
      .ask("PATCH", "/me", { password: { current: PASSWORD, new: NEW } })
      .finally(() => (changed = true));
    const cookies: string[] = [];
    const signInAgain = async () => {
      while (!changed) {
        const answer = await signInWith(world, PASSWORD);
        if (answer.status === 201) cookies.push(cookieOf(answer));
      }
    };
    await Promise.all([signInAgain(), signInAgain()]);
    expect((await change).status).toBe(200);
    for (const cookie of cookies) expect(await isSignedIn(world, cookie)).toBeFalse();
    expect(await isSignedIn(world, here.cookie)).toBeTrue();
    expect(await sessionsOf(here)).toHaveLength(1);
  });

  test("of two changes of a password at once one is made", async () => {
    await using world = await openWorld();
    await makeOwner(world);
    const [one, two] = [await signIn(world), await signIn(world)];
    const answers = await Promise.all(
      [one, two].map((each, n) =>
        each.ask("PATCH", "/me", { password: { current: PASSWORD, new: `${NEW} ${n}` } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const lost of answers.filter(({ status }) => status !== 200))
      expect(["401 sign_in_required", "403 wrong_password"]).toContain(outcome(lost));
    const signedIn = await Promise.all([one, two].map(({ cookie }) => isSignedIn(world, cookie)));
    expect(signedIn.filter(Boolean)).toHaveLength(1);
  });
});
