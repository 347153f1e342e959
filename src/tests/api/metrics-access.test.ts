// Tests who may read /metrics: with the token, or without one from this machine alone.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { rememberPeer } from "../../api/http/client-address.ts";
import { problemOf, problemResponse } from "../../api/http/problem.ts";
import { metricsRoutes } from "../../api/metrics.ts";
import { openRaw } from "../support/raw-http.ts";
import { openWorld, type World } from "../support/world.ts";

const TOKEN = "canary-token-of-metrics";

const ask = (world: World, headers: Record<string, string> = {}, method = "GET") =>
  fetch(`${world.url}/metrics`, { method, headers });

describe("with a token", () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld({ CRIER_METRICS_TOKEN: TOKEN, CRIER_RATE_LIMIT: "4" });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  test("it is read with the token, whatever passed the request on", async () => {
    for (const more of [{}, { "x-forwarded-for": "203.0.113.9", host: "crier.example" }]) {
      const answer = await ask(world, { authorization: `Bearer ${TOKEN}`, ...more });
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
      expect(answer.headers.get("cache-control")).toBe("no-store");
    }
  });

  test.each([
    ["none", undefined],
    ["a wrong one", "Bearer canary-token-of-metricz"],
    ["a longer one", `Bearer ${TOKEN}x`],
    ["an empty one", "Bearer "],
    ["another scheme", `Basic ${TOKEN}`],
    ["the token alone", TOKEN],
  ])("%s: 401, and nothing is said of what would be right", async (_, authorization) => {
    const answer = await ask(world, authorization === undefined ? {} : { authorization });
    expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    expect(await answer.text()).not.toContain(TOKEN);
  });

  test("an API key opens nothing here, and the token opens nothing else", async () => {
    expect((await ask(world, { authorization: `Bearer ${world.key}` })).status).toBe(401);
    const headers = { authorization: `Bearer ${TOKEN}` };
    expect((await fetch(`${world.url}/v1/accounts`, { headers })).status).toBe(401);
    expect((await fetch(`${world.url}/admin/system`, { headers })).status).toBe(401);
  });

  test("reading it takes nothing from anybody's rate limit, and says nothing of one", async () => {
    for (let n = 0; n < 20; n++) {
      const answer = await ask(world, { authorization: `Bearer ${n % 2 === 0 ? TOKEN : world.key}` });
      expect(answer.headers.get("ratelimit")).toBeNull();
    }
    expect((await world.ask("GET", "/accounts")).status).toBe(200);
  });

  test("only GET, and a token that is too short is refused at the start", async () => {
    expect((await ask(world, { authorization: `Bearer ${TOKEN}` }, "POST")).status).toBe(405);
    await expect(openWorld({ CRIER_METRICS_TOKEN: "short" })).rejects.toThrow("CRIER_METRICS_TOKEN must be");
    await expect(openWorld({ CRIER_METRICS_TOKEN: "" })).rejects.toThrow("CRIER_METRICS_TOKEN must be");
  });
});

describe("without a token", () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world[Symbol.asyncDispose]());

  test("this machine may read it", async () => {
    expect((await ask(world)).status).toBe(200);
    const { port } = new URL(world.url);
    expect((await ask(world, { host: `localhost:${port}` })).status).toBe(200);
    expect((await ask(world, { host: "[::1]" })).status).toBe(200);
  });

  const FOREIGN = [
    { "x-forwarded-for": "127.0.0.1" },
    { "x-forwarded-for": "203.0.113.9" },
    { "x-forwarded-proto": "https" },
    { forwarded: "for=127.0.0.1" },
    { "x-real-ip": "127.0.0.1" },
    { via: "1.1 proxy" },
    { "cf-connecting-ip": "127.0.0.1" },
    // A proxy that adds nothing but keeps the name, and a foreign page whose name leads here.
    { host: "crier.example" },
    { host: "127.0.0.1.crier.example" },
    { host: "192.168.1.5" },
  ];
  test.each(FOREIGN)("%j: nothing is there, as at any unknown address", async (headers) => {
    const answers = [await ask(world, headers), await fetch(`${world.url}/nothing`, { headers })];
    const [here, nothing] = await Promise.all(
      answers.map(async (answer) => {
        const { instance: _, ...body } = (await answer.json()) as Record<string, unknown>;
        const names = [...answer.headers.keys()].toSorted();
        return { status: answer.status, type: answer.headers.get("content-type"), names, body };
      }),
    );
    expect(here?.status).toBe(404);
    expect(here).toEqual(nothing);
  });

  test("a request that names no host is not let in by the name of the server", async () => {
    using raw = await openRaw(world.url);
    raw.send("GET /metrics HTTP/1.0\r\nX-Forwarded-For: 127.0.0.1\r\n\r\n");
    expect(await raw.closed()).toStartWith("HTTP/1.1 404");
  });

  test.each([
    ...["127.0.0.1", "127.0.0.53", "::1", "::ffff:127.0.0.1"].map((peer) => [peer, 200] as const),
    ...["192.168.1.5", "203.0.113.9", "::ffff:203.0.113.9", "fe80::1", ""].map(
      (peer) => [peer, 404] as const,
    ),
  ])("a connection from %j that names this machine: %d", async (peer, expected) => {
    const request = new Request("http://localhost:4040/metrics");
    rememberPeer(request, () => (peer === "" ? null : peer));
    const routes = metricsRoutes({ token: null, text: async () => "" }).onError(({ error }) =>
      problemResponse(problemOf(error), "", ""),
    );
    expect((await routes.fetch(request)).status).toBe(expected);
  });
});
