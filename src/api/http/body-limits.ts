// Request bodies while they arrive: how much of them is held, from whom and for how long, so that memory stays bounded
// whoever sends.
import type { Clock } from "../../clock.ts";
import { Problem } from "../../errors.ts";

/** What unfinished bodies may take together, and what one caller's may. */
const MOST = {
  all: { bodies: 1000, bytes: 192 * 1024 * 1024 },
  caller: { bodies: 250, bytes: 64 * 1024 * 1024 },
} as const;

/** In which JSON arrives whole, up to `LITTLE_BYTES`; more may be a file on a slow line. */
const DEADLINE_MS = 10_000;
const LITTLE_BYTES = 1024 * 1024;
const LONG_DEADLINE_MS = 60_000;

interface Load {
  bodies: number;
  bytes: number;
}

type Chunks = AsyncGenerator<Uint8Array, void, undefined>;
type Read = (body: Body, deadlineMs: number) => Chunks;

/** A body piece by piece; null at its end. */
interface Body {
  next(): Promise<Uint8Array | null>;
  cancel(): void;
}

const reads = new WeakMap<Request, Read>();

/** @returns a function that says who sends a request (a key's id or an address), after which its body may be read */
export function openBodyLimits(clock: Clock): (request: Request, caller: string) => void {
  const all: Load = { bodies: 0, bytes: 0 };
  const callers = new Map<string, Load>();
  return (request, caller) => void reads.set(request, (body, deadlineMs) => read(body, deadlineMs, caller));

  async function* read(body: Body, deadlineMs: number, caller: string): Chunks {
    const own = callers.get(caller) ?? { bodies: 0, bytes: 0 };
    callers.set(caller, own);
    const deadline = after(clock, deadlineMs);
    let held = 0;
    count(1, 0);
    try {
      for (;;) {
        refuseOver(own, all);
        const piece = await Promise.race([body.next().catch(brokenOff), deadline.passed]);
        if (!piece) return;
        held += piece.byteLength;
        count(0, piece.byteLength);
        yield piece;
      }
    } finally {
      deadline.stopTimer();
      count(-1, -held);
      if (own.bodies === 0) callers.delete(caller);
      body.cancel();
    }

    function count(bodies: number, bytes: number): void {
      for (const load of [all, own]) {
        load.bodies += bodies;
        load.bytes += bytes;
      }
    }
  }
}

/**
 * The body, piece by piece as it arrives; until it has ended it counts against its caller.
 * @param limitBytes of the whole body: small ones have to be here sooner
 * @throws Problem body_incomplete, rate_limited or temporarily_unavailable
 */
export async function* arriving(request: Request, limitBytes: number): Chunks {
  if (!request.body) return;
  const read = reads.get(request);
  if (!read) throw new Error("a body is read before it is known who sends it");
  yield* read(bodyOf(request, request.body), limitBytes > LITTLE_BYTES ? LONG_DEADLINE_MS : DEADLINE_MS);
}

/** Reading a body as a stream costs a small request as much as everything else about it. */
const SMALL_BYTES = 64 * 1024;

function bodyOf(request: Request, stream: ReadableStream<Uint8Array>): Body {
  const declared = request.headers.get("content-length");
  return declared !== null && Number(declared) <= SMALL_BYTES ? wholeBody(request) : streamedBody(stream);
}

function wholeBody(request: Request): Body {
  let isRead = false;
  return {
    async next() {
      if (isRead) return null;
      isRead = true;
      return await request.bytes();
    },
    cancel: () => {},
  };
}

function streamedBody(stream: ReadableStream<Uint8Array>): Body {
  const reader = stream.getReader();
  return {
    next: async () => (await reader.read()).value ?? null,
    cancel: () => void reader.cancel().catch(() => {}),
  };
}

function after(clock: Clock, ms: number) {
  const { promise: passed, reject } = Promise.withResolvers<never>();
  const stopTimer = clock.after(ms, () =>
    reject(incomplete(`The body was not complete after ${ms / 1000} s.`)),
  );
  // The body may end at the same moment: then nothing listens any more.
  passed.catch(() => {});
  return { passed, stopTimer };
}

function refuseOver(own: Load, all: Load): void {
  const headers = CLOSE;
  if (isOver(own, MOST.caller)) {
    const detail = "You are sending too many requests at the same time. Finish some of them first.";
    throw new Problem("rate_limited", detail, { retryAfter: RETRY_AFTER_S, headers });
  }
  if (isOver(all, MOST.all)) {
    const detail = "Too many requests are arriving at the same time.";
    throw new Problem("temporarily_unavailable", detail, { retryAfter: RETRY_AFTER_S, headers });
  }
}

const isOver = ({ bodies, bytes }: Load, most: Load) => bodies > most.bodies || bytes > most.bytes;

const RETRY_AFTER_S = 5;
/** The rest of such a body is not waited for. */
const CLOSE = { connection: "close" } as const;

function brokenOff(): never {
  throw incomplete("The connection was closed before the body was complete.");
}

const incomplete = (detail: string) => new Problem("body_incomplete", detail, { headers: CLOSE });
