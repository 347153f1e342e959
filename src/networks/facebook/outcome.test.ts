// What Facebook's answers prove, and which of them were given for posts that were live (networks/facebook.facts.md 6).
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { answer } from "../../tests/support/network-answers.ts";
import {
  draftOf,
  image,
  openBench,
  video,
  type Bench,
  withBytes,
} from "../../tests/support/network-fixture.ts";
import type { Answer } from "../client/call.ts";
import { objectOf } from "../client/json.ts";
import type { DraftMedia, Json, Outcome } from "../network.ts";
import { simulatedFacebook } from "../../simulator/facebook/index.ts";
import { graphError, listening, look, ready, settle } from "../../tests/support/facebook.ts";
import { facebook } from "./index.ts";

let bench: Bench;
beforeAll(async () => void (bench = await openBench({ network: facebook, simulated: simulatedFacebook })));
afterAll(() => bench[Symbol.asyncDispose]());
const published = () => bench.simulator.published("facebook");

describe("what an answer proves", () => {
  const outcomeFor = async (
    outcome: Answer,
    options: object,
    media: readonly DraftMedia[],
    saved: Json = null,
  ) => {
    const outside = bench.io("ok-told", { saved });
    const prepared = await ready("a", media, options, outside);
    return await facebook.commit(prepared, { ...outside, call: async () => outcome });
  };
  const again: Json = { files: {}, complete: true };

  test.each([
    [1, 0, 400],
    [2, 0, 400],
    [2, 0, 500],
    [1363030, 0, 400],
    [100, 1609010, 400],
    [1366051, 0, 400],
    [999, 0, 400],
    [190, 463, 500],
    [100, 0, 429],
  ])(
    "code %d/%d with %d: unknown, for it was answered for posts that were live",
    async (code, subcode, status) => {
      expect(await outcomeFor(graphError(code, subcode, status), {}, [])).toMatchObject({ kind: "unknown" });
    },
  );

  test.each([368, 506])(
    "code %d is a no to a first attempt, and proves nothing after another one",
    async (code) => {
      expect(await outcomeFor(graphError(code), {}, [])).toMatchObject({
        kind: "refused",
        category: "content",
      });
      expect(await outcomeFor(graphError(code), {}, [], again)).toMatchObject({ kind: "unknown" });
    },
  );

  test.each([4, 17, 32, 341, 613, 80_001])(
    "rate code %d: later for a post, unknown for a video",
    async (code) => {
      expect(await outcomeFor(graphError(code), {}, [])).toMatchObject({ kind: "busy" });
      expect(await outcomeFor(graphError(code), {}, [await video()])).toMatchObject({ kind: "unknown" });
    },
  );

  test("a rate limit is a refusal that can be retried, also for videos", async () => {
    expect(await outcomeFor(graphError(1390008), {}, [await video()])).toMatchObject({ kind: "busy" });
    expect(await outcomeFor(graphError(1404112), {}, [])).toMatchObject({ kind: "busy" });
  });

  test.each([
    [190, 460, "auth"],
    [102, 0, "auth"],
    [10, 0, "auth"],
    [200, 2069030, "auth"],
    [1609005, 0, "content"],
    [2061006, 0, "content"],
    [1366046, 0, "media"],
    [6001, 1363037, "media"],
    [1363040, 0, "media"],
    [1404078, 0, "unknown"],
    [4854002, 0, "unknown"],
  ] as const)("code %d/%d is refused: %s", async (code, subcode, category) => {
    expect(await outcomeFor(graphError(code, subcode), {}, [])).toMatchObject({ kind: "refused", category });
  });

  test("an id of another Page is not accepted, and an address from the root is completed", async () => {
    const outside = bench.io("ok-ids");
    const page = outside.credentials["pageId"] ?? "";
    expect(await outcomeFor(answer(200, { id: "1_2" }), {}, [])).toMatchObject({ kind: "unknown" });
    const prepared = await ready("a", [], {}, outside);
    const io = { ...outside, endpoint: (purpose: string) => facebook.endpoints[purpose] ?? "" };
    const posted = (permalink_url: Json) =>
      facebook.commit(prepared, { ...io, call: async () => answer(200, { id: `${page}_7`, permalink_url }) });
    expect(await posted("/1/posts/7")).toMatchObject({ url: "https://www.facebook.com/1/posts/7" });
    for (const address of [null, "https://evil.test/7", "//evil.test/7", "javascript:alert(1)"])
      expect(await posted(address)).toMatchObject({ url: `https://www.facebook.com/${page}_7` });
  });

  test("photos a post has taken are taken by no other", async () => {
    const io = bench.io("ok-single");
    const prepared = await ready("once", [await image(1)], {}, io);
    const before = published().length;
    expect(await facebook.commit(prepared, io)).toMatchObject({ kind: "accepted" });
    const second = await facebook.commit(prepared, io);
    expect(second).toMatchObject({ kind: "unknown", detail: expect.stringContaining("already posted") });
    expect(published().length - before).toBe(1);
  });

  test("the same text twice is refused for another post and unknown for the same one", async () => {
    const [one, two] = [bench.io("ok-same"), bench.io("ok-same")];
    const draft = draftOf("again and again");
    const first = await facebook.commit(await facebook.prepare(draft, one), one);
    const other = await facebook.commit(await ready("again and again", [], {}, two), two);
    expect(other).toMatchObject({ kind: "refused", detail: expect.stringContaining("same text") });
    const repeated = await facebook.prepare(draft, one);
    expect(await facebook.commit(repeated, one)).toMatchObject({ kind: "unknown" });
    const { remoteId } = first as Extract<Outcome, { kind: "accepted" }>;
    expect(await look(repeated, bench.clock.now(), one)).toMatchObject({ kind: "found", remoteId });
  });
});

describe("settling", () => {
  test("a reel that Facebook can't process is refused with its message", async () => {
    const io = bench.io("ok-wide");
    const wide = withBytes(await video(), Buffer.from("no video"));
    const before = published().length;
    const prepared = await ready("broken", [wide], {}, io);
    const sentAt = bench.clock.now();
    expect(await settle(prepared, io, bench)).toMatchObject({
      kind: "refused",
      category: "media",
      detail: expect.stringContaining("format"),
    });
    expect(await look(prepared, sentAt, io)).toMatchObject({ kind: "absent" });
    expect(published()).toHaveLength(before);
  });

  test("an unreachable network is not a failure of the post", async () => {
    const io = bench.io("ok-deaf");
    const prepared = await ready("deaf", [await video()], {}, io);
    const receipt = objectOf(await facebook.commit(prepared, io))["receipt"] ?? null;
    for (const nothing of [graphError(190, 463), graphError(100, 33), answer(200, {}), answer(502)]) {
      const outcome = await facebook.settle(prepared, receipt, { ...io, call: async () => nothing });
      expect(outcome).toMatchObject({ kind: "unknown" });
    }
  });

  test("an accepted story that is never listed is live without an address", async () => {
    const outside = bench.io("ok-unlisted");
    const prepared = await ready("", [await image(3)], { type: "story" }, outside);
    const { io } = listening(outside, ({ url }) =>
      url.includes("/stories") ? answer(200, { data: [] }) : null,
    );
    const outcome = await settle(prepared, io, bench);
    expect(outcome).toMatchObject({ kind: "accepted", url: null, remoteId: expect.stringMatching(/^\d+$/) });
  });
});
