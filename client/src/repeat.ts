// Asks again after a failure that may pass: only for what can be asked twice and happens once.
import { retryAfterOf } from "./errors.ts";
import type { paths } from "./schema.ts";
import type { Method, PathOf } from "./types.ts";

type HeadersOf<Path extends PathOf<"post">> = paths[Path] extends {
  post: { parameters: { header?: infer Known } };
}
  ? NonNullable<Known>
  : never;
/** Operations that take an `Idempotency-Key`. */
type KeyedPath = {
  [Path in PathOf<"post">]: [HeadersOf<Path>] extends [never]
    ? never
    : "Idempotency-Key" extends keyof HeadersOf<Path>
      ? Path
      : never;
}[PathOf<"post">];

/** For each key, the server does once what it is asked for. */
const KEYED: Record<KeyedPath, true> = { "/posts": true, "/posts/actions": true };
/** These only look, or answer the same when they are asked again. */
const REPEATABLE: readonly string[] = [
  "/media/complete",
  "/media/presign",
  "/media/{id}/derive",
  "/posts/check",
  "/posts/import",
  "/posts/{id}/cancel",
] satisfies PathOf<"post">[];

const TOO_MANY_REQUESTS = 429;
/** The server, or a proxy before it, can't answer at the moment; perhaps it did what it was asked for. */
const UNAVAILABLE: readonly number[] = [502, 503, 504];
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 60_000;

/** Whether the server takes an `Idempotency-Key` with it. @param path as in the document, such as `/posts/{id}` */
export function isKeyed(method: Method, path: string): boolean {
  return method === "post" && Object.hasOwn(KEYED, path);
}

export function isRepeatable(method: Method, path: string): boolean {
  return isKeyed(method, path) || method === "get" || method === "put" || REPEATABLE.includes(path);
}

export interface Repetition {
  /** Whether it may be sent again although the server perhaps did it already. */
  readonly repeatable: boolean;
  /** How often, at most. */
  readonly repeats: number;
  readonly signal: AbortSignal | null;
}

/** @param attempt rejects when no complete answer arrived. @returns its last answer */
export async function repeated<T extends { readonly response: Response }>(
  attempt: () => Promise<T>,
  { repeatable, repeats, signal }: Repetition,
): Promise<T> {
  for (let failures = 0; ; failures++) {
    const isLast = failures === repeats;
    const answer = await attempt().catch((error: unknown) => {
      if (isLast || !repeatable || signal?.aborted) throw error;
      return null;
    });
    if (answer && (isLast || !mayPass(answer.response, repeatable))) return answer;
    const asked = answer && retryAfterOf(answer.response);
    await sleep(asked === null ? growingWaitMs(failures) : asked * 1000, signal);
  }
}

function mayPass(response: Response, repeatable: boolean): boolean {
  const { status } = response;
  // Nothing was done for a request that came too soon.
  const isPassing = status === TOO_MANY_REQUESTS || (repeatable && UNAVAILABLE.includes(status));
  return isPassing && (retryAfterOf(response) ?? 0) * 1000 <= LONGEST_WAIT_MS;
}

/** Twice as long each time, and up to a fifth longer, so that many programs don't come back at the same moment. */
export function growingWaitMs(failures: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS) * (1 + Math.random() / 5);
}

/** @throws the signal's reason as soon as it is aborted */
export async function sleep(ms: number, signal: AbortSignal | null): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
