// Keeps the high-water mark while the appliance works, and refuses to deliver from a database that has gone back in time.
import { every, type Clock } from "../clock.ts";
import { OperatorError } from "../errors.ts";
import type { Log } from "../log.ts";
import type { HighWater } from "../domain/store/high-water.ts";

/** A copy of the database that is older than this is recognised when it comes back. */
const RAISE_EVERY_MS = 10_000;

/** What such a database calls due may be live already. @throws OperatorError */
export async function refuseRewound(highWater: HighWater, data: string): Promise<void> {
  const rewound = await highWater.rewound();
  if (rewound === null) return;
  const what =
    rewound.kind === "backup"
      ? `The database in ${data} is a backup's copy of ${iso(rewound.takenAt)}`
      : `The database in ${data} is older than the one that was here: that one was written until ${iso(rewound.seenAt)}`;
  throw new OperatorError(
    `${what}. Posts that it calls due may have been published since, so nothing is delivered from it. ` +
      "Run `crier restore --adopt`: it holds those posts until Crier or you have checked them.",
  );
}

/** @returns a function that raises it a last time and ends */
export async function startHighWater(
  highWater: HighWater,
  clock: Clock,
  log: Log,
): Promise<() => Promise<void>> {
  const raises = every(clock, RAISE_EVERY_MS, raise);
  await raises.firstRun;
  return async () => {
    await raises.stop();
    await raise();
  };

  /** If the disk refuses the write now, a later round succeeds; delivery reports the problem. */
  async function raise(): Promise<void> {
    await highWater
      .raise(clock.now())
      .catch((error: unknown) => log.error("high_water_failed", { cause: error }));
  }
}

const iso = (ms: number) => new Date(ms).toISOString();
