// Signing in to the admin API: cookies, sessions, and what those meet who guess.
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { asking, EMAIL, makeOwner, PASSWORD, signIn } from "./owner.ts";
import { freePort } from "./raw.ts";
import { openWorld, type World } from "./world.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await makeOwner(world);
}, 60_000);
afterAll(() => world[Symbol.asyncDispose]());

describe("signing in", () => {
  test("the cookie is for this server alone and out of reach of scripts; only its hash is kept", async () => {
    const { headers, json } = await asking(world)("POST", "/session", {
      email: " ME@Example.com ",
      password: PASSWORD,
    });
    const cookie = headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(/^crier=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/);
    expect(json).toMatchObject({
      owner: { email: EMAIL },
      createdAt: new Date(world.clock.now()).toISOString(),
      idleUntil: new Date(world.clock.now() + 7 * DAY).toISOString(),
      expiresAt: new Date(world.clock.now() + 30 * DAY).toISOString(),
    });
    const token = cookie.slice("crier=".length, "crier=".length + 43);
    for (const name of readdirSync(world.folder, { recursive: true, encoding: "utf8" })) {
      const file = Bun.file(join(world.folder, name));
      if (!(await file.exists())) continue;
      const bytes = Buffer.from(await file.bytes());
      for (const secret of [token, PASSWORD]) expect(bytes.includes(secret)).toBeFalse();
      expect(bytes.includes(Buffer.from(token, "base64url"))).toBeFalse();
    }
  });

  test("behind https: __Host- and Secure, its own origin and no other, and HSTS", async () => {
    const port = freePort();
    await using world = await openWorld({ CRIER_URL: "https://crier.example", CRIER_PORT: String(port) });
    await makeOwner(world);
    // Behind the proxy that speaks TLS.
    const secure = { url: `http://127.0.0.1:${port}` };
    const from = (origin: string) =>
      asking(secure)("POST", "/session", { email: EMAIL, password: PASSWORD }, { origin });
    expect((await from(secure.url)).status).toBe(403);
    expect((await from("http://crier.example")).status).toBe(403);
    const { status, headers } = await from("https://crier.example");
    expect(status).toBe(201);
    const cookie = headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(
      /^__Host-crier=[\w-]{43}; Path=\/; Max-Age=2592000; Secure; HttpOnly; SameSite=Lax$/,
    );
    expect(headers.get("strict-transport-security")).toBe("max-age=31536000");
    const token = cookie.split(";")[0] ?? "";
    expect((await asking(secure, token)("GET", "/session")).status).toBe(200);
    // A cookie of the plain name can be planted by a neighbour host; it opens nothing here.
    expect((await asking(secure, token.replace("__Host-", ""))("GET", "/session")).status).toBe(401);
    const own = { origin: null, "sec-fetch-site": "same-origin" };
    expect((await asking(secure, token)("DELETE", "/session", undefined, own)).status).toBe(204);
  }, 60_000);

  test("a wrong password and an unknown e-mail address: the same answer after the same work", async () => {
    const timed = async (email: string, password: string) => {
      const began = performance.now();
      const { status, headers, json } = await asking(world)("POST", "/session", { email, password });
      const shape = JSON.stringify({ status, ...json, instance: "", cookie: headers.get("set-cookie") });
      return { shape, ms: performance.now() - began };
    };
    const wrong = [await timed(EMAIL, "wrong"), await timed(EMAIL, `${PASSWORD}x`)];
    const unknown = [await timed("you@example.com", PASSWORD), await timed("no e-mail", PASSWORD)];
    expect(new Set([...wrong, ...unknown].map(({ shape }) => shape)).size).toBe(1);
    expect(wrong[0]?.shape).toContain('"code":"sign_in_failed"');
    const fastest = (runs: { ms: number }[]) => Math.min(...runs.map(({ ms }) => ms));
    expect(fastest(unknown) / fastest(wrong)).toBeWithin(0.3, 3);
  }, 60_000);

  test("after five failures the address waits, the right password included, and is told how long", async () => {
    await using world = await openWorld();
    await makeOwner(world);
    const attempt = async (password: string) =>
      await asking(world)(
        "POST",
        "/session",
        { email: EMAIL, password },
        { "x-forwarded-for": String(Math.random()) },
      );
    const answers = await Promise.all(Array.from({ length: 9 }, () => attempt("wrong")));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      401, 401, 401, 401, 401, 429, 429, 429, 429,
    ]);
    const { status, headers, json } = await attempt(PASSWORD);
    expect({ status, code: json["code"], wait: headers.get("retry-after") }).toEqual({
      status: 429,
      code: "too_many_attempts",
      wait: "900",
    });
    world.clock.turn(15 * MINUTE);
    expect((await attempt(PASSWORD)).status).toBe(201);
  }, 60_000);

  test("behind a trusted proxy each of its clients counts for itself", async () => {
    await using world = await openWorld({ CRIER_TRUSTED_PROXIES: "127.0.0.0/8, ::1" });
    await makeOwner(world);
    const attempt = async (client: string, password: string) =>
      (await asking(world)("POST", "/session", { email: EMAIL, password }, { "x-forwarded-for": client }))
        .status;
    await Promise.all(Array.from({ length: 5 }, () => attempt("9.9.9.9", "wrong")));
    expect(await attempt("9.9.9.9", PASSWORD)).toBe(429);
    expect(await attempt("8.8.8.8", PASSWORD)).toBe(201);
  }, 60_000);

  test("sessions outlive a restart, move with their use, and the dead are swept", async () => {
    await using world = await openWorld();
    await makeOwner(world);
    const { cookie } = await signIn(world);
    await world.restart();
    world.clock.turn(6 * DAY);
    expect((await asking(world, cookie)("GET", "/session")).json["idleUntil"]).toBe(
      new Date(world.clock.now() + 7 * DAY).toISOString(),
    );
    world.clock.turn(8 * DAY);
    expect((await asking(world, cookie)("GET", "/session")).status).toBe(401);
    await signIn(world);
    using db = new Database(join(world.folder, "crier.sqlite"), { readonly: true });
    expect(db.query("SELECT count(*) AS n FROM session").get()).toEqual({ n: 1 });
  }, 60_000);
});
