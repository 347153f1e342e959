// Tests signing in to the admin API: cookies, sessions and guessing.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { hashPassword } from "../../auth/password.ts";
import { networks } from "../../app/networks.ts";
import { asking, EMAIL, makeOwner, makePerson, PASSWORD, signIn } from "../support/owner.ts";
import { answerTo } from "../support/raw-http.ts";
import { storedBytes } from "../support/stored-bytes.ts";
import { workOf } from "../support/work.ts";
import { openWorld, type World } from "../support/world.ts";
import { freePort } from "../support/free-port.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await makeOwner(world);
});
afterAll(() => world[Symbol.asyncDispose]());

describe("signing in", () => {
  test("the cookie is for this server alone and out of reach of scripts; only its hash is kept", async () => {
    const { headers, json } = await asking(world)("POST", "/session", {
      email: " ME@Example.com ",
      password: PASSWORD,
    });
    const [cookie = ""] = headers.getSetCookie();
    expect(cookie).toMatch(/^crier=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/);
    expect(json).toMatchObject({
      owner: { email: EMAIL },
      createdAt: new Date(world.clock.now()).toISOString(),
      idleUntil: new Date(world.clock.now() + 7 * DAY).toISOString(),
      expiresAt: new Date(world.clock.now() + 30 * DAY).toISOString(),
    });
    const token = cookie.slice("crier=".length, "crier=".length + 43);
    const bytes = await storedBytes(world);
    for (const secret of [token, PASSWORD]) expect(bytes.includes(secret)).toBeFalse();
    expect(bytes.includes(Buffer.from(token, "base64url"))).toBeFalse();
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
    const [cookie = ""] = headers.getSetCookie();
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
  });

  test("a wrong password and an unknown e-mail address: the same answer after the same work", async () => {
    const measured = async (email: string, password: string) => {
      let shape = "";
      const work = await workOf(async () => {
        const { status, headers, json } = await asking(world)("POST", "/session", { email, password });
        shape = JSON.stringify({ status, ...json, instance: "", cookie: headers.get("set-cookie") });
      });
      return { shape, work };
    };
    const known = "slow@example.com";
    await makePerson(world, known, { role: "owner", profiles: "all" }, hashPassword(PASSWORD));
    const wrong = [await measured(known, "wrong"), await measured(known, `${PASSWORD}x`)];
    const unknown = [await measured("you@example.com", PASSWORD), await measured("no e-mail", PASSWORD)];
    expect(new Set([...wrong, ...unknown].map(({ shape }) => shape)).size).toBe(1);
    expect(wrong[0]?.shape).toContain('"code":"sign_in_failed"');
    const least = (runs: { work: number }[]) => Math.min(...runs.map(({ work }) => work));
    // Without the same work the unknown one would take a hundredth of it.
    expect(least(unknown) / least(wrong)).toBeWithin(0.2, 5);
  });

  test("after five failures the address has to wait, even with the right password, and learns how long", async () => {
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
    // A restart forgets nothing.
    await world.restart(14 * MINUTE);
    expect((await attempt(PASSWORD)).headers.get("retry-after")).toBe("60");
    world.clock.turn(MINUTE);
    expect((await attempt(PASSWORD)).status).toBe(201);
  });

  test("behind a trusted proxy each of its clients counts for itself", async () => {
    await using world = await openWorld({ CRIER_TRUSTED_PROXIES: "127.0.0.0/8, ::1" });
    await makeOwner(world);
    const attempt = async (client: string, password: string) =>
      (await asking(world)("POST", "/session", { email: EMAIL, password }, { "x-forwarded-for": client }))
        .status;
    await Promise.all(Array.from({ length: 5 }, () => attempt("9.9.9.9", "wrong")));
    expect(await attempt("9.9.9.9", PASSWORD)).toBe(429);
    expect(await attempt("8.8.8.8", PASSWORD)).toBe(201);
  });

  test("a browser that signed in before is not locked out by failed sign-ins from the same address", async () => {
    await using world = await openWorld();
    await makeOwner(world);
    await makeOwner(world, "you@example.com");
    const attempt = (password: string, cookie: string, email = EMAIL) =>
      asking(world, cookie)("POST", "/session", { email, password });
    const cookies = (await attempt(PASSWORD, "")).headers.getSetCookie();
    const device = cookies.find((each) => each.startsWith("crier-device="))?.split(";")[0] ?? "";
    expect(cookies.join()).toMatch(/crier-device=[\w-]+; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax/);
    // Strangers who come through the same proxy.
    for (let i = 0; i < 5; i++) expect((await attempt("wrong", "")).status).toBe(401);
    expect((await attempt(PASSWORD, "")).status).toBe(429);
    expect((await attempt(PASSWORD, device)).status).toBe(201);
    // Another account or an invented cookie does not help.
    expect((await attempt(PASSWORD, device, "you@example.com")).status).toBe(429);
    expect((await attempt(PASSWORD, `${device.slice(0, -4)}AAAA`)).status).toBe(429);
    // Nor to guess with it: its own failures are counted too, and before the body is read.
    const guesses = await Promise.all(Array.from({ length: 7 }, () => attempt("wrong", device)));
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(5);
    expect((await attempt(PASSWORD, device)).status).toBe(429);
    // After that nothing is read any more.
    expect((await asking(world, device)("POST", "/session", "x".repeat(9000))).status).toBe(429);
  });

  test("a proxy that is not trusted is named in the log, once", async () => {
    const lines: string[] = [];
    const say = (line: string) => void lines.push(line);
    await using world = await openWorld({ CRIER_LOG: "warn" }, networks, null, say);
    for (const client of ["203.0.113.9", "203.0.113.10"])
      await fetch(`${world.url}/livez`, { headers: { "x-forwarded-for": client } });
    const warnings = lines.filter((line) => line.includes('"untrusted_proxy"'));
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain("CRIER_TRUSTED_PROXIES");
    await using trusting = await openWorld(
      { CRIER_LOG: "warn", CRIER_TRUSTED_PROXIES: "127.0.0.1" },
      networks,
      null,
      say,
    );
    await fetch(`${trusting.url}/livez`, { headers: { "x-forwarded-for": "203.0.113.9" } });
    expect(lines.filter((line) => line.includes('"untrusted_proxy"'))).toHaveLength(1);
  });

  test("a request under a name that is not this appliance's is refused, whatever its origin", async () => {
    const to = (host: string) =>
      answerTo(
        world.url,
        `POST /admin/session HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://${host}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`,
      );
    expect(await to("evil.example")).toContain('"code":"host_refused"');
    for (const host of ["localhost:4040", "nas", "192.168.1.5:4040", "[fd00::1]"])
      expect(await to(host)).toContain('"code":"invalid_request"');
  });

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
    expect(await world.database.all("SELECT id FROM session")).toHaveLength(1);
  });
});
