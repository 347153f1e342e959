// A gate that lets so many through at once. Those who wait are taken by turns: whoever brings a hundred jobs keeps
// nobody waiting for more than one of them.
import { Problem } from "../errors.ts";

/** Runs what it is given when it is its owner's turn. Rejects with Problem stopping when the gate closes before. */
export type FairGate = <T>(owner: string, act: () => Promise<T>) => Promise<T>;

interface Waiting {
  begin(): void;
  giveUp(reason: Problem): void;
}

/** @param closing when it is aborted, nobody who waits is let in any more */
export function fairGate(limit: number, closing: AbortSignal): FairGate {
  /** In the order of turns; nobody is here without something that waits. */
  const queues = new Map<string, Waiting[]>();
  let running = 0;
  closing.addEventListener("abort", () => {
    const all = [...queues.values()].flat();
    queues.clear();
    for (const each of all) each.giveUp(stopping());
  });

  return async (owner, act) => {
    if (closing.aborted) throw stopping();
    if (running >= limit) await turn(owner);
    else running++;
    try {
      return await act();
    } finally {
      // The place is handed over, not given back, so that nobody can slip in between.
      const next = nextInTurn();
      if (next) next.begin();
      else running--;
    }
  };

  function turn(owner: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const queue = queues.get(owner) ?? [];
    queue.push({ begin: resolve, giveUp: reject });
    queues.set(owner, queue);
    return promise;
  }

  function nextInTurn(): Waiting | undefined {
    const [first] = queues;
    if (!first) return undefined;
    const [owner, queue] = first;
    const next = queue.shift();
    queues.delete(owner);
    if (queue.length > 0) queues.set(owner, queue);
    return next;
  }
}

export const stopping = () =>
  new Problem("stopping", "The appliance is stopping. The file can be converted later.");
