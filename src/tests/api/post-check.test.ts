// POST /v1/posts/check: always an answer, with everything that creating would find, and nothing stored.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Static } from "@sinclair/typebox";
import type { PostCheckView } from "../../api/views/post-check.ts";
import {
  create,
  keyFor,
  openWorldWith,
  outcome,
  pointers,
  setSlots,
  unknownId,
  upload,
} from "../support/posting.ts";
import { rowCounts } from "../support/test-database.ts";
import { ENTRY } from "../support/audit-entry.ts";
import type { World } from "../support/world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorldWith([
    "bluesky:ok",
    "mastodon:ok",
    "x:ok",
    "pinterest:ok",
    "instagram:ok",
    "youtube:ok",
  ]);
});
afterAll(() => world[Symbol.asyncDispose]());

type Check = Static<typeof PostCheckView>;

async function check(body: Record<string, unknown>, on = world): Promise<Check> {
  const { status, json } = await on.ask("POST", "/posts/check", body);
  expect({ status, json }).toMatchObject({ status: 200 });
  return json as Check;
}

/** What it says of one network. */
async function checkOf(platform: string, body: Record<string, unknown> = {}) {
  const { targets } = await check({ accounts: [platform], ...body });
  const [target] = targets;
  if (!target) throw new Error(`no target on ${platform}`);
  return target;
}

const rulesOf = ({ problems }: { problems: readonly { rule: string }[] }) => problems.map(({ rule }) => rule);

test("an empty body is checked like any other, against every account", async () => {
  const { targets, unknown, problems, plan } = await check({});
  expect({ unknown, problems, plan }).toEqual({ unknown: [], problems: [], plan: null });
  expect(Object.fromEntries(targets.map((target) => [target.platform, rulesOf(target)]))).toMatchObject({
    bluesky: ["text.required"],
    instagram: ["media.required"],
    youtube: expect.arrayContaining(["video.required", "options.selfDeclaredMadeForKids"]),
  });
  expect(targets.every(({ ok, simulated, card }) => !ok && simulated && card === null)).toBe(true);
});

test("nothing is written, whatever is asked", async () => {
  const before = await rowCounts(world.database);
  await check({ caption: "Hello", schedule: "now" });
  await check({ caption: "Hello", accounts: ["nobody"] });
  expect(await rowCounts(world.database)).toEqual(before);
});

describe("reports the faults that creating refuses with 400", () => {
  test.each([
    [{ accounts: [] }, "no_accounts", "accounts"],
    [{ schedule: "yesterday" }, "invalid_schedule", "schedule"],
    [{ schedule: "2001-01-01T00:00:00Z" }, "invalid_schedule", "schedule"],
    [{ media: [unknownId] }, "unknown_media", "media"],
    [{ overrides: { nobody: "x" } }, "unknown_override", "overrides"],
    [{ options: { nobody: {} } }, "unknown_option", "options"],
    [{ overrides: { bluesky: "a", Bluesky: "b" } }, "invalid_request", "overrides"],
  ])("%j", async (body, rule, field) => {
    const { problems } = await check({ caption: "Hello", accounts: ["bluesky"], ...body });
    expect(problems).toMatchObject([{ rule, field, message: expect.stringMatching(/\.$/) }]);
  });

  test("names of accounts, one by one, while the others are checked", async () => {
    await using other = await openWorldWith(["mastodon:ok-2", "bluesky:ok-2", "x:ok"]);
    const { targets, unknown } = await check({ caption: "Hi", accounts: ["blusky", "ok-2", "x"] }, other);
    expect(targets.map(({ platform }) => platform)).toEqual(["x"]);
    expect(unknown).toMatchObject([
      {
        name: "blusky",
        rule: "unknown_accounts",
        message: expect.stringContaining("Did you mean"),
        candidates: [],
      },
      { name: "ok-2", rule: "ambiguous_account", candidates: [{ handle: "ok-2" }, { handle: "ok-2" }] },
    ]);
  });

  test("a queue without slots", async () => {
    await using other = await openWorldWith(["bluesky:ok"]);
    expect((await check({ caption: "Hi" }, other)).problems).toEqual([]);
    await setSlots(other, []);
    const { problems, slot, scheduledFor } = await check({ caption: "Hi" }, other);
    expect({ slot, scheduledFor, problems }).toMatchObject({
      ...{ slot: null, scheduledFor: null, problems: [{ rule: "queue_has_no_slots", field: "schedule" }] },
    });
  });
});

test("only what is malformed is refused: unknown fields, wrong types, no JSON", async () => {
  const faults = [
    { captoin: "Hello" },
    { caption: 7 },
    { accounts: "some" },
    { media: ["7"] },
    { options: { bluesky: 7 } },
    { dryRun: true },
  ];
  for (const body of faults) {
    const answer = await world.ask("POST", "/posts/check", body);
    expect([outcome(answer), pointers(answer).length]).toEqual(["400 invalid_request", 1]);
  }
  expect(outcome(await world.ask("POST", "/posts/check", "{"))).toBe("400 invalid_json");
});

test("the queue's next free slot, a time, now and a draft", async () => {
  const queued = await check({ caption: "Hi", accounts: ["x"] });
  expect(queued.slot).toEqual({ at: queued.scheduledFor ?? "", slotId: expect.any(String) });
  const created = await world.post({ caption: "Hi", accounts: ["x"] });
  expect(created.scheduledFor).toBe(queued.scheduledFor);
  expect((await check({ caption: "Hi" })).scheduledFor).not.toBe(queued.scheduledFor);
  const at = new Date(world.clock.now() + 3_600_000).toISOString();
  expect(await check({ caption: "Hi", schedule: at })).toMatchObject({ scheduledFor: at, slot: null });
  for (const schedule of ["now", "draft"])
    expect(await check({ caption: "Hi", schedule })).toMatchObject({ scheduledFor: null, slot: null });
});

test("the longest answers are whole: every account is answered with its text", async () => {
  const caption = 'A "quote", a \\, \n, \u0000 and 🚣 日本語. '.repeat(500);
  const response = await fetch(`${world.url}/v1/posts/check`, {
    method: "POST",
    headers: { authorization: `Bearer ${world.key}`, "content-type": "application/json" },
    body: JSON.stringify({ caption }),
  });
  expect(response.headers.get("content-type")).toBe("application/json");
  const body = await response.text();
  expect(body.length).toBeGreaterThan(100_000);
  const { targets, problems } = JSON.parse(body) as Check;
  expect(problems).toEqual([]);
  expect(targets.map(({ platform }) => platform)).toHaveLength(6);
  for (const { text } of targets) expect(text.trim()).toBe(caption.trim());
});

test("needs the scope read, and no plan: why it allows nothing is said", async () => {
  const headers = await keyFor(world, { scopes: ["write"] });
  expect(outcome(await world.ask("POST", "/posts/check", {}, headers))).toBe("403 insufficient_scope");
  await using other = await openWorldWith(["bluesky:ok"]);
  await other.appliance.store.workspace.setPlan({ plan: "lapsed", until: null, accounts: null }, ENTRY);
  expect(await check({ caption: "Hi" }, other)).toMatchObject({
    plan: "The plan is not active, so nothing can be published.",
    targets: [{ ok: true }],
  });
});

test("the parts of a text, by the offsets of a browser, and what is over the limit", async () => {
  const text = "👋 @alice.bsky.social https://hills.example/view #hills ";
  const { segments } = await checkOf("bluesky", { caption: text });
  expect(segments.map(({ kind, from, to }) => [kind, text.slice(from, to)])).toEqual([
    ["mention", "@alice.bsky.social"],
    ["link", "https://hills.example/view"],
    ["tag", "#hills"],
  ]);
  const long = "🌊".repeat(301);
  const target = await checkOf("bluesky", { caption: long });
  expect(target).toMatchObject({ length: 301, limit: 300, unit: "graphemes", ok: false });
  expect(target.segments).toEqual([{ kind: "over", from: 600, to: 602, shown: "🌊", href: null }]);
});

test("only the first of very many hashtags are marked, and always the part over the limit", async () => {
  const text = "#a ".repeat(2000);
  const { segments } = await checkOf("youtube", { caption: text });
  expect(segments.filter(({ kind }) => kind === "tag")).toHaveLength(100);
  expect(segments.at(-1)).toMatchObject({ kind: "over", from: 5000, to: text.length });
});

test("each network's own text, as it is sent", async () => {
  const body = { caption: "  Hello\u0301 \n", overrides: { mastodon: " Toot " } };
  expect((await checkOf("mastodon", body)).text).toBe("Toot");
  expect((await checkOf("x", { caption: " e\u0301 " })).text).toBe("\u00e9");
});

describe("a fix", () => {
  const words = "word ".repeat(100).trim();

  test.each(["bluesky", "mastodon", "x"])("cuts a text for %s so that it fits", async (platform) => {
    const target = await checkOf(platform, { caption: `https://hills.example/view ${words} ${words}` });
    expect(target.problems).toMatchObject([{ rule: "text.length", field: "caption", fix: { kind: "cut" } }]);
    const [{ fix } = { fix: null }] = target.problems;
    const caption = fix?.kind === "cut" ? fix.caption : "";
    expect(caption).toEndWith("word…");
    const mended = await checkOf(platform, { caption });
    expect(mended).toMatchObject({ ok: true });
    expect(mended.length).toBeGreaterThan(mended.limit * 0.9);
  });

  test("leaves out files, sets options, adds media", async () => {
    const media = await Promise.all(
      Array.from({ length: 5 }, () => upload(world, "photo", { altText: "Hills" })),
    );
    const clip = await upload(world, "clip");
    expect((await checkOf("bluesky", { media })).problems).toMatchObject([
      { rule: "media.count", field: "media", fix: { kind: "leave_out_media", mediaIds: [media[4]] } },
    ]);
    expect((await checkOf("x", { media: [clip, media[0]] })).problems).toMatchObject([
      { rule: "media.mix", fix: { kind: "leave_out_media", mediaIds: [media[0]] } },
    ]);
    const pin = await checkOf("pinterest", { caption: "Hi" });
    expect(pin.needs).toEqual(["board_id"]);
    expect(pin.problems).toMatchObject([
      { rule: "media.required", fix: { kind: "add_media" } },
      {
        rule: "options.board_id",
        field: "options.board_id",
        fix: { kind: "set_option", option: "board_id", title: "Board" },
      },
    ]);
  });
});

test("choices that only the network can judge are checked against what it said last, and it is not asked", async () => {
  const body = { caption: "Hi", media: [await upload(world)], options: { pinterest: { board_id: "123" } } };
  const unheard = await checkOf("pinterest", body);
  expect(unheard.warnings).toContainEqual({
    rule: "options.unchecked",
    message: expect.stringContaining("Pinterest"),
  });
  await world.ask("GET", `/accounts/${unheard.accountId}/options`);
  const answer = await checkOf("pinterest", body);
  expect(answer.problems).toMatchObject([{ rule: "options.board_id" }]);
  expect(answer.warnings.map(({ rule }) => rule)).not.toContain("options.unchecked");
});

test("a post that the check calls whole is created, and one that it does not is refused for the same reasons", async () => {
  const media = [await upload(world), await upload(world, "clip")];
  for (const body of [
    { caption: "Hi" },
    { caption: "x".repeat(400), media },
    { caption: "Hi", media: media.slice(0, 1) },
  ]) {
    const { targets } = await check(body);
    for (const { accountId, ok, problems } of targets) {
      const { status, json } = await create(world, { ...body, accounts: [accountId] });
      expect([accountId, status]).toEqual([accountId, ok ? 201 : 422]);
      const [network] = (json["networks"] ?? []) as { problems: { rule: string; message: string }[] }[];
      const plain = problems.map(({ rule, message }) => ({ rule, message }));
      expect((network?.problems ?? []).map(({ rule, message }) => ({ rule, message }))).toEqual(plain);
    }
  }
});
