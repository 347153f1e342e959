// Specific to Pinterest: boards, shapes, tagged links, and lists that never prove absence (networks/pinterest.facts.md).
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { answer, but, errorOnStop } from "../../tests/support/network-answers.ts";
import { draftFor, image, openBench, video, type Bench } from "../../tests/support/network-fixture.ts";
import { objectOf } from "../client/json.ts";
import type { Draft, Io, Json, PlannedPost } from "../network.ts";
import { simulatedPinterest } from "../../simulator/pinterest/index.ts";
import { pinterest } from "./index.ts";

let bench: Bench;
beforeAll(async () => {
  bench = await openBench({ network: pinterest, simulated: simulatedPinterest });
});
afterAll(() => bench[Symbol.asyncDispose]());

const board = simulatedPinterest.sample;
async function pinned(draft: Draft<never>, outside: Io) {
  const io = { ...outside, media: draft.media };
  const prepared = await pinterest.prepare(draft, io);
  return { prepared, sentAt: bench.clock.now(), outcome: await pinterest.commit(prepared, io) };
}
async function drafted(text: string, options: object = {}, n = 1): Promise<Draft<never>> {
  return draftFor(pinterest, text, [await image(n)], { ...board, ...options });
}

describe("limits", () => {
  const file = {
    id: "1",
    kind: "image",
    mime: "image/png",
    durationMs: null,
    animated: false,
    altText: null,
  } as const;
  const shapes = (...sides: [number, number][]) =>
    sides.map(([width, height]) => ({ ...file, width, height }));
  const rules = (media: PlannedPost<never>["media"], options: object = {}, text = "") =>
    pinterest
      .validate({ text, media, options: options as never })
      .map(({ rule, certain }) => [rule, certain]);

  test("the pictures of a carousel have one shape", () => {
    expect(rules(shapes([1000, 1500], [600, 900]))).toEqual([]);
    expect(rules(shapes([1000, 1500], [600, 600]))).toEqual([["media.ratio", true]]);
    expect(rules([...shapes([10, 15]), { ...file, width: null, height: null }])).toEqual([]);
  });
  test("options that change nothing, or that there is nothing for", () => {
    const one = shapes([1, 1]);
    expect(rules(one, { slides: [{}] })).toEqual([["options.slides", true]]);
    expect(rules([...one, ...one], { slides: [{}, {}, {}] })).toEqual([["options.slides", true]]);
    expect(rules([...one, ...one], { slides: [{}] })).toEqual([]);
    expect(rules(one, { cover_second: 1 })).toEqual([["options.cover_second", false]]);
    expect(rules(one, { tag_link: true })).toEqual([["options.tag_link", false]]);
    expect(rules(one, { tag_link: true, link: "https://example.org" })).toEqual([]);
  });
  test("kinds", () => {
    const kind = (media: PlannedPost<never>["media"]) =>
      pinterest.kinds?.of({ text: "", media, options: {} });
    expect(kind(shapes([1, 1]))).toBe("image");
    expect(kind(shapes([1, 1], [1, 1]))).toBe("carousel");
    expect(kind([{ ...file, kind: "video", width: 1, height: 1 }])).toBe("video");
  });
  test.each([
    ["nothing", 0, 0],
    ["six images", 6, 0],
    ["an image beside a video", 1, 1],
  ])("%s is not a pin", async (_, images, videos) => {
    const files = Array.from({ length: images }, (_each, n) => image(n));
    const media = [...(await Promise.all(files)), ...(videos > 0 ? [await video()] : [])];
    const refused = await errorOnStop(
      pinterest.prepare(draftFor(pinterest, "x", media, board), bench.io("ok")),
    );
    expect(refused).toMatchObject({ outcome: { kind: "refused", category: "media" } });
  });
});

describe("publishing", () => {
  test("the options are on the pin", async () => {
    const chosen = { title: "Title", link: "https://example.org/", dominant_color: "#112233" };
    const draft = await drafted(" Said ", { ...chosen, alt_text: "Other words" });
    const { pin } = objectOf(await pinterest.prepare(draft, bench.io("ok")));
    expect(pin).toEqual({ ...board, ...chosen, description: "Said", alt_text: "Other words" });
  });

  test.each([
    ["https://example.org/", "https://example.org/?utm_content=ID"],
    ["https://example.org/?a=1#b#c", "https://example.org/?a=1&utm_content=ID#b#c"],
  ])("the mark of %s", async (link, expected) => {
    const draft = await drafted("", { link, tag_link: true });
    const { pin } = objectOf(await pinterest.prepare(draft, bench.io("ok")));
    expect(objectOf(pin)["link"]).toBe(expected.replace("ID", draft.targetId));
  });

  test("a pin with a missing file is not sent, and a trial application is reported", async () => {
    const draft = await drafted("gone");
    const before = bench.requests.length;
    const io = bench.io("ok");
    expect(await pinterest.commit(await pinterest.prepare(draft, io), io)).toMatchObject({ kind: "notSent" });
    expect(bench.requests.length).toBe(before);
    const { outcome } = await pinned(await drafted("trial"), bench.io("ok-trial"));
    expect(outcome).toMatchObject({ kind: "refused", detail: expect.stringContaining("trial access") });
  });

  test("a wait is in seconds from now", async () => {
    const { prepared } = await pinned(await drafted("wait"), bench.io("ok"));
    const problem = { code: 8, message: "You have exceeded your rate limit." };
    for (const [headers, wait] of [
      [{ "x-ratelimit-reset": "7" }, 7000],
      [{ "x-ratelimit-reset": "7", "retry-after": "9" }, 9000],
      [{}, null],
    ] as const) {
      const io = but({ ...bench.io("ok"), media: [await image(1)] }, () => answer(429, problem, headers));
      expect(await pinterest.commit(prepared, io)).toMatchObject({ kind: "busy", retryAfterMs: wait });
    }
  });
});

describe("finding a pin", () => {
  test("not the newest pin matches, but the one with this text, board and time", async () => {
    const io = bench.io("ok-finding");
    const draft = await drafted("Same words", { title: "T", link: "https://example.org" });
    const first = await pinned(draft, io);
    const id = String(objectOf(first.outcome)["remoteId"]);
    const look = (prepared: Json, otherRemoteIds: string[] = [], sentAt = first.sentAt) =>
      pinterest.verify(prepared, { sentAt, otherRemoteIds }, io);
    expect(await look(first.prepared)).toMatchObject({ kind: "found", remoteId: id });
    expect(await look(first.prepared, [id])).toMatchObject({ kind: "inconclusive" });
    expect(await look(first.prepared, [], first.sentAt + 120_000)).toMatchObject({ kind: "inconclusive" });
    expect(await look(first.prepared, [], first.sentAt - 11 * 60_000)).toMatchObject({
      kind: "inconclusive",
    });
    for (const other of [
      { title: "U" },
      { link: "https://example.org/b" },
      { board_id: "1022106146619699846" },
    ]) {
      const prepared = await pinterest.prepare(
        draftFor(pinterest, "Same words", draft.media, {
          ...board,
          title: "T",
          link: "https://example.org",
          ...other,
        }),
        io,
      );
      expect(await look(prepared)).toMatchObject({
        kind: "inconclusive",
        evidence: expect.stringContaining("None of the board's"),
      });
    }
    await pinned(draft, io);
    const twins = await look(first.prepared);
    expect(twins).toMatchObject({ kind: "inconclusive", evidence: expect.stringContaining("2 pins") });
  });

  test("a pin without text is left to a person, unless its link is tagged", async () => {
    const io = bench.io("ok-mute");
    const bare = await pinned(await drafted(""), io);
    expect(
      await pinterest.verify(bare.prepared, { sentAt: bare.sentAt, otherRemoteIds: [] }, io),
    ).toMatchObject({
      kind: "inconclusive",
      evidence: expect.stringContaining("A person must check"),
    });
    const marks = { link: "https://example.org", tag_link: true };
    for (let n = 0; n < 2; n++) {
      const { prepared, sentAt, outcome } = await pinned(await drafted("", marks), io);
      const finding = await pinterest.verify(prepared, { sentAt, otherRemoteIds: [] }, io);
      expect(finding).toMatchObject({ kind: "found", remoteId: String(objectOf(outcome)["remoteId"]) });
    }
  });

  test("another kind of pin is another pin", async () => {
    const io = bench.io("ok-kinds");
    const one = await pinned(await drafted("Kinds"), io);
    const media = [await image(1), await image(2)];
    const several = await pinterest.prepare(draftFor(pinterest, "Kinds", media, board), io);
    const sent = { sentAt: one.sentAt, otherRemoteIds: [] };
    expect(await pinterest.verify(several, sent, io)).toMatchObject({ kind: "inconclusive" });
    expect(await pinterest.verify(one.prepared, sent, io)).toMatchObject({ kind: "found" });
  });

  test("all pages of a board are read, and a missing page makes the result inconclusive", async () => {
    const io = bench.io("ok-many");
    for (let n = 0; n < 101; n++) await pinned(await drafted(`Pin ${n}`), io);
    const last = await pinned(await drafted("The one"), io);
    const sent = { sentAt: last.sentAt, otherRemoteIds: [] };
    expect(await pinterest.verify(last.prepared, sent, io)).toMatchObject({ kind: "found" });
    const broken = but(io, ({ url }) => (url.includes("bookmark=") ? answer(502) : undefined));
    expect(await pinterest.verify(last.prepared, sent, broken)).toMatchObject({
      kind: "inconclusive",
      evidence: "The board's pins could not be listed.",
    });
  });

  /** What is made of a board that shows this one pin. */
  async function shown(
    draft: Draft<never>,
    pin: { readonly [key: string]: Json },
    io = bench.io("ok-shown"),
  ) {
    const { prepared, sentAt } = await pinned(draft, io);
    const created_at = new Date(sentAt).toISOString().slice(0, 19);
    const item = { id: "1", created_at, alt_text: 'Picture "1" ✓', ...board, ...pin };
    const ioWithAnswer = but(io, ({ url }) =>
      url.includes("/pins?") ? answer(200, { items: [item] }) : undefined,
    );
    return await pinterest.verify(prepared, { sentAt, otherRemoteIds: [] }, ioWithAnswer);
  }

  test("a tagged link is enough, whatever Pinterest changed in the text", async () => {
    const draft = await drafted("Words", { link: "https://example.org", tag_link: true });
    const marked = { description: "words…", link: `https://www.example.org/?utm_content=${draft.targetId}` };
    expect(await shown(draft, marked)).toMatchObject({ kind: "found" });
    expect(await shown(draft, { description: "Words" })).toMatchObject({ kind: "inconclusive" });
  });

  test("a pin on another board or of another account is another pin", async () => {
    const draft = await drafted("Mine");
    expect(await shown(draft, { description: "Mine" })).toMatchObject({ kind: "found" });
    for (const other of [{ board_id: "7" }, { is_owner: false }])
      expect(await shown(draft, { description: "Mine", ...other })).toMatchObject({ kind: "inconclusive" });
  });

  test("times without a zone are UTC wherever Crier runs, and others are read too", async () => {
    const now = bench.clock.now();
    const later = new Date(now + 7_200_000).toISOString();
    const zone = process.env["TZ"];
    process.env["TZ"] = "America/New_York";
    try {
      for (const [created_at, kind] of [
        [new Date(now).toISOString().slice(0, 19), "found"],
        [new Date(now).toISOString(), "found"],
        [later.replace("Z", "+02:00"), "found"],
        [later.slice(0, 19), "inconclusive"],
        ["yesterday", "inconclusive"],
      ] as const)
        expect(await shown(await drafted("Times"), { created_at, description: "Times" })).toMatchObject({
          kind,
        });
    } finally {
      process.env["TZ"] = zone ?? "UTC";
    }
  });
});
