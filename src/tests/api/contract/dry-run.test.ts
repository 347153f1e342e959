// Tests dryRun (contract 4.2, D20): everything is checked and shown, nothing is written or sent.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { type World } from "../../support/world.ts";
import { create, HOUR, inFuture, openWorldWith, outcome, setSlots, upload } from "../../support/posting.ts";
import { rowCounts } from "../../support/test-database.ts";

let world: World;
beforeAll(async () => {
  world = await openWorldWith(["bluesky:ok", "mastodon:ok", "photos:ok"]);
  await setSlots(world, [{ time: "15:00" }]);
});
afterAll(() => world[Symbol.asyncDispose]());

const dry = (more: Record<string, unknown>) =>
  create(world, { accounts: ["bluesky", "mastodon"], dryRun: true, ...more });
const targets = async (more: Record<string, unknown>) =>
  (await dry(more)).json["targets"] as Record<string, unknown>[];

test("a dry run writes and publishes nothing (contract 4.2)", async () => {
  const before = await rowCounts(world.database);
  for (const schedule of ["now", "draft", inFuture(world, HOUR), undefined])
    expect(
      (await world.ask("POST", "/posts", { caption: "x", accounts: ["bluesky"], dryRun: true, schedule }))
        .status,
    ).toBe(200);
  world.clock.turn(2 * HOUR);
  expect(await rowCounts(world.database)).toEqual(before);
  expect(world.published("bluesky")).toHaveLength(0);
});

test("a dry run answers with one entry per target (D20)", async () => {
  const { status, json } = await dry({});
  expect(status).toBe(200);
  expect(Object.keys(json).toSorted()).toEqual(["dryRun", "scheduledFor", "targets"]);
  expect(json).toMatchObject({
    dryRun: true,
    scheduledFor: null,
    targets: [
      {
        platform: "bluesky",
        handle: "ok",
        caption: "Hello",
        length: 5,
        limit: 300,
        links: [],
        mentions: [],
        media: [],
        warnings: [],
      },
      { platform: "mastodon", limit: 500 },
    ],
  });
});

test("a dry run counts text as each network does (D20)", async () => {
  const link = `https://example.com/${"x".repeat(100)}`;
  const [bluesky, mastodon] = await targets({ caption: `👨‍👩‍👧‍👦 ${link} @somebody@example.social` });
  expect(bluesky).toMatchObject({ length: 2 + link.length + 1 + 24 });
  // Mastodon: every link counts 23, a mention only its local part.
  expect(mastodon).toMatchObject({ length: 2 + 23 + 1 + "@somebody".length });
});

test("a dry run shows links and mentions (D20)", async () => {
  const [first] = await targets({ caption: "See https://example.com/a, example.org and @alice.example" });
  expect(first?.["links"]).toContain("https://example.com/a");
  expect(first?.["mentions"]).toEqual(["@alice.example"]);
});

test("a dry run applies overrides (D20)", async () => {
  const found = await targets({ overrides: { mastodon: "Toot" } });
  expect(found.map(({ caption }) => caption)).toEqual(["Hello", "Toot"]);
});

test("a dry run shows conversions and warnings (D20)", async () => {
  const png = await pngOf();
  const [photo, withAlt] = [await upload(world), await upload(world, "photo", { altText: "Hills" })];
  const [one] = await targets({ media: [photo, withAlt], accounts: ["bluesky"] });
  expect(one).toMatchObject({
    media: [{ mediaId: photo, adaptation: null }, { mediaId: withAlt }],
    warnings: [{ rule: "media.altText.missing" }],
  });
  expect(one?.["warnings"]).toHaveLength(1);
  const [toy] = await targets({ media: [png], accounts: ["photos"] });
  expect(toy?.["media"]).toEqual([{ mediaId: png, adaptation: expect.stringContaining("image/jpeg") }]);
});

/** The smallest PNG there is. */
async function pngOf(): Promise<string> {
  const bytes = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  const form = new FormData();
  form.set("file", new Blob([bytes], { type: "image/png" }), "dot.png");
  const { status, json } = await world.ask("POST", "/media", form);
  if (status !== 201) throw new Error(JSON.stringify(json));
  return (json["media"] as { id: string }).id;
}

test("a dry run shows when the post would go out (D20)", async () => {
  const at = inFuture(world, 3 * HOUR);
  expect((await dry({ schedule: at })).json["scheduledFor"]).toBe(at);
  const { json } = await world.ask("POST", "/posts", { caption: "x", accounts: ["bluesky"], dryRun: true });
  expect(json["scheduledFor"]).toMatch(/T15:00:00.000Z$/);
});

test("a dry run is refused exactly as the real request (D20)", async () => {
  const bad = [
    { caption: "" },
    { caption: "x".repeat(400) },
    { accounts: ["nobody"] },
    { accounts: ["photos"] },
    { schedule: "later" },
    { overrides: { pins: "x" } },
    { options: { bluesky: { nonsense: 1 } } },
    { media: [world.profileId] },
    { extra: 1 },
  ];
  for (const more of bad) {
    const [pretended, real] = [
      await dry(more),
      await create(world, { accounts: ["bluesky", "mastodon"], ...more }),
    ];
    expect({ more, is: outcome(pretended) }).toEqual({ more, is: outcome(real) });
    expect({ ...pretended.json, instance: "" }).toEqual({ ...real.json, instance: "" });
  }
});

test("a dry run leaves the queue's slots free (D20)", async () => {
  const before = (await world.ask("GET", "/queue")).json["nextFree"];
  await world.ask("POST", "/posts", { caption: "x", accounts: ["bluesky"], dryRun: true });
  expect((await world.ask("GET", "/queue")).json["nextFree"]).toBe(before as never);
});
