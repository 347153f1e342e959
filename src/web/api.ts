// Calls the server: one client with the types of its routes, and one way in which a call can go wrong.
import { treaty } from "@elysiajs/eden";
import type { Api } from "../api/index.ts";

/** An error as the server describes it (RFC 9457). */
export interface ProblemBody {
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly status: number;
  readonly instance?: string;
  readonly retryAfter?: number;
  readonly errors?: readonly { readonly pointer: string; readonly message: string }[];
}

/** The server refused the request. */
export class ProblemError extends Error {
  override readonly name = "ProblemError";
  constructor(readonly problem: ProblemBody) {
    super(problem.detail);
  }
}

/** No answer arrived: what was asked for may have happened. */
export class NoAnswerError extends Error {
  override readonly name = "NoAnswerError";
  constructor() {
    super("Crier did not answer.");
  }
}

export const isProblem = (error: unknown, code: string): boolean =>
  error instanceof ProblemError && error.problem.code === code;

/** What the server says about a field of the request, by JSON pointers; null when it says nothing. */
export function fieldProblem(error: unknown, ...pointers: string[]): string | null {
  if (!(error instanceof ProblemError)) return null;
  const { detail, errors = [] } = error.problem;
  return errors.some(({ pointer }) => pointers.includes(pointer)) ? detail : null;
}

/** A read that takes longer is given up, and can be sent again, ms. */
const READ_MS = 30_000;
/** Longer than the server lets anybody wait, ms. */
const CHANGE_MS = 60_000;

/** The signal that ends a change whose answer never comes. */
export const changeLimit = () => ({ signal: endAfter(CHANGE_MS) });

/** Over a connection that has died silently, a read would stay open for minutes. */
const limitRead = (_path: string, { method, signal }: RequestInit) =>
  method === "GET" && !signal ? { signal: endAfter(READ_MS) } : undefined;

function endAfter(ms: number): AbortSignal {
  const end = new AbortController();
  // Unlike AbortSignal.timeout, a timer of the page can be wound forward by a test.
  setTimeout(() => end.abort(), ms);
  return end.signal;
}

/** @param profileId the profile on which /v1 acts; null for what belongs to none */
function clientFor(profileId: string | null) {
  return treaty<Api>(location.origin, {
    // Times stay text, as the server wrote them.
    parseDate: false,
    fetch: { credentials: "same-origin" },
    onRequest: limitRead,
    // /admin wants the type of every change named, also of one without a body.
    headers: profileId === null ? { "content-type": "application/json" } : { "crier-profile": profileId },
  });
}

type ConnectLink = ReturnType<ReturnType<ReturnType<typeof admin>["profiles"]>["connect"]>["post"];

/** The link that begins a sign-in. By hand: the client takes `connect` in an address for the method of that name. */
export async function connectLink(
  profileId: string,
  network: string,
  returnTo: string,
): Result<NonNullable<Awaited<ReturnType<ConnectLink>>["data"]>> {
  const path = `/admin/profiles/${profileId}/connect/${encodeURIComponent(network)}`;
  const headers = { "content-type": "application/json" };
  const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify({ returnTo }) });
  const value = await answer.json();
  return answer.ok ? { data: value, error: null } : { data: null, error: { value } };
}

const clients = new Map<string | null, ReturnType<typeof clientFor>>();

/** The operations of /v1 on one profile. */
export function v1(profileId: string) {
  return client(profileId).v1;
}

/** The operations of /admin. */
export const admin = () => client(null).admin;

function client(profileId: string | null) {
  const known = clients.get(profileId) ?? clientFor(profileId);
  clients.set(profileId, known);
  return known;
}

type Result<T> = Promise<{
  data: T | null;
  error: { value: unknown } | null;
}>;

/** What waits for a person to sign in again before it is sent once more. */
type SignInAgain = () => Promise<void>;
let signInAgain: SignInAgain | null = null;

/** Sets what happens when the session has ended. @returns a function that takes it back */
export function onSessionEnd(act: SignInAgain): () => void {
  signInAgain = act;
  return () => {
    if (signInAgain === act) signInAgain = null;
  };
}

/**
 * Sends a request. When the session has ended, it waits until the person has signed in again, and sends it once more:
 * the server did nothing the first time.
 * @throws ProblemError when the server refuses
 * @throws NoAnswerError when no complete answer arrived
 */
export async function call<T>(send: () => Result<T>): Promise<NonNullable<T>> {
  try {
    return await callOnce(send);
  } catch (error) {
    if (!isSignedOut(error) || signInAgain === null) throw error;
    await signInAgain();
    return await callOnce(send);
  }
}

/** The session ended; or the browser's cookie did, which looks to /v1 like a program without its key. */
const isSignedOut = (error: unknown): boolean =>
  isProblem(error, "sign_in_required") || isProblem(error, "unauthorized");

async function callOnce<T>(send: () => Result<T>): Promise<NonNullable<T>> {
  const { data, error } = await send().catch(() => {
    throw new NoAnswerError();
  });
  if (error === null) return data as NonNullable<T>;
  if (isProblemBody(error.value)) throw new ProblemError(error.value);
  throw new NoAnswerError();
}

function isProblemBody(value: unknown): value is ProblemBody {
  return typeof value === "object" && value !== null && "code" in value && "detail" in value;
}

let serverAheadMs = 0;

/** The clock of the browser may be hours off: the server's counts. @param at as the server wrote it, just now */
export function noteServerTime(at: string): void {
  const aheadMs = Date.parse(at) - Date.now();
  // The answer took a while.
  serverAheadMs = Math.abs(aheadMs) > 5000 ? aheadMs : 0;
}

/** The time by the server's clock, ms since 1970. */
export const now = (): number => serverTimeOf(Date.now());

/** The same moment by the server's clock. @param browserTime by the browser's, both ms since 1970 */
export const serverTimeOf = (browserTime: number): number => browserTime + serverAheadMs;
