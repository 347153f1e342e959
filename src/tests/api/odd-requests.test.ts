// Tests requests that no browser sends: odd hosts, methods and addresses all get one of our answers.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { networks } from "../../app/networks.ts";
import { makeOwner } from "../support/owner.ts";
import { answerTo } from "../support/raw-http.ts";
import { leastWorkOf } from "../support/work.ts";
import { openWorld, type World } from "../support/world.ts";
import { freePort } from "../support/free-port.ts";

let world: World;
const lines: string[] = [];
beforeAll(async () => {
  world = await openWorld({ CRIER_LOG: "debug" }, networks, null, (line) => void lines.push(line));
  await makeOwner(world);
});
afterAll(() => world[Symbol.asyncDispose]());

const ask = (head: string, ...headers: string[]) =>
  answerTo(world.url, `${[head, ...headers].join("\r\n")}\r\n\r\n`);
const statusOf = (answer: string) => Number(answer.split(" ")[1]);

describe("a host (D4)", () => {
  test.each([
    "nas",
    "pi",
    "x",
    "box:80",
    "nas.local",
    "[::1]",
    "[::1]:4040",
    "127.0.0.1",
    "a.very.long.name.example",
  ])("%s reaches every route", async (host) => {
    expect(await ask("GET /livez HTTP/1.1", `Host: ${host}`)).toContain("\r\n\r\nok\n");
    const bearer = `Authorization: Bearer ${world.key}`;
    expect(statusOf(await ask("GET /v1/accounts HTTP/1.1", `Host: ${host}`, bearer))).toBe(200);
    expect(statusOf(await ask("GET /v1/posts?limit=1 HTTP/1.1", `Host: ${host}`, bearer))).toBe(200);
    expect(statusOf(await ask("GET /docs/errors HTTP/1.1", `Host: ${host}`))).toBe(200);
  });

  test("guard and router see one path, whatever the host", async () => {
    for (const host of ["x", "nas", "127.0.0.1"]) {
      for (const path of [
        "/zz/livez",
        "/zz/v1/accounts",
        "/zz/admin/profiles",
        "/zz/admin/session",
        "/a/mcp",
      ])
        expect([host, path, statusOf(await ask(`GET ${path} HTTP/1.1`, `Host: ${host}`))]).toEqual([
          host,
          path,
          404,
        ]);
      // Without the page's origin, signing in is refused before anything is read.
      const signIn = ["Content-Type: application/json", "Content-Length: 0"];
      expect(statusOf(await ask("POST /admin/session HTTP/1.1", `Host: ${host}`, ...signIn))).toBe(403);
    }
  });

  test.each(["a b", "", "a@b", "[::1", "x/y", "a:b", "a?b", "%zz", "x:99999"])(
    "that is none (%p) is refused in our own words",
    async (host) => {
      const answer = await ask("GET /v1/posts?signature=SECRET HTTP/1.1", `Host: ${host}`);
      expect(statusOf(answer)).toBe(400);
      if (answer.endsWith("\r\n\r\n")) return; // Refused by Bun's own reader, without a word.
      expect(answer).toMatch(/content-type: application\/problem\+json/i);
      expect(answer).toContain("Host header");
    },
  );

  test("is not needed in HTTP/1.0, as load balancers ask for our health", async () => {
    expect(await ask("GET /livez HTTP/1.0")).toContain("\r\n\r\nok\n");
    expect(await ask("GET /readyz HTTP/1.0")).toContain("\r\n\r\nok\n");
    const answer = await ask("GET /v1/posts?limit=1 HTTP/1.0", `Authorization: Bearer ${world.key}`);
    expect(statusOf(answer)).toBe(200);
  });
});

describe("a method (D4)", () => {
  test.each(["PROPFIND", "TRACE", "OPTIONS", "PUT"])("%s is 405, with what works", async (method) => {
    const answer = await ask(`${method} /v1/openapi.json HTTP/1.1`, "Host: a");
    expect(statusOf(answer)).toBe(405);
    expect(answer.toLowerCase()).toContain("\r\nallow: get, head\r\n");
  });

  test("CONNECT asks for no path: 400", async () => {
    const answer = await ask("CONNECT example.com:443 HTTP/1.1", "Host: example.com:443");
    expect(statusOf(answer)).toBe(400);
    expect(answer).toContain("application/problem+json");
  });

  test("an address with a slash at its end is the same address", async () => {
    const bearer = `Authorization: Bearer ${world.key}`;
    expect(statusOf(await ask("GET /v1/accounts/ HTTP/1.1", "Host: a", bearer))).toBe(200);
    expect(statusOf(await ask("DELETE /v1/accounts/ HTTP/1.1", "Host: a", bearer))).toBe(405);
  });
});

test("long addresses that lead nowhere cost little", async () => {
  const ask100 = async (path: string) => {
    for (let n = 0; n < 100; n++) expect((await fetch(`${world.url}/${path}`)).status).toBe(404);
  };
  const [one, many] = ["a".repeat(12_000), "/a".repeat(6000)];
  for (const path of [one, many]) await ask100(path);
  const usual = await leastWorkOf(() => ask100(one));
  expect(await leastWorkOf(() => ask100(many))).toBeLessThan(5 * usual);
});

/** By the first part of a path: these ask for a permission before they look at the rest. */
const STATUSES: Readonly<Record<string, number>> = { v1: 401, media: 403 };

test("nothing of Bun's own is shown, and no query comes into the log", async () => {
  for (const path of ["/bun:info", "/_bun/info", "/src:/app.ts", "/v1/%ff%fe", "/media/%E0%A4%A/x"]) {
    const answer = await ask(`GET ${path}?signature=SECRET HTTP/1.1`, "Host: a");
    expect([path, statusOf(answer)]).toEqual([path, STATUSES[path.split("/")[1] ?? ""] ?? 404]);
    expect(answer).not.toMatch(/<html|\.ts:\d|node_modules/i);
  }
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.join("\n")).not.toContain("SECRET");
  expect(lines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
});

test("no answer may be sniffed, and those of /v1 may not be cached", async () => {
  for (const path of ["/v1/posts", "/v1/nothing", "/livez", "/status.json", "/admin/session", "/nowhere"]) {
    const { headers } = await fetch(`${world.url}${path}`, {
      headers: { authorization: `Bearer ${world.key}` },
    });
    expect([path, headers.get("x-content-type-options")]).toEqual([path, "nosniff"]);
    expect([path, headers.has("strict-transport-security")]).toEqual([path, false]);
    if (path.startsWith("/v1")) expect([path, headers.get("cache-control")]).toEqual([path, "no-store"]);
  }
});

test("with a public address of https every answer asks for https from then on", async () => {
  const port = freePort();
  await using _ = await openWorld({ CRIER_URL: "https://crier.example", CRIER_PORT: String(port) });
  for (const path of ["/v1/posts", "/livez", "/status.json", "/admin/session", "/nowhere"]) {
    const { headers } = await fetch(`http://127.0.0.1:${port}${path}`);
    expect([path, headers.get("strict-transport-security")]).toEqual([path, "max-age=31536000"]);
  }
});

test("the longest body within all bounds is read, and not much more", async () => {
  const headers = { authorization: `Bearer ${world.key}`, "content-type": "application/json" };
  const reached = async (method: string, path: string, body: string) => {
    const answer = await fetch(`${world.url}/v1${path}`, { method, headers, body });
    return `${answer.status} ${String(((await answer.json()) as Record<string, unknown>)["code"])}`;
  };
  // Each character as long as JSON lets one be written.
  const longest = (characters: number) => "\\ud83d\\ude00".repeat(characters);
  const id = crypto.randomUUID();
  const within = [
    [
      "POST",
      "/media",
      `{"url":"https://files.example/${longest(1978)}","filename":"${longest(1000)}","altText":"${longest(1500)}"}`,
    ],
    ["PATCH", `/media/${id}`, `{"altText":"${longest(1500)}"}`],
    ["POST", "/media/complete", `{"uploadId":"${id}","altText":"${longest(1500)}"}`],
    [
      "POST",
      `/posts/${id}/reconcile`,
      `{"targetId":"${id}","action":"mark_published","confirmed":true,"remoteId":"${longest(500)}","remoteUrl":"https://${longest(1992)}","note":"${longest(500)}"}`,
    ],
  ] as const;
  for (const [method, path, body] of within) {
    expect(await reached(method, path, body)).toBeOneOf([
      "404 not_found",
      "422 host_not_approved",
      "422 import_failed",
    ]);
    expect(await reached(method, path, `${" ".repeat(64 * 1024)}${body}`)).toBe("413 body_too_large");
  }
});
