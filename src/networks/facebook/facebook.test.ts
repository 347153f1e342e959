// Specific to Facebook: the Pages of one sign-in, the kinds of posts, and what is sent for each (networks/facebook.facts.md).
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { answer } from "../../tests/support/network-answers.ts";
import { image, openBench, video, type Bench } from "../../tests/support/network-fixture.ts";
import type { Io, PlannedPost, PlannedMedia } from "../network.ts";
import { withChanges } from "../../domain/rules.ts";
import { simulatedFacebook } from "../../simulator/facebook/index.ts";
import { bodyOf, listening, phaseOf, ready, settle, stopOf } from "../../tests/support/facebook.ts";
import { facebook } from "./index.ts";

let bench: Bench;
beforeAll(async () => void (bench = await openBench({ network: facebook, simulated: simulatedFacebook })));
afterAll(() => bench[Symbol.asyncDispose]());
const published = () => bench.simulator.published("facebook");

describe("connecting", () => {
  test("a sign-in asks for Pages of business portfolios too", () => {
    expect(facebook.connect.oauth?.scopes).toContain("business_management");
  });

  const { connect } = facebook;
  const signIn = async (hint: string, io: Io) => {
    const page = new URL(`${io.endpoint("login")}${connect.oauth?.authorize.path}`);
    const redirectUri = "https://crier.test/connect/facebook/callback";
    page.search = String(
      new URLSearchParams({ client_id: "crier", redirect_uri: redirectUri, state: "s", login_hint: hint }),
    );
    const agreed = await io.call({ method: "GET", url: page.href });
    const back = agreed.kind === "answered" ? new URL(agreed.headers["location"] ?? "") : null;
    const code = back?.searchParams.get("code") ?? "";
    return (await connect.oauth?.exchange({ code, redirectUri, verifier: null }, io)) ?? {};
  };

  test("one sign-in gives every Page its person writes for, each with a token of its own that never ends", async () => {
    const io = bench.io("ok");
    const pages = await connect.login(await signIn("alice", io), io);
    expect(pages.map(({ handle }) => handle)).toEqual(["alice", "alice-second"]);
    expect(pages).toMatchObject([{ expiresAt: null, server: null }, { expiresAt: null }]);
    expect(new Set(pages.map(({ credentials }) => credentials["accessToken"])).size).toBe(2);
    for (const { credentials, remoteId } of pages) {
      const own = { ...io, credentials };
      expect(await settle(await ready(`of ${remoteId}`, [], {}, own), own, bench)).toMatchObject({
        kind: "accepted",
      });
      expect((await facebook.liveOptions(own)).values).toMatchObject({
        name: expect.stringContaining("alice"),
      });
    }
    bench.clock.turn(70 * 86_400_000);
    const [first] = pages;
    const late = { ...io, credentials: first?.credentials ?? {} };
    expect(await facebook.liveOptions(late)).toMatchObject({ values: { username: "alice" } });
  });

  test("a code works once, and an application is needed for it", async () => {
    const io = bench.io("ok");
    const grant = { code: "EAAU-code-0", redirectUri: "https://crier.test/x", verifier: null };
    expect(await stopOf(connect.oauth?.exchange(grant, io) ?? Promise.resolve())).toMatchObject({
      kind: "refused",
    });
    const alone = { ...io, application: null };
    const named = { kind: "refused", detail: expect.stringContaining("CRIER_FACEBOOK_CLIENT_ID") };
    expect(await stopOf(connect.oauth?.exchange(grant, alone) ?? Promise.resolve())).toMatchObject(named);
  });

  test("without an application a token is used unchanged and expires with its grant", async () => {
    const io = bench.io("ok");
    const { accessToken = "" } = await signIn("bob", io);
    const [page] = await connect.login({ accessToken }, { ...io, application: null });
    bench.clock.turn(3_600_001);
    const late = { ...io, credentials: page?.credentials ?? {} };
    expect(await stopOf(facebook.liveOptions(late))).toMatchObject({ kind: "refused", category: "auth" });
  });

  test("the token of one Page is that Page", async () => {
    const io = bench.io("ok");
    const pages = await connect.login({ accessToken: "EAAP-simulated-shop" }, io);
    expect(pages).toMatchObject([{ handle: "shop", credentials: { accessToken: "EAAP-simulated-shop" } }]);
  });

  test.each([
    ["EAAU-access-simulated-pageless", "no Page"],
    ["EAAU-access-simulated-eve-unwilling", "pages_manage_posts"],
    ["EAAU-access-simulated-expired", "expired"],
    ["nonsense", "Connect the account again"],
    ["", "needed"],
  ])("%s is refused with what to do", async (accessToken, words) => {
    const outcome = { kind: "refused", category: "auth", detail: expect.stringContaining(words) };
    expect(await stopOf(connect.login({ accessToken }, bench.io("ok")))).toMatchObject(outcome);
  });

  test("a person who may only view a Page can't connect it", async () => {
    const list = answer(200, { data: [{ id: "1", name: "A", access_token: "t", tasks: ["ANALYZE"] }] });
    const { io } = listening(bench.io("ok"), ({ url }) => (url.includes("/me/accounts") ? list : null));
    const outcome = { kind: "refused", detail: expect.stringContaining("not publish on them") };
    expect(await stopOf(connect.login({ accessToken: "EAAU-access-simulated-x" }, io))).toMatchObject(
      outcome,
    );
  });
});

describe("what is sent", () => {
  test("photos stay in order, with their words; options reach the post", async () => {
    const { sent, io } = listening(bench.io("ok-order"));
    const chosen = { place: "123", countries: ["DE"], age_min: 18 };
    const prepared = await ready("Two", [await image(2), await image(1)], chosen, io);
    await facebook.commit(prepared, io);
    const [first, second, feed] = sent;
    expect([first, second].map((each) => each?.url)).toEqual(
      [1, 2].map(() => expect.stringMatching(/\/photos\?published=false$/)),
    );
    expect(feed?.url).toMatch(/\/v26\.0\/\d+\/feed\?fields=id%2Cpermalink_url$/);
    expect(feed?.timeoutMs).toBe(300_000);
    expect(bodyOf(feed)).toMatchObject({
      message: "Two",
      place: "123",
      targeting: { geo_locations: { countries: ["DE"] }, age_min: 18 },
    });
    const alts = published()
      .at(-1)
      ?.media.map(({ alt }) => alt);
    expect(alts).toEqual(['Picture "2" ✓', 'Picture "1" ✓']);
  });

  test("a reel's publishing request is recognizable by its address and contains the options", async () => {
    const { sent, io } = listening(bench.io("ok-options"));
    const chosen = { title: "T", is_ai_generated: true, place: "5" };
    await facebook.commit(await ready("Words", [await video()], chosen, io), io);
    expect(sent.map(phaseOf)).toEqual(["start", null, "finish"]);
    const [, upload, finish] = sent;
    expect(new URL(finish?.url ?? "").searchParams.get("video_state")).toBe("PUBLISHED");
    expect(bodyOf(finish)).toEqual({ description: "Words", title: "T", place: "5", is_ai_generated: true });
    expect(upload?.headers).toMatchObject({ authorization: expect.stringMatching(/^OAuth /), offset: "0" });
  });

  test("a story has no text, and a video is uploaded in pieces", async () => {
    const { sent, io } = listening(bench.io("ok-pieces"));
    await facebook.commit(await ready("unshown", [await image(1)], { type: "story" }, io), io);
    expect(bodyOf(sent.at(-1))).toEqual({});
    sent.length = 0;
    await facebook.commit(await ready("Long", [await video()], { type: "video", title: "T" }, io), io);
    expect(sent.map(phaseOf)).toEqual(["start", "transfer", "transfer", "transfer", "finish"]);
    // Meta calls the host graph-video.facebook.com deprecated, and it answers with errors.
    expect(sent.every(({ url }) => url.startsWith(io.endpoint("api")))).toBe(true);
    expect(Object.values(facebook.endpoints).join(" ")).not.toContain("graph-video");
    expect(bodyOf(sent.at(-1))).toEqual({ description: "Long", title: "T", published: true });
  });

  test("a foreign upload address receives neither token nor bytes", async () => {
    for (const upload_url of [
      "https://evil.test/video-upload/1",
      "http://rupload.facebook.com/video-upload/1",
      "https://rupload.facebook.com.evil.test/1",
      "https://rupload.facebook.com@evil.test/1",
      "https://user:x@rupload.facebook.com/1",
      "nonsense",
    ]) {
      const start = answer(200, { video_id: "1", upload_url });
      const { sent, io } = listening(bench.io("ok"), (request) =>
        phaseOf(request) === "start" ? start : null,
      );
      expect(await stopOf(ready("x", [await video()], {}, io))).toMatchObject({ kind: "notSent" });
      expect(sent).toHaveLength(1);
    }
  });
});

describe("kinds of posts", () => {
  const file = { id: "m", mime: "video/mp4", animated: null, altText: null } as const;
  const clip = (width: number | null, height: number, durationMs: number) =>
    ({ ...file, kind: "video", width, height, durationMs }) as const;
  const photo = { ...file, kind: "image", mime: "image/png", width: 1, height: 1, durationMs: null } as const;
  const request = (media: readonly PlannedMedia[], options: object = {}, text = "words") =>
    ({ text, media, options }) as PlannedPost<never>;

  test.each([
    ["nothing", [], "post"],
    ["a photo", [photo], "post"],
    ["an upright video", [clip(1080, 1920, 90_000)], "reel"],
    ["a rounded pixel", [clip(608, 1080, 3000)], "reel"],
    ["a wide video", [clip(1920, 1080, 5000)], "video"],
    ["a long one", [clip(1080, 1920, 90_001)], "video"],
    ["a short one", [clip(1080, 1920, 2999)], "video"],
    ["a small one", [clip(270, 480, 5000)], "video"],
    ["one nobody measured", [clip(null, 1920, 5000)], "video"],
  ] as const)("%s", (_, media, kind) => {
    expect(facebook.kinds?.of(request(media))).toBe(kind);
    expect(facebook.kinds?.of(request(media, { type: "story" }))).toBe("story");
  });

  const problemsOf = (one: PlannedPost<never>) =>
    facebook.validate(one).map(({ rule, certain }) => [rule, certain]);
  test("impossible combinations are refused, and omitted options are reported", () => {
    expect(problemsOf(request([], { link: "https://example.com" }, ""))).toEqual([]);
    expect(problemsOf(request([photo], { link: "https://example.com" }))).toEqual([["options.link", true]]);
    expect(problemsOf(request([photo], { type: "story" }))).toEqual([["text.unshown", false]]);
    expect(problemsOf(request([], { title: "T", place: "1" }))).toEqual([["options.title", false]]);
    expect(problemsOf(request(Array.from({ length: 11 }, () => photo)))).toEqual([["media.count", false]]);
  });

  test("every kind's own limits are those of the document", () => {
    const limits = (kind: string) => withChanges(facebook.rules, facebook.kinds?.all[kind]?.rules ?? {});
    expect(limits("post").media.video).toBeNull();
    const reel = {
      minDurationMs: 3000,
      maxDurationMs: 90_000,
      minFrameRate: 24,
      maxFrameRate: 60,
      minSide: 540,
    };
    expect(limits("reel")).toMatchObject({
      quota: { posts: 30, windowMs: 86_400_000 },
      media: { image: null, video: reel },
    });
    expect(limits("story").media.video).toMatchObject({ minDurationMs: 3000, maxDurationMs: 60_000 });
    expect(limits("video").media.unsure).toEqual(["video.bytes", "video.duration"]);
  });
});
