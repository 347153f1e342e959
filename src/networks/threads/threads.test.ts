// Specific to Threads: counting, containers, a publishing request that comes too early, options.
import type { Options } from "./options.ts";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { answer } from "../../tests/support/network-answers.ts";
import {
  draftOf,
  image,
  onlyOne,
  openBench,
  video,
  type Bench,
} from "../../tests/support/network-fixture.ts";
import type { Call } from "../client/call.ts";
import { objectOf } from "../client/json.ts";
import type { Io, Json, PlannedPost } from "../network.ts";
import { count } from "../client/text.ts";
import { simulatedThreads } from "../../simulator/threads/index.ts";
import { failure } from "./api.ts";
import { threads } from "./index.ts";

let bench: Bench;
beforeAll(async () => void (bench = await openBench({ network: threads, simulated: simulatedThreads })));
afterAll(() => bench[Symbol.asyncDispose]());

const DAY_MS = 86_400_000;
const posts = (io: Io) =>
  bench.simulator.published("threads").filter(({ account }) => account === io.credentials["username"]);
const failed = (code: number, subcode?: number, outcome = "words of Meta's.") =>
  answer(400, {
    error: { message: outcome, code, ...(subcode !== undefined && { error_subcode: subcode }) },
  });
const sent = () => ({ sentAt: bench.clock.now(), otherRemoteIds: [] });
const prepare = (io: Io, text: string, options: Options = {}) =>
  threads.prepare(draftOf(text, [], options), { ...io, saved: null });

describe("counting", () => {
  test.each([
    ["a".repeat(500), true],
    ["a".repeat(501), false],
    ["é日 ".repeat(166), true],
    ["👋".repeat(125), true],
    [`${"👋".repeat(125)}!`, false],
    ["👩‍🚀".repeat(45), true],
    ["👩‍🚀".repeat(46), false],
    ["1️⃣🇩🇪".repeat(33), true],
  ])("%#: what the rules let through is taken, and nothing else", async (text, right) => {
    expect(count(text, threads.rules.text) <= threads.rules.text.max).toBe(right);
    const done = await prepare(bench.io("ok-count"), text).then(
      () => true,
      () => false,
    );
    expect(done).toBe(right);
  });

  test("six different links are refused, in the text and with the card", async () => {
    const links = (n: number) => Array.from({ length: n }, (_, i) => `https://example.com/${i}`).join(" ");
    const refused = {
      outcome: { kind: "refused", category: "content", detail: expect.stringContaining("five") },
    };
    expect(prepare(bench.io("ok"), links(6))).rejects.toMatchObject(refused);
    const card = "https://example.org/";
    expect(prepare(bench.io("ok"), links(5), { link_attachment: card })).rejects.toMatchObject(refused);
    const request = (link: string): PlannedPost<never> => ({
      text: links(5),
      media: [],
      options: { link_attachment: link } as never,
    });
    expect(threads.validate(request(card))).toMatchObject([{ rule: "text.links", actual: 6, certain: true }]);
    expect(threads.validate(request("https://example.com/1"))).toEqual([]);
  });
});

describe("publishing", () => {
  test("waits after 'finished'; what is not found yet is tried again with the same container", async () => {
    const io = bench.io("ok-early");
    const hasty: Io = { ...io, pause: async () => {} };
    const draft = draftOf("early");
    const prepared = await threads.prepare(draft, hasty);
    expect(await threads.commit(prepared, io)).toMatchObject({ kind: "busy", retryAfterMs: 5000 });
    bench.clock.turn(5000);
    const second = await threads.prepare(draft, { ...io, saved: io.saved });
    expect(second).toEqual(prepared);
    expect(await threads.commit(second, io)).toMatchObject({ kind: "processing" });
    const patient = bench.io("ok-patient");
    expect(await threads.commit(await threads.prepare(draft, patient), patient)).toMatchObject({
      kind: "processing",
    });
  });

  test.each([
    [10, undefined, "refused"],
    [190, 463, "refused"],
    [200, 4_279_013, "refused"],
    [24, 4_279_009, "busy"],
    [4, undefined, "busy"],
    [613, undefined, "busy"],
    [4, 2_207_051, "unknown"],
    [100, undefined, "unknown"],
    [24, undefined, "unknown"],
    [1, undefined, "unknown"],
  ])("code %d with %p: %s", async (code, subcode, kind) => {
    const io = bench.io("ok-codes");
    const prepared = await prepare(io, "codes");
    const outcome = await threads.commit(prepared, { ...io, call: async () => failed(code, subcode) });
    expect(outcome).toMatchObject({ kind });
  });

  test("code 10 with a 5xx is unknown, because it was answered for live posts", async () => {
    const io = bench.io("ok-lie");
    const prepared = await prepare(io, "lie");
    const call = async () => answer(500, { error: { message: "no permission", code: 10 } });
    expect(await threads.commit(prepared, { ...io, call })).toMatchObject({ kind: "unknown" });
  });

  test.each([
    ["FAILED_DOWNLOADING_VIDEO", "busy"],
    ["UNKNOWN", "busy"],
    ["FAILED_PROCESSING_AUDIO", "refused"],
    ["INVALID_ASPEC_RATIO", "refused"],
    ["", "refused"],
  ])("a container that failed with %p: %s", (word, kind) => {
    expect(failure(word)).toMatchObject({ kind });
  });

  test("a file that can't be fetched or used", async () => {
    const io = bench.io("ok-files");
    const gone = { ...(await video()), publicUrl: () => "https://crier.example/gone" };
    expect(threads.prepare(draftOf("", [gone]), io)).rejects.toMatchObject({ outcome: { kind: "busy" } });
    const wrong = { ...(await image(1)), kind: "video" } as const;
    expect(threads.prepare(draftOf("", [wrong]), io)).rejects.toMatchObject({
      outcome: { kind: "refused", category: "media" },
    });
    expect(threads.prepare(draftOf(" "), io)).rejects.toMatchObject({
      outcome: { kind: "refused", category: "content" },
    });
  });

  test("alternative texts, order and options arrive under Threads' names", async () => {
    const bodies: Json[] = [];
    const io = bench.io("ok-names");
    const call: Call = (request) => {
      if (request.body && "json" in request.body) bodies.push(request.body.json);
      return io.call(request);
    };
    await prepare({ ...io, call }, "Which?", { poll: ["a", "b", "c"] });
    await prepare({ ...io, call }, "", { gif_id: "abc", quote_post_id: "12" });
    await prepare({ ...io, call }, "Boo", { is_ghost_post: true });
    const media = [await video(), await image(1)];
    await threads.prepare(draftOf("Two", media, { topic_tag: "sea" }), { ...io, call, saved: null });
    expect(bodies).toEqual([
      {
        media_type: "TEXT",
        text: "Which?",
        poll_attachment: '{"option_a":"a","option_b":"b","option_c":"c"}',
      },
      {
        media_type: "TEXT",
        quote_post_id: "12",
        gif_attachment: '{"gif_id":"abc","provider":"GIPHY"}',
      },
      { media_type: "TEXT", text: "Boo", is_ghost_post: true },
      {
        is_carousel_item: true,
        media_type: "VIDEO",
        video_url: media[0]?.publicUrl(),
        alt_text: "Test bars",
      },
      {
        is_carousel_item: true,
        media_type: "IMAGE",
        image_url: media[1]?.publicUrl(),
        alt_text: 'Picture "1" ✓',
      },
      {
        media_type: "CAROUSEL",
        text: "Two",
        topic_tag: "sea",
        children: expect.stringMatching(/^\d+,\d+$/),
      },
    ] as Json[]);
  });
});

describe("verifying", () => {
  test("a published container may turn into its post, which the list shows", async () => {
    const io = bench.io("ok-turning");
    const draft = draftOf("turned https://example.com/a/very/long/way");
    const prepared = await threads.prepare(draft, io);
    const at = sent();
    await threads.commit(prepared, io);
    const post = onlyOne(posts(io));
    expect(await threads.verify(prepared, at, io)).toMatchObject({
      kind: "found",
      remoteId: post.id,
      url: post.url,
      evidence: expect.stringContaining("Same text"),
    });
    // And another attempt sends nothing.
    const second = await threads.prepare(draft, io);
    expect(objectOf(second)["doubt"]).toBe("unread");
    expect(await threads.commit(second, io)).toMatchObject({ kind: "unknown" });
    expect(posts(io)).toHaveLength(1);
  });

  test("links that Threads shortened are the same links; other words are not", async () => {
    const io = bench.io("ok-turning-links");
    const prepared = await prepare(io, "See https://example.com/a/very/long/way now");
    const at = sent();
    await threads.commit(prepared, io);
    const changed =
      (by: string): Call =>
      async (request) => {
        const outcome = await io.call(request);
        if (outcome.kind !== "answered" || !request.url.includes("/me/threads?")) return outcome;
        const text = outcome.text.replace("https://example.com/a/very/long/way now", by);
        return { ...outcome, text, json: JSON.parse(text) };
      };
    const looked = (by: string) => threads.verify(prepared, at, { ...io, call: changed(by) });
    expect(await looked("https://example.com/a… now")).toMatchObject({ kind: "found" });
    expect(await looked("https://example.com/a… then")).toMatchObject({ kind: "inconclusive" });
  });

  test("replies are looked for among the replies", async () => {
    const io = bench.io("ok-replies");
    const prepared = await prepare(io, "Indeed", { reply_to_id: "18100000000000002" });
    const at = sent();
    await threads.commit(prepared, io);
    expect(await threads.verify(prepared, at, io)).toMatchObject({
      kind: "found",
      remoteId: onlyOne(posts(io)).id,
    });
  });

  test("a carousel with a different number of files is another post", async () => {
    const io = bench.io("ok-number");
    const two = [await image(1), await image(2)];
    const one = await threads.prepare(draftOf("same", two), { ...io, saved: null });
    const other = await threads.prepare(draftOf("same", [...two, await image(3)]), { ...io, saved: null });
    const at = sent();
    await threads.commit(other, io);
    expect(await threads.verify(one, at, io)).toMatchObject({ kind: "absent" });
    await threads.commit(one, io);
    expect(await threads.verify(one, at, io)).toMatchObject({ kind: "found", remoteId: posts(io)[1]?.id });
  });
});

describe("options", () => {
  test.each<[object, boolean]>([
    [{ reply_control: "mentioned_only", enable_reply_approvals: true }, true],
    [{ reply_control: "nobody" }, false],
    [{ topic_tag: "R&B" }, false],
    [{ topic_tag: "a.b" }, false],
    [{ poll: ["only one"] }, false],
    [{ poll: ["a", "x".repeat(25)] }, true],
    [{ poll: ["a", "x".repeat(26)] }, false],
    [{ poll: ["a", ""] }, false],
    [{ link_attachment: "javascript:alert(1)" }, false],
    [{ allowlisted_country_codes: ["DE"] }, true],
    [{ auto_publish_text: true }, false],
  ])("%p: %p", (options, right) => {
    expect(Value.Check(threads.options, options)).toBe(right);
  });

  test("options that exclude each other are reported before", () => {
    const picture = {
      id: "a",
      kind: "image",
      mime: "image/png",
      width: 9,
      height: 9,
      durationMs: null,
    } as const;
    const rulesOf = (text: string, files: number, options: Options) =>
      threads
        .validate({
          text,
          options,
          media: Array.from({ length: files }, () => ({ ...picture, animated: false, altText: null })),
        })
        .map(({ rule, certain }) => (certain ? rule : `${rule}?`));
    expect(rulesOf("a", 1, { link_attachment: "https://a.test/", poll: ["a", "b"] })).toEqual([
      "options.link_attachment",
      "options.poll",
    ]);
    expect(rulesOf("a", 0, { is_ghost_post: true, poll: ["a", "b"], reply_to_id: "1" })).toEqual([
      "options.poll",
      "options.reply_to_id",
    ]);
    expect(rulesOf("a", 1, { is_ghost_post: false })).toEqual([]);
    expect(rulesOf("a", 1, { is_ghost_post: true })).toEqual(["options.is_ghost_post"]);
    expect(rulesOf("", 0, { gif_id: "a" })).toEqual([]);
    expect(rulesOf("", 1, {})).toEqual([]);
  });
});

describe("connecting", () => {
  const { connect } = threads;

  test("a sign-in becomes an account, and its token is renewed", async () => {
    const io = bench.io("ok");
    const redirectUri = "https://crier.test/connect/threads/callback";
    const page = new URL(`${io.endpoint("authorize")}${connect.oauth?.authorize.path}`);
    const query = { client_id: "crier", redirect_uri: redirectUri, state: "s", login_hint: "ok-signed" };
    page.search = new URLSearchParams({ ...query, response_type: "code" }).toString();
    const back = await fetch(page, { redirect: "manual" });
    const code = new URL(back.headers.get("location") ?? "").searchParams.get("code") ?? "";
    const fields = await connect.oauth?.exchange({ code, redirectUri, verifier: null }, io);
    const account = onlyOne(await connect.login(fields ?? {}, io));
    expect(account).toMatchObject({
      handle: "ok-signed",
      expiresAt: bench.clock.now() + 5_183_944_000,
      rules: { quota: { posts: 250, windowMs: DAY_MS } },
    });
    bench.clock.turn(DAY_MS + 1);
    const renewal = await connect.refresh?.(account.credentials, io);
    expect(renewal?.expiresAt).toBe(bench.clock.now() + 5_183_944_000);
    expect(renewal?.credentials["username"]).toBe("ok-signed");
    bench.clock.turn(61 * DAY_MS);
    const ended = { outcome: { kind: "refused", category: "auth" } };
    expect(connect.refresh?.(renewal?.credentials ?? {}, io)).rejects.toMatchObject(ended);
    expect(threads.liveOptions({ ...io, credentials: renewal?.credentials ?? {} })).rejects.toMatchObject(
      ended,
    );
  });

  test("live options are reported, and so are a missing code or application", async () => {
    const io = bench.io("ok");
    expect(await threads.liveOptions(io)).toMatchObject({ values: { posts_a_day: 250 } });
    const grant = { code: "wrong", redirectUri: "https://crier.test/", verifier: null };
    expect(connect.oauth?.exchange(grant, io)).rejects.toMatchObject({
      outcome: { kind: "refused", category: "auth" },
    });
    expect(connect.oauth?.exchange(grant, { ...io, application: null })).rejects.toMatchObject({
      outcome: { detail: expect.stringContaining("CRIER_THREADS_CLIENT_ID") },
    });
  });
});
