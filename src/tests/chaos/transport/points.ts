// Lists where a call can break, what the server does there, and what a publisher may conclude.
import type { Resolve } from "../../../networks/client/address.ts";
import type { Answer } from "../../../networks/client/call.ts";
import {
  closes,
  drips,
  head,
  never,
  resets,
  says,
  saysAndCloses,
  saysAndResets,
  whole,
  type Act,
} from "./acts.ts";

/** At which moment of the call it breaks. */
export type Moment =
  /** Names resolve to this, if ever. */
  | { readonly at: "lookup"; readonly resolve: Resolve }
  /** Nobody listens. */
  | { readonly at: "port" }
  /** Something that is no TLS server of ours answers the client's hello. */
  | { readonly at: "hello"; readonly act: Act }
  /** A TLS server that the client has no reason to trust. */
  | { readonly at: "certificate"; readonly of: "a stranger" | "another host" }
  /** The connection stands, nothing was read. */
  | { readonly at: "accept"; readonly act: Act }
  /** The request's head was read and its body was not. */
  | { readonly at: "head"; readonly act: Act }
  /** The whole request was read. */
  | { readonly at: "request"; readonly act: Act };

export interface BreakPoint {
  readonly name: string;
  readonly moment: Moment;
  /** What the answer may be; more than one only where two packets may overtake each other. */
  readonly kinds: readonly Answer["kind"][];
  /** Of an answer. */
  readonly status?: number;
  /** The server says nothing more, so the call has to end by its own clock. */
  readonly silent?: true;
}

export const MOST_ANSWER_BYTES = 100_000;
const LONG = "x".repeat(MOST_ANSWER_BYTES + 1);
const DEEP = "[".repeat(10_000) + "]".repeat(10_000);
const OK = '{"id":"1"}';

const LOST = { kinds: ["lost"] } as const;
const UNSENT = { kinds: ["unsent"] } as const;
const answered = (status: number) => ({ kinds: ["answered"] as const, status });
const at = (moment: "accept" | "head" | "request" | "hello", act: Act) => ({ moment: { at: moment, act } });

/** No connection ever stood. */
const BEFORE: readonly BreakPoint[] = [
  { name: "a closed port", moment: { at: "port" }, ...UNSENT },
  {
    name: "an unknown host",
    moment: {
      at: "lookup",
      resolve: () => Promise.reject(Object.assign(new Error("unknown"), { code: "ENOTFOUND" })),
    },
    ...UNSENT,
  },
  { name: "a host without an address", moment: { at: "lookup", resolve: async () => [] }, ...UNSENT },
  {
    name: "a name server that never answers",
    moment: { at: "lookup", resolve: () => new Promise(() => {}) },
    ...UNSENT,
    silent: true,
  },
  { name: "plain text in place of TLS", ...at("hello", saysAndCloses("220 hello\r\n")), ...UNSENT },
  { name: "HTTP in place of TLS", ...at("hello", saysAndCloses(whole("400 Bad Request", OK))), ...UNSENT },
  { name: "TLS closed at the hello", ...at("hello", closes), ...UNSENT },
  { name: "TLS reset at the hello", ...at("hello", resets), ...UNSENT },
  {
    name: "TLS ended by an alert",
    ...at("hello", saysAndCloses(Buffer.from([0x15, 3, 3, 0, 2, 2, 40]))),
    ...UNSENT,
  },
  { name: "TLS that never goes on", ...at("hello", never), ...UNSENT, silent: true },
  { name: "a stranger's certificate", moment: { at: "certificate", of: "a stranger" }, ...UNSENT },
  { name: "another host's certificate", moment: { at: "certificate", of: "another host" }, ...UNSENT },
];

/** The connection stood, so the request may have been read, whatever this server saw of it. */
const BROKEN_OFF: readonly BreakPoint[] = [
  { name: "closed before reading", ...at("accept", closes), ...LOST },
  { name: "reset before reading", ...at("accept", resets), ...LOST },
  { name: "never read", ...at("accept", (socket) => void socket.pause()), ...LOST, silent: true },
  { name: "closed in the middle of the body", ...at("head", (s) => void s.destroy()), ...LOST },
  { name: "reset in the middle of the body", ...at("head", resets), ...LOST },
  { name: "silence in the middle of the body", ...at("head", never), ...LOST, silent: true },
  { name: "closed without a byte", ...at("request", closes), ...LOST },
  { name: "reset without a byte", ...at("request", resets), ...LOST },
  { name: "silence", ...at("request", never), ...LOST, silent: true },
  { name: "half a status line", ...at("request", saysAndCloses("HTTP/1.1 20")), ...LOST },
  { name: "half a head", ...at("request", saysAndCloses("HTTP/1.1 200 OK\r\nContent-Le")), ...LOST },
  { name: "a head, then silence", ...at("request", says("HTTP/1.1 200 OK\r\n")), ...LOST, silent: true },
  {
    name: "a head, then reset",
    ...at("request", saysAndResets(head("200 OK", "Content-Length: 9"))),
    ...LOST,
  },
  {
    name: "a truncated body",
    ...at("request", saysAndCloses(head("200 OK", "Content-Length: 99"), '{"id"')),
    ...LOST,
  },
  {
    name: "a body that stalls",
    ...at("request", says(head("200 OK", "Content-Length: 99"), '{"id"')),
    ...LOST,
    silent: true,
  },
  {
    name: "a body that drips",
    ...at("request", drips(head("200 OK", "Content-Length: 90000"), " ")),
    ...LOST,
    silent: true,
  },
  {
    name: "a truncated chunk",
    ...at("request", saysAndCloses(head("200 OK", "Transfer-Encoding: chunked"), "5\r\nhel")),
    ...LOST,
  },
  {
    name: "no last chunk",
    ...at("request", saysAndCloses(head("200 OK", "Transfer-Encoding: chunked"), "5\r\nhello\r\n")),
    ...LOST,
  },
  {
    name: "a chunk that is none",
    ...at("request", saysAndCloses(head("200 OK", "Transfer-Encoding: chunked"), "zz\r\nhello\r\n0\r\n\r\n")),
    ...LOST,
  },
  { name: "garbage", ...at("request", saysAndCloses("no http at all\r\n\r\n")), ...LOST },
  { name: "bytes that are no text", ...at("request", saysAndCloses(new Uint8Array(64).fill(255))), ...LOST },
  { name: "100 Continue, then closed", ...at("request", saysAndCloses(head("100 Continue"))), ...LOST },
  { name: "103 Early Hints, then closed", ...at("request", saysAndCloses(head("103 Early Hints"))), ...LOST },
  {
    name: "a switch of protocols",
    ...at("request", saysAndCloses(head("101 Switching Protocols", "Upgrade: x", "Connection: upgrade"))),
    ...LOST,
  },
  {
    name: "a head without end",
    ...at("request", drips("HTTP/1.1 200 OK\r\n", `X: ${"y".repeat(999)}\r\n`)),
    ...LOST,
  },
  { name: "a long answer", ...at("request", saysAndCloses(whole("200 OK", LONG))), ...LOST },
  {
    name: "a long answer in chunks",
    ...at(
      "request",
      drips(head("200 OK", "Transfer-Encoding: chunked"), `4000\r\n${"x".repeat(0x4000)}\r\n`),
    ),
    ...LOST,
  },
];

const STATUSES = ["200 OK", "201 Created", "204 No Content", "400 Bad Request", "408 Request Timeout"];
const MORE_STATUSES = [
  "409 Conflict",
  "429 Too Many Requests",
  "500 Internal Server Error",
  "503 Unavailable",
];
const REDIRECTS = [
  "301 Moved",
  "302 Found",
  "303 See Other",
  "307 Temporary Redirect",
  "308 Permanent Redirect",
];

/** A complete answer, whatever it says. */
const ANSWERED: readonly BreakPoint[] = [
  ...[...STATUSES, ...MORE_STATUSES].map((status) => ({
    name: `a whole ${status}`,
    ...at("request", says(status.startsWith("204") ? head(status) : whole(status, OK))),
    ...answered(Number.parseInt(status)),
  })),
  ...REDIRECTS.map((status) => ({
    name: `${status}, not followed`,
    ...at("request", says(head(status, "Location: /elsewhere", "Content-Length: 0"))),
    ...answered(Number.parseInt(status)),
  })),
  { name: "an answer, then closed", ...at("request", saysAndCloses(whole("200 OK", OK))), ...answered(200) },
  {
    name: "an answer, then reset",
    ...at("request", saysAndResets(whole("200 OK", OK))),
    kinds: ["answered", "lost"],
    status: 200,
  },
  {
    name: "an answer that ends with the connection",
    ...at("request", saysAndCloses(head("200 OK", "Connection: close"), OK)),
    ...answered(200),
  },
  {
    name: "two answers",
    ...at("request", says(whole("200 OK", OK) + whole("500 No", OK))),
    ...answered(200),
  },
  {
    name: "hints, then an answer",
    ...at("request", says(head("103 Early Hints"), whole("201 Created", OK))),
    ...answered(201),
  },
  {
    name: "Continue, then an answer",
    ...at("request", says(head("100 Continue"), whole("201 Created", OK))),
    ...answered(201),
  },
  { name: "deep JSON", ...at("request", says(whole("200 OK", DEEP))), ...answered(200) },
  { name: "broken JSON", ...at("request", says(whole("200 OK", '{"id"'))), ...answered(200) },
  {
    name: "an answer before the body was read",
    ...at("head", says(whole("413 Too Large", OK))),
    ...answered(413),
  },
  {
    name: "an answer before the body was read, then closed",
    ...at("head", saysAndCloses(whole("413 Too Large", OK, "Connection: close"))),
    kinds: ["answered", "lost"],
    status: 413,
  },
];

export const POINTS: readonly BreakPoint[] = [...BEFORE, ...BROKEN_OFF, ...ANSWERED];
