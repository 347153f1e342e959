// Sign-in at X: PKCE, tokens that expire after two hours, refresh tokens that work once.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { errorOnStop } from "../../tests/support/network-answers.ts";
import { onlyOne, openBench, type Bench, requireValue } from "../../tests/support/network-fixture.ts";
import type { Answer } from "../client/call.ts";
import type { Grant, Io } from "../network.ts";
import { withChanges } from "../../domain/rules.ts";
import { simulatedX } from "../../simulator/x/index.ts";
import { x } from "./index.ts";

let bench: Bench;
beforeAll(async () => void (bench = await openBench({ network: x, simulated: simulatedX })));
afterAll(() => bench[Symbol.asyncDispose]());

const REFUSED = { outcome: { kind: "refused", category: "auth" } };

const login = (fields: Record<string, string>, io = bench.io("ok")) => x.connect.login(fields, io);
const token = (handle: string) => ({ accessToken: bench.io(handle).credentials["accessToken"] ?? "" });

test("an entered token becomes an account for at most two hours", async () => {
  const account = onlyOne(await login(token("alice")));
  expect(account).toMatchObject({ handle: "alice", server: null, rules: {} });
  expect(account.expiresAt).toBe(bench.clock.now() + 7_200_000);
  expect(account.credentials["refreshToken"]).toBeUndefined();
  const expiresAt = "2026-11-21T13:00:00Z";
  const sooner = onlyOne(await login({ ...token("alice"), refreshToken: "r", expiresAt }));
  expect(sooner.expiresAt).toBe(Date.parse(expiresAt));
  expect(await errorOnStop(login({ ...token("alice"), expiresAt: "soon" }))).toMatchObject(REFUSED);
});

test("a wrong token is refused: auth", async () => {
  expect(await errorOnStop(login({ accessToken: "nonsense" }))).toMatchObject(REFUSED);
  expect(await errorOnStop(login(token("expired")))).toMatchObject(REFUSED);
});

test("subscribers of X may write longer posts, with an uncertain limit", async () => {
  const { rules, values } = await x.liveOptions(bench.io("ok-premium"));
  expect(values).toMatchObject({ username: "ok-premium", subscription_type: "Premium" });
  const merged = withChanges(x.rules, rules);
  expect(merged.text).toMatchObject({ max: 25_000, unit: "weighted", unsure: ["text.length"] });
  expect(merged.media.unsure).toContain("video.duration");
  expect((await x.liveOptions(bench.io("ok"))).rules).toEqual({});
});

test("signing in, and tokens that work once", async () => {
  const io = bench.io("ok");
  const { oauth, refresh, revoke } = x.connect;
  if (!oauth || !refresh || !revoke) throw new Error("X is signed in at");
  const page = new URL(io.endpoint(oauth.authorize.endpoint) + oauth.authorize.path);
  const redirectUri = "https://crier.test/connect/x/callback";
  const verifier = "v".repeat(43);
  const challenge = new Bun.CryptoHasher("sha256").update(verifier).digest("base64url");
  page.search = new URLSearchParams({
    response_type: "code",
    client_id: "crier",
    redirect_uri: redirectUri,
    login_hint: "bob",
    scope: oauth.scopes.join(" "),
    state: "s",
    code_challenge: challenge,
  }).toString();
  const back = new URL((await fetch(page, { redirect: "manual" })).headers.get("location") ?? "");
  const grant: Grant = { code: back.searchParams.get("code") ?? "", redirectUri, verifier };
  const fields = await oauth.exchange(grant, io);
  const account = onlyOne(await x.connect.login(fields, io));
  expect(account).toMatchObject({ handle: "bob", expiresAt: bench.clock.now() + 7_200_000 });
  expect(oauth.exchange(grant, io)).rejects.toMatchObject({
    outcome: { kind: "refused", category: "auth" },
  });

  const first = requireValue(await refresh(account.credentials, io));
  expect(first.credentials).toMatchObject({ username: "bob", userId: account.remoteId });
  expect(first.credentials["refreshToken"]).not.toBe(account.credentials["refreshToken"]);
  expect(first.expiresAt).toBe(bench.clock.now() + 7_200_000);
  const second = requireValue(await refresh(first.credentials, io));
  // The one before ends the whole grant.
  expect(await errorOnStop(refresh(first.credentials, io))).toMatchObject(REFUSED);
  expect(await errorOnStop(login(second.credentials))).toMatchObject(REFUSED);
});

test("revoking ends the grant; without an application the settings are named", async () => {
  const io = bench.io("ok");
  const bodies: unknown[] = [];
  const listening: Io = {
    ...io,
    call: (request) => (bodies.push(request.body), io.call(request)),
  };
  await x.connect.revoke?.({ accessToken: "a", refreshToken: "r" }, listening);
  expect(bodies).toEqual([{ form: expect.objectContaining({ token: "r" }) }]);
  const none = await errorOnStop(
    x.connect.refresh?.({ accessToken: "a", refreshToken: "r" }, { ...io, application: null }) ??
      Promise.resolve(),
  );
  expect(none.message).toContain("CRIER_X_CLIENT_ID");
  expect(await x.connect.refresh?.({ accessToken: "a" }, io)).toBeNull();
});

test("a lost response and a 503 to a refresh do not end the grant", async () => {
  const credentials = { accessToken: "a", refreshToken: "r" };
  const lost: Answer = { kind: "lost", detail: "gone" };
  const down: Answer = { kind: "answered", status: 503, headers: {}, text: "", json: undefined };
  for (const [message, kind] of [
    [lost, "notSent"],
    [down, "busy"],
  ] as const) {
    const io: Io = { ...bench.io("ok"), call: async () => message };
    expect(await errorOnStop(x.connect.refresh?.(credentials, io))).toMatchObject({ outcome: { kind } });
  }
});
