// Calls a network's API with the account's headers; responses must be a 2xx, except for reads that may fail.
import type { ConnectIo, Credentials, Json } from "../network.ts";
import type { Answer, Answered, NetworkRequest } from "./call.ts";
import { arrayOf, isObject, objectOf, type JsonObject } from "./json.ts";
import { requireSuccess, type ErrorReader } from "./outcome.ts";
import { contextOf, type AnswerContext } from "./redaction.ts";

/** What differs between the networks. */
export interface ApiDescription extends ErrorReader {
  /** How errors are read before anything is public; default: like all others. */
  readonly stepRefusal?: ErrorReader["refusal"];
  /** The base URL for requests with only a path; default: none. */
  base?(io: ConnectIo, credentials: Credentials): string;
  /** The headers of every request of an account. */
  headers(credentials: Credentials, io: ConnectIo): Readonly<Record<string, string>>;
  /** The credentials to mask in messages. The application's secret is always masked. */
  secrets(credentials: Credentials): readonly (string | undefined)[];
}

export interface Api {
  /** Reads errors of the publishing request. */
  readonly errors: ErrorReader;
  /** The credentials to mask in messages and in what is recorded of a request. */
  secrets(credentials: Credentials): readonly (string | undefined)[];
  /** For reading and quoting responses to a call with these credentials. */
  context(io: ConnectIo, credentials: Credentials): AnswerContext;
  headers(io: ConnectIo, credentials: Credentials): Readonly<Record<string, string>>;
  /** Sends a request with the account's headers and those of the request. */
  send(io: ConnectIo, credentials: Credentials, request: NetworkRequest): Promise<Answer>;
  /** The answer of a step that may be repeated. @throws StepFailedError unless it is a 2xx */
  success(answer: Answer, io: ConnectIo, credentials: Credentials): Answered;
  /** A request that may be repeated. @returns the answer's object, empty without one. @throws StepFailedError unless it is a 2xx */
  step(io: ConnectIo, credentials: Credentials, request: NetworkRequest): Promise<JsonObject>;
  /** A read that may fail: the answer's object, or undefined without a 200 that has one. */
  peek(io: ConnectIo, credentials: Credentials, url: string): Promise<JsonObject | undefined>;
  /** The same for an answer that is a list. */
  peekList(io: ConnectIo, credentials: Credentials, url: string): Promise<readonly Json[] | undefined>;
}

/** Timeout of a read that may fail, ms. */
export const PEEK_TIMEOUT_MS = 20_000;

export function openApi(description: ApiDescription): Api {
  const { network, refusal, stepRefusal = refusal } = description;
  const stepErrors: ErrorReader = { network, refusal: stepRefusal };
  const api: Api = {
    errors: { network, refusal },
    secrets: (credentials) => description.secrets(credentials),
    context: (io, credentials) => contextOf(io, description.secrets(credentials)),
    headers: (io, credentials) => description.headers(credentials, io),
    send(io, credentials, { url, headers, ...request }) {
      const base = url.startsWith("/") ? (description.base?.(io, credentials) ?? "") : "";
      return io.call({
        ...request,
        url: base + url,
        headers: { ...api.headers(io, credentials), ...headers },
      });
    },
    success: (answer, io, credentials) => requireSuccess(answer, stepErrors, api.context(io, credentials)),
    async step(io, credentials, request) {
      const answer = await api.send(io, credentials, request);
      return objectOf(api.success(answer, io, credentials).json);
    },
    async peek(...where) {
      const value = await read(...where);
      return isObject(value) ? value : undefined;
    },
    async peekList(...where) {
      const value = await read(...where);
      return Array.isArray(value) ? arrayOf(value) : undefined;
    },
  };
  return api;

  async function read(io: ConnectIo, credentials: Credentials, url: string): Promise<Json | undefined> {
    const answer = await api.send(io, credentials, { method: "GET", url, timeoutMs: PEEK_TIMEOUT_MS });
    return answer.kind === "answered" && answer.status === 200 ? answer.json : undefined;
  }
}

/** The header of an OAuth 2 access token (RFC 6750 2.1). */
export function bearer(token: string | undefined): Record<string, string> {
  return { authorization: `Bearer ${token ?? ""}` };
}

/** Headers and secrets of the usual credentials: an access token, and a refresh token where there is one. */
export const TOKEN_CREDENTIALS: Pick<ApiDescription, "headers" | "secrets"> = {
  headers: ({ accessToken }) => bearer(accessToken),
  secrets: ({ accessToken, refreshToken }) => [accessToken, refreshToken],
};
