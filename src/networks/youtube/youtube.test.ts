// What is sent for a YouTube video, what the last answer proves, and how a channel is connected (networks/youtube.facts.md).
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  draftOf,
  onlyOne,
  video,
  openBench,
  type Bench,
  requireValue,
} from "../../tests/support/network-fixture.ts";
import type { Answer, NetworkRequest } from "../client/call.ts";
import type { Outcome } from "../network.ts";
import { simulatedYoutube } from "../../simulator/youtube/index.ts";
import { answer, error, KIDS, LOST, playing, ready } from "../../tests/support/youtube.ts";
import { youtube } from "./index.ts";

let bench: Bench;
beforeAll(async () => void (bench = await openBench({ network: youtube, simulated: simulatedYoutube })));
afterAll(() => bench[Symbol.asyncDispose]());

describe("what is sent", () => {
  test("every option reaches the upload's description", async () => {
    const media = [await video()];
    let opened: NetworkRequest | null = null;
    const io = playing(bench.io("ok-options", { media }), (request) => {
      opened ??= request;
      return null;
    });
    const options = {
      title: "Low tide",
      tags: ["sea"],
      categoryId: "17",
      privacyStatus: "unlisted",
      license: "creativeCommon",
      embeddable: false,
      publicStatsViewable: false,
      containsSyntheticMedia: true,
      notifySubscribers: false,
      hasPaidProductPlacement: true,
      defaultLanguage: "en",
      defaultAudioLanguage: "pt-BR",
    };
    await youtube.prepare(draftOf("Boats", media, { selfDeclaredMadeForKids: true, ...options }), io);
    const { url = "", body } = (opened ?? {}) as Partial<NetworkRequest>;
    expect(new URL(url).searchParams.toString()).toBe(
      "uploadType=resumable&part=snippet%2Cstatus%2CpaidProductPlacementDetails&notifySubscribers=false",
    );
    expect(body).toEqual({
      json: {
        snippet: {
          title: "Low tide",
          description: "Boats",
          categoryId: "17",
          tags: ["sea"],
          defaultLanguage: "en",
          defaultAudioLanguage: "pt-BR",
        },
        status: {
          privacyStatus: "unlisted",
          selfDeclaredMadeForKids: true,
          containsSyntheticMedia: true,
          license: "creativeCommon",
          embeddable: false,
          publicStatsViewable: false,
        },
        paidProductPlacementDetails: { hasPaidProductPlacement: true },
      },
    });
  });

  const input = (text: string, options: object = {}, media: object[] = []) =>
    youtube.validate({ text, media, options: { ...KIDS, ...options } } as never);

  test("without a chosen title the caption's first line is used, with a warning", async () => {
    expect(input("\n  Low tide \nmore")).toMatchObject([
      { rule: "options.title", certain: false, message: expect.stringContaining("Low tide") },
    ]);
    expect(input("Low tide", { title: "Mine" })).toEqual([]);
    expect(input("  ")).toMatchObject([{ rule: "options.title", certain: true }]);
    const { prepared } = await ready(bench, `${"word ".repeat(30)}\nend`, [await video()]);
    const { title } = prepared as { title: string };
    expect(title).toBe(`${"word ".repeat(19).trim()}…`);
    expect(title.length).toBeLessThanOrEqual(100);
    const boats = "🚣".repeat(100);
    expect(input(boats)).toMatchObject([{ message: expect.stringMatching(new RegExp(`: ${boats}$`)) }]);
    expect(input(`${boats}🚣`)).toMatchObject([{ message: expect.stringMatching(/: 🚣{99}…$/u) }]);
    const none = youtube.prepare(draftOf(" ", [await video()], KIDS), bench.io("ok"));
    expect(none).rejects.toMatchObject({ outcome: { kind: "refused", category: "content" } });
  });

  test("texts that YouTube would refuse are refused before", () => {
    expect(input("a <b>", { title: "t" })).toMatchObject([{ rule: "text.characters", certain: true }]);
    const tags = { title: "t", tags: ["x".repeat(240), "y y".padEnd(256, "y")] };
    expect(input("a", tags)).toEqual([]);
    expect(input("a", { ...tags, tags: [...tags.tags, "z"] })).toMatchObject([
      { rule: "options.tags", limit: 500, actual: 501 },
    ]);
    expect(input("a", { title: "t", tags: ["🚣".repeat(500)] })).toEqual([]);
  });

  test("an upright, short video is a Short, which can't have a thumbnail", () => {
    const clip = { id: "v", kind: "video", mime: "video/mp4", animated: null };
    const shape = (width: number, height: number, durationMs: number) => ({
      ...clip,
      width,
      height,
      durationMs,
    });
    const kindOf = (media: object) => youtube.kinds?.of({ text: "", media: [media], options: KIDS } as never);
    expect(kindOf(shape(1080, 1920, 180_000))).toBe("short");
    expect(kindOf(shape(500, 500, 1000))).toBe("short");
    expect(kindOf(shape(1080, 1920, 180_001))).toBe("video");
    expect(kindOf(shape(1920, 1080, 1000))).toBe("video");
    const picture = { id: "i", kind: "image", mime: "image/png" };
    const problemsOf = (media: object) =>
      input("a", { title: "t" }, [media, picture]).map(({ message }) => message);
    expect(onlyOne(problemsOf(shape(1080, 1920, 1000)))).toContain("does not accept one for a Short");
    expect(onlyOne(problemsOf(shape(1920, 1080, 1000)))).toContain("becomes the video's thumbnail");
  });
});

describe("the last piece", () => {
  const answers: readonly [Answer, Outcome["kind"], string | null][] = [
    [error(401, "authError"), "refused", "auth"],
    [error(403, "insufficientPermissions"), "refused", "auth"],
    [error(400, "invalidTags"), "refused", "content"],
    [error(403, "accessNotConfigured"), "refused", "unknown"],
    [error(403, "quotaExceeded"), "busy", null],
    [error(400, "uploadLimitExceeded"), "busy", null],
    [error(429, "rateLimitExceeded"), "busy", null],
    [error(400, "badRequest"), "unknown", null],
    [error(403, "somethingNew"), "unknown", null],
    [error(500, "backendError"), "unknown", null],
    [answer(404), "unknown", null],
    [answer(410), "unknown", null],
    [answer(308, undefined, { range: "bytes=0-99" }), "unknown", null],
    [answer(200, { id: "dQw4w9WgXcQ" }), "unknown", null],
    [
      answer(400, { error: { code: 500, message: "x", errors: [{ reason: "invalidTitle" }] } }),
      "unknown",
      null,
    ],
    [LOST, "unknown", null],
  ];
  const named = ([message, ...means]: (typeof answers)[number]) =>
    [
      message.kind === "answered" ? `${message.status} ${message.text}` : message.kind,
      message,
      ...means,
    ] as const;
  test.each(answers.map(named))("%s", async (_, problemsOf, kind, category) => {
    const { prepared, io } = await ready(bench, "answered", [await video()], {}, "ok-answered");
    const outcome = await youtube.commit(
      prepared,
      playing(io, () => problemsOf),
    );
    expect(outcome).toMatchObject({ kind, ...(category && { category }) });
  });
});

describe("connecting", () => {
  const fields = (handle: string) => {
    const { accessToken = "", refreshToken = "" } = bench.io(handle).credentials;
    return { accessToken, refreshToken, expiresAt: "2026-11-21T13:00:00Z" };
  };

  test("tokens become a channel with its limits", async () => {
    const [verified] = await youtube.connect.login(fields("ok-a"), bench.io("ok-a"));
    expect(verified).toMatchObject({
      handle: "ok-a",
      displayName: "Simulated ok-a",
      server: null,
      rules: {},
      expiresAt: Date.parse("2026-11-21T13:00:00Z"),
      credentials: { uploads: expect.stringMatching(/^UU/) },
    });
    const [unverified] = await youtube.connect.login(fields("ok-unverified"), bench.io("ok"));
    expect(unverified?.rules).toEqual({ media: { video: { maxDurationMs: 900_000 } } });
  });

  test("a login without a channel and a wrong token are refused with advice", async () => {
    const empty = playing(bench.io("ok"), () => answer(200, { items: [] }));
    const refused = (detail: string) => ({
      outcome: { category: "auth", detail: expect.stringContaining(detail) },
    });
    expect(youtube.connect.login(fields("ok"), empty)).rejects.toMatchObject(refused("no YouTube channel"));
    const wrong = { accessToken: "wrong-token", refreshToken: "", expiresAt: "" };
    expect(youtube.connect.login(wrong, bench.io("ok"))).rejects.toMatchObject(
      refused("Connect the account again"),
    );
  });

  test("a sign-in becomes credentials, which are renewed and can be revoked", async () => {
    const io = bench.io("ok");
    const { oauth, refresh, revoke } = youtube.connect;
    if (!oauth || !refresh || !revoke) throw new Error("no sign-in");
    const verifier = "v".repeat(43);
    const redirectUri = "https://crier.test/connect/youtube/callback";
    const page = new URL(io.endpoint(oauth.authorize.endpoint) + oauth.authorize.path);
    const challenge = new Bun.CryptoHasher("sha256").update(verifier).digest("base64url");
    const query = { client_id: "crier", redirect_uri: redirectUri, state: "s", code_challenge: challenge };
    page.search = new URLSearchParams({ ...oauth.parameters, ...query, login_hint: "ok-signed" }).toString();
    const back = await io.call({ method: "GET", url: page.href });
    const code = new URL(back.kind === "answered" ? (back.headers["location"] ?? "") : "").searchParams.get(
      "code",
    );
    const signed = await oauth.exchange({ code: code ?? "", redirectUri, verifier }, io);
    expect(signed).toMatchObject({ expiresAt: new Date(bench.clock.now() + 3_599_000).toISOString() });
    const account = onlyOne(await youtube.connect.login(signed, io));
    expect(account).toMatchObject({ handle: "ok-signed" });
    const fresh = requireValue(await refresh(account.credentials, io));
    expect(fresh.credentials["accessToken"]).not.toBe(account.credentials["accessToken"]);
    expect(fresh.credentials).toMatchObject({
      refreshToken: account.credentials["refreshToken"] ?? "",
      uploads: account.credentials["uploads"] ?? "",
    });
    await revoke(fresh.credentials, io);
    expect(refresh(fresh.credentials, io)).rejects.toMatchObject({ outcome: { category: "auth" } });
    const { refreshToken: _, ...bare } = fresh.credentials;
    expect(await refresh(bare, io)).toBeNull();
    const nobody = { ...io, application: null };
    expect(refresh(account.credentials, nobody)).rejects.toThrow("CRIER_YOUTUBE_CLIENT_ID");
  });

  test("live options: categories that can be chosen, playlists, limits", async () => {
    const { values, rules } = await youtube.liveOptions(bench.io("ok-unverified"));
    expect(values["categories"]).toContainEqual({ id: "22", title: "People & Blogs" });
    expect(values["categories"]).not.toContainEqual({ id: "18", title: "Short Movies" });
    expect(values["playlists"]).toHaveLength(2);
    expect(values["longUploadsStatus"]).toBe("eligible");
    expect(rules.media?.video?.maxDurationMs).toBe(900_000);
  });
});
