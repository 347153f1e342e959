// POST /posts: every rule of its body (contract 4.2, 8; D10, D16, D17, D20) and what it answers (D12, D18).
import { afterAll, beforeAll, expect, test } from "bun:test";
import { settled, type PostBody, type World } from "../../support/world.ts";
import {
  create,
  DAY,
  HOUR,
  inFuture,
  list,
  MINUTE,
  openDesk,
  outcome,
  pointers,
  publish,
  read,
  rowCounts,
  stranger,
  target,
  upload,
} from "./desk.ts";

let world: World;
beforeAll(async () => {
  world = await openDesk(["bluesky:ok", "mastodon:ok", "mastodon:ok-2"]);
});
afterAll(() => world[Symbol.asyncDispose]());

const B = { accounts: ["bluesky"] };
const status = async (more: Record<string, unknown>) => (await create(world, more)).status;

test("contract 4.2 no-other-properties", async () => {
  const answer = await create(world, { text: "x", dryrun: true });
  expect({ status: answer.status, at: pointers(answer).toSorted() }).toEqual({
    status: 400,
    at: ["/dryrun", "/text"],
  });
});

test("contract 4.2 caption-length", async () => {
  const long = { overrides: { bluesky: "short" }, ...B };
  expect(await status({ caption: "" })).toBe(400);
  expect(await status({ caption: "x", ...B })).toBe(201);
  expect(await status({ caption: "x".repeat(20_000), ...long })).toBe(201);
  expect(await status({ caption: "x".repeat(20_001), ...long })).toBe(400);
  expect(pointers(await world.ask("POST", "/posts", { schedule: "draft" }))).toEqual(["/caption"]);
});

test("contract 4.2 accounts-all-or-list", async () => {
  expect((await create(world, { accounts: "all" })).json).toMatchObject({
    accounts: "all",
    targets: [{}, {}, {}],
  });
  for (const accounts of ["bluesky", {}, 5, [5], null]) expect(await status({ accounts })).toBe(400);
});

test("contract 4.2 accounts-1-to-50-unique", async () => {
  const names = (n: number) => Array.from({ length: n }, (_, i) => `nobody-${i}`);
  const of = async (accounts: string[]) => outcome(await create(world, { accounts }));
  expect(await of([])).toBe("400 invalid_request");
  expect(await of(names(50))).toBe("400 unknown_accounts");
  expect(await of(names(51))).toBe("400 invalid_request");
  expect(await of(["bluesky", "bluesky"])).toBe("400 invalid_request");
});

test("contract 4.2 media-max-20-unique", async () => {
  const ids = (n: number) => Array.from({ length: n }, () => world.appliance.newId());
  const of = async (media: string[]) => outcome(await create(world, { media }));
  expect(await of(ids(20))).toBe("400 unknown_media");
  expect(await of(ids(21))).toBe("400 invalid_request");
  const [one = ""] = ids(1);
  expect(await of([one, one])).toBe("400 invalid_request");
  expect(await of(["no uuid"])).toBe("400 invalid_request");
});

test("contract 4.2 media-order-is-carousel-order", async () => {
  const ids = [await upload(world), await upload(world), await upload(world)];
  const media = [ids[2], ids[0], ids[1]];
  const post = await publish(world, { media, ...B });
  expect(post.media.map(({ id }) => id)).toEqual(media as string[]);
});

test("contract 4.2 overrides-are-texts", async () => {
  expect(await status({ overrides: { bluesky: 5 } })).toBe(400);
  expect(await status({ overrides: ["x"] })).toBe(400);
  expect(await status({ overrides: { bluesky: "x" } })).toBe(201);
});

test("contract 4.2 options-are-objects", async () => {
  expect(await status({ options: { bluesky: "x" } })).toBe(400);
  expect(await status({ options: { bluesky: { quotes: false } } })).toBe(201);
});

test("contract 4.2 schedule-forms", async () => {
  const of = async (schedule: unknown) => (await create(world, { schedule, ...B })).json["schedule"];
  expect(await of("draft")).toBe("draft");
  expect(await of("now")).toBe("now");
  expect(await of(inFuture(world, HOUR))).toBe("time");
  expect(outcome(await create(world, { schedule: "tomorrow" }))).toBe("400 invalid_schedule");
});

test("contract 4.2 dry-run-default-false", async () => {
  expect((await create(world, B)).json).toHaveProperty("id");
  expect((await create(world, { dryRun: false, ...B })).json).toHaveProperty("id");
  expect(await status({ dryRun: "true" })).toBe(400);
});

test("contract 4.2 created-201-or-200", async () => {
  const answer = async () => await create(world, B, { "idempotency-key": "4.2" });
  const [first, second] = [await answer(), await answer()];
  expect([first.status, second.status]).toEqual([201, 200]);
  for (const { json } of [first, second]) expect(json).toMatchObject({ status: "draft", targets: [{}] });
});

test("contract 4.2 preflight-422-names-network-and-stores-nothing", async () => {
  await using other = await openDesk(["bluesky:ok", "photos:ok"]);
  const before = rowCounts(other);
  const answer = await create(other, { schedule: "now" });
  expect(answer.json).toMatchObject({
    status: 422,
    code: "preflight_failed",
    networks: [{ platform: "photos", handle: "ok" }],
  });
  expect(rowCounts(other)).toEqual(before);
  expect(other.published("bluesky")).toHaveLength(0);
});

test("D3 unknown-properties-at-any-depth", async () => {
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

test("D16 what-is-unknown-inside-an-option", async () => {
  await using other = await openDesk(["telegram:ok"]);
  const button = { text: "More", url: "https://example.com/", colour: "red" };
  const { json } = await create(other, { options: { telegram: { buttons: [button] } } });
  const message = "Unknown option `buttons/0/colour`. Available options: `text`, `url`.";
  expect(json).toMatchObject({
    networks: [{ problems: [{ rule: "options.buttons.0.colour", message }] }],
  });
});

test("D10 omitted-is-all-active", async () => {
  await using other = await openDesk(["bluesky:ok", "mastodon:ok", "mastodon:expired"]);
  expect((await publish(other, { accounts: ["mastodon:expired"] })).status).toBe("failed");
  const { json } = await create(other);
  expect(json).toMatchObject({ accounts: null, targets: [{ platform: "bluesky" }, { handle: "ok" }] });
  expect(json["targets"]).toHaveLength(2);
});

test("D10 no-accounts", async () => {
  const { headers } = await stranger(world);
  for (const accounts of [undefined, "all"])
    expect(outcome(await create(world, { accounts }, headers))).toBe("400 no_accounts");
});

test("D10 entry-forms", async () => {
  const { id = "" } = ((await world.ask("GET", "/accounts")).json["accounts"] as { id: string }[])[0] ?? {};
  const handles = async (entry: string) =>
    ((await create(world, { accounts: [entry] })).json as PostBody).targets.map(
      (each) => `${each.platform}:${each.handle}`,
    );
  for (const entry of [id, id.toUpperCase(), "bluesky", "BlueSky", "bluesky:ok", "bluesky:@OK", "Bluesky:ok"])
    expect(await handles(entry)).toEqual(["bluesky:ok"]);
  for (const entry of ["ok-2", "@ok-2", "@OK-2"]) expect(await handles(entry)).toEqual(["mastodon:ok-2"]);
  expect(await handles("mastodon")).toEqual(["mastodon:ok", "mastodon:ok-2"]);
});

test("D10 ambiguous", async () => {
  const answer = await create(world, { accounts: ["@ok"] });
  expect(answer.json).toMatchObject({
    status: 400,
    code: "ambiguous_account",
    candidates: [{ platform: "bluesky" }, { platform: "mastodon" }],
  });
});

test("D10 unknown-all-listed", async () => {
  const { json } = await create(world, { accounts: ["a", "bluesky", "b", world.profileId] });
  expect(json).toMatchObject({ status: 400, code: "unknown_accounts", unknown: ["a", "b", world.profileId] });
});

test("D10 same-account-once", async () => {
  const { json } = await create(world, { accounts: ["bluesky:ok", "bluesky", "mastodon", "ok-2"] });
  expect((json["targets"] as unknown[]).length).toBe(3);
});

test("D10 needs-reconnect-422", async () => {
  await using other = await openDesk(["bluesky:ok", "mastodon:expired"]);
  await publish(other, { accounts: ["mastodon:expired"] });
  for (const name of ["mastodon:expired", "expired"]) {
    const { json } = await create(other, { accounts: ["bluesky", name] });
    expect(json).toMatchObject({
      status: 422,
      networks: [{ platform: "mastodon", problems: [{ rule: "account.needs_reconnect" }] }],
    });
  }
});

test("D10 all-or-nothing", async () => {
  const before = (await list(world, "?limit=100")).length;
  expect(await status({ caption: "x".repeat(400), schedule: "now" })).toBe(422);
  expect((await list(world, "?limit=100")).length).toBe(before);
});

test("D16 most-specific-wins", async () => {
  const accounts = (await world.ask("GET", "/accounts")).json["accounts"] as { id: string; handle: string }[];
  const second = accounts.find(({ handle }) => handle === "ok-2")?.id ?? "";
  const texts = async (overrides: Record<string, string>) => {
    const { json } = await create(world, { dryRun: true, overrides });
    return (json["targets"] as { caption: string }[]).map(({ caption }) => caption);
  };
  expect(await texts({ mastodon: "network" })).toEqual(["Hello", "network", "network"]);
  expect(await texts({ mastodon: "network", "ok-2": "handle" })).toEqual(["Hello", "network", "handle"]);
  expect(await texts({ "mastodon:ok-2": "long", mastodon: "network" })).toEqual(["Hello", "network", "long"]);
  expect(await texts({ [second]: "id", mastodon: "network", "@OK-2": "handle" })).toEqual([
    "Hello",
    "network",
    "id",
  ]);
});

test("D16 options-most-specific-and-published", async () => {
  await using other = await openDesk(["pins:ok", "pins:ok-2"]);
  const options = { pins: { board: "cats" }, "pins:ok-2": { board: "dogs" } };
  expect((await create(other, { options })).status).toBe(201);
  const answer = await create(other, { options: { pins: { board: "cats" }, "pins:ok-2": { note: "x" } } });
  expect(answer.json).toMatchObject({
    networks: [{ handle: "ok-2", problems: [{ rule: "options.board" }] }],
  });
});

test("D16 unknown-key", async () => {
  expect((await create(world, { overrides: { x: "y", bluesky: "z" } })).json).toMatchObject({
    code: "unknown_override",
    unknown: ["x"],
  });
  expect((await create(world, { options: { x: {} } })).json).toMatchObject({
    code: "unknown_option",
    unknown: ["x"],
  });
  const elsewhere = await create(world, { overrides: { mastodon: "y" }, ...B });
  expect(outcome(elsewhere)).toBe("400 unknown_override");
});

test("D16 override-length", async () => {
  expect(pointers(await create(world, { overrides: { bluesky: "" } }))).toEqual(["/overrides/bluesky"]);
  expect(pointers(await create(world, { overrides: { bluesky: "x".repeat(20_001) } }))).toEqual([
    "/overrides/bluesky",
  ]);
  expect(outcome(await create(world, { overrides: { bluesky: "x".repeat(20_000) } }))).toBe(
    "422 preflight_failed",
  );
});

test("D16 options-violation-422", async () => {
  const { json } = await create(world, { options: { mastodon: { visibility: "everyone" } } });
  expect(json).toMatchObject({
    status: 422,
    networks: [
      {
        platform: "mastodon",
        problems: [
          {
            rule: "options.visibility",
            message: "`visibility` must be one of `public`, `unlisted`, `private`, `direct`.",
          },
        ],
      },
      {},
    ],
  });
  await using other = await openDesk(["pins:ok"]);
  expect((await create(other)).json).toMatchObject({
    status: 422,
    networks: [{ problems: [{ rule: "options.board", message: expect.stringContaining("is required.") }] }],
  });
});

test("D17 offset-required", async () => {
  const bad = [
    "2026-12-01T10:00:00",
    "2026-12-01",
    "2026-12-01 10:00Z",
    "2026-13-01T10:00:00Z",
    "2026-02-30T10:00:00Z",
    "2026-12-01T25:00:00Z",
    "NOW",
    "",
    " now",
    "1796000000000",
    "2026-12-01T10:00:00+25:00",
    "20261201T100000Z",
  ];
  for (const schedule of bad) {
    const answer = await create(world, { schedule, ...B });
    expect({ schedule, is: outcome(answer) }).toEqual({ schedule, is: "400 invalid_schedule" });
    expect(String(answer.json["detail"])).toContain("2027-01-31T09:00:00+01:00");
  }
  for (const [schedule, scheduledFor] of [
    ["2026-12-01T10:00:00Z", "2026-12-01T10:00:00.000Z"],
    ["2026-12-01T10:00:00.5+05:30", "2026-12-01T04:30:00.500Z"],
    ["2026-12-01T10:00-08:00", "2026-12-01T18:00:00.000Z"],
  ] as const)
    expect((await create(world, { schedule, ...B })).json).toMatchObject({
      scheduledFor,
      status: "scheduled",
    });
});

test("D17 past-and-far", async () => {
  expect(outcome(await create(world, { schedule: inFuture(world, -5 * MINUTE - 1000), ...B }))).toBe(
    "400 invalid_schedule",
  );
  expect(outcome(await create(world, { schedule: inFuture(world, 2 * 366 * DAY + 1000), ...B }))).toBe(
    "400 invalid_schedule",
  );
  expect(await status({ schedule: inFuture(world, 2 * 365 * DAY), ...B })).toBe(201);
});

test("D17 five-minutes-past-is-now", async () => {
  const { json } = await create(world, { schedule: inFuture(world, -5 * MINUTE + 1000), ...B });
  expect(json["schedule"]).toBe("now");
  expect((await world.until(String(json["id"]), settled)).status).toBe("posted");
});

test("D18 waits-then-answers", async () => {
  await using other = await openDesk(["bluesky:slow"]);
  const answer = other.ask("POST", "/posts", { caption: "x", schedule: "now" });
  while ((await list(other))[0]?.targets[0]?.status !== "publishing") other.clock.turn(1);
  await other.until((await list(other))[0]?.id ?? "", settled, 500);
  expect(await answer).toMatchObject({ status: 201, json: { status: "posted" } });
});

test("D18 at-most-the-setting", async () => {
  await using other = await openDesk(["bluesky:slow"], { CRIER_NOW_WAIT_MS: "2000" });
  const answer = other.ask("POST", "/posts", { caption: "x", schedule: "now" });
  while ((await list(other))[0]?.targets[0]?.status !== "publishing") other.clock.turn(1);
  other.clock.turn(2000);
  const { status: code, json } = await answer;
  expect({ code, json }).toMatchObject({ code: 201, json: { status: "publishing" } });
  await other.until(String(json["id"]), settled, 500);
});

test("D18 prefer-wait-shortens", async () => {
  await using other = await openDesk(["bluesky:slow"]);
  const answer = other.ask("POST", "/posts", { caption: "x", schedule: "now" }, { prefer: "wait=1" });
  while ((await list(other))[0]?.targets[0]?.status !== "publishing") other.clock.turn(1);
  other.clock.turn(1000);
  const { json } = await answer;
  expect(json["status"]).toBe("publishing");
  await other.until(String(json["id"]), settled, 500);
});

test("D18 respond-async-does-not-wait", async () => {
  await using other = await openDesk(["bluesky:slow"]);
  const { status: code, json } = await create(other, { schedule: "now" });
  expect({ code, json }).toMatchObject({ code: 201, json: { status: "publishing" } });
  await other.until(String(json["id"]), settled, 500);
});

test("D18 goes-on-without-the-caller", async () => {
  await using other = await openDesk(["bluesky:slow"]);
  const leaving = new AbortController();
  const asked = fetch(`${other.url}/v1/posts`, {
    method: "POST",
    signal: leaving.signal,
    headers: { authorization: `Bearer ${other.key}`, "content-type": "application/json" },
    body: JSON.stringify({ caption: "gone", schedule: "now" }),
  }).catch(() => null);
  while ((await list(other))[0]?.targets[0]?.status !== "publishing") other.clock.turn(1);
  leaving.abort();
  await asked;
  const [post] = await list(other);
  expect((await other.until(post?.id ?? "", settled, 500)).status).toBe("posted");
});

test("contract 7 200-is-not-success", async () => {
  await using other = await openDesk(["mastodon:fail"]);
  const answer = await other.ask("POST", "/posts", { caption: "x", schedule: "now" });
  expect(answer).toMatchObject({ status: 201, json: { status: "failed" } });
  expect(target(await read(other, String(answer.json["id"]))).error).toBeString();
});

test("D16 the-order-of-keys-never-matters", async () => {
  await using other = await openDesk(["bluesky:ok", "mastodon:ok"]);
  const accounts = (await other.ask("GET", "/accounts")).json["accounts"] as { id: string }[];
  const id = accounts[0]?.id ?? "";
  const ranked = [
    [id, "id"],
    ["bluesky:ok", "exact"],
    ["@OK", "handle"],
    ["bluesky", "network"],
  ] as const;
  for (let from = 0; from < ranked.length; from++) {
    const keys = ranked.slice(from);
    for (const order of [keys, keys.toReversed()]) {
      const { json } = await create(other, { dryRun: true, overrides: Object.fromEntries(order) });
      expect((json["targets"] as { caption: string }[])[0]?.caption).toBe(keys[0]?.[1] ?? "");
    }
  }
});

test("D16 two-keys-of-one-rank-400", async () => {
  await using other = await openDesk(["bluesky:ok", "pins:ok"]);
  const accounts = (await other.ask("GET", "/accounts")).json["accounts"] as { id: string }[];
  const id = accounts[0]?.id ?? "";
  const pairs = [
    ["bluesky", "BlueSky"],
    ["ok", "@ok"],
    ["bluesky:ok", "bluesky:@OK"],
    [id, id.toUpperCase()],
  ];
  for (const [one = "", two = ""] of pairs) {
    const answer = await create(other, {
      overrides: { [one]: "a", [two]: "b", pins: "c" },
      accounts: ["bluesky"],
    });
    // A key for an account that is not a target is another fault.
    expect(outcome(answer)).toBe("400 unknown_override");
    const { json } = await create(other, { overrides: { [one]: "a", [two]: "a" }, accounts: ["bluesky"] });
    expect(json).toMatchObject({ status: 400, code: "invalid_request" });
    expect(json["errors"]).toHaveLength(2);
  }
  expect(
    pointers(await create(other, { options: { pins: { board: "a" }, Pins: {} }, accounts: ["pins"] })),
  ).toEqual(["/options/pins", "/options/Pins"]);
});

test("D10 a-network-that-must-be-connected-again-422", async () => {
  await using other = await openDesk(["bluesky:ok", "mastodon:expired"]);
  await publish(other, { accounts: ["mastodon:expired"] });
  for (const accounts of [["mastodon"], ["Mastodon", "bluesky"], ["expired"], ["mastodon:expired"]]) {
    const { json } = await create(other, { accounts });
    expect(json).toMatchObject({
      code: "preflight_failed",
      networks: [{ platform: "mastodon", problems: [{ rule: "account.needs_reconnect" }] }],
    });
  }
  // One that works is enough for the network's name.
  await other.account("mastodon", "ok");
  expect((await create(other, { accounts: ["mastodon"] })).json).toMatchObject({
    targets: [{ handle: "ok" }],
  });
});

test("D3 a-prototype-is-no-field", async () => {
  await using other = await openDesk(["bluesky:ok"]);
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

test("contract 4.2 media-are-different-files", async () => {
  const id = await upload(world);
  const answer = await create(world, { media: [id, id.toUpperCase()], ...B });
  expect([outcome(answer), pointers(answer)]).toEqual(["400 invalid_request", ["/media/1"]]);
});

test("D2 what-is-wrong-is-said-in-sentences", async () => {
  const said = async (body: Record<string, unknown>) => {
    const { json } = await create(world, body);
    return (json["errors"] as { pointer: string; message: string }[]).map(
      (each) => `${each.pointer} ${each.message}`,
    );
  };
  expect(await said({ accounts: [""] })).toEqual([
    "/accounts/0 must be a text of 1 to 500 characters; this has 0",
  ]);
  expect(await said({ accounts: "bluesky" })).toEqual(["/accounts must be `all` or an array"]);
  const many = Array.from({ length: 51 }, (_, n) => `a${n}`);
  expect(await said({ accounts: many })).toEqual(["/accounts must have at most 50 items; this has 51"]);
  expect(await said({ caption: undefined })).toEqual(["/caption is required"]);
  expect(await said({ dryRun: "yes" })).toEqual(["/dryRun must be true or false"]);
  expect(await said({ media: ["x"] })).toEqual(["/media/0 must be a uuid"]);
  expect(await said({ text: "x" })).toEqual([
    expect.stringMatching(/^\/text is not a known field\. Known fields: `caption`/),
  ]);
  const media = await upload(world);
  const { json } = await world.ask("PATCH", `/media/${media}`, { altText: "x".repeat(1501) });
  expect(json["errors"]).toEqual([
    { pointer: "/altText", message: "must be a text of 1 to 1500 characters; this has 1501" },
  ]);
});
