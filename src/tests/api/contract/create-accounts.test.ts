// Tests the accounts, overrides and options of POST /posts (contract 4.2; D10, D16).
import { afterAll, beforeAll, expect, test } from "bun:test";
import { type PostBody, type World } from "../../support/world.ts";
import {
  create,
  list,
  needsReconnect,
  openWorldWith,
  otherProfile,
  outcome,
  pointers,
  publish,
} from "../../support/posting.ts";

let world: World;
beforeAll(async () => {
  world = await openWorldWith(["bluesky:ok", "mastodon:ok", "mastodon:ok-2"]);
});
afterAll(() => world[Symbol.asyncDispose]());

const B = { accounts: ["bluesky"] };
const status = async (more: Record<string, unknown>) => (await create(world, more)).status;

test('accounts are "all" or a list of names (contract 4.2)', async () => {
  expect((await create(world, { accounts: "all" })).json).toMatchObject({
    accounts: "all",
    targets: [{}, {}, {}],
  });
  for (const accounts of ["bluesky", {}, 5, [5], null]) expect(await status({ accounts })).toBe(400);
});

test("accounts are 1 to 50 different names (contract 4.2)", async () => {
  const names = (n: number) => Array.from({ length: n }, (_, i) => `nobody-${i}`);
  const of = async (accounts: string[]) => outcome(await create(world, { accounts }));
  expect(await of([])).toBe("400 invalid_request");
  expect(await of(names(50))).toBe("400 unknown_accounts");
  expect(await of(names(51))).toBe("400 invalid_request");
  expect(await of(["bluesky", "bluesky"])).toBe("400 invalid_request");
});

test("overrides must be texts (contract 4.2)", async () => {
  expect(await status({ overrides: { bluesky: 5 } })).toBe(400);
  expect(await status({ overrides: ["x"] })).toBe(400);
  expect(await status({ overrides: { bluesky: "x" } })).toBe(201);
});

test("options must be objects (contract 4.2)", async () => {
  expect(await status({ options: { bluesky: "x" } })).toBe(400);
  expect(await status({ options: { bluesky: { quotes: false } } })).toBe(201);
});

test("an unknown field inside an option is named (D16)", async () => {
  await using other = await openWorldWith(["telegram:ok"]);
  const button = { text: "More", url: "https://example.com/", colour: "red" };
  const { json } = await create(other, { options: { telegram: { buttons: [button] } } });
  const message = "Unknown option `buttons/0/colour`. Available options: `text`, `url`.";
  expect(json).toMatchObject({
    networks: [{ problems: [{ rule: "options.buttons.0.colour", message }] }],
  });
});

test("omitted accounts mean all active ones (D10)", async () => {
  await using other = await openWorldWith(["bluesky:ok", "mastodon:ok", "mastodon:expired"]);
  expect((await publish(other, { accounts: ["mastodon:expired"] })).status).toBe("failed");
  await needsReconnect(other, "expired");
  const { json } = await create(other);
  expect(json).toMatchObject({ accounts: null, targets: [{ platform: "bluesky" }, { handle: "ok" }] });
  expect(json["targets"]).toHaveLength(2);
});

test("a profile without accounts can't create a post (D10)", async () => {
  const { headers } = await otherProfile(world);
  for (const accounts of [undefined, "all"])
    expect(outcome(await create(world, { accounts }, headers))).toBe("400 no_accounts");
});

test("accounts are named by id, platform, handle or platform:handle, in any case (D10)", async () => {
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

test("an ambiguous handle is refused with its candidates (D10)", async () => {
  const answer = await create(world, { accounts: ["@ok"] });
  expect(answer.json).toMatchObject({
    status: 400,
    code: "ambiguous_account",
    candidates: [{ platform: "bluesky" }, { platform: "mastodon" }],
  });
});

test("all unknown accounts are listed (D10)", async () => {
  const { json } = await create(world, { accounts: ["a", "bluesky", "b", world.profileId] });
  expect(json).toMatchObject({ status: 400, code: "unknown_accounts", unknown: ["a", "b", world.profileId] });
});

test("an account named twice gets one target (D10)", async () => {
  const { json } = await create(world, { accounts: ["bluesky:ok", "bluesky", "mastodon", "ok-2"] });
  expect((json["targets"] as unknown[]).length).toBe(3);
});

test("a named account that must be reconnected is refused with 422 (D10)", async () => {
  await using other = await openWorldWith(["bluesky:ok", "mastodon:expired"]);
  await publish(other, { accounts: ["mastodon:expired"] });
  await needsReconnect(other, "expired");
  for (const name of ["mastodon:expired", "expired"]) {
    const { json } = await create(other, { accounts: ["bluesky", name] });
    expect(json).toMatchObject({
      status: 422,
      networks: [{ platform: "mastodon", problems: [{ rule: "account.needs_reconnect" }] }],
    });
  }
});

test("a post refused by one network is created for none (D10)", async () => {
  const before = (await list(world, "?limit=100")).length;
  expect(await status({ caption: "x".repeat(400), schedule: "now" })).toBe(422);
  expect((await list(world, "?limit=100")).length).toBe(before);
});

test("the most specific override wins (D16)", async () => {
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

test("the most specific options replace the others (D16)", async () => {
  await using other = await openWorldWith(["pins:ok", "pins:ok-2"]);
  const options = { pins: { board: "cats" }, "pins:ok-2": { board: "dogs" } };
  expect((await create(other, { options })).status).toBe(201);
  const answer = await create(other, { options: { pins: { board: "cats" }, "pins:ok-2": { note: "x" } } });
  expect(answer.json).toMatchObject({
    networks: [{ handle: "ok-2", problems: [{ rule: "options.board" }] }],
  });
});

test("an override or option for an unknown account is refused (D16)", async () => {
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

test("an override has 1 to 20,000 characters (D16)", async () => {
  expect(pointers(await create(world, { overrides: { bluesky: "" } }))).toEqual(["/overrides/bluesky"]);
  expect(pointers(await create(world, { overrides: { bluesky: "x".repeat(20_001) } }))).toEqual([
    "/overrides/bluesky",
  ]);
  expect(outcome(await create(world, { overrides: { bluesky: "x".repeat(20_000) } }))).toBe(
    "422 preflight_failed",
  );
});

test("options that a network refuses get 422 (D16)", async () => {
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
  await using other = await openWorldWith(["pins:ok"]);
  expect((await create(other)).json).toMatchObject({
    status: 422,
    networks: [{ problems: [{ rule: "options.board", message: expect.stringContaining("is required.") }] }],
  });
});

test("the order of override keys never matters (D16)", async () => {
  await using other = await openWorldWith(["bluesky:ok", "mastodon:ok"]);
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

test("two override keys for the same account are refused with 400 (D16)", async () => {
  await using other = await openWorldWith(["bluesky:ok", "pins:ok"]);
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

test("a platform whose only account must be reconnected is refused with 422 (D10)", async () => {
  await using other = await openWorldWith(["bluesky:ok", "mastodon:expired"]);
  await publish(other, { accounts: ["mastodon:expired"] });
  await needsReconnect(other, "expired");
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
