// Tests /v1 as signed-in people use it from Crier's own pages (D50): who is let in, for which profile, and how often.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { openHttp, routesOf, type HttpDeps } from "../../api/index.ts";
import { EMAIL, makeOwner, personHeaders, signIn } from "../support/owner.ts";
import { create, keyFor, openWorldWith, otherProfile, outcome, read, unknownId } from "../support/posting.ts";
import { upload } from "../support/posting.ts";
import { answerTo } from "../support/raw-http.ts";
import { openWorld, type World } from "../support/world.ts";

/** As the server serves them: a new route is tested without a line here. */
const routes = routesOf(openHttp({} as HttpDeps))
  .filter(({ path }) => path.startsWith("/v1/") && path !== "/v1/openapi.json")
  .map(({ method, path }) => ({ method, path, name: `${method} ${path}` }));
type Route = (typeof routes)[number];

let world: World;
let cookie: string;
let ended: string;
let person: Record<string, string>;
let key: Record<string, string>;
beforeAll(async () => {
  world = await openWorldWith(["bluesky:ok", "mastodon:ghost"]);
  await makeOwner(world);
  const leaving = await signIn(world);
  ended = leaving.cookie;
  await leaving.ask("DELETE", "/session");
  ({ cookie } = await signIn(world));
  person = personHeaders(world, cookie);
  key = await keyFor(world);
});
afterAll(() => world[Symbol.asyncDispose]());

/** The same request, which has nothing to change, of anybody. */
const as = (headers: Record<string, string>, { method, path }: Route) =>
  world.ask(
    method,
    path.slice("/v1".length).replace(/:\w+/, unknownId),
    method === "GET" ? undefined : {},
    headers,
  );
const without = (name: string) =>
  Object.fromEntries(Object.entries(person).filter(([each]) => each !== name));

test("the matrix has routes, some of them with changes", () => {
  expect(routes.length).toBeGreaterThan(15);
  expect(new Set(routes.map(({ method }) => method))).toEqual(
    new Set(["GET", "POST", "PUT", "PATCH", "DELETE"]),
  );
});

describe.each(routes)("$name", (route) => {
  test("a session is answered as a key of the profile is", async () => {
    const [byPerson, byKey] = [await as(person, route), await as(key, route)];
    expect([401, 403]).not.toContain(byPerson.status);
    expect(outcome(byPerson)).toBe(outcome(byKey));
    expect(byPerson.headers.get("cache-control")).toBe("no-store");
  });

  test("without Crier-Profile: 400; another's or none that exists: 403", async () => {
    expect(outcome(await as(without("crier-profile"), route))).toBe("400 profile_required");
    for (const id of [unknownId, "test", "no id", `${world.profileId}, ${world.profileId}`])
      expect(outcome(await as({ ...person, "crier-profile": id }, route))).toBe("403 profile_forbidden");
  });

  test("a session that is over, or never was: 401 sign_in_required; no cookie at all: 401 unauthorized", async () => {
    for (const over of [ended, `crier=${"A".repeat(43)}`, "crier=x"]) {
      const answer = await as({ ...person, cookie: over }, route);
      expect(outcome(answer)).toBe("401 sign_in_required");
      expect(answer.headers.get("www-authenticate")).toBe("Session");
    }
    const nobody = await as({ ...person, cookie: "other=1" }, route);
    expect(outcome(nobody)).toBe("401 unauthorized");
    expect(nobody.headers.get("www-authenticate")).toBe("Bearer");
  });

  test("a key beside a session counts alone", async () => {
    const stranger = (await otherProfile(world)).headers;
    expect(outcome(await as({ ...person, ...key }, route))).toBe(outcome(await as(key, route)));
    // Neither the origin nor the header of people matters to a key.
    const foreign = { ...person, ...stranger, origin: "https://evil.example", "crier-profile": unknownId };
    expect(outcome(await as(foreign, route))).toBe(outcome(await as(stranger, route)));
    const wrong = { ...person, authorization: "Bearer crier_live_x" };
    expect(outcome(await as(wrong, route))).toBe("401 unauthorized");
    // The password of a proxy is no key.
    const proxied = { ...person, authorization: "Basic bWU6eA==" };
    expect(outcome(await as(proxied, route))).toBe(outcome(await as(person, route)));
  });

  if (route.method !== "GET")
    test.each<[string, Record<string, string>]>([
      ["another origin", { origin: "https://evil.example" }],
      ["an opaque origin", { origin: "null" }],
      ["a host that begins like ours", { origin: "http://127.0.0.1.evil.example" }],
      ["cross-site", { "sec-fetch-site": "cross-site" }],
      ["same-site", { "sec-fetch-site": "same-site" }],
      ["no page", { origin: "", "sec-fetch-site": "none" }],
    ])("from %s: 403", async (_, headers) => {
      expect(outcome(await as({ ...person, ...headers }, route))).toBe("403 cross_origin");
    });

  test("under a name that is not this appliance's: 403, before the session is looked at", async () => {
    const path = route.path.replace(/:\w+/, unknownId);
    const lines = `Host: evil.example\r\nOrigin: http://evil.example\r\nCookie: ${cookie}\r\nCrier-Profile: ${world.profileId}`;
    expect(await answerTo(world.url, `${route.method} ${path} HTTP/1.1\r\n${lines}\r\n\r\n`)).toContain(
      '"code":"host_refused"',
    );
  });
});

test("a session opens /v1 and not /mcp", async () => {
  const { status } = await fetch(`${world.url}/mcp`, {
    method: "POST",
    headers: { ...person, authorization: "", "content-type": "application/json" },
    body: "{}",
  });
  expect(status).toBe(401);
});

test("a person does everything a key may, on each of their profiles, under their own name", async () => {
  const media = new FormData();
  media.set("file", new Blob([new Uint8Array(3)], { type: "image/png" }), "a.png");
  expect((await world.ask("POST", "/media", media, person)).status).toBe(422);
  const draft = await create(world, { accounts: ["bluesky:ok"] }, person);
  expect(draft.status).toBe(201);
  const id = String(draft.json["id"]);
  expect((await world.ask("PATCH", `/posts/${id}`, { caption: "Edited" }, person)).status).toBe(200);
  expect((await world.ask("POST", `/posts/${id}/schedule`, { schedule: "now" }, person)).status).toBe(200);
  expect((await read(world, id)).status).toBe("posted");
  const scheduled = "SELECT actor FROM audit WHERE action = 'post.schedule'";
  const row = await world.database.get<{ actor: string }>(scheduled);
  expect(row?.actor).toBe(`owner:${EMAIL}`);
  const other = await otherProfile(world);
  const there = personHeaders(world, cookie, other.profileId);
  expect(outcome(await world.ask("GET", `/posts/${id}`, undefined, there))).toBe("404 not_found");
  expect(
    (
      await world.ask("GET", `/posts/${id}`, undefined, {
        ...person,
        "crier-profile": world.profileId.toUpperCase(),
      })
    ).status,
  ).toBe(200);
});

test("files: upload, prepared upload and the file's own address work from a page", async () => {
  const id = await upload(world);
  const { json } = await world.ask("GET", `/media/${id}`, undefined, person);
  const { url } = json["media"] as { url: string };
  expect((await fetch(url, { headers: { cookie } })).status).toBe(200);
  const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
  const wish = { filename: "a.jpg", contentType: "image/jpeg", size: bytes.byteLength };
  const prepared = await world.ask("POST", "/media/presign", wish, person);
  expect(prepared.status).toBe(201);
  const { uploadUrl, uploadId } = prepared.json as { uploadUrl: string; uploadId: string };
  const put = await fetch(uploadUrl, {
    method: "PUT",
    headers: { "content-type": "image/jpeg", cookie, origin: world.url },
    body: bytes,
  });
  expect(put.status).toBeWithin(200, 300);
  expect((await world.ask("POST", "/media/complete", { uploadId }, person)).status).toBeWithin(200, 202);
});

test("a key and a person of one profile share its idempotency keys, and both of two racing requests get one post", async () => {
  const body = { caption: "Once", accounts: ["bluesky:ok"], schedule: "draft" };
  const asked = (headers: Record<string, string>, more = {}) =>
    world.ask("POST", "/posts", { ...body, ...more }, { ...headers, "idempotency-key": "shared" });
  const answers = await Promise.all([asked(key), asked(person), asked(key), asked(person)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 201]);
  expect(new Set(answers.map(({ json }) => json["id"])).size).toBe(1);
  expect(outcome(await asked(person, { caption: "Other" }))).toBe("409 idempotency_conflict");
  // Another profile of the same person has keys of its own.
  const { profileId } = await otherProfile(world);
  const there = await asked(personHeaders(world, cookie, profileId), { accounts: undefined });
  expect(outcome(there)).toBe("400 no_accounts");
});

test("each session has 600 requests a minute, whatever keys may do", async () => {
  await using world = await openWorld({ CRIER_RATE_LIMIT: "2" });
  await makeOwner(world);
  const [first, second] = [await signIn(world), await signIn(world)];
  const ask = (cookie: string) => world.ask("GET", "/accounts", undefined, personHeaders(world, cookie));
  const begin = await ask(first.cookie);
  expect(begin.headers.get("ratelimit-policy")).toBe('"session";q=600;w=60');
  expect(begin.headers.get("ratelimit")).toBe('"session";r=599;t=1');
  for (let n = 0; n < 599; n++) await ask(first.cookie);
  const answer = await ask(first.cookie);
  expect(outcome(answer)).toBe("429 rate_limited");
  expect(answer.headers.get("retry-after")).toBe("1");
  expect((await ask(second.cookie)).status).toBe(200);
  expect((await world.ask("GET", "/accounts")).status).toBe(200);
  world.clock.turn(1000);
  expect((await ask(first.cookie)).status).toBe(200);
});

test("the document says both ways in", async () => {
  const document = (await (await fetch(`${world.url}/v1/openapi.json`)).json()) as {
    security: object[];
    components: { securitySchemes: object };
  };
  expect(document.security).toEqual([{ key: [] }, { session: [], profile: [] }]);
  expect(document.components.securitySchemes).toMatchObject({
    session: { in: "cookie", name: "crier" },
    profile: { in: "header", name: "Crier-Profile" },
  });
});
