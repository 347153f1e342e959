// Connecting a TikTok account: sign-in, rotating tokens, and what the account may do (networks/tiktok.facts.md 1.1, 3).
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { requireValue, onlyOne, openBench, type Bench } from "../../tests/support/network-fixture.ts";
import type { Answer } from "../client/call.ts";
import type { Io } from "../network.ts";
import { simulatedTiktok } from "../../simulator/tiktok/index.ts";
import { answer, LOST, playing } from "../../tests/support/tiktok.ts";
import { tiktok } from "./index.ts";

let bench: Bench;
beforeAll(async () => void (bench = await openBench({ network: tiktok, simulated: simulatedTiktok })));
afterAll(() => bench[Symbol.asyncDispose]());

const stopOf = async (act: Promise<unknown>) => await act.catch((reason: unknown) => reason);

describe("connecting", () => {
  const fields = ({ credentials: { accessToken = "", refreshToken = "" } }: Io) => ({
    accessToken,
    refreshToken,
    expiresAt: "",
  });

  test("tokens become an account with its limits", async () => {
    const account = onlyOne(await tiktok.connect.login(fields(bench.io("ok-brief")), bench.io("ok")));
    expect(account).toMatchObject({
      handle: "ok-brief",
      expiresAt: null,
      credentials: { username: "ok-brief" },
    });
    expect(account.rules).toEqual({ media: { video: { maxDurationMs: 60_000 } } });
    const wrong = { accessToken: "wrong-token", refreshToken: "", expiresAt: "" };
    expect(await stopOf(tiktok.connect.login(wrong, bench.io("ok")))).toMatchObject({
      outcome: { category: "auth" },
    });
  });

  test("a sign-in asks for what publishing needs, and no more", () => {
    // An application that was not given video.list could not sign anybody in with it.
    expect(tiktok.connect.oauth?.scopes).toEqual([
      "user.info.basic",
      "user.info.profile",
      "video.publish",
      "video.upload",
    ]);
  });

  test("a sign-in becomes credentials, whose refresh token rotates, and which can be revoked", async () => {
    const io = bench.io("ok");
    const { oauth, refresh, revoke } = tiktok.connect;
    if (!oauth || !refresh || !revoke) throw new Error("no sign-in");
    const verifier = "v".repeat(43);
    const redirectUri = "https://crier.test/connect/tiktok/callback";
    const page = new URL(io.endpoint(oauth.authorize.endpoint) + oauth.authorize.path);
    const challenge = new Bun.CryptoHasher("sha256").update(verifier).digest("hex");
    const query = { client_key: "crier", redirect_uri: redirectUri, state: "s", code_challenge: challenge };
    page.search = new URLSearchParams({ ...query, login_hint: "ok-signed" }).toString();
    const back = await io.call({ method: "GET", url: page.href });
    const code = new URL(back.kind === "answered" ? (back.headers["location"] ?? "") : "").searchParams.get(
      "code",
    );
    const signed = await oauth.exchange({ code: code ?? "", redirectUri, verifier }, io);
    const account = onlyOne(await tiktok.connect.login(signed, io));
    expect(account).toMatchObject({ handle: "ok-signed", expiresAt: bench.clock.now() + 86_400_000 });
    const fresh = requireValue(await refresh(account.credentials, io));
    expect(fresh.credentials["refreshToken"]).not.toBe(account.credentials["refreshToken"]);
    expect(fresh.credentials["username"]).toBe("ok-signed");
    const again = requireValue(await refresh(fresh.credentials, io));
    await revoke(again.credentials, io);
    const ended = { outcome: { kind: "refused", category: "auth" } };
    expect(await stopOf(refresh(again.credentials, io))).toMatchObject(ended);
    expect(await refresh({ accessToken: "a" }, io)).toBeNull();
    const nobody = { ...io, application: null };
    expect(await stopOf(refresh(again.credentials, nobody))).toMatchObject({
      message: expect.stringContaining("CRIER_TIKTOK_CLIENT_ID"),
    });
  });

  test("a refresh that got no answer, or a busy one, does not end the grant", async () => {
    const { refresh } = tiktok.connect;
    const held = { accessToken: "a-token", refreshToken: "r-token" };
    const means = async (message: Answer) =>
      await stopOf(
        refresh?.(
          held,
          playing(bench.io("ok"), () => message),
        ) ?? Promise.resolve(),
      );
    expect(await means(LOST)).toMatchObject({ outcome: { kind: "notSent" } });
    expect(await means(answer(503))).toMatchObject({ outcome: { kind: "busy" } });
    expect(await means(answer(200, {}))).toMatchObject({ outcome: { kind: "notSent" } });
    // TikTok has been seen to refuse with a 200.
    const flat = { error: "invalid_grant", error_description: "r-token is gone", log_id: "1" };
    for (const status of [200, 400])
      expect(await means(answer(status, flat))).toMatchObject({
        outcome: { kind: "refused", category: "auth" },
      });
    const other = { ...flat, error: "invalid_request" };
    expect(await means(answer(400, other))).toMatchObject({ outcome: { category: "unknown" } });
    expect(String(await means(answer(400, other)))).not.toContain("r-token");
  });

  test("live options contain what TikTok requires to show", async () => {
    const { values, rules } = await tiktok.liveOptions(bench.io("ok-unaudited"));
    expect(values).toMatchObject({
      creator_nickname: "Simulated ok-unaudited",
      privacy_level_options: ["FOLLOWER_OF_CREATOR", "MUTUAL_FOLLOW_FRIENDS", "SELF_ONLY"],
      comment_disabled: false,
    });
    expect(rules.media?.video?.maxDurationMs).toBe(600_000);
  });
});
