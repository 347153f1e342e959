// Requests to standard token endpoints, and what each response means.
import { expect, test } from "bun:test";
import { readAnswer, type Answer, type NetworkRequest } from "./call.ts";
import { StepFailedError, type Application, type ConnectIo, type Outcome } from "../network.ts";
import { redeemCode, refreshTokens, requireApplication, revokeToken, type TokenEndpoint } from "./oauth.ts";

const NOW = Date.parse("2026-11-21T12:00:00Z");
const CODE = "code-that-is-secret";
const REFRESH = "refresh-that-is-secret";
const APPLICATION = { id: "id-of-ours", secret: "secret/of+ours" };
const at: TokenEndpoint = { id: "x", network: "X", url: "https://x.test/token", clientAuth: "form" };

/** A network that gives one answer to everything. */
function ioWith(answer: Answer, application: Application | null = APPLICATION) {
  const requests: NetworkRequest[] = [];
  const io: ConnectIo = {
    call: async (request) => {
      requests.push(request);
      return answer;
    },
    endpoint: () => "https://x.test",
    now: () => NOW,
    pause: async () => {},
    signal: new AbortController().signal,
    application,
  };
  return { io, requests };
}

const answered = (status: number, body: unknown, headers = {}): Answer =>
  readAnswer(status, headers, Buffer.from(typeof body === "string" ? body : JSON.stringify(body)));
const good = { access_token: "access-1", token_type: "bearer", expires_in: 7200, refresh_token: "refresh-2" };

async function stopOf(act: Promise<unknown>): Promise<Outcome & { detail: string }> {
  const error = await act.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof StepFailedError)) throw new Error(`no StepFailedError, but ${String(error)}`);
  return error.outcome;
}

test("a code is exchanged with the verifier in one form", async () => {
  const { io, requests } = ioWith(answered(200, { ...good, scope: "a b", open_id: "me" }));
  const grant = {
    code: CODE,
    redirectUri: "https://crier.test/connect/x/callback",
    verifier: "v".repeat(43),
  };
  const tokens = await redeemCode(grant, { ...at, parameters: { continuous_refresh: "true" } }, io);
  expect(tokens).toMatchObject({ accessToken: "access-1", refreshToken: "refresh-2", scope: "a b" });
  expect(tokens.expiresAt).toBe(NOW + 7_200_000);
  expect(tokens.answer["open_id"]).toBe("me");
  expect(requests).toHaveLength(1);
  expect(requests[0]?.body).toEqual({
    form: {
      grant_type: "authorization_code",
      code: CODE,
      redirect_uri: grant.redirectUri,
      code_verifier: grant.verifier,
      continuous_refresh: "true",
      client_id: APPLICATION.id,
      client_secret: APPLICATION.secret,
    },
  });
});

test("HTTP Basic escapes nothing that need not be escaped", async () => {
  const { io, requests } = ioWith(answered(200, good));
  await refreshTokens(REFRESH, { ...at, clientAuth: "basic" }, io);
  const [, pair = ""] = requests[0]?.headers?.["authorization"]?.split(" ") ?? [];
  expect(Buffer.from(pair, "base64").toString()).toBe("id-of-ours:secret%2Fof%2Bours");
  expect(requests[0]?.body).toEqual({ form: { grant_type: "refresh_token", refresh_token: REFRESH } });
});

test.each([
  ["no type of token", { access_token: "access-1", expires_in: 60 }, { expiresAt: NOW + 60_000 }],
  ["another type of token", { ...good, token_type: "Bearer token" }, { accessToken: "access-1" }],
  ["seconds as text", { ...good, expires_in: "60" }, { expiresAt: NOW + 60_000 }],
  ["no end", { access_token: "access-1" }, { expiresAt: null, refreshToken: null }],
  ["an identity nobody asked for", { ...good, id_token: "no.jwt.at-all" }, { accessToken: "access-1" }],
  ["scopes as a list", { ...good, scope: ["a"] }, { scope: null }],
])("%s is accepted unchanged", async (_, body, expected) => {
  expect(await refreshTokens(REFRESH, at, ioWith(answered(200, body)).io)).toMatchObject(expected);
});

const errorBody = (error: string, description = "no") => ({ error, error_description: description });

test.each([
  ["nothing left", { kind: "unsent", detail: "x.test: ECONNREFUSED" }, "notSent"],
  ["nothing came back", { kind: "lost", detail: "x.test: ECONNRESET" }, "notSent"],
  ["a server in trouble", answered(503, "<html>"), "busy"],
  ["a server in trouble that says the grant is gone", answered(500, errorBody("invalid_grant")), "busy"],
  ["too many requests", answered(429, {}), "busy"],
  ["409 says nothing", answered(409, "{}"), "busy"],
  ["busy as a refusal", answered(400, errorBody("temporarily_unavailable")), "busy"],
  ["the grant is gone", answered(400, errorBody("invalid_grant")), "auth"],
  [
    "the grant is gone, with 401",
    answered(401, errorBody("invalid_grant"), { "www-authenticate": "Basic" }),
    "auth",
  ],
  [
    "the application is wrong",
    answered(401, errorBody("invalid_client"), { "www-authenticate": "Basic" }),
    "unknown",
  ],
  ["a scope is wrong", answered(400, errorBody("invalid_scope")), "unknown"],
  ["a page instead of an answer", answered(403, "<html>"), "unknown"],
  ["a redirect", answered(302, ""), "unknown"],
  ["no token in it", answered(200, { token_type: "bearer" }), "notSent"],
  ["no JSON", answered(200, "ok"), "notSent"],
] as [string, Answer, string][])("%s", async (_, answer, expected) => {
  const outcome = await stopOf(refreshTokens(REFRESH, at, ioWith(answer).io));
  const kind: string = outcome.kind === "refused" ? outcome.category : outcome.kind;
  expect(kind).toBe(expected);
});

test("what a network of its own way calls the end of a grant is the end", async () => {
  const odd = answered(400, errorBody("invalid_request", "Value passed for the token was invalid."));
  const ended = (_: string, text: string) => text.includes("token was invalid");
  expect(await stopOf(refreshTokens(REFRESH, { ...at, isGrantGone: ended }, ioWith(odd).io))).toMatchObject({
    category: "auth",
    detail: "X no longer accepts this sign-in. Connect the account again.",
  });
});

test("no secret is repeated in a sentence", async () => {
  const echo = `${CODE} ${REFRESH} ${APPLICATION.secret} is wrong`;
  const { io } = ioWith(answered(400, errorBody("invalid_request", echo)));
  const grant = { code: CODE, redirectUri: "https://crier.test/cb", verifier: null };
  const details = [
    (await stopOf(redeemCode(grant, at, io))).detail,
    (await stopOf(refreshTokens(REFRESH, at, io))).detail,
    (await stopOf(revokeToken(REFRESH, at, io))).detail,
  ];
  for (const secret of [APPLICATION.secret]) expect(details.join()).not.toContain(secret);
  expect(details[0]).not.toContain(CODE);
  expect(details[1]).not.toContain(REFRESH);
  expect(details[2]).not.toContain(REFRESH);
});

test("without an application the settings to set are named", async () => {
  const { io } = ioWith(answered(200, good), null);
  const outcome = await stopOf((async () => requireApplication(io, "x"))());
  expect(outcome.detail).toContain("CRIER_X_CLIENT_ID and CRIER_X_CLIENT_SECRET");
});

test("a token is revoked with one request, and any 2xx will do", async () => {
  const { io, requests } = ioWith(answered(204, ""));
  await revokeToken(REFRESH, { ...at, url: "https://x.test/revoke" }, io);
  expect(requests[0]).toMatchObject({
    url: "https://x.test/revoke",
    body: { form: { token: REFRESH, client_id: APPLICATION.id, client_secret: APPLICATION.secret } },
  });
});

test.each(["basic", "form"] as const)(
  "a network that repeats the application's proof (%s) is not quoted with it",
  async (proof) => {
    const pairs = [
      `${APPLICATION.id}:${APPLICATION.secret}`,
      `${APPLICATION.id}:${encodeURIComponent(APPLICATION.secret)}`,
    ].map((pair) => Buffer.from(pair).toString("base64"));
    for (const pair of [...pairs, APPLICATION.secret, encodeURIComponent(APPLICATION.secret)]) {
      const answer = answered(400, errorBody("invalid_request", `Bad header: Basic ${pair}`));
      const { detail } = await stopOf(
        refreshTokens(REFRESH, { ...at, clientAuth: proof }, ioWith(answer).io),
      );
      expect(detail).toContain("[secret]");
      expect(detail).not.toContain(pair);
    }
  },
);
