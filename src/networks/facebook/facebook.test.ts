// What is Facebook's own: uploads that are gone on with, errors that lie, videos that settle, Pages of one sign-in (networks/facebook-pages.md).
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { draftOf, image, openBench, video, type Bench } from "../bench-io.ts";
import type { Answer, Call, NetworkRequest } from "../call.ts";
import { objectOf } from "../json.ts";
import type { DraftMedia, Io, Json, Outcome, Wish, WishedMedia } from "../network.ts";
import { withChanges } from "../rules.ts";
import { simulatedFacebook } from "../../simulator/facebook.ts";
import { facebook } from "./index.ts";

let bench: Bench;
beforeAll(async () => void (bench = await openBench({ network: facebook, simulated: simulatedFacebook })));
afterAll(() => bench[Symbol.asyncDispose]());

const published = () => bench.simulator.published("facebook");
const answer = (status: number, value?: Json): Answer => ({
  kind: "answered",
  status,
  headers: {},
  text: value === undefined ? "" : JSON.stringify(value),
  json: value,
});
const failed = (code: number, error_subcode = 0, status = 400) =>
  answer(status, { error: { message: "Meta says no.", type: "OAuthException", code, error_subcode } });

/** An outside that remembers what was asked, and where some answers are others. */
function listening(io: Io, other: (request: NetworkRequest) => Answer | null = () => null) {
  const sent: NetworkRequest[] = [];
  const call: Call = async (request) => {
    sent.push(request);
    return other(request) ?? (await io.call(request));
  };
  return { sent, io: { ...io, call } };
}
const bodyOf = (request: NetworkRequest | undefined) =>
  request?.body && "json" in request.body ? objectOf(request.body.json) : {};
const phaseOf = ({ url }: NetworkRequest) => new URL(url).searchParams.get("upload_phase");
const stopOf = (act: Promise<unknown>) =>
  act.then(
    () => null,
    (error: unknown) => objectOf(error as Json)["outcome"],
  );

async function ready(text: string, media: readonly DraftMedia[], options: object, io: Io) {
  return JSON.parse(JSON.stringify(await facebook.prepare(draftOf(text, media, options), io))) as Json;
}
async function settled(prepared: Json, io: Io): Promise<Outcome> {
  let outcome = await facebook.commit(prepared, io);
  while (outcome.kind === "processing") {
    bench.clock.turn(outcome.askAgainMs);
    outcome = await facebook.settle(prepared, outcome.receipt, io);
  }
  return outcome;
}
const look = (prepared: Json, sentAt: number, io: Io, taken: readonly string[] = []) =>
  facebook.verify(prepared, { sentAt, taken }, io);

describe("connecting", () => {
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
      expect(await settled(await ready(`of ${remoteId}`, [], {}, own), own)).toMatchObject({
        kind: "accepted",
      });
      expect((await facebook.creator(own)).values).toMatchObject({ name: expect.stringContaining("alice") });
    }
    bench.clock.turn(70 * 86_400_000);
    const [first] = pages;
    const late = { ...io, credentials: first?.credentials ?? {} };
    expect(await facebook.creator(late)).toMatchObject({ values: { username: "alice" } });
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

  test("without an application a token is taken as it is, and what it gives ends with it", async () => {
    const io = bench.io("ok");
    const { accessToken = "" } = await signIn("bob", io);
    const [page] = await connect.login({ accessToken }, { ...io, application: null });
    bench.clock.turn(3_600_001);
    const late = { ...io, credentials: page?.credentials ?? {} };
    expect(await stopOf(facebook.creator(late))).toMatchObject({ kind: "refused", category: "auth" });
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

  test("whoever may only look at a Page can't connect it", async () => {
    const list = answer(200, { data: [{ id: "1", name: "A", access_token: "t", tasks: ["ANALYZE"] }] });
    const { io } = listening(bench.io("ok"), ({ url }) => (url.includes("/me/accounts") ? list : null));
    const outcome = { kind: "refused", detail: expect.stringContaining("not write") };
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

  test("a reel's publishing request can be told by its address, and holds what was chosen", async () => {
    const { sent, io } = listening(bench.io("ok-options"));
    const chosen = { title: "T", is_ai_generated: true, place: "5" };
    await facebook.commit(await ready("Words", [await video()], chosen, io), io);
    expect(sent.map(phaseOf)).toEqual(["start", null, "finish"]);
    const [, upload, finish] = sent;
    expect(new URL(finish?.url ?? "").searchParams.get("video_state")).toBe("PUBLISHED");
    expect(bodyOf(finish)).toEqual({ description: "Words", title: "T", place: "5", is_ai_generated: true });
    expect(upload?.headers).toMatchObject({ authorization: expect.stringMatching(/^OAuth /), offset: "0" });
  });

  test("a story has no words, and an ordinary video goes in pieces to the host for videos", async () => {
    const { sent, io } = listening(bench.io("ok-pieces"));
    await facebook.commit(await ready("unshown", [await image(1)], { type: "story" }, io), io);
    expect(bodyOf(sent.at(-1))).toEqual({});
    sent.length = 0;
    await facebook.commit(await ready("Long", [await video()], { type: "video", title: "T" }, io), io);
    expect(sent.map(phaseOf)).toEqual(["start", "transfer", "transfer", "transfer", "finish"]);
    expect(sent.every(({ url }) => url.startsWith(io.endpoint("video")))).toBe(true);
    expect(bodyOf(sent.at(-1))).toEqual({ description: "Long", title: "T", published: true });
  });

  test("an upload address that leads elsewhere gets neither token nor byte", async () => {
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

describe("going on with an upload", () => {
  /** The first upload breaks off after so many bytes. */
  const breaking = (outside: Io, after: number): Io => ({
    ...outside,
    call: (request) => {
      const { body } = request;
      if (
        !request.url.includes("/rupload/") ||
        !body ||
        !("bytes" in body) ||
        body.bytes instanceof Uint8Array
      )
        return outside.call(request);
      return outside.call({ ...request, body: { ...body, bytes: { ...body.bytes, size: after } } });
    },
  });

  test("only what is missing is sent after a break", async () => {
    const file = await video();
    const draft = draftOf("broken off", [file]);
    const outside = bench.io("ok-break");
    const broken = await stopOf(facebook.prepare(draft, breaking(outside, 50_000)));
    expect(broken).toMatchObject({ kind: "busy", detail: expect.stringContaining("gone on with") });
    const { sent, io } = listening({ ...outside, saved: bench.saved() });
    const prepared = await facebook.prepare(draft, io);
    expect(sent.map(phaseOf)).toEqual([null, null]);
    expect(sent.at(-1)?.headers).toMatchObject({ offset: "50000", file_size: String(file.size) });
    expect(await settled(prepared, io)).toMatchObject({ kind: "accepted" });
  });

  test.each(["error", "expired", "gone"])("a video that is %s is begun anew", async (state) => {
    const draft = draftOf("anew", [await video()]);
    const outside = bench.io(`ok-anew-${state}`);
    const before = objectOf(await facebook.prepare(draft, outside))["video"];
    const { sent, io } = listening({ ...outside, saved: bench.saved() }, (request) => {
      if (request.method !== "GET") return null;
      return state === "gone" ? failed(100, 33) : answer(200, { status: { video_status: state } });
    });
    const after = objectOf(await facebook.prepare(draft, io))["video"];
    expect(sent.map(phaseOf)).toEqual([null, "start", null]);
    expect(after).not.toBe(before);
  });

  test("what can't be asked about is not begun anew: it may be half there", async () => {
    const draft = draftOf("half", [await video()]);
    const outside = bench.io("ok-half");
    await facebook.prepare(draft, outside);
    const { sent, io } = listening({ ...outside, saved: bench.saved() }, () => failed(2, 0, 500));
    expect(await stopOf(facebook.prepare(draft, io))).toMatchObject({ kind: "busy" });
    expect(sent).toHaveLength(1);
  });

  test("an upload that Facebook calls spent starts over the next time", async () => {
    const draft = draftOf("spent", [await video()]);
    const outside = bench.io("ok-spent");
    const spent = answer(400, {
      debug_info: { retriable: false, type: "ProcessingFailedError", message: "no" },
    });
    const { io } = listening(outside, ({ url }) => (url.includes("/rupload/") ? spent : null));
    expect(await stopOf(facebook.prepare(draft, io))).toMatchObject({ kind: "busy" });
    const again = listening({ ...outside, saved: bench.saved() });
    await facebook.prepare(draft, again.io);
    expect(again.sent.map(phaseOf)).toEqual(["start", null]);
  });

  test("a piece whose answer was lost does not fit any more: the session is begun anew", async () => {
    const draft = draftOf("piece", [await video()], { type: "video" });
    const outside = bench.io("ok-piece");
    let pieces = 0;
    const losing: Call = async (request) => {
      const came = await outside.call(request);
      const isLost = phaseOf(request) === "transfer" && ++pieces === 2;
      return isLost ? { kind: "lost", detail: "gone" } : came;
    };
    expect(await stopOf(facebook.prepare(draft, { ...outside, call: losing }))).toMatchObject({
      kind: "notSent",
    });
    const misfit = await stopOf(facebook.prepare(draft, { ...outside, saved: bench.saved() }));
    expect(misfit).toMatchObject({ kind: "busy", detail: expect.stringContaining("repeated") });
    const io = { ...outside, saved: bench.saved() };
    expect(await settled(await facebook.prepare(draft, io), io)).toMatchObject({ kind: "accepted" });
  });

  test("a session that asks for the same piece for ever is left", async () => {
    const same = answer(200, { start_offset: "0", end_offset: "10" });
    const { io } = listening(bench.io("ok"), (request) => (phaseOf(request) === "transfer" ? same : null));
    const draft = draftOf("for ever", [await video()], { type: "video" });
    expect(await stopOf(facebook.prepare(draft, io))).toMatchObject({ kind: "notSent" });
  });

  test("photos staged half a day ago are staged again, younger ones are not", async () => {
    const draft = draftOf("old", [await image(1), await image(2)]);
    const outside = bench.io("ok-old");
    await facebook.prepare(draft, outside);
    bench.clock.turn(11 * 3_600_000);
    const soon = listening({ ...outside, saved: bench.saved() });
    await facebook.prepare(draft, soon.io);
    expect(soon.sent).toHaveLength(0);
    bench.clock.turn(2 * 3_600_000);
    const late = listening({ ...outside, saved: bench.saved() });
    expect(await settled(await facebook.prepare(draft, late.io), late.io)).toMatchObject({
      kind: "accepted",
    });
    expect(late.sent).toHaveLength(3);
  });
});

describe("what an answer proves", () => {
  const told = async (outcome: Answer, options: object, media: readonly DraftMedia[], saved: Json = null) => {
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
      expect(await told(failed(code, subcode, status), {}, [])).toMatchObject({ kind: "unknown" });
    },
  );

  test.each([368, 506])(
    "code %d is a no to a first attempt, and proves nothing after another one",
    async (code) => {
      expect(await told(failed(code), {}, [])).toMatchObject({ kind: "refused", category: "content" });
      expect(await told(failed(code), {}, [], again)).toMatchObject({ kind: "unknown" });
    },
  );

  test.each([4, 17, 32, 341, 613, 80_001])(
    "rate code %d: later for a post, unknown for a video",
    async (code) => {
      expect(await told(failed(code), {}, [])).toMatchObject({ kind: "busy" });
      expect(await told(failed(code), {}, [await video()])).toMatchObject({ kind: "unknown" });
    },
  );

  test("too fast is a no that may be repeated, for videos too", async () => {
    expect(await told(failed(1390008), {}, [await video()])).toMatchObject({ kind: "busy" });
    expect(await told(failed(1404112), {}, [])).toMatchObject({ kind: "busy" });
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
    expect(await told(failed(code, subcode), {}, [])).toMatchObject({ kind: "refused", category });
  });

  test("an id of another Page is no id, and an address from the root is made whole", async () => {
    const outside = bench.io("ok-ids");
    const page = outside.credentials["pageId"] ?? "";
    expect(await told(answer(200, { id: "1_2" }), {}, [])).toMatchObject({ kind: "unknown" });
    const prepared = await ready("a", [], {}, outside);
    const io = { ...outside, endpoint: (purpose: string) => facebook.endpoints[purpose] ?? "" };
    const posted = (permalink_url: Json) =>
      facebook.commit(prepared, { ...io, call: async () => answer(200, { id: `${page}_7`, permalink_url }) });
    expect(await posted("/1/posts/7")).toMatchObject({ url: "https://www.facebook.com/1/posts/7" });
    for (const told of [null, "https://evil.test/7", "//evil.test/7", "javascript:alert(1)"])
      expect(await posted(told)).toMatchObject({ url: `https://www.facebook.com/${page}_7` });
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

  test("the same words twice in a row: refused to another post, a riddle to the same one", async () => {
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

describe("kinds of posts", () => {
  const file = { id: "m", mime: "video/mp4", animated: null } as const;
  const clip = (width: number | null, height: number, durationMs: number) =>
    ({ ...file, kind: "video", width, height, durationMs }) as const;
  const photo = { ...file, kind: "image", mime: "image/png", width: 1, height: 1, durationMs: null } as const;
  const wish = (media: readonly WishedMedia[], options: object = {}, text = "words") =>
    ({ text, media, options }) as Wish<never>;

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
    expect(facebook.kinds?.of(wish(media))).toBe(kind);
    expect(facebook.kinds?.of(wish(media, { type: "story" }))).toBe("story");
  });

  const said = (one: Wish<never>) => facebook.complaints(one).map(({ rule, certain }) => [rule, certain]);
  test("what can't be is refused, and what is left out is told", () => {
    expect(said(wish([], {}, " "))).toEqual([["text.required", true]]);
    expect(said(wish([], { link: "https://example.com" }, ""))).toEqual([]);
    expect(said(wish([photo], { link: "https://example.com" }))).toEqual([["options.link", true]]);
    expect(said(wish([photo], { type: "story" }))).toEqual([["text.unshown", false]]);
    expect(said(wish([], { title: "T", place: "1" }))).toEqual([["options.title", false]]);
    expect(said(wish(Array.from({ length: 11 }, () => photo)))).toEqual([["media.count", false]]);
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

describe("settling", () => {
  test("a reel that Facebook can't process is refused, in its words", async () => {
    const io = bench.io("ok-wide");
    const { mime, ...file } = await video();
    const wide = { ...file, mime, bytes: async () => new TextEncoder().encode("no video"), size: 8 };
    const before = published().length;
    const prepared = await ready("broken", [wide], {}, io);
    const sentAt = bench.clock.now();
    expect(await settled(prepared, io)).toMatchObject({
      kind: "refused",
      category: "media",
      detail: expect.stringContaining("format"),
    });
    expect(await look(prepared, sentAt, io)).toMatchObject({ kind: "absent" });
    expect(published()).toHaveLength(before);
  });

  test("not being able to ask is no failure", async () => {
    const io = bench.io("ok-deaf");
    const prepared = await ready("deaf", [await video()], {}, io);
    const receipt = objectOf(await facebook.commit(prepared, io))["receipt"] ?? null;
    for (const nothing of [failed(190, 463), failed(100, 33), answer(200, {}), answer(502)]) {
      const outcome = await facebook.settle(prepared, receipt, { ...io, call: async () => nothing });
      expect(outcome).toMatchObject({ kind: "unknown" });
    }
  });

  test("a story that was taken and is never listed is live without an address", async () => {
    const outside = bench.io("ok-unlisted");
    const prepared = await ready("", [await image(3)], { type: "story" }, outside);
    const { io } = listening(outside, ({ url }) =>
      url.includes("/stories") ? answer(200, { data: [] }) : null,
    );
    const outcome = await settled(prepared, io);
    expect(outcome).toMatchObject({ kind: "accepted", url: null, remoteId: expect.stringMatching(/^\d+$/) });
  });
});

describe("finding a post", () => {
  test("text: time, application and being free decide, and two are for a person", async () => {
    const io = bench.io("ok-twins");
    const prepared = await ready("same words", [], {}, io);
    const sentAt = bench.clock.now();
    expect(await look(prepared, sentAt, io)).toMatchObject({ kind: "inconclusive" });
    const first = await facebook.commit(prepared, io);
    const remoteId = first.kind === "accepted" ? first.remoteId : "";
    expect(await look(prepared, sentAt, io)).toMatchObject({ kind: "found", remoteId });
    expect(await look(prepared, sentAt, io, [remoteId])).toMatchObject({ kind: "inconclusive" });
    expect(await look(prepared, sentAt + 61_000, io)).toMatchObject({ kind: "inconclusive" });
    expect(await look(prepared, sentAt - 16 * 60_000, io)).toMatchObject({ kind: "inconclusive" });
    const credentials = { ...io.credentials, applicationId: "another" };
    expect(await look(prepared, sentAt, { ...io, credentials })).toMatchObject({ kind: "inconclusive" });
    await facebook.commit(await ready("between", [], {}, io), io);
    await facebook.commit(prepared, io);
    expect(await look(prepared, sentAt, io)).toMatchObject({
      evidence: expect.stringContaining("a person must look"),
    });
  });

  test("the same text with another link is another post", async () => {
    const io = bench.io("ok-links");
    const one = await ready("read", [], { link: "https://example.com/one" }, io);
    const two = await ready("read", [], { link: "https://example.com/two" }, io);
    const sentAt = bench.clock.now();
    await facebook.commit(one, io);
    expect(await look(two, sentAt, io)).toMatchObject({ kind: "inconclusive" });
    expect(await look(one, sentAt, io)).toMatchObject({ kind: "found" });
  });

  test("photos of ours are found on the second page, hours later, whatever the text became", async () => {
    const io = bench.io("ok-busy");
    const prepared = await ready("the one", [await image(1), await image(2)], {}, io);
    await facebook.commit(prepared, io);
    for (let i = 0; i < 110; i++) {
      bench.clock.turn(60_000);
      await facebook.commit(await ready(`newer ${i}`, [], {}, io), io);
    }
    const { sent, io: asking } = listening(io);
    const finding = await look({ ...objectOf(prepared), text: "edited" }, bench.clock.now(), asking);
    expect(finding).toMatchObject({
      kind: "found",
      evidence: expect.stringContaining("staged for this very post"),
    });
    expect(sent).toHaveLength(2);
    expect(sent.map(({ url }) => url).join()).not.toContain("access_token");
  });

  test("a video is absent only as long as Facebook has not begun to publish it", async () => {
    const io = bench.io("ok-phases");
    const prepared = await ready("phases", [await video()], {}, io);
    const sentAt = bench.clock.now();
    expect(await look(prepared, sentAt, io)).toMatchObject({ kind: "absent" });
    await facebook.commit(prepared, io);
    expect(await look(prepared, sentAt, io)).toMatchObject({ kind: "inconclusive" });
    bench.clock.turn(2000);
    expect(await look(prepared, sentAt, io)).toMatchObject({ kind: "found" });
  });

  test("another video's state, or one without a word about publishing, proves nothing", async () => {
    const outside = bench.io("ok-riddle");
    const prepared = await ready("riddle", [await video()], {}, outside);
    const id = objectOf(prepared)["video"] ?? null;
    const published = { publishing_phase: { status: "complete", publish_status: "published" } };
    const open = { publishing_phase: { status: "not_started" } };
    for (const node of [
      { id: "1", status: published },
      { status: published },
      { id, status: { video_status: "upload_complete" } },
      { id, status: open },
      { id, status: { video_status: "expired" } },
    ]) {
      const call: Call = async () => answer(200, node);
      expect(await look(prepared, 0, { ...outside, call })).toMatchObject({ kind: "inconclusive" });
    }
  });

  test("what was proven absent is published by the same video, once", async () => {
    const ghost = bench.io("ghost-reel");
    const draft = draftOf("again", [await video()]);
    const first = await facebook.prepare(draft, ghost);
    const before = published().length;
    expect(await facebook.commit(first, ghost)).toMatchObject({ kind: "unknown" });
    expect(await look(first, bench.clock.now(), ghost)).toMatchObject({ kind: "absent" });
    const { sent, io } = listening({ ...ghost, saved: bench.saved() });
    const second = await facebook.prepare(draft, io);
    expect(sent.map(({ method }) => method)).toEqual(["GET"]);
    expect(second).toMatchObject({ video: objectOf(first)["video"] ?? "", again: true });
    expect(published()).toHaveLength(before);
  });
});
