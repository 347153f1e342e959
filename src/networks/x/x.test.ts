// Specific to X: kinds, duplicates, and lists that never prove absence (networks/x.facts.md).
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { answer, but, errorOnStop } from "../../tests/support/network-answers.ts";
import { draftFor, image, openBench, video, type Bench } from "../../tests/support/network-fixture.ts";
import { objectOf, textOf } from "../client/json.ts";
import type { Draft, Io, Json, PlannedPost } from "../network.ts";
import { withChanges } from "../../domain/rules.ts";
import { count } from "../client/text.ts";
import { simulatedX } from "../../simulator/x/index.ts";
import { x } from "./index.ts";

let bench: Bench;
beforeAll(async () => void (bench = await openBench({ network: x, simulated: simulatedX })));
afterAll(() => bench[Symbol.asyncDispose]());

async function sent(draft: Draft<never>, io: Io) {
  const prepared = await x.prepare(draft, io);
  return { prepared, sentAt: bench.clock.now(), outcome: await x.commit(prepared, io) };
}

describe("limits", () => {
  test.each([
    ["👨‍👩‍👧‍👦", 2],
    ["e\u0301", 1],
    ["漢字", 4],
    ["—", 1],
    ["…", 2],
    ["€", 2],
    ["✓", 2],
    ["“”", 2],
    ["example.com", 23],
    ["🇩🇪", 2],
    ["https://example.com/a/very/long/path?that=goes&on=and#on", 23],
  ])("%s counts %d", (text, length) => {
    expect(count(text, x.rules.text)).toBe(length);
  });

  const request = (changes: Partial<PlannedPost<never>>): PlannedPost<never> => ({
    text: "",
    media: [],
    options: {} as never,
    ...changes,
  });
  const file = { id: "1", kind: "image", width: 1, height: 1, durationMs: null } as const;

  test("an animated GIF is a kind of its own, also when it is not known to be animated", () => {
    for (const [mime, animated, kind] of [
      ["image/gif", true, "gif"],
      ["image/gif", null, "gif"],
      ["image/gif", false, "post"],
      ["image/jpeg", null, "post"],
    ] as const)
      expect(x.kinds?.of(request({ media: [{ ...file, mime, animated, altText: null }] }))).toBe(kind);
    const { media } = withChanges(x.rules, x.kinds?.all["gif"]?.rules ?? {});
    expect(media).toMatchObject({ maxItems: 1, image: { mimes: ["image/gif"], maxBytes: 15_000_000 } });
  });

  test("what X would refuse is reported before", () => {
    const rules = (changes: Partial<PlannedPost<never>>) =>
      x.validate(request(changes)).map(({ rule, certain }) => [rule, certain]);
    expect(rules({ text: "$CRI and $ABC" })).toEqual([["text.cashtags", false]]);
    expect(rules({ text: "$CRI for $5 a$BC" })).toEqual([]);
    expect(rules({ options: { tagged_user_ids: ["1"] } as never })).toEqual([
      ["options.tagged_user_ids", true],
    ]);
  });
});

describe("publishing", () => {
  test("communities, which X has closed, can't be chosen", () => {
    for (const chosen of [{ community_id: "12" }, { share_with_followers: true }])
      expect(Value.Check(x.options, chosen)).toBeFalse();
  });

  test("options and tags reach the request, and nothing else; a video stands alone", async () => {
    const chosen = { reply_settings: "verified", paid_partnership: true, made_with_ai: true };
    const options = { ...chosen, tagged_user_ids: ["5"], community_id: "12", share_with_followers: true };
    const prepared = objectOf(await x.prepare(draftFor(x, "a ", [await image(1)], options), bench.io("ok")));
    const media = { media_ids: [expect.stringMatching(/^\d+$/)], tagged_user_ids: ["5"] };
    expect(prepared["body"]).toEqual({ text: "a", media, ...chosen } as never);
    for (const [text, files, category] of [
      [" ", [], "content"],
      ["", [await video(), await image(1)], "media"],
    ] as const)
      expect(await errorOnStop(x.prepare(draftFor(x, text, files), bench.io("ok")))).toMatchObject({
        outcome: { kind: "refused", category },
      });
  });

  test("a duplicate is a refusal on the first attempt and unknown on a later one", async () => {
    const io = bench.io("ok-twice");
    const draft = draftFor(x, "Said before");
    const first = await sent(draft, io);
    expect(first.outcome).toMatchObject({ kind: "accepted" });
    bench.clock.turn(120_000);
    expect((await sent(draft, io)).outcome).toMatchObject({ kind: "refused", category: "content" });
    const second = await sent({ ...draft, attempt: 2 }, io);
    expect(second.outcome).toMatchObject({ kind: "unknown" });
    const finding = await x.verify(second.prepared, { sentAt: second.sentAt, otherRemoteIds: [] }, io);
    const { remoteId } = objectOf(first.outcome);
    expect(finding).toMatchObject({ kind: "found", remoteId: String(remoteId) });
  });

  test("the wait is that of the limit which is used up", async () => {
    const io = bench.io("ok");
    const prepared = await x.prepare(draftFor(x, "many"), io);
    const at = (ms: number) => String(Math.ceil((bench.clock.now() + ms) / 1000));
    const problem = { title: "Too Many Requests", type: "about:blank", status: 429 };
    const usual = { "x-rate-limit-remaining": "0", "x-rate-limit-reset": at(60_000) };
    const daily = { "x-user-limit-24hour-remaining": "0", "x-user-limit-24hour-reset": at(7_200_000) };
    for (const [headers, wait] of [
      [usual, 60_000],
      [{ ...usual, ...daily }, 7_200_000],
    ] as const) {
      const outcome = await x.commit(
        prepared,
        but(io, () => answer(429, problem, headers)),
      );
      if (outcome.kind !== "busy") throw new Error(outcome.kind);
      expect(Math.abs((outcome.retryAfterMs ?? 0) - wait)).toBeLessThan(1001);
    }
  });
});

describe("finding a post", () => {
  test("not the newest message matches, but the one with this text and time", async () => {
    const io = bench.io("ok-finding");
    const prepared = await x.prepare(draftFor(x, "Same words"), io);
    await sent(draftFor(x, "Others"), io);
    const sentAt = bench.clock.now();
    const look = (otherRemoteIds: string[] = [], at = sentAt) =>
      x.verify(prepared, { sentAt: at, otherRemoteIds }, io);
    expect(await look()).toMatchObject({ kind: "inconclusive" });
    const outcome = objectOf(await x.commit(prepared, io));
    const id = textOf(outcome["remoteId"]) ?? "";
    expect(await look()).toMatchObject({ kind: "found", remoteId: id });
    expect(await look([id])).toMatchObject({ kind: "inconclusive" });
    expect(await look([], sentAt + 120_000)).toMatchObject({ kind: "inconclusive" });
    bench.clock.turn(3_600_001);
    await sent(draftFor(x, "Same words"), io);
    // What is listed costs money: nothing beyond a quarter of an hour is asked for.
    expect(await look()).toMatchObject({ kind: "found", remoteId: id });
    expect(bench.requests.at(-1)?.url).toContain("end_time=");
  });

  test("two possible matches are left to a person", async () => {
    const io = bench.io("ok-two");
    const { prepared, sentAt } = await sent(draftFor(x, "Twin"), io);
    const twice = but(io, ({ url }) => {
      if (!url.includes("/tweets?")) return undefined;
      const created_at = new Date(sentAt).toISOString();
      const data = ["1", "2"].map((id) => ({ id, text: "Twin", created_at }));
      return answer(200, { data, meta: { result_count: 2 } });
    });
    const finding = await x.verify(prepared, { sentAt, otherRemoteIds: [] }, twice);
    expect(finding).toMatchObject({ kind: "inconclusive", evidence: expect.stringContaining("2 posts") });
  });

  test("a file of this post proves it; the same text with another file does not", async () => {
    const io = bench.io("ok-file");
    const ours = await x.prepare(draftFor(x, "With a picture", [await image(1)]), io);
    const sentAt = bench.clock.now();
    await sent(draftFor(x, "With a picture", [await image(2)]), io);
    expect(await x.verify(ours, { sentAt, otherRemoteIds: [] }, io)).toMatchObject({ kind: "inconclusive" });
    bench.clock.turn(3_600_001);
    const outcome = objectOf(await x.commit(ours, io));
    const found = await x.verify(ours, { sentAt: bench.clock.now(), otherRemoteIds: [] }, io);
    expect(found).toMatchObject({ kind: "found", remoteId: String(outcome["remoteId"]) });
  });

  test("a long post is compared as a whole", async () => {
    const io = bench.io("ok-premium-long");
    const long = `${"word ".repeat(100)}https://example.com/end`;
    const { prepared, sentAt } = await sent(draftFor(x, long), io);
    expect(await x.verify(prepared, { sentAt, otherRemoteIds: [] }, io)).toMatchObject({ kind: "found" });
    const other = await x.prepare(draftFor(x, `${"word ".repeat(100)}https://example.com/other`), io);
    expect(await x.verify(other, { sentAt, otherRemoteIds: [] }, io)).toMatchObject({ kind: "inconclusive" });
  });

  test("pages back through many posts", async () => {
    const io = bench.io("ok-many");
    const expected = await sent(draftFor(x, "the one"), io);
    for (let i = 0; i < 99; i++) await sent(draftFor(x, `newer ${i}`), io);
    bench.clock.turn(15 * 60_000);
    await sent(draftFor(x, "newest"), io);
    const requested = bench.requests.length;
    const { prepared, sentAt } = expected;
    expect(await x.verify(prepared, { sentAt: sentAt + 1, otherRemoteIds: [] }, io)).toMatchObject({
      kind: "found",
    });
    expect(bench.requests.length - requested).toBe(2);
  });

  test("what a list shows beyond what was asked for is looked at all the same", async () => {
    const io = bench.io("ok-beyond");
    const { prepared, sentAt } = await sent(draftFor(x, "Beyond"), io);
    const look = (post: { readonly [key: string]: Json }) => {
      const created_at = new Date(sentAt).toISOString();
      const data = [{ id: "1", text: "Beyond", created_at, ...post }];
      const ioWithAnswer = but(io, () => answer(200, { data, meta: { result_count: 1 } }));
      return x.verify(prepared, { sentAt, otherRemoteIds: [] }, ioWithAnswer);
    };
    expect(await look({})).toMatchObject({ kind: "found" });
    const inconclusive = { kind: "inconclusive" };
    expect(await look({ created_at: new Date(sentAt - 61_000).toISOString() })).toMatchObject(inconclusive);
    expect(await look({ attachments: { media_keys: ["3_1"] } })).toMatchObject(inconclusive);
    expect(await look({ created_at: "lately" })).toMatchObject(inconclusive);
  });

  test("replies and reposts never match; a post that quotes another may", async () => {
    const io = bench.io("ok-kinds");
    const { prepared, sentAt } = await sent(draftFor(x, "See there"), io);
    const one = (type: string) => {
      const created_at = new Date(sentAt).toISOString();
      const data = [{ id: "1", text: "See there", created_at, referenced_tweets: [{ type, id: "2" }] }];
      return but(io, () => answer(200, { data, meta: { result_count: 1 } }));
    };
    const sentHere = { sentAt, otherRemoteIds: [] };
    expect(await x.verify(prepared, sentHere, one("quoted"))).toMatchObject({ kind: "found" });
    expect(await x.verify(prepared, sentHere, one("replied_to"))).toMatchObject({ kind: "inconclusive" });
  });
});
