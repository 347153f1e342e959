// What an attempt becomes that was under way when its process ended (delivery.facts.md 1.7). Only under the server lock, or
// where the store tells whose process has ended.
import { every } from "../../clock.ts";
import type { Engine } from "./engine.ts";

interface Recovered {
  /** How many targets were given back. */
  readonly givenBack: number;
  /** How many are uncertain now. */
  readonly uncertain: number;
}

/** At a start. A death while preparing costs nothing. A death after the send mark is uncertain: asked about, never sent again. */
export async function recover(engine: Engine): Promise<Recovered> {
  const { journal, clock, retryPolicy, reached } = engine;
  if (engine.isAlone) await journal.shortenWaits(clock.now(), retryPolicy.longest);
  const recovered = await takeOver(engine, () => reached("recovering"));
  reached("recovered");
  return recovered;
}

/**
 * Takes over from processes that have ended, again and again, where several deliver.
 * @param leaseMs how long one may be silent
 * @returns ends it, when what is under way has ended
 */
export function keepTakingOver(engine: Engine, leaseMs: number): () => Promise<void> {
  const { clock, log } = engine;
  const rounds = every(clock, leaseMs / 2, async () => {
    await takeOver(engine).catch((error: unknown) => log.error("take_over_failed", { cause: error }));
  });
  return rounds.stop;
}

/** What processes left that have ended. @param known called when it is known, and nothing was done yet */
export async function takeOver(
  { journal, clock, log }: Pick<Engine, "journal" | "clock" | "log">,
  known = () => {},
): Promise<Recovered> {
  const at = clock.now();
  const found = await journal.interrupted();
  known();
  // Several processes look at the same time.
  const common = { at, dueAt: at, unlessMade: true } as const;
  const moves = found.map(async ({ ref, state }) => {
    const isMade = await (state === "preparing"
      ? journal.move(ref, "preparing", "interrupt", {
          ...common,
          detail: "Crier stopped while preparing; nothing had been sent",
        })
      : journal.move(ref, "committing", "lose", {
          ...common,
          verification: null,
          failure: {
            code: "interrupted",
            category: "interrupted",
            detail: "Crier stopped while publishing. The post may be live; Crier is checking.",
          },
          detail: "Crier stopped after the send mark",
        }));
    return isMade ? [state] : [];
  });
  const made = (await Promise.all(moves)).flat();
  const givenBack = made.filter((state) => state === "preparing").length;
  const uncertain = made.length - givenBack;
  if (made.length > 0)
    log.warn("recovered", { count: made.length, detail: `${givenBack} given back, ${uncertain} uncertain` });
  return { givenBack, uncertain };
}
