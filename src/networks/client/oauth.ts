// Calls standard token endpoints (RFC 6749, RFC 7009) with oauth4webapi over Crier's own transport.
import {
  allowInsecureRequests,
  ClientSecretPost,
  customFetch,
  genericTokenEndpointRequest,
  processGenericTokenEndpointResponse,
  revocationRequest,
  type AuthorizationServer,
  type Client,
  type ClientAuth,
  type HttpRequestOptions,
} from "oauth4webapi";
import type { Answered } from "./call.ts";
import { objectOf, textOf, type JsonObject } from "./json.ts";
import type { Application, Busy, ConnectIo, Grant, Refused } from "../network.ts";
import { requireSuccess, retryAfterMs, INCONCLUSIVE_4XX, unreadable, refusedStep } from "./outcome.ts";
import { quote, type AnswerContext, contextOf } from "./redaction.ts";
import { expiryOf } from "./untrusted.ts";

/** A network's token endpoint and how it authenticates the application. */
export interface TokenEndpoint {
  /** The network's id, which names its settings. */
  readonly id: string;
  /** The network's name in sentences. */
  readonly network: string;
  readonly url: string;
  /** How the application authenticates: HTTP Basic, or with its id and secret in the form. */
  readonly clientAuth: "basic" | "form";
  /** Further fields of the form. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Whether an error other than `invalid_grant` means, at this network, that the grant is no longer valid. */
  isGrantGone?(error: string, message: string): boolean;
}

export interface Tokens {
  readonly accessToken: string;
  /** Null when the response has none; an older one then stays valid. */
  readonly refreshToken: string | null;
  /** Expiry of the access token, ms since 1970; null when the network does not report one. */
  readonly expiresAt: number | null;
  readonly scope: string | null;
  /** The complete response, for members of a single network. Contains the tokens. */
  readonly answer: JsonObject;
}

/** The operator's application. @throws StepFailedError naming the settings when there is none */
export function requireApplication({ application }: ConnectIo, id: string): Application {
  if (application) return application;
  const detail = `Crier has no application at this network. Enter one in Crier under Accounts, or set ${settingsOf(id)}.`;
  throw refusedStep("unknown", detail);
}

/** Exchanges the authorization code for tokens. @throws StepFailedError */
export async function redeemCode(grant: Grant, at: TokenEndpoint, io: ConnectIo): Promise<Tokens> {
  const { code, redirectUri, verifier } = grant;
  const form = { code, redirect_uri: redirectUri, ...(verifier !== null && { code_verifier: verifier }) };
  const ended = `${at.network} did not accept the code of this sign-in, which works once and for a short time. Start again.`;
  return await requestTokens("authorization_code", form, {
    endpoint: at,
    io,
    goneDetail: ended,
    secrets: [code, verifier ?? undefined],
  });
}

/** Exchanges a refresh token for new tokens. @throws StepFailedError with `auth` only when the grant is no longer valid */
export async function refreshTokens(token: string, at: TokenEndpoint, io: ConnectIo): Promise<Tokens> {
  const ended = `${at.network} no longer accepts this sign-in. Connect the account again.`;
  return await requestTokens(
    "refresh_token",
    { refresh_token: token },
    { endpoint: at, io, goneDetail: ended, secrets: [token] },
  );
}

/** Revokes a token. @param at its `url` is that of the revocation endpoint. @throws StepFailedError */
export async function revokeToken(token: string, at: TokenEndpoint, io: ConnectIo): Promise<void> {
  const application = requireApplication(io, at.id);
  const goneDetail = `${at.network} no longer knows this sign-in.`;
  const request = { endpoint: at, io, goneDetail, secrets: [token] };
  const server = { issuer: at.url, revocation_endpoint: at.url };
  await revocationRequest(server, clientOf(application), clientAuthOf(at, application), token, {
    ...requestOptions(request),
    additionalParameters: { ...at.parameters },
  });
}

// ---- requests to an endpoint

interface TokenRequest {
  readonly endpoint: TokenEndpoint;
  readonly io: ConnectIo;
  /** The message for a person when the grant is no longer valid. */
  readonly goneDetail: string;
  /** Masked in messages, like the application's secret. */
  readonly secrets: readonly (string | undefined)[];
}

async function requestTokens(
  grantType: string,
  form: Record<string, string>,
  talk: TokenRequest,
): Promise<Tokens> {
  const { endpoint: at, io } = talk;
  const application = requireApplication(io, at.id);
  const [server, client] = [{ issuer: at.url, token_endpoint: at.url }, clientOf(application)];
  const askedAt = io.now();
  const response = await genericTokenEndpointRequest(
    server,
    client,
    clientAuthOf(at, application),
    grantType,
    { ...at.parameters, ...form },
    requestOptions(talk),
  );
  return await readTokens(response, server, client, askedAt).catch(() => {
    throw unreadable(at.network, "the tokens");
  });
}

async function readTokens(
  response: Response,
  server: AuthorizationServer,
  client: Client,
  askedAt: number,
): Promise<Tokens> {
  const answer = await processGenericTokenEndpointResponse(server, client, response);
  return {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token ?? null,
    expiresAt: expiryOf(askedAt, answer.expires_in),
    scope: answer.scope ?? null,
    answer: answer as JsonObject,
  };
}

const clientOf = ({ id }: Application): Client => ({ client_id: id });

function clientAuthOf({ clientAuth: proof }: TokenEndpoint, { id, secret }: Application): ClientAuth {
  return proof === "form" ? ClientSecretPost(secret) : basic(id, secret);
}

/** Escapes as RFC 6749 2.3.1 allows, but not `-_.`, because some networks do not decode them. */
function basic(id: string, secret: string): ClientAuth {
  return (_server, _client, _body, headers) => headers.set("authorization", `Basic ${pairOf(id, secret)}`);
}

function pairOf(id: string, secret: string): string {
  return Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString("base64");
}

/** Sends the library's requests with `io.call`. Anything but a 2xx throws a StepFailedError. */
function requestOptions(talk: TokenRequest): HttpRequestOptions<"POST", URLSearchParams> {
  const { endpoint: at, io, secrets } = talk;
  return {
    // The transport decides which addresses may be plain http.
    [allowInsecureRequests]: true,
    async [customFetch](url, { headers, body }) {
      const form = Object.fromEntries(body);
      const answer = await io.call({ method: "POST", url, headers, body: { form } });
      const context = contextOf(io, secrets);
      const errors = { network: at.network, refusal: (answer: Answered) => refusalOf(answer, talk, context) };
      return responseOf(requireSuccess(answer, errors, context));
    },
  };
}

/** Some networks omit the token's type or add an id token; neither is an error. */
function responseOf({ json }: Answered): Response {
  const { id_token: _, scope, expires_in: expiresIn, ...rest } = objectOf(json);
  return Response.json({
    ...rest,
    token_type: "bearer",
    ...(textOf(scope) !== undefined && { scope }),
    ...(Number(expiresIn) > 0 && { expires_in: expiresIn }),
  });
}

/** Error codes (RFC 6749 5.2 and others) with which servers report that they are busy. */
const BUSY: readonly string[] = ["temporarily_unavailable", "server_error", "slow_down"];
const APPLICATION: readonly string[] = ["invalid_client", "unauthorized_client"];

function refusalOf(
  answer: Answered,
  { endpoint: at, goneDetail: ended }: TokenRequest,
  context: AnswerContext,
): Refused | Busy {
  const { error, error_description: description, message } = objectOf(answer.json);
  const word = textOf(error) ?? "";
  // Some networks use their general error format here.
  const text = textOf(description) ?? textOf(message) ?? "";
  const quoted = quote(text || word, context).replace(/\.$/, "");
  const later = [429, ...INCONCLUSIVE_4XX].includes(answer.status) || BUSY.includes(word);
  if (answer.status >= 500 || later) {
    const detail = `Sign-in at ${at.network} is temporarily unavailable.`;
    return { kind: "busy", retryAfterMs: retryAfterMs(answer, context), detail };
  }
  if (word === "invalid_grant" || at.isGrantGone?.(word, text) === true)
    return { kind: "refused", category: "auth", detail: ended };
  if (APPLICATION.includes(word))
    return unexplainedRefusal(
      `${at.network} does not accept this Crier's application. Check its id and secret in Crier under Accounts, or ${settingsOf(at.id)}.`,
    );
  return unexplainedRefusal(
    `${at.network} refused the sign-in${quoted && `: ${quoted}`} (${answer.status}).`,
  );
}

/** The grant may still be valid, so connecting again would not help. */
const unexplainedRefusal = (detail: string): Refused => ({ kind: "refused", category: "unknown", detail });

function settingsOf(id: string): string {
  const name = id.toUpperCase();
  return `CRIER_${name}_CLIENT_ID and CRIER_${name}_CLIENT_SECRET`;
}
