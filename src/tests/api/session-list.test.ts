// Tests the list of a person's sessions, and ending them elsewhere.
import { afterAll, beforeAll, expect, test } from "bun:test";
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
import { outcome } from "../support/posting.ts";
import { openWorld, type World } from "../support/world.ts";

const DAY = 24 * 3_600_000;
const BROWSERS: readonly [string, string][] = [
  ["Firefox on Linux", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"],
  [
    "Chrome on Windows",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
  ],
  [
    "Edge on Windows",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
  ],
  [
    "Safari on macOS",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15",
  ],
  [
    "Safari on iPhone",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1",
  ],
  [
    "Samsung Internet on Android",
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36",
  ],
  ["curl", "curl/8.9.0"],
  ["A browser on Linux", "something (Linux)"],
  ["Unknown browser", `<script>${"x".repeat(5000)} Firefox/1`],
];

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

test.each(BROWSERS)("%s: so a browser is listed, from its User-Agent", async (device, agent) => {
  const credentials = { email: EMAIL, password: PASSWORD };
  const cookie = cookieOf(await asking(world)("POST", "/session", credentials, { "user-agent": agent }));
  const ask = asking(world, cookie);
  const listed = (await sessionsOf({ ask })).find(({ current }) => current);
  expect(listed).toMatchObject({ device, address: expect.stringMatching(/^(127\.0\.0\.1|::1)$/) });
  expect(JSON.stringify(listed)).not.toContain("Mozilla");
  expect((await ask("DELETE", "/session")).status).toBe(204);
});

test("one's own live sessions, the latest used first; one is current, none has a token", async () => {
  await using world = await openWorld();
  await makeOwner(world);
  await makeOwner(world, "you@example.com");
  const over = await signIn(world);
  world.clock.turn(DAY);
  const [first, second, stranger] = [
    await signIn(world),
    await signIn(world),
    await signIn(world, "you@example.com"),
  ];
  world.clock.turn(6 * DAY);
  expect(await isSignedIn(world, first.cookie)).toBeTrue();
  expect(await isSignedIn(world, over.cookie)).toBeFalse();
  const listed = await sessionsOf(first);
  expect(listed.map(({ current }) => current)).toEqual([true, false]);
  expect(listed[0]?.lastUsedAt).toBe(new Date(world.clock.now()).toISOString());
  expect(JSON.stringify(listed)).not.toContain(second.cookie.slice("crier=".length));
  expect((await sessionsOf(stranger)).map(({ current }) => current)).toEqual([true]);
  expect(Object.keys(listed[0] ?? {}).toSorted()).toEqual([
    "address",
    "createdAt",
    "current",
    "device",
    "expiresAt",
    "id",
    "lastUsedAt",
  ]);
});

test("one is ended by its id, at once; another person's is not found", async () => {
  const [there, stranger] = [await signIn(world), await signIn(world, "you@example.com")];
  const id = (await sessionsOf(there)).find(({ current }) => current)?.id ?? "";
  expect((await stranger.ask("DELETE", `/sessions/${id}`)).status).toBe(404);
  expect(await isSignedIn(world, there.cookie)).toBeTrue();
  const answer = await owner.ask("DELETE", `/sessions/${id.toUpperCase()}`);
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([204, []]);
  expect(await audit()).toMatchObject({ action: "session.end", detail: { session: id } });
  expect(await isSignedIn(world, there.cookie)).toBeFalse();
  const onV1 = await world.ask("POST", "/posts", { caption: "x" }, personHeaders(world, there.cookie));
  expect(outcome(onV1)).toBe("401 sign_in_required");
  expect((await owner.ask("DELETE", `/sessions/${id}`)).status).toBe(404);
});

test("ending the current one takes the cookie away, too", async () => {
  const here = await signIn(world);
  const id = (await sessionsOf(here)).find(({ current }) => current)?.id ?? "";
  const answer = await here.ask("DELETE", `/sessions/${id}`);
  expect(answer.headers.getSetCookie().join()).toContain("crier=; Path=/; Max-Age=0");
  expect(await isSignedIn(world, here.cookie)).toBeFalse();
});

test("all others are ended together, and ending none leaves no audit entry", async () => {
  const [there, stranger] = [await signIn(world), await signIn(world, "you@example.com")];
  expect((await owner.ask("DELETE", "/sessions")).status).toBe(204);
  expect(await audit()).toMatchObject({ action: "session.end_others", actor: `owner:${EMAIL}` });
  const last = (await audit())?.seq ?? 0;
  expect((await owner.ask("DELETE", "/sessions")).status).toBe(204);
  expect((await audit())?.seq).toBe(last);
  expect((await sessionsOf(owner)).map(({ current }) => current)).toEqual([true]);
  expect(await isSignedIn(world, there.cookie)).toBeFalse();
  expect(await isSignedIn(world, stranger.cookie)).toBeTrue();
});
