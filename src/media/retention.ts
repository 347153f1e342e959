// Once a day, deletes files that no post needs any more, and orphaned files.
import { pause, type Clock } from "../clock.ts";
import type { MediaAge, MediaRecords } from "../domain/store/media.ts";
import type { Log } from "../log.ts";
import type { Files } from "./storage/files.ts";

export interface RetentionDeps {
  readonly records: Pick<MediaRecords, "olderThan" | "expire" | "forgetDeleted" | "isUsed">;
  readonly files: Pick<Files, "drop" | "sweepUnknown">;
  /** 0: never deletes. */
  readonly keepDays: number;
  readonly clock: Clock;
  readonly log: Log;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** By then, a file that is being received has its row. */
const UNKNOWN_FOR_MS = HOUR_MS;
/** How much at a time, and how long others have their turn after it. */
const STEP = 100;
const REST_MS = 20;

/** The first round comes an hour after the start, then one every day. @returns ends it, also in the middle of a round */
export function startRetention(deps: RetentionDeps): () => Promise<void> {
  const ending = new AbortController();
  const ended = run(deps, ending.signal);
  return async () => {
    ending.abort();
    await ended;
  };
}

async function run(deps: RetentionDeps, ending: AbortSignal): Promise<void> {
  const { clock, log } = deps;
  // No timer is longer than an hour.
  for (let hours = 0; ; hours = (hours + 1) % 24) {
    await pause(clock, HOUR_MS, ending);
    if (ending.aborted) return;
    if (hours > 0) continue;
    try {
      const count = await sweepMedia(deps, ending);
      if (count > 0) log.info("media_swept", { count });
    } catch (cause) {
      log.error("sweep_failed", { cause });
    }
  }
}

/** One round, in small steps. @returns how many files went */
export async function sweepMedia(deps: RetentionDeps, ending: AbortSignal): Promise<number> {
  const { records, files, clock } = deps;
  const goOn = async () => {
    await pause(clock, REST_MS, ending);
    return !ending.aborted;
  };
  const expired = deps.keepDays > 0 ? await expireOld(deps, goOn) : 0;
  while ((await records.forgetDeleted(STEP)) === STEP && (await goOn()));
  const request = { now: clock.now(), ageMs: UNKNOWN_FOR_MS, goOn };
  return expired + (await files.sweepUnknown(records.isUsed, request));
}

async function expireOld(deps: RetentionDeps, goOn: () => Promise<boolean>): Promise<number> {
  const { records, files, keepDays, clock } = deps;
  const cutoff = clock.now() - keepDays * DAY_MS;
  let expired = 0;
  let last: MediaAge | null = null;
  do {
    const some: MediaAge[] = await records.olderThan(cutoff, last, STEP);
    for (const { id } of some) {
      const sha256 = await records.expire(id, cutoff, clock.now());
      if (sha256 === null) continue;
      await files.drop(sha256, () => records.isUsed(sha256));
      expired++;
    }
    last = some.length === STEP ? (some.at(-1) ?? null) : null;
  } while (last && (await goOn()));
  return expired;
}
