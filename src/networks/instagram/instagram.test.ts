// Specific to Instagram: containers that report their state, misleading errors, kinds and options, 60-day tokens.
import type { Options } from "./options.ts";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { answer } from "../../tests/support/network-answers.ts";
import {
  draftFor,
  image,
  onlyOne,
  openBench,
  video,
  type Bench,
} from "../../tests/support/network-fixture.ts";
import type { Call } from "../client/call.ts";
import { objectOf } from "../client/json.ts";
import type { DraftMedia, Io, Json, PlannedPost, PlannedMedia } from "../network.ts";
import { simulatedInstagram } from "../../simulator/instagram/index.ts";
import { failure } from "./api.ts";
import { instagram } from "./index.ts";
import { kindOf } from "./rules.ts";

let bench: Bench;
beforeAll(async () => void (bench = await openBench({ network: instagram, simulated: simulatedInstagram })));
afterAll(() => bench[Symbol.asyncDispose]());

const HOUR_MS = 3_600_000;
const published = () => bench.simulator.published("instagram");
const posts = (io: Io) => published().filter(({ account }) => account === io.credentials["username"]);
const failed = (code: number, subcode?: number, requestsOf = "words of Meta's.") =>
  answer(400, {
    error: { message: requestsOf, code, ...(subcode !== undefined && { error_subcode: subcode }) },
  });
/** The requests of a kind that a piece of work makes. */
async function countRequests(what: RegExp, act: () => Promise<unknown>): Promise<number> {
  const before = bench.requests.length;
  await act();
  return bench.requests.slice(before).filter(({ method, url }) => what.test(`${method} ${url}`)).length;
}
const MADE = /^POST .*\/media$/;
const SENT = /^POST .*\/media_publish/;
/** What a request to Instagram said. */
async function requestsOf(act: (io: Io) => Promise<unknown>, io: Io): Promise<Json[]> {
  const bodies: Json[] = [];
  const call: Call = (request) => {
    if (request.body && "json" in request.body) bodies.push(request.body.json);
    return io.call(request);
  };
  await act({ ...io, call });
  return bodies;
}
const sent = (at = bench.clock.now()) => ({ sentAt: at, otherRemoteIds: [] });
const doubtful = (prepared: Json) => objectOf(prepared)["doubt"];
const again = (prepared: Json): Json => JSON.parse(JSON.stringify(prepared));

describe("a container is one post", () => {
  test("a second attempt publishes the same container, and never one that is out", async () => {
    const io = bench.io("ok-again");
    const draft = draftFor(instagram, "once", [await image(1)]);
    const first = await instagram.prepare(draft, io);
    expect(await countRequests(MADE, () => instagram.prepare(draft, io))).toBe(0);
    expect(again(await instagram.prepare(draft, io))).toEqual(again(first));
    await instagram.commit(first, io);
    const second = await instagram.prepare(draft, io);
    expect(doubtful(second)).toBe("published");
    const sends = await countRequests(SENT, async () => {
      expect(await instagram.commit(second, io)).toMatchObject({ kind: "unknown" });
    });
    expect(sends).toBe(0);
    // Long after it was published: the container tells since when to look.
    bench.clock.turn(2 * HOUR_MS);
    expect(await instagram.verify(second, sent(), io)).toMatchObject({ kind: "found" });
    expect(posts(io)).toHaveLength(1);
  });

  test("only a person's decision creates another container after a published one", async () => {
    const io = bench.io("ok-deleted");
    const draft = draftFor(instagram, "deleted by hand", [await image(1)]);
    await instagram.commit(await instagram.prepare(draft, io), io);
    await instagram.commit(await instagram.prepare(draft, io), io);
    expect(posts(io)).toHaveLength(1);
    // That attempt ended in doubt. Another begins only after somebody, or Instagram, said that it is not there.
    const third = await instagram.prepare(draft, io);
    expect(doubtful(third)).toBeNull();
    expect(await instagram.commit(third, io)).toMatchObject({ kind: "processing" });
  });

  test("a container that can't be read is neither published nor replaced", async () => {
    const io = bench.io("ok-hidden");
    const draft = draftFor(instagram, "hidden", [await image(1)]);
    await instagram.prepare(draft, io);
    const call: Call = async (request) =>
      /\/180\d+\?/.test(request.url) ? failed(100, 33) : await io.call(request);
    const hidden = { ...io, call, saved: io.saved };
    expect(doubtful(await instagram.prepare(draft, hidden))).toBe("unread");
    // A day later no container is left to be published.
    bench.clock.turn(25 * HOUR_MS);
    expect(doubtful(await instagram.prepare(draft, bench.io("ok-hidden", { saved: io.saved })))).toBeNull();
  });

  test("a published container is a doubt of its own, whatever the earlier doubt was", async () => {
    const io = bench.io("ok-late");
    const draft = draftFor(instagram, "late", [await image(1)]);
    const slow = await instagram.prepare(draft, io);
    const hidden: Call = async (request) =>
      /\/180\d+\?/.test(request.url) ? failed(100, 33) : await io.call(request);
    const second = await instagram.prepare(draft, { ...io, call: hidden, saved: io.saved });
    await instagram.commit(second, io);
    // Meanwhile the first request, long given up, arrives.
    await instagram.commit(slow, io);
    const third = await instagram.prepare(draft, io);
    expect(doubtful(third)).toBe("published");
    await instagram.commit(third, io);
    expect(posts(io)).toHaveLength(1);
  });

  test("the next attempt clears the doubt, and what it publishes is not published again", async () => {
    const io = bench.io("ok-doubted");
    const draft = draftFor(instagram, "doubted", [await image(1)]);
    await instagram.prepare(draft, io);
    const hidden: Call = async (request) =>
      /\/180\d+\?/.test(request.url) ? failed(100, 33) : await io.call(request);
    const first = await instagram.prepare(draft, { ...io, call: hidden, saved: io.saved });
    expect(await instagram.commit(first, io)).toMatchObject({ kind: "unknown" });
    const second = await instagram.prepare(draft, io);
    expect(objectOf(second)["id"]).toBe(objectOf(first)["id"] ?? "");
    expect(await instagram.commit(second, io)).toMatchObject({ kind: "processing" });
    const third = await instagram.prepare(draft, io);
    expect(await instagram.commit(third, io)).toMatchObject({ kind: "unknown" });
    expect(posts(io)).toHaveLength(1);
  });

  test("changed content gets a new container; a new address of the same file does not", async () => {
    const io = bench.io("ok-edited");
    const file = await image(1);
    const draft = draftFor(instagram, "before", [file]);
    await instagram.prepare(draft, io);
    const elsewhere = { ...file, publicUrl: () => `${file.publicUrl()}?signed=again` };
    expect(await countRequests(MADE, () => instagram.prepare({ ...draft, media: [elsewhere] }, io))).toBe(0);
    expect(await countRequests(MADE, () => instagram.prepare({ ...draft, text: "after" }, io))).toBe(1);
    const tagged = { ...draft, options: { location_id: "12" } as never };
    expect(await countRequests(MADE, () => instagram.prepare(tagged, io))).toBe(1);
    expect(
      await countRequests(MADE, () => instagram.prepare({ ...tagged, media: [{ ...file, size: 1 }] }, io)),
    ).toBe(1);
  });

  test("one that is not found three times is asked about, and then replaced", async () => {
    const io = bench.io("ok-lost");
    const draft = draftFor(instagram, "not found", [await image(1)]);
    const call: Call = async (request) =>
      request.url.includes("media_publish") ? failed(24, 2_207_006) : await io.call(request);
    const prepared = await instagram.prepare(draft, io);
    for (let n = 0; n < 3; n++) {
      const outcome = await instagram.commit(prepared, { ...io, call, saved: io.saved });
      expect(outcome).toMatchObject({ kind: "busy" });
    }
    const fourth = await instagram.prepare(draft, io);
    expect(doubtful(fourth)).toBe("lost");
    expect(await instagram.commit(fourth, io)).toMatchObject({ kind: "unknown" });
    expect(await instagram.verify(fourth, sent(), io)).toMatchObject({ kind: "absent" });
    expect(await countRequests(MADE, () => instagram.prepare(draft, io))).toBe(1);
  });
});

describe("processing", () => {
  test("is waited for, and the next attempt resumes", async () => {
    const draft = draftFor(instagram, "moving", [await video()]);
    const io = bench.io("slow-video");
    const stopped = { ...io, signal: AbortSignal.abort() };
    const stop = await instagram.prepare(draft, stopped).catch((error: unknown) => error);
    expect(stop).toMatchObject({ outcome: { kind: "busy" } });
    const resumed = bench.io("slow-video", { saved: bench.saved() });
    expect(await countRequests(MADE, () => instagram.prepare(draft, resumed))).toBe(0);
  });

  test("the files of a carousel are processed side by side, and shown in order", async () => {
    const io = bench.io("slow-carousel");
    const start = bench.clock.now();
    const media = [await image(1), await video(), await image(2)];
    const prepared = await instagram.prepare(draftFor(instagram, "in order", media), io);
    // Each takes five seconds, and then the whole does.
    expect(bench.clock.now() - start).toBeLessThan(15_000);
    const answered = instagram.commit(prepared, io);
    while (!bench.clock.armed(5000)) await new Promise((resolve) => setImmediate(resolve));
    bench.clock.turn(5000);
    await answered;
    expect(onlyOne(posts(io)).media.map(({ mime }) => mime)).toEqual([
      "image/jpeg",
      "video/mp4",
      "image/jpeg",
    ]);
  });

  test("a file that can't be fetched or used ends there, in Instagram's words", async () => {
    const prepare = (file: DraftMedia, options = {}) =>
      instagram
        .prepare(draftFor(instagram, "", [file], options), bench.io("ok-wrong"))
        .catch((error: unknown) => error);
    const gone = { publicUrl: () => "https://crier.example/gone" };
    expect(await prepare({ ...(await image(1)), ...gone })).toMatchObject({ outcome: { kind: "busy" } });
    expect(await prepare({ ...(await video()), ...gone })).toMatchObject({ outcome: { kind: "busy" } });
    const refused = { outcome: { kind: "refused", category: "media" } };
    expect(await prepare(await image(1, "png"))).toMatchObject(refused);
    expect(await prepare({ ...(await image(1)), kind: "video" })).toMatchObject(refused);
    // And what failed is made anew.
    const io = bench.io("ok-wrong-video");
    const wrong = { ...(await image(1)), id: "a", kind: "video" } as const;
    await instagram.prepare(draftFor(instagram, "", [wrong]), io).catch(() => {});
    expect(io.saved).toEqual({});
  });

  test.each([
    ["Error: 2207026, the format", "refused", "media"],
    ["Error: 2207052, not fetched", "busy", undefined],
    ["Error: 2207001", "busy", undefined],
    ["Error: 2207057, the offset", "refused", "content"],
    ["", "refused", "media"],
  ])("%s: %s", (words, kind, category) => {
    expect(failure(words)).toMatchObject({ kind, ...(category !== undefined && { category }) });
  });
});

describe("the publishing request", () => {
  test.each([
    [4, 2_207_051, "unknown"],
    [1, undefined, "unknown"],
    [2, undefined, "unknown"],
    [-1, 2_207_001, "unknown"],
    [100, 33, "unknown"],
    [100, undefined, "unknown"],
    [36_003, 2_207_009, "unknown"],
    [4, undefined, "unknown"],
    [190, 2_207_099, "unknown"],
    [9007, 2_207_027, "busy"],
    [24, 2_207_008, "busy"],
    [-2, 2_207_020, "busy"],
    [17, undefined, "busy"],
    [80_002, undefined, "busy"],
    [9, 2_207_042, "refused"],
    [25, 2_207_050, "refused"],
    [190, 463, "refused"],
    [200, undefined, "refused"],
  ])("code %d with %p: %s", async (code, subcode, kind) => {
    const io = bench.io("ok-codes");
    const prepared = await instagram.prepare(draftFor(instagram, "codes", [await image(1)]), io);
    expect(
      await instagram.commit(prepared, { ...io, call: async () => failed(code, subcode) }),
    ).toMatchObject({
      kind,
    });
  });

  test("the day's posts end at the limit Instagram tells", async () => {
    const io = bench.io("ok-many");
    const file = await image(1);
    for (let n = 0; n < 100; n++) {
      const fresh = { ...io, saved: null };
      await instagram.commit(await instagram.prepare(draftFor(instagram, `${n}`, [file]), fresh), fresh);
    }
    const { values, rules } = await instagram.liveOptions(io);
    expect(values).toEqual({ posts_today: 100, posts_a_day: 100 });
    expect(rules).toEqual({ quota: { posts: 100, windowMs: 24 * HOUR_MS } });
    const fresh = { ...io, saved: null };
    const outcome = await instagram.commit(
      await instagram.prepare(draftFor(instagram, "more", [file]), fresh),
      fresh,
    );
    expect(outcome).toMatchObject({ kind: "refused", category: "quota" });
  });

  test("the id is stored before the address is requested, and a missing address does not delay the post", async () => {
    const io = bench.io("ok-address");
    const prepared = await instagram.prepare(draftFor(instagram, "address", [await image(1)]), io);
    let outcome = await instagram.commit(prepared, io);
    if (outcome.kind !== "processing") throw new Error(outcome.kind);
    const { receipt } = outcome;
    expect(receipt).toMatchObject({ id: onlyOne(posts(io)).id });
    expect(await instagram.settle(prepared, receipt, io)).toMatchObject({
      kind: "accepted",
      remoteId: onlyOne(posts(io)).id,
      url: onlyOne(posts(io)).url,
    });
    const silent = { ...io, call: async () => failed(100, 33) };
    let questions = 0;
    while (outcome.kind === "processing") {
      outcome = await instagram.settle(prepared, outcome.receipt, silent);
      questions++;
    }
    expect(outcome).toEqual({ kind: "accepted", remoteId: onlyOne(posts(io)).id, url: null });
    expect(questions).toBe(4);
    const evil = answer(200, { id: onlyOne(posts(io)).id, permalink: "https://evil.test/p/1" });
    expect(await instagram.settle(prepared, receipt, { ...io, call: async () => evil })).toMatchObject({
      kind: "processing",
    });
  });
});

describe("verifying", () => {
  test("not the newest post matches, but the one with this text, kind and time", async () => {
    const io = bench.io("ok-twins");
    const fresh = () => ({ ...io, saved: null });
    const one = await instagram.prepare(draftFor(instagram, "twins", [await image(1)]), fresh());
    await instagram.commit(one, io);
    const [first] = posts(io);
    const two = await instagram.prepare(draftFor(instagram, "twins", [await image(1)]), fresh());
    const sentAt = bench.clock.now();
    // Not published, and yet one looks like it.
    expect(await instagram.verify(two, sent(sentAt), io)).toMatchObject({ kind: "inconclusive" });
    const usedIds = { sentAt, otherRemoteIds: [first?.id ?? ""] };
    expect(await instagram.verify(two, usedIds, io)).toMatchObject({ kind: "absent" });
    await instagram.commit(two, io);
    expect(await instagram.verify(two, usedIds, io)).toMatchObject({
      kind: "found",
      remoteId: posts(io)[1]?.id,
    });
    expect(await instagram.verify(two, sent(sentAt), io)).toMatchObject({ kind: "inconclusive" });
    // It is certainly out; after a while the container stands for the post that can't be told.
    bench.clock.turn(16 * 60_000);
    const id = objectOf(two)["id"];
    expect(await instagram.verify(two, sent(sentAt), io)).toMatchObject({
      kind: "found",
      remoteId: id,
      url: null,
    });
    const reel = await instagram.prepare(draftFor(instagram, "twins", [await video()]), fresh());
    expect(await instagram.verify(reel, sent(), io)).toMatchObject({ kind: "absent" });
  });

  test("absence is reported only within the container's day, and only with a list", async () => {
    const io = bench.io("ok-absent");
    const prepared = await instagram.prepare(draftFor(instagram, "never sent", [await image(1)]), io);
    const unlisted: Call = async (request) =>
      /\/media\?/.test(request.url) ? failed(2) : await io.call(request);
    const sentAt = bench.clock.now();
    expect(await instagram.verify(prepared, sent(sentAt), { ...io, call: unlisted })).toMatchObject({
      kind: "inconclusive",
    });
    expect(await instagram.verify(prepared, sent(sentAt), io)).toMatchObject({ kind: "absent" });
    bench.clock.turn(24 * HOUR_MS);
    expect(await instagram.verify(prepared, sent(sentAt), io)).toMatchObject({ kind: "inconclusive" });
  });

  test("without the container's state, text and time decide; without a text nothing does", async () => {
    for (const [text, kind] of [
      ["told by words", "found"],
      ["", "inconclusive"],
    ] as const) {
      const io = bench.io(`ok-unread-${kind}`);
      const prepared = await instagram.prepare(draftFor(instagram, text, [await image(1)]), io);
      const sentAt = bench.clock.now();
      await instagram.commit(prepared, io);
      const call: Call = async (request) =>
        /\/180\d+\?/.test(request.url) ? failed(100, 33) : await io.call(request);
      expect(await instagram.verify(prepared, sent(sentAt), { ...io, call })).toMatchObject({ kind });
    }
  });
});

describe("kinds and options", () => {
  const file = (kind: "image" | "video", width = 1080, height = 1080): PlannedMedia => ({
    id: kind,
    kind,
    mime: kind === "image" ? "image/jpeg" : "video/mp4",
    width,
    height,
    durationMs: kind === "video" ? 5000 : null,
    animated: false,
    altText: null,
  });
  const request = (media: PlannedMedia[], options: Options = {}, text = ""): PlannedPost<Options> => ({
    text,
    media,
    options,
  });
  const rulesOf = (of: PlannedPost<Options>) =>
    instagram.validate(of as PlannedPost<never>).map(({ rule, certain }) => (certain ? rule : `${rule}?`));

  test("what a post would be", () => {
    expect(kindOf(request([file("image")]))).toBe("image");
    expect(kindOf(request([file("video")]))).toBe("reel");
    expect(kindOf(request([file("video"), file("image")]))).toBe("carousel");
    expect(kindOf(request([file("video")], { type: "story" }))).toBe("story");
  });

  test("more hashtags than Instagram itself allows are warned about", () => {
    const tagged = (n: number) => Array.from({ length: n }, (_, at) => `#boat${at}`).join(" ");
    expect(rulesOf(request([file("image")], {}, tagged(5)))).toEqual([]);
    expect(rulesOf(request([file("image")], {}, tagged(6)))).toEqual(["text.hashtags?"]);
  });

  test("options that exclude each other are reported before", () => {
    expect(rulesOf(request([file("image")], { thumb_offset: 5, collaborators: ["a"] }))).toEqual([
      "options.thumb_offset",
    ]);
    expect(rulesOf(request([file("video")], { thumb_offset: 5, trial: "MANUAL" }))).toEqual([]);
    expect(rulesOf(request([file("image")], { type: "story", location_id: "1" }, "words"))).toEqual([
      "options.location_id",
      "text.story?",
    ]);
    expect(rulesOf(request([file("image")], { user_tags: [{ username: "bob" }] }))).toEqual([
      "options.user_tags",
    ]);
    expect(rulesOf(request([file("video")], { user_tags: [{ username: "bob" }] }))).toEqual([]);
    const both = [file("image"), file("video")];
    const tag = { username: "bob", x: 0.1, y: 0.1 };
    expect(rulesOf(request(both, { user_tags: [{ ...tag, item: 2 }] }))).toEqual(["options.user_tags"]);
    expect(rulesOf(request(both, { user_tags: [{ ...tag, item: 3 }] }))).toEqual(["options.user_tags"]);
    expect(rulesOf(request([file("image"), file("image", 1080, 1350)]))).toEqual(["media.ratios?"]);
  });

  test.each<[object, boolean]>([
    [{}, true],
    [{ type: "reel" }, false],
    [{ collaborators: ["a", "b", "c", "d"] }, false],
    [{ cover_url: "http://crier.example/cover.jpg" }, false],
    [{ cover_url: "https://crier.example/cöver.jpg" }, false],
    [{ user_tags: [{ username: "bob", x: 1.5, y: 0 }] }, false],
    [{ unheard_of: true }, false],
  ])("%p: %p", (options, right) => {
    expect(Value.Check(instagram.options, options)).toBe(right);
  });

  test("options arrive under Instagram's names", async () => {
    const tags = [
      { username: "bob", x: 0.5, y: 0.5 },
      { username: "eve", x: 0, y: 0, item: 2 },
    ];
    const options = { type: "feed", collaborators: ["alice"], location_id: "12", user_tags: tags };
    const media = [await image(1), await image(2)];
    const prepare = (io: Io) => instagram.prepare(draftFor(instagram, "Two", media, options), io);
    expect(await requestsOf(prepare, bench.io("ok-names"))).toEqual([
      {
        is_carousel_item: true,
        user_tags: [tags[0]],
        image_url: media[0]?.publicUrl(),
        alt_text: 'Picture "1" ✓',
      },
      {
        is_carousel_item: true,
        user_tags: [{ username: "eve", x: 0, y: 0 }],
        image_url: media[1]?.publicUrl(),
        alt_text: 'Picture "2" ✓',
      },
      {
        media_type: "CAROUSEL",
        children: expect.stringMatching(/^\d+,\d+$/),
        caption: "Two",
        collaborators: ["alice"],
        location_id: "12",
      },
    ] as Json[]);
    const reel = {
      share_to_feed: true,
      cover_url: "https://x.test/c.jpg",
      trial: "SS_PERFORMANCE",
      audio_name: "A",
    };
    const clip = await video();
    const prepareReel = (io: Io) => instagram.prepare(draftFor(instagram, "", [clip], reel), io);
    expect(await requestsOf(prepareReel, bench.io("ok-names"))).toEqual([
      {
        media_type: "REELS",
        video_url: clip.publicUrl(),
        share_to_feed: true,
        cover_url: reel.cover_url,
        audio_name: "A",
        trial_params: { graduation_strategy: "SS_PERFORMANCE" },
      },
    ]);
  });

  test("without a file there is no post", async () => {
    const stop = await instagram
      .prepare(draftFor(instagram, "words"), bench.io("ok"))
      .catch((error: unknown) => error);
    expect(stop).toMatchObject({ outcome: { kind: "refused", category: "media" } });
  });
});

describe("connecting", () => {
  const { connect } = instagram;
  const redirectUri = "https://crier.test/connect/instagram/callback";
  async function signIn(io: Io) {
    const page = new URL(`${io.endpoint("authorize")}${connect.oauth?.authorize.path}`);
    const query = { client_id: "crier", redirect_uri: redirectUri, state: "s", login_hint: "ok-signed" };
    page.search = new URLSearchParams({ ...query, response_type: "code" }).toString();
    const back = await fetch(page, { redirect: "manual" });
    const code = new URL(back.headers.get("location") ?? "").searchParams.get("code") ?? "";
    return await connect.oauth?.exchange({ code: `${code}#_`, redirectUri, verifier: null }, io);
  }

  test("a sign-in becomes an account with a token of 60 days, which is renewed after a day", async () => {
    const io = bench.io("ok");
    const account = onlyOne(await connect.login((await signIn(io)) ?? {}, io));
    expect(account).toMatchObject({
      handle: "ok-signed",
      server: null,
      expiresAt: bench.clock.now() + 5_183_944_000,
      rules: { quota: { posts: 100, windowMs: 24 * HOUR_MS } },
    });
    expect(account.remoteId).toMatch(/^1784\d{13}$/);
    const refused = { outcome: { kind: "refused", category: "auth" } };
    expect(connect.refresh?.(account.credentials, io)).rejects.toMatchObject(refused);
    bench.clock.turn(25 * HOUR_MS);
    const renewal = await connect.refresh?.(account.credentials, io);
    expect(renewal?.expiresAt).toBe(bench.clock.now() + 5_183_944_000);
    expect(renewal?.credentials["accessToken"]).not.toBe(account.credentials["accessToken"] ?? "");
    const published = { ...io, credentials: renewal?.credentials ?? {} };
    const prepared = await instagram.prepare(draftFor(instagram, "renewed", [await image(1)]), published);
    expect(await instagram.commit(prepared, published)).toMatchObject({ kind: "processing" });
    // A typed token says nothing of its end: it is renewed at once.
    const typed = onlyOne(await connect.login({ accessToken: account.credentials["accessToken"] ?? "" }, io));
    expect(typed.expiresAt).toBe(bench.clock.now() + 5_183_944_000);
  });

  test("an entered token that can't be refreshed yet is used unchanged", async () => {
    const io = bench.io("ok");
    const accessToken = io.credentials["accessToken"] ?? "";
    expect(onlyOne(await connect.login({ accessToken }, io))).toMatchObject({
      handle: "ok",
      expiresAt: null,
    });
    const reported = onlyOne(await connect.login({ accessToken, expiresAt: "2027-01-01T00:00:00Z" }, io));
    expect(reported.expiresAt).toBe(Date.parse("2027-01-01T00:00:00Z"));
  });

  test("a code works once; a wrong token, a personal account and a missing application are reported", async () => {
    const io = bench.io("ok");
    const refused = (category: string, words: string) => ({
      outcome: { kind: "refused", category, detail: expect.stringContaining(words) },
    });
    const grant = { code: "used", redirectUri, verifier: null };
    expect(connect.oauth?.exchange(grant, io)).rejects.toMatchObject(refused("auth", "works once"));
    expect(connect.oauth?.exchange(grant, { ...io, application: null })).rejects.toMatchObject(
      refused("unknown", "CRIER_INSTAGRAM_CLIENT_ID"),
    );
    expect(connect.login({ accessToken: "wrong" }, io)).rejects.toMatchObject(refused("auth", "Connect"));
    const personal = answer(200, { user_id: "1", username: "me", account_type: "PERSONAL" });
    expect(connect.login({ accessToken: "x" }, { ...io, call: async () => personal })).rejects.toMatchObject(
      refused("auth", "business"),
    );
  });

  test("an outage ends no grant, and no secret is repeated", async () => {
    const io = bench.io("ok");
    const token = "IGAA-very-secret";
    for (const [answered, kind] of [
      [answer(500, {}), "busy"],
      [failed(5, undefined, `we failed with ${token}`), "refused"],
      [failed(4), "busy"],
      [{ kind: "lost", detail: "gone" } as const, "notSent"],
    ] as const) {
      const refresh = connect.refresh?.({ accessToken: token }, { ...io, call: async () => answered });
      const error = objectOf((await refresh?.catch((stop: unknown) => stop)) as Json);
      expect(error["outcome"]).toMatchObject({ kind });
      expect(objectOf(error["outcome"])["category"]).not.toBe("auth");
      expect(JSON.stringify(error["outcome"])).not.toContain(token);
    }
  });
});
