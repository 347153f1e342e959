// The only way to call a network. Reports whether the request certainly never arrived, or may have.
import http from "node:http";
import https from "node:https";
import type { Clock } from "../../clock.ts";
import { AddressRefusedError, checkedUrl, guardedLookup, systemResolve, type Resolve } from "./address.ts";
import { encode, send, type Encoded, type Random } from "./body.ts";
import { readJson } from "./json.ts";
import type { Json } from "../network.ts";

export type Call = (request: NetworkRequest) => Promise<Answer>;

export interface NetworkRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: RequestBody;
  /** Whole call, ms. Default 60 s; publishing requests take 300 s (networks/rules.facts.md 6). */
  readonly timeoutMs?: number;
  /**
   * For the request that publishes: asked once the connection stands, before its first byte leaves. False: the connection
   * is closed, and the request is `unsent`.
   */
  readonly maySend?: () => Promise<boolean>;
}

export type RequestBody =
  | { readonly json: Json }
  | { readonly form: Readonly<Record<string, string>> }
  | { readonly bytes: Bytes; readonly type: string }
  | { readonly parts: readonly Part[] };

/** A part of multipart/form-data; with a filename it is a file. */
export type Part =
  | { readonly name: string; readonly value: string }
  | { readonly name: string; readonly filename: string; readonly type: string; readonly bytes: Bytes };

/** Bytes at hand, or a stretch of a file (`stretch` in body.ts), which is read while it is sent. */
export type Bytes = Uint8Array | ByteRange;
export interface ByteRange {
  readonly size: number;
  /** The bytes from `start` up to (not including) `end`, counted within this range. */
  read(start: number, end: number): Promise<Uint8Array>;
}

export type Answer = Answered | Unsent | Lost;
/** A complete response. `json` is undefined when the body is not JSON. */
export interface Answered {
  readonly kind: "answered";
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly json: Json | undefined;
}
/** No connection was made, or not a byte was written to it: certainly nothing arrived. */
export interface Unsent {
  readonly kind: "unsent";
  readonly detail: string;
}
/** The request was begun but no complete response arrived: it may have been carried out. */
export interface Lost {
  readonly kind: "lost";
  readonly detail: string;
}

// ---- the transport

export interface CallOptions {
  /** Goes out as `User-Agent: Crier/<version>`: some servers refuse a call without one. */
  readonly version: string;
  readonly clock: Clock;
  /** For multipart boundaries. */
  readonly random: Random;
  /** Which addresses may be private or plain http, by the operator's setting or for the simulator. Default: none. */
  readonly isAllowed?: (url: URL) => boolean;
  /** Default: the system's. */
  readonly resolve?: Resolve;
  /** Aborts calls; one that had reached the network is then `lost`. */
  readonly signal?: AbortSignal;
  /** Timeout for the connection including TLS, ms. Default 10 s. */
  readonly connectTimeoutMs?: number;
  /** A longer response is `lost`. Default 4 MiB. */
  readonly maxAnswerBytes?: number;
  /** The beginning of a longer response is enough. Default: no. */
  readonly takesBeginning?: boolean;
  /** Certificates to trust in addition to the system's, PEM. */
  readonly ca?: string;
}

const CALL_TIMEOUT_MS = 60_000;
const CONNECT_TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/**
 * The transport for every network: one connection per call, no redirects, no retries. It uses `node:http`, which reports
 * whether a connection was established; `fetch` re-sends and does not report it (delivery.facts.md 1.3).
 */
export function openCalls(options: CallOptions): Call {
  return async (request) => {
    try {
      return await exchange(prepareExchange(request, options), options);
    } catch (error) {
      // Only errors before the connection throw: a refused address, or an invalid header.
      return { kind: "unsent", detail: reasonOf(error) };
    }
  };
}

interface Exchange {
  readonly url: URL;
  readonly request: http.RequestOptions;
  readonly body: Encoded | null;
  readonly timeoutMs: number;
  readonly maySend: (() => Promise<boolean>) | null;
}

function prepareExchange(request: NetworkRequest, options: CallOptions): Exchange {
  const { url, open } = checkedUrl(request.url, options.isAllowed ?? (() => false));
  const body = request.body ? encode(request.body, options.random) : null;
  const headers: Record<string, string> = { accept: "application/json", "accept-encoding": "identity" };
  if (body) headers["content-type"] = body.type;
  if (body || request.method !== "GET") headers["content-length"] = String(body?.size ?? 0);
  for (const [name, value] of Object.entries(request.headers ?? {})) headers[name.toLowerCase()] = value;
  headers["user-agent"] = `Crier/${options.version}`;
  const lookup = guardedLookup(options.resolve ?? systemResolve, open);
  return {
    url,
    request: { method: request.method, headers, agent: false, lookup, ...(options.ca && { ca: options.ca }) },
    body,
    timeoutMs: request.timeoutMs ?? CALL_TIMEOUT_MS,
    maySend: request.maySend ?? null,
  };
}

function exchange(
  { url, request, body, timeoutMs, maySend }: Exchange,
  options: CallOptions,
): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const { clock, signal } = options;
  if (signal?.aborted) return Promise.resolve({ kind: "unsent", detail: "Stopped before calling." });
  const secure = url.protocol === "https:";
  let connected = false;
  let settled = false;
  /** The first byte leaves: from then on the request may arrive. */
  let hasBegun = false;

  const call = (secure ? https : http).request(url, request);
  const timers = [
    clock.after(timeoutMs, () => fail(`No complete response from ${url.host} in ${timeoutMs / 1000} s.`)),
    clock.after(options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS, () => {
      if (!connected) fail(`${url.host} did not accept a connection in time.`);
    }),
  ];
  signal?.addEventListener("abort", stop, { once: true });
  call.on("socket", (socket) =>
    socket.once(secure ? "secureConnect" : "connect", () => {
      connected = true;
      if (!settled) begin().catch((error: unknown) => fail(`The file could not be read: ${reasonOf(error)}`));
    }),
  );
  call.on("error", (error) => fail(`${url.host}: ${reasonOf(error)}`));
  call.on("close", () => fail(`${url.host} closed the connection without a complete response.`));
  call.on("response", (response) => {
    if (!hasBegun) return fail(`${url.host} answered before it was asked.`);
    collect(response, options, settle, fail);
  });
  return promise;

  async function begin() {
    if (maySend && !(await maySend())) return fail(`Stopped before calling ${url.host}.`);
    // The connection may have ended meanwhile.
    if (settled) return;
    hasBegun = true;
    // If a file can't be read, the network gets less than announced and rejects the request.
    await send(body?.pieces ?? [], call);
  }
  function stop() {
    fail(`Stopped while calling ${url.host}.`);
  }
  function fail(detail: string) {
    settle({ kind: hasBegun ? "lost" : "unsent", detail });
  }
  function settle(answer: Answer) {
    settled = true;
    for (const stopTimer of timers) stopTimer();
    signal?.removeEventListener("abort", stop);
    resolve(answer);
    call.destroy();
  }
}

function collect(
  response: http.IncomingMessage,
  { maxAnswerBytes: maxBytes = MAX_ANSWER_BYTES, takesBeginning = false }: CallOptions,
  settle: (answer: Answer) => void,
  fail: (detail: string) => void,
) {
  const chunks: Buffer[] = [];
  let size = 0;
  response.on("data", (chunk: Buffer) => {
    size += chunk.byteLength;
    if (size <= maxBytes) return void chunks.push(chunk);
    if (takesBeginning) settle(answerOf(response, chunks));
    else fail(`The response is longer than ${maxBytes} bytes.`);
  });
  response.on("error", (error) => fail(`The response was cut off: ${reasonOf(error)}`));
  response.on("aborted", () => fail("The response was cut off."));
  response.on("end", () => {
    if (!response.complete) return fail("The response was cut off.");
    settle(answerOf(response, chunks));
  });
}

function answerOf({ statusCode = 0, headers }: http.IncomingMessage, chunks: readonly Buffer[]): Answered {
  return readAnswer(statusCode, headers, Buffer.concat(chunks));
}

/** A complete response in the form that connectors read. */
export function readAnswer(status: number, raw: http.IncomingHttpHeaders, body: Buffer): Answered {
  const text = body.toString("utf8");
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(raw)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return { kind: "answered", status, headers, text, json: readJson(text) };
}

/** Only the error's code or name: its message may quote an address with a token. */
function reasonOf(error: unknown): string {
  if (error instanceof AddressRefusedError) return error.message;
  if (error instanceof Error && "code" in error && typeof error.code === "string") return error.code;
  return error instanceof Error ? error.name : "unknown error";
}
