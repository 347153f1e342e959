// Tests the body of POST /posts and its answers (contract 4.2, 8; D2, D3, D12, D20).
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { World } from "../../support/world.ts";
import { create, openWorldWith, outcome, pointers, publish, upload } from "../../support/posting.ts";
import { rowCounts } from "../../support/test-database.ts";

let world: World;
beforeAll(async () => {
  world = await openWorldWith(["bluesky:ok", "mastodon:ok", "mastodon:ok-2"]);
});
afterAll(() => world[Symbol.asyncDispose]());

const B = { accounts: ["bluesky"] };
const status = async (more: Record<string, unknown>) => (await create(world, more)).status;

test("a request with an unknown property is refused (contract 4.2)", async () => {
  const answer = await create(world, { text: "x", dryrun: true });
  expect({ status: answer.status, at: pointers(answer).toSorted() }).toEqual({
    status: 400,
    at: ["/dryrun", "/text"],
  });
});

test("a caption has 1 to 20,000 characters (contract 4.2)", async () => {
  const long = { overrides: { bluesky: "short" }, ...B };
  expect(await status({ caption: "" })).toBe(400);
  expect(await status({ caption: "x", ...B })).toBe(201);
  expect(await status({ caption: "x".repeat(20_000), ...long })).toBe(201);
  expect(await status({ caption: "x".repeat(20_001), ...long })).toBe(400);
  expect(pointers(await world.ask("POST", "/posts", { schedule: "draft" }))).toEqual(["/caption"]);
});

test("a post has at most 20 different media (contract 4.2)", async () => {
  const ids = (n: number) => Array.from({ length: n }, () => world.appliance.newId());
  const of = async (media: string[]) => outcome(await create(world, { media }));
  expect(await of(ids(20))).toBe("400 unknown_media");
  expect(await of(ids(21))).toBe("400 invalid_request");
  const [one = ""] = ids(1);
  expect(await of([one, one])).toBe("400 invalid_request");
  expect(await of(["no uuid"])).toBe("400 invalid_request");
});

test("media keep the order of the request (contract 4.2)", async () => {
  const ids = [await upload(world), await upload(world), await upload(world)];
  const media = [ids[2], ids[0], ids[1]];
  const post = await publish(world, { media, ...B });
  expect(post.media.map(({ id }) => id)).toEqual(media as string[]);
});

test("dryRun is false unless the request sets it (contract 4.2)", async () => {
  expect((await create(world, B)).json).toHaveProperty("id");
  expect((await create(world, { dryRun: false, ...B })).json).toHaveProperty("id");
  expect(await status({ dryRun: "true" })).toBe(400);
});

test("a created post answers with 201, a replayed one with 200 (contract 4.2)", async () => {
  const answer = async () => await create(world, B, { "idempotency-key": "4.2" });
  const [first, second] = [await answer(), await answer()];
  expect([first.status, second.status]).toEqual([201, 200]);
  for (const { json } of [first, second]) expect(json).toMatchObject({ status: "draft", targets: [{}] });
});

test("a post refused by the checks names the network and stores nothing (contract 4.2)", async () => {
  await using other = await openWorldWith(["bluesky:ok", "photos:ok"]);
  const before = await rowCounts(other.database);
  const answer = await create(other, { schedule: "now" });
  expect(answer.json).toMatchObject({
    status: 422,
    code: "preflight_failed",
    networks: [{ platform: "photos", handle: "ok" }],
  });
  expect(await rowCounts(other.database)).toEqual(before);
  expect(other.published("bluesky")).toHaveLength(0);
});

test("unknown properties are refused at any depth (D3)", async () => {
  expect(pointers(await create(world, { extra: 1 }))).toEqual(["/extra"]);
  const { id } = (await create(world, B)).json;
  expect(pointers(await world.ask("PATCH", `/posts/${String(id)}`, { captio: "x", caption: "y" }))).toEqual([
    "/captio",
  ]);
  expect(pointers(await world.ask("POST", `/posts/${String(id)}/schedule`, { at: "now" }))).toEqual(["/at"]);
  const word = { targetId: id, action: "mark_published", confirmed: true, url: "x" };
  expect(pointers(await world.ask("POST", `/posts/${String(id)}/reconcile`, word))).toEqual(["/url"]);
  const inside = await create(world, { options: { bluesky: { colour: "red" } } });
  expect(inside.json).toMatchObject({
    status: 422,
    networks: [
      {
        problems: [
          {
            rule: "options.colour",
            message: expect.stringMatching(/^Unknown option `colour`\. Available options: `languages`, /),
          },
        ],
      },
    ],
  });
});

test("__proto__ and constructor are refused like any unknown field (D3)", async () => {
  await using other = await openWorldWith(["bluesky:ok"]);
  const send = (json: string, headers: Record<string, string> = {}) =>
    other.ask("POST", "/posts", json, headers);
  const bodies: [string, string][] = [
    [`{"caption":"x","__proto__":{"schedule":"draft"}}`, "/__proto__"],
    [`{"caption":"x","\\u005f_proto__":{"schedule":"draft"}}`, "/__proto__"],
    [`{"caption":"x","schedule":"draft","__proto__":null}`, "/__proto__"],
    [
      `{"caption":"x","schedule":"draft","options":{"bluesky":{"__proto__":{"langs":["de"]}}}}`,
      "/options/bluesky/__proto__",
    ],
    [`{"caption":"x","schedule":"draft","overrides":{"__proto__":"y"}}`, "/overrides/__proto__"],
  ];
  for (const [body, pointer] of bodies) {
    const answer = await send(body, { "idempotency-key": "p" });
    expect({ is: outcome(answer), at: pointers(answer) }).toEqual({
      is: "400 invalid_request",
      at: [pointer],
    });
  }
  // Nothing was stored under the key.
  expect(outcome(await send(`{"caption":"__proto__","schedule":"draft"}`, { "idempotency-key": "p" }))).toBe(
    "201",
  );
  const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_post","arguments":{"caption":"x","__proto__":{"schedule":"draft"}}}}`;
  const response = await fetch(`${other.url}/mcp`, {
    method: "POST",
    body: call,
    headers: {
      authorization: `Bearer ${other.key}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
  });
  const errors = [{ pointer: "/params/arguments/__proto__", message: expect.any(String) as string }];
  expect([response.status, await response.json()]).toEqual([400, expect.objectContaining({ errors })]);
});

test("a post's media must be different files (contract 4.2)", async () => {
  const id = await upload(world);
  const answer = await create(world, { media: [id, id.toUpperCase()], ...B });
  expect([outcome(answer), pointers(answer)]).toEqual(["400 invalid_request", ["/media/1"]]);
});

test("what is wrong is reported in sentences (D2)", async () => {
  const messagesOf = async (body: Record<string, unknown>) => {
    const { json } = await create(world, body);
    return (json["errors"] as { pointer: string; message: string }[]).map(
      (each) => `${each.pointer} ${each.message}`,
    );
  };
  expect(await messagesOf({ accounts: [""] })).toEqual([
    "/accounts/0 must be a text of 1 to 500 characters; this has 0",
  ]);
  expect(await messagesOf({ accounts: "bluesky" })).toEqual(["/accounts must be `all` or an array"]);
  const many = Array.from({ length: 51 }, (_, n) => `a${n}`);
  expect(await messagesOf({ accounts: many })).toEqual(["/accounts must have at most 50 items; this has 51"]);
  expect(await messagesOf({ caption: undefined })).toEqual(["/caption is required"]);
  expect(await messagesOf({ dryRun: "yes" })).toEqual(["/dryRun must be true or false"]);
  expect(await messagesOf({ media: ["x"] })).toEqual(["/media/0 must be a uuid"]);
  expect(await messagesOf({ text: "x" })).toEqual([
    expect.stringMatching(/^\/text is not a known field\. Known fields: `caption`/),
  ]);
  const media = await upload(world);
  const { json } = await world.ask("PATCH", `/media/${media}`, { altText: "x".repeat(1501) });
  expect(json["errors"]).toEqual([
    { pointer: "/altText", message: "must be a text of 1 to 1500 characters; this has 1501" },
  ]);
});
