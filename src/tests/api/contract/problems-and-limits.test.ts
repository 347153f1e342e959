// Tests problems, rate limits and addresses (contract 4, 6–8; D2, D4, D5).
import { afterAll, beforeAll, expect, test } from "bun:test";
import { CODES } from "../../../errors.ts";
import { type World } from "../../support/world.ts";
import {
  create,
  keyFor,
  MINUTE,
  openWorldWith,
  outcome,
  pointers,
  publish,
  upload,
} from "../../support/posting.ts";

let world: World;
beforeAll(async () => {
  world = await openWorldWith(["bluesky:ok", "photos:ok"]);
});
afterAll(() => world[Symbol.asyncDispose]());

test("a problem has the standard members (D2)", async () => {
  const answer = await world.ask("GET", "/posts/none");
  expect(answer.headers.get("content-type")).toBe("application/problem+json");
  expect(Object.keys(answer.json).toSorted()).toEqual([
    "code",
    "detail",
    "instance",
    "status",
    "title",
    "type",
  ]);
  expect(answer.json["instance"]).toBe(answer.headers.get("x-request-id") as never);
});

test("every answer carries a request id (D2)", async () => {
  for (const path of ["/v1/accounts", "/v1/nowhere", "/", "/livez", "/nowhere"]) {
    const { headers } = await fetch(world.url + path, { headers: { authorization: `Bearer ${world.key}` } });
    expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  }
});

test("errors point into the request body (D2)", async () => {
  const answer = await world.ask("POST", "/posts", {
    caption: 5,
    accounts: [1],
    media: ["x", 5],
    overrides: { "a/b~c": 1 },
  });
  expect(pointers(answer).toSorted()).toEqual([
    "/accounts/0",
    "/caption",
    "/media/0",
    "/media/1",
    "/overrides/a~1b~0c",
  ]);
  expect((answer.json["errors"] as { message: string }[]).every(({ message }) => message !== "")).toBeTrue();
});

test("all problems of all targets are reported together (D2)", async () => {
  const { json } = await create(world, { caption: "x".repeat(1001), options: { photos: { a: 1 } } });
  expect(json["networks"]).toMatchObject([
    {
      platform: "bluesky",
      handle: "ok",
      accountId: expect.any(String),
      problems: [{ rule: "text.length", limit: 300, actual: 1001, message: expect.any(String) }],
    },
    {
      platform: "photos",
      problems: [{ rule: "text.length" }, { rule: "media.required" }, { rule: "options.a" }],
    },
  ]);
});

test("every error code has a page (D2)", async () => {
  for (const code of Object.keys(CODES)) {
    const page = await fetch(`${world.url}/docs/errors/${code}`);
    expect({ code, status: page.status }).toEqual({ code, status: 200 });
  }
});

test("what is not a readable request gets a 4xx (D4)", async () => {
  const json = "application/json";
  const cases: [string | Uint8Array, string, string][] = [
    ["{", json, "400 invalid_json"],
    ["", json, "400 invalid_json"],
    [new Uint8Array([0x22, 0xff, 0x22]), json, "400 invalid_json"],
    ["[]", json, "400 invalid_request"],
    ["caption=x", "application/x-www-form-urlencoded", "415 unsupported_media_type"],
    ["{}", "application/jsonp", "415 unsupported_media_type"],
    [`"${"x".repeat(20_000_000)}"`, json, "413 body_too_large"],
    [`[${"1,".repeat(20_000)}1]`, json, "413 body_too_large"],
  ];
  for (const [body, type, is] of cases) {
    const headers = { authorization: `Bearer ${world.key}`, "content-type": type };
    const answer = await fetch(`${world.url}/v1/posts`, { method: "POST", headers, body });
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    const problem = (await answer.json()) as Record<string, unknown>;
    expect(`${answer.status} ${String(problem["code"])}`).toBe(is);
    expect(JSON.stringify(problem)).not.toMatch(/<html|at .*\.ts:\d/i);
  }
});

test("an unknown path gets 404, a wrong method 405 with Allow (D4)", async () => {
  expect(outcome(await world.ask("GET", "/nothing"))).toBe("404 not_found");
  for (const [method, path, allow] of [
    ["DELETE", "/posts", "GET, HEAD, POST"],
    ["PUT", "/accounts", "GET, HEAD"],
    ["DELETE", "/accounts/", "GET, HEAD"],
    ["PUT", "/media", "GET, HEAD, POST"],
  ] as const) {
    const answer = await world.ask(method, path);
    expect([outcome(answer), answer.headers.get("allow")]).toEqual(["405 method_not_allowed", allow]);
  }
});

test("a burst of ten times the rate is admitted up to the quota (D5)", async () => {
  await using other = await openWorldWith([], { CRIER_RATE_LIMIT: "120" });
  const burst = async (n: number) => {
    const answers = await Promise.all(Array.from({ length: n }, () => other.ask("GET", "/accounts")));
    return answers.filter(({ status }) => status === 200).length;
  };
  expect(await burst(600)).toBe(60);
  // Ten minutes at ten times the rate: the quota, give or take one in a hundred.
  let admitted = 0;
  for (let second = 0; second < 120; second++) {
    other.clock.turn(1000);
    admitted += await burst(20);
  }
  expect(Math.abs(admitted - 240)).toBeLessThanOrEqual(2.4);
  other.clock.turn(10 * MINUTE);
  expect(await burst(100)).toBe(60);
});

test("rate limits are shown in headers and Retry-After (D5)", async () => {
  await using other = await openWorldWith([], { CRIER_RATE_LIMIT: "4" });
  const first = await other.ask("GET", "/accounts");
  expect(first.headers.get("ratelimit-policy")).toMatch(/^"default";q=2;w=30$/);
  expect(first.headers.get("ratelimit")).toMatch(/^"default";r=1;t=\d+$/);
  await other.ask("GET", "/accounts");
  const refused = await other.ask("GET", "/accounts");
  expect(outcome(refused)).toBe("429 rate_limited");
  const wait = Number(refused.headers.get("retry-after"));
  expect(wait).toBeWithin(1, 16);
  other.clock.turn((wait - 1) * 1000);
  expect((await other.ask("GET", "/accounts")).status).toBe(429);
  other.clock.turn(1000);
  expect((await other.ask("GET", "/accounts")).status).toBe(200);
});

test("one key's limit does not slow another key (D5)", async () => {
  await using other = await openWorldWith([], { CRIER_RATE_LIMIT: "4" });
  const headers = await keyFor(other);
  for (let n = 0; n < 5; n++) await other.ask("GET", "/accounts");
  expect((await other.ask("GET", "/accounts")).status).toBe(429);
  expect((await other.ask("GET", "/accounts", undefined, headers)).status).toBe(200);
});

test("wrong keys are limited per address (D5)", async () => {
  await using other = await openWorldWith([], { CRIER_RATE_LIMIT: "120" });
  const wrong = { authorization: "Bearer wrong" };
  const statuses = [];
  for (let n = 0; n < 30; n++) statuses.push((await other.ask("GET", "/accounts", undefined, wrong)).status);
  expect(statuses).toEqual([...Array<number>(20).fill(401), ...Array<number>(10).fill(429)]);
  other.clock.turn(MINUTE);
  expect((await other.ask("GET", "/accounts", undefined, wrong)).status).toBe(401);
});

test("every endpoint requires the key (contract 4)", async () => {
  for (const { method, path } of world.routes.filter((route) => route.path.startsWith("/v1/"))) {
    // The API's description is public.
    if (path === "/v1/openapi.json") continue;
    const { status } = await fetch(world.url + path.replace(":id", world.profileId), { method });
    expect({ method, path, status }).toEqual({ method, path, status: 401 });
  }
});

test("the contract's operations exist (contract 4)", () => {
  const there = world.routes.map(({ method, path }) => `${method} ${path}`);
  for (const operation of [
    "GET /v1/accounts",
    "GET /v1/accounts/:id/options",
    "GET /v1/posts",
    "POST /v1/posts",
    "GET /v1/posts/:id",
    "POST /v1/posts/:id/retry",
    "POST /v1/posts/:id/cancel",
    "POST /v1/posts/:id/reconcile",
    "POST /v1/media",
  ])
    expect(there).toContain(operation);
});

test("an id in a path must be a UUID (contract 4)", async () => {
  for (const id of ["1", "x".repeat(36), "%00", "..", `${world.profileId}0`])
    for (const { method, path } of world.routes.filter((route) => /^\/v1\/.*:id/.test(route.path))) {
      // As every address with dots in it, /v1/posts/../events is another one.
      if (id === ".." && world.routes.some((route) => route.path === path.replace(/\/\w+\/:id/, "")))
        continue;
      expect(
        (
          await world.ask(
            method,
            path.replace("/v1", "").replace(":id", id),
            method === "GET" || method === "DELETE" ? undefined : {},
          )
        ).status,
      ).toBeOneOf([404, 405]);
    }
});

test("a form upload may be up to 4 MiB (contract 4.8)", async () => {
  const send = async (bytes: number, name = "file") => {
    const form = new FormData();
    form.set(name, new Blob([new Uint8Array(bytes)], { type: "image/jpeg" }), "x.jpg");
    return outcome(await world.ask("POST", "/media", form));
  };
  expect(await send(4 * 1024 * 1024 + 1)).toBe("413 media_too_large");
  expect(await send(4 * 1024 * 1024)).toBe("422 media_type_unsupported");
  expect(await send(100, "picture")).toBe("400 invalid_request");
  expect(await upload(world)).toBeString();
});

test("a form upload accepts a file name and dimensions (contract 4.8)", async () => {
  expect(
    await upload(world, "photo", { filename: "other.jpg", width: "5", height: "5", durationMs: "1" }),
  ).toBeString();
});

test("the outcome is read by asking for the post (contract 6)", async () => {
  const post = await publish(world, { accounts: ["bluesky"] });
  expect((await world.ask("GET", `/posts/${post.id}`)).json).toMatchObject({
    status: "posted",
    targets: [{ status: "posted", url: expect.any(String) }],
  });
});

test("a bad body, unknown account or unreadable schedule is refused with 400 (contract 7)", async () => {
  const bad = [{ caption: 5 }, { accounts: ["nobody"] }, { schedule: "whenever" }];
  for (const more of bad) expect((await create(world, more)).status).toBe(400);
});

test("a 422 names the network and the reason (contract 7)", async () => {
  const { json } = await create(world, { accounts: ["photos"] });
  expect(json).toMatchObject({
    networks: [{ platform: "photos", problems: [{ message: expect.stringContaining("photos") }] }],
  });
});

test("Allow includes HEAD, and a trailing slash changes nothing (D4)", async () => {
  const ask = (method: string, path: string) =>
    fetch(`${world.url}/v1${path}`, { method, headers: { authorization: `Bearer ${world.key}` } });
  for (const path of ["/accounts", "/accounts/"]) {
    expect((await ask("GET", path)).status).toBe(200);
    expect((await ask("HEAD", path)).status).toBe(200);
    const refused = await ask("DELETE", path);
    expect([refused.status, refused.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  }
  expect((await ask("DELETE", "/accounts//")).status).toBe(404);
});

test("a compressed body is refused with 415 (D4)", async () => {
  for (const encoding of ["gzip", "br", "identity, gzip"]) {
    const answer = await create(world, { accounts: ["bluesky"] }, { "content-encoding": encoding });
    expect(outcome(answer)).toBe("415 unsupported_media_type");
  }
  const plain = await create(world, { accounts: ["bluesky"] }, { "content-encoding": "identity" });
  expect(outcome(plain)).toBe("201");
});
