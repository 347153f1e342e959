// What an attempt becomes that was under way when the process ended (delivery.facts.md 1.7). Only under the server lock.
import type { Engine } from "./engine.ts";

/**
 * A death while preparing costs nothing. A death after the send mark is uncertain: asked about, never sent again.
 * @returns how many targets were given back, and how many are uncertain now
 */
export async function recover({
  journal,
  clock,
  log,
  retryPolicy,
  reached,
}: Engine): Promise<{ givenBack: number; uncertain: number }> {
  const at = clock.now();
  await journal.shortenWaits(at, retryPolicy.longest);
  const found = await journal.interrupted();
  reached("recovering");
  const moves = found.map(({ ref, state }) =>
    state === "preparing"
      ? journal.move(ref, "preparing", "interrupt", {
          at,
          dueAt: at,
          detail: "Crier stopped while preparing; nothing had been sent",
        })
      : journal.move(ref, "committing", "lose", {
          at,
          dueAt: at,
          verification: null,
          failure: {
            code: "interrupted",
            category: "interrupted",
            detail: "Crier stopped while publishing. The post may be live; Crier is checking.",
          },
          detail: "Crier stopped after the send mark",
        }),
  );
  await Promise.all(moves);
  reached("recovered");
  const givenBack = found.filter(({ state }) => state === "preparing").length;
  const uncertain = found.length - givenBack;
  if (found.length > 0)
    log.warn("recovered", { count: found.length, detail: `${givenBack} given back, ${uncertain} uncertain` });
  return { givenBack, uncertain };
}
