// Sign-in at Pinterest: no PKCE, refresh tokens that rotate, boards to choose from.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { errorOnStop } from "../../tests/support/network-answers.ts";
import { onlyOne, openBench, type Bench, requireValue } from "../../tests/support/network-fixture.ts";
import type { Answer } from "../client/call.ts";
import { arrayOf, objectOf } from "../client/json.ts";
import type { Io } from "../network.ts";
import { simulatedPinterest } from "../../simulator/pinterest/index.ts";
import { pinterest } from "./index.ts";

let bench: Bench;
beforeAll(async () => {
  bench = await openBench({ network: pinterest, simulated: simulatedPinterest });
});
afterAll(() => bench[Symbol.asyncDispose]());

const REFUSED = { outcome: { kind: "refused", category: "auth" } };
const DAYS_30 = 30 * 86_400_000;
const login = (fields: Record<string, string>) => pinterest.connect.login(fields, bench.io("ok"));

test("an entered token becomes an account for at most thirty days", async () => {
  const { accessToken = "" } = bench.io("alice").credentials;
  const account = onlyOne(await login({ accessToken }));
  expect(account).toMatchObject({ handle: "alice", displayName: "Simulated alice", server: null });
  expect(account.expiresAt).toBe(bench.clock.now() + DAYS_30);
  const expiresAt = "2026-11-30T12:00:00Z";
  expect(onlyOne(await login({ accessToken, expiresAt })).expiresAt).toBe(Date.parse(expiresAt));
  expect(await errorOnStop(login({ accessToken, expiresAt: "soon" }))).toMatchObject(REFUSED);
  expect(await errorOnStop(login({ accessToken: "nonsense" }))).toMatchObject(REFUSED);
});

test("signing in, and refresh tokens that change", async () => {
  const io = bench.io("ok");
  const { oauth, refresh } = pinterest.connect;
  if (!oauth || !refresh) throw new Error("Pinterest is signed in at");
  const page = new URL(io.endpoint(oauth.authorize.endpoint) + oauth.authorize.path);
  const redirectUri = "https://crier.test/connect/pinterest/callback";
  page.search = new URLSearchParams({
    response_type: "code",
    client_id: "crier",
    redirect_uri: redirectUri,
    login_hint: "bob",
    scope: oauth.scopes.join(oauth.scopeSeparator),
    state: "s",
  }).toString();
  const back = new URL((await fetch(page, { redirect: "manual" })).headers.get("location") ?? "");
  const grant = { code: back.searchParams.get("code") ?? "", redirectUri, verifier: null };
  const bodies: unknown[] = [];
  const listening: Io = { ...io, call: (request) => (bodies.push(request.body), io.call(request)) };
  const fields = await oauth.exchange(grant, listening);
  expect(bodies).toEqual([{ form: expect.objectContaining({ continuous_refresh: "true" }) }]);
  expect(await errorOnStop(oauth.exchange(grant, io))).toMatchObject(REFUSED);
  const account = onlyOne(await login(fields));
  expect(account).toMatchObject({ handle: "bob", expiresAt: bench.clock.now() + DAYS_30 });

  const first = requireValue(await refresh(account.credentials, io));
  expect(first.credentials["refreshToken"]).not.toBe(account.credentials["refreshToken"]);
  expect(first.expiresAt).toBe(bench.clock.now() + DAYS_30);
  const second = requireValue(await refresh(first.credentials, io));
  expect(onlyOne(await login(second.credentials)).handle).toBe("bob");
  bench.clock.turn(DAYS_30 + 1);
  expect(await errorOnStop(login(second.credentials))).toMatchObject(REFUSED);
  expect(await errorOnStop(refresh(account.credentials, io))).toMatchObject(REFUSED);
});

test("only a clear error ends a grant", async () => {
  const credentials = { accessToken: "a", refreshToken: "r" };
  const answer = (status: number, json?: { code: number; message: string }): Answer => ({
    kind: "answered",
    status,
    headers: {},
    text: "",
    json,
  });
  for (const [message, outcome] of [
    [{ kind: "lost", detail: "gone" }, { kind: "notSent" }],
    [answer(503), { kind: "busy" }],
    [answer(401, { code: 2, message: "Authentication failed." }), { kind: "refused", category: "unknown" }],
    [answer(400, { code: 283, message: "Your refresh token is invalid" }), { category: "auth" }],
  ] satisfies [Answer, object][]) {
    const io: Io = { ...bench.io("ok"), call: async () => message };
    expect(await errorOnStop(pinterest.connect.refresh?.(credentials, io))).toMatchObject({ outcome });
  }
  const io = { ...bench.io("ok"), application: null };
  expect((await errorOnStop(pinterest.connect.refresh?.(credentials, io))).message).toContain(
    "CRIER_PINTEREST_CLIENT_ID",
  );
  expect(await pinterest.connect.refresh?.({ accessToken: "a" }, bench.io("ok"))).toBeNull();
});

test("boards with their sections are there to choose from", async () => {
  const { values } = await pinterest.liveOptions(bench.io("ok"));
  expect(values["boards"]).toEqual([
    {
      id: "1022106146619699845",
      name: "Harbour",
      privacy: "PUBLIC",
      sections: [{ id: "5178987325442071", name: "Boats" }],
      moreSections: false,
    },
    { id: "1022106146619699846", name: "Recipes", privacy: "PUBLIC", sections: [], moreSections: false },
  ]);
  // A page that can't be had leaves what was heard before.
  const io = bench.io("ok");
  const paged: Io = {
    ...io,
    async call(request) {
      const path = request.url.slice(request.url.indexOf("/v5/"));
      if (!path.startsWith("/v5/boards?")) return { kind: "lost", detail: "gone" };
      if (path.includes("bookmark=")) return { kind: "lost", detail: "gone" };
      const json = { items: [{ id: "1", name: "One" }], bookmark: "more&more" };
      return { kind: "answered", status: 200, headers: {}, text: "", json };
    },
  };
  const boards = arrayOf((await pinterest.liveOptions(paged)).values["boards"]);
  expect(boards.map((board) => objectOf(board)["sections"])).toEqual([null]);
  expect(await errorOnStop(pinterest.liveOptions(bench.io("expired")))).toMatchObject(REFUSED);
});
