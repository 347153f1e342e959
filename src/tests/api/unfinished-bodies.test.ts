// Tests bodies that never end: little of them is held, not for long, and other requests are answered meanwhile.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { asking, EMAIL, makeOwner, PASSWORD } from "../support/owner.ts";
import { answerTo, isWhole, openRaw } from "../support/raw-http.ts";
import { openWorld, type World } from "../support/world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await makeOwner(world);
});
afterAll(() => world[Symbol.asyncDispose]());

const headOf = (path: string, ...headers: string[]) =>
  [
    `POST ${path} HTTP/1.1`,
    `Host: ${new URL(world.url).host}`,
    `Origin: ${world.url}`,
    "Content-Type: application/json",
    ...headers,
  ].join("\r\n") + "\r\n\r\n";
const signIn = (...headers: string[]) => headOf("/admin/session", ...headers);
const bearer = () => `Authorization: Bearer ${world.key}`;
const statusOf = (answer: string) => Number(answer.split(" ")[1]);

test("a sign-in of more than 8 KiB is refused before it is sent", async () => {
  const answer = await answerTo(world.url, signIn("Content-Length: 8193"));
  expect(statusOf(answer)).toBe(413);
  using chunked = await openRaw(world.url);
  chunked.send(`${signIn("Transfer-Encoding: chunked")}3000\r\n${"x".repeat(0x3000)}`);
  expect(statusOf(await chunked.until(isWhole))).toBe(413);
});

test("the longest e-mail address and password fit", async () => {
  const body = JSON.stringify({ email: "é".repeat(254), password: "é".repeat(1024) });
  const answer = await answerTo(
    world.url,
    signIn(`Content-Length: ${Buffer.byteLength(body)}`) + Buffer.from(body).toString("latin1"),
  );
  expect(statusOf(answer)).toBe(401);
});

test("a body that stops arriving is given up after 10 s, and the connection with it", async () => {
  for (const head of [signIn("Content-Length: 100"), headOf("/v1/posts", bearer(), "Content-Length: 100")]) {
    using raw = await openRaw(world.url);
    raw.send(`${head}{"email":`);
    const { text, passedMs } = await turnUntil(raw.closed());
    expect(statusOf(text)).toBe(408);
    expect(text).toContain('"code":"body_incomplete"');
    expect(text.toLowerCase()).toContain("connection: close");
    expect(passedMs).toBeGreaterThanOrEqual(10_000);
  }
});

test("one caller has so many unfinished bodies and no more; others are answered meanwhile", async () => {
  using crowd = new DisposableStack();
  const { promise: someRefused, resolve } = Promise.withResolvers<void>();
  const answers: string[] = [];
  const all = await Promise.all(
    Array.from({ length: 300 }, async () => {
      const raw = crowd.use(await openRaw(world.url));
      raw.send(`${signIn("Content-Length: 4000")}{"email":"`);
      return raw;
    }),
  );
  const whole = all.map(async (raw) => {
    answers.push(await raw.closed());
    if (answers.length === 50) resolve();
  });
  await someRefused;
  expect(answers.map(statusOf)).toEqual(answers.map(() => 429));
  const post = { caption: "Others", schedule: "draft" };
  expect((await world.ask("POST", "/posts", post)).json["code"]).toBe("no_accounts");
  await turnUntil(Promise.all(whole));
  expect(Object.groupBy(answers, statusOf)[408]).toHaveLength(250);
  expect((await asking(world)("POST", "/session", { email: EMAIL, password: PASSWORD })).status).toBe(201);
});

test("what a key sends without end is bounded too, in all forms of body", async () => {
  using crowd = new DisposableStack();
  const half = "x".repeat(1024 * 1024 - 2000);
  const statuses: number[] = [];
  const { promise: someRefused, resolve } = Promise.withResolvers<void>();
  const all = await Promise.all(
    Array.from({ length: 80 }, async () => {
      const raw = crowd.use(await openRaw(world.url));
      raw.send(`${headOf("/v1/posts", bearer(), "Content-Length: 1048000")}${half}`);
      return raw;
    }),
  );
  const whole = all.map(async (raw) => {
    statuses.push(statusOf(await raw.closed()));
    if (statuses.length === 15) resolve();
  });
  await someRefused;
  expect(new Set(statuses)).toEqual(new Set([429]));
  await turnUntil(Promise.all(whole));
  expect(new Set(statuses)).toEqual(new Set([408, 429]));
});

/** Turns the clock in small steps until something has happened. */
async function turnUntil<T>(happened: Promise<T>): Promise<{ text: T; passedMs: number }> {
  const began = world.clock.monotonic();
  let over = false;
  const text = happened.finally(() => (over = true));
  while (!over) {
    await new Promise((resolve) => setImmediate(resolve));
    world.clock.turn(100);
  }
  return { text: await text, passedMs: world.clock.monotonic() - began };
}
