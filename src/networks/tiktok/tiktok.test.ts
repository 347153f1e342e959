// What is sent for a TikTok post, which posts are rejected, and what the answers prove (networks/tiktok.facts.md).
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import {
  draftOf,
  image,
  onlyOne,
  openBench,
  video,
  type Bench,
} from "../../tests/support/network-fixture.ts";
import type { Answer, NetworkRequest } from "../client/call.ts";
import type { DraftMedia, Outcome } from "../network.ts";
import { simulatedTiktok } from "../../simulator/tiktok/index.ts";
import { count } from "../client/text.ts";
import { answer, error, LOST, playing, ready, SEEN, answerOf } from "../../tests/support/tiktok.ts";
import { tiktok } from "./index.ts";

let bench: Bench;
beforeAll(async () => void (bench = await openBench({ network: tiktok, simulated: simulatedTiktok })));
afterAll(() => bench[Symbol.asyncDispose]());
// Six uploads a minute may be begun.
beforeEach(() => bench.clock.turn(60_000));

const stopOf = async (act: Promise<unknown>) => await act.catch((reason: unknown) => reason);

describe("what is sent", () => {
  const bodiesOf = async (media: readonly DraftMedia[], options: object, handle = "ok-sent") => {
    const bodies: unknown[] = [];
    const outside = bench.io(handle, { media });
    const watching = playing(outside, ({ url, body }: NetworkRequest) => {
      if (url.endsWith("/init/")) bodies.push(body);
      return null;
    });
    const prepared = await tiktok.prepare(draftOf("Boats", media, options), watching);
    await tiktok.commit(prepared, { ...watching, saved: outside.saved });
    return onlyOne(bodies);
  };
  const choice = { disable_comment: true, brand_organic_toggle: true, is_aigc: true };

  test("every option of a video reaches TikTok", async () => {
    const options = {
      ...SEEN,
      ...choice,
      disable_duet: true,
      disable_stitch: true,
      video_cover_timestamp_ms: 500,
    };
    const clip = await video();
    expect(await bodiesOf([clip], options)).toEqual({
      json: {
        post_info: {
          title: "Boats",
          privacy_level: "PUBLIC_TO_EVERYONE",
          video_cover_timestamp_ms: 500,
          disable_comment: true,
          disable_duet: true,
          disable_stitch: true,
          is_aigc: true,
          brand_content_toggle: false,
          brand_organic_toggle: true,
        },
        source_info: {
          source: "FILE_UPLOAD",
          video_size: clip.size,
          chunk_size: clip.size,
          total_chunk_count: 1,
        },
      },
    });
  });

  test("every option of photos reaches TikTok", async () => {
    const media = [await image(1), await image(2)];
    const options = { ...SEEN, ...choice, title: "Low tide", photo_cover_index: 1, auto_add_music: true };
    expect(await bodiesOf(media, options)).toEqual({
      json: {
        media_type: "PHOTO",
        post_mode: "DIRECT_POST",
        is_aigc: true,
        post_info: {
          title: "Low tide",
          description: "Boats",
          privacy_level: "PUBLIC_TO_EVERYONE",
          disable_comment: true,
          auto_add_music: true,
          brand_content_toggle: false,
          brand_organic_toggle: true,
        },
        source_info: {
          source: "PULL_FROM_URL",
          photo_cover_index: 1,
          photo_images: media.map((file) => file.publicUrl()),
        },
      },
    });
  });

  test("a draft has no visibility", async () => {
    expect(await bodiesOf([await video()], { mode: "inbox" })).not.toMatchObject({ json: { post_info: {} } });
    expect(await bodiesOf([await image(1)], { mode: "inbox", title: "T" })).toMatchObject({
      json: { post_mode: "MEDIA_UPLOAD", post_info: { title: "T", description: "Boats" } },
    });
  });

  test("comments, duets and stitches are off unless turned on, and photos carry no label unasked", async () => {
    const off = { disable_comment: true, disable_duet: true, disable_stitch: true };
    expect(await bodiesOf([await video()], SEEN)).toMatchObject({ json: { post_info: off } });
    const on = { disable_comment: false, disable_duet: false, disable_stitch: false };
    expect(await bodiesOf([await video()], { ...SEEN, ...on })).toMatchObject({ json: { post_info: on } });
    const photos = await bodiesOf([await image(1)], { ...SEEN, is_aigc: false });
    expect(photos).toMatchObject({ json: { post_info: { disable_comment: true } } });
    expect(JSON.stringify(photos)).not.toContain("is_aigc");
  });

  test("what the account has switched off stays off", async () => {
    const on = { disable_comment: false, disable_duet: false, disable_stitch: false };
    expect(await bodiesOf([await video()], { ...SEEN, ...on }, "ok-closed")).toMatchObject({
      json: { post_info: { disable_comment: true, disable_duet: true, disable_stitch: true } },
    });
  });

  test("what the account may not do now is refused before anything is uploaded", async () => {
    const media = [await video()];
    const unseen = await stopOf(ready(bench, "x", media, SEEN, "ok-unaudited"));
    expect(unseen).toMatchObject({
      outcome: { category: "content", detail: expect.stringContaining("SELF_ONLY") },
    });
    const long = [{ ...(await video()), durationMs: 61_000 }];
    const refused = { outcome: { category: "media", detail: expect.stringContaining("60 s") } };
    expect(await stopOf(ready(bench, "x", long, SEEN, "ok-brief"))).toMatchObject(refused);
    expect(await stopOf(ready(bench, "x", media, {}))).toMatchObject({ outcome: { category: "content" } });
    expect(await stopOf(ready(bench, "x", []))).toMatchObject({ outcome: { category: "media" } });
  });
});

describe("problems", () => {
  const file = (kind: string, durationMs: number | null = null) => ({ id: kind, kind, durationMs });
  const problemsOf = (options: object, media: object[] = [file("video", 5000)], text = "t") =>
    tiktok.validate({ text, media, options } as never).map(({ rule, certain }) => [rule, certain]);

  test.each([
    ["nothing", SEEN, undefined, []],
    ["who may see it, which nobody chose", {}, undefined, [["options.privacy_level", true]]],
    ["nothing of a draft", { mode: "inbox" }, [file("image")], []],
    [
      "a paid partnership for oneself",
      { privacy_level: "SELF_ONLY", brand_content_toggle: true },
      undefined,
      [["options.brand_content_toggle", true]],
    ],
    [
      "a cover that is not there",
      { ...SEEN, photo_cover_index: 1 },
      [file("image")],
      [["options.photo_cover_index", true]],
    ],
    ["an option of photos", { ...SEEN, title: "T" }, undefined, [["options.title", false]]],
    [
      "an option of videos",
      { ...SEEN, disable_duet: true },
      [file("image")],
      [["options.disable_duet", false]],
    ],
    ["a very short video", SEEN, [file("video", 2999)], [["video.duration", false]]],
    ["the caption of a video's draft", { mode: "inbox" }, undefined, [["text.draft", false]]],
    [
      "a title that is long as TikTok counts",
      { ...SEEN, title: "🌊".repeat(46) },
      [file("image")],
      [["options.title", true]],
    ],
  ])("%s", (_, options, media, expected) => {
    expect(problemsOf(options, media)).toEqual(expected);
  });

  test("a text counts as UTF-16 does", () => {
    expect(count("low tide 🌊", tiktok.rules.text)).toBe(11);
  });

  test("kinds have limits of their own", () => {
    const kindOf = (kind: string, mode?: string) =>
      tiktok.kinds?.of({ text: "", media: [file(kind)], options: { mode } } as never);
    expect([kindOf("video"), kindOf("image"), kindOf("video", "inbox"), kindOf("image", "inbox")]).toEqual([
      "video",
      "photos",
      "video_draft",
      "photo_draft",
    ]);
    expect(tiktok.kinds?.all["photos"]?.rules.text?.max).toBe(4000);
  });
});

describe("the request that publishes", () => {
  const answers: readonly [Answer, Outcome["kind"], string | null][] = [
    [error(401, "access_token_invalid"), "refused", "auth"],
    [error(403, "scope_not_authorized"), "refused", "auth"],
    [error(400, "invalid_params"), "refused", "content"],
    [error(403, "unaudited_client_can_only_post_to_private_accounts"), "refused", "content"],
    [error(403, "url_ownership_unverified"), "refused", "media"],
    [error(403, "spam_risk_user_banned_from_posting"), "refused", "unknown"],
    [error(403, "spam_risk_too_many_posts"), "busy", null],
    [error(403, "reached_active_user_cap"), "busy", null],
    [error(403, "spam_risk_too_many_pending_share"), "busy", null],
    [error(429, "rate_limit_exceeded"), "busy", null],
    [error(500, "internal_error"), "unknown", null],
    [error(403, "something_new"), "unknown", null],
    [error(200, "internal_error"), "unknown", null],
    [answer(200, { data: { publish_id: "p_pub_url~v2-1.1" } }), "unknown", null],
    [answerOf({ publish_id: "../x" }), "unknown", null],
    [answer(403), "unknown", null],
    [answer(416), "unknown", null],
    [answer(206), "unknown", null],
    [LOST, "unknown", null],
  ];
  const named = ([problemsOf, ...means]: (typeof answers)[number]) =>
    [
      problemsOf.kind === "answered" ? `${problemsOf.status} ${problemsOf.text}` : problemsOf.kind,
      problemsOf,
      ...means,
    ] as const;
  test.each(answers.map(named))("%s", async (_, reply, kind, category) => {
    const means = { kind, ...(category !== null && { category }) };
    for (const media of [[await video()], [await image(1)]]) {
      const { prepared, io } = await ready(bench, "answered", media);
      const answering = playing(io, () => reply);
      expect(await tiktok.commit(prepared, answering)).toMatchObject(means);
    }
  });
});
