// Runs a limited number of jobs at once, in turns by owner: an owner with a hundred jobs delays each other owner by
// at most one of them.
import { Problem } from "./errors.ts";

/**
 * Runs what it is given when it is its owner's turn. Rejects with Problem stopping when the gate closes before, with
 * Problem temporarily_unavailable when `leaving` is aborted before.
 */
export type FairGate = <T>(owner: string, act: () => Promise<T>, leaving?: AbortSignal) => Promise<T>;

interface Waiting {
  begin(): void;
  giveUp(reason: Problem): void;
}

/**
 * @param closing when it is aborted, waiting jobs are refused
 * @param perOwner how many of them one owner may have inside; below `limit`, there is a place free for the next owner
 */
export function fairGate(limit: number, closing: AbortSignal, perOwner = limit): FairGate {
  /** In the order of turns; an owner is only here while one of its jobs waits. */
  const queues = new Map<string, Waiting[]>();
  const inside = new Map<string, number>();
  let running = 0;
  closing.addEventListener("abort", () => {
    const all = [...queues.values()].flat();
    queues.clear();
    for (const each of all) each.giveUp(stopping());
  });

  return async (owner, act, leaving) => {
    if (closing.aborted) throw stopping();
    if (leaving?.aborted) throw left();
    if (mayEnter(owner)) enter(owner);
    else await turn(owner, leaving);
    try {
      return await act();
    } finally {
      leave(owner);
      // The place is handed over, not given back, so that no other job can slip in between.
      admit();
    }
  };

  function mayEnter(owner: string): boolean {
    return running < limit && (inside.get(owner) ?? 0) < perOwner;
  }
  function enter(owner: string): void {
    running++;
    inside.set(owner, (inside.get(owner) ?? 0) + 1);
  }
  function leave(owner: string): void {
    running--;
    const others = (inside.get(owner) ?? 1) - 1;
    if (others > 0) inside.set(owner, others);
    else inside.delete(owner);
  }

  async function turn(owner: string, leaving: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = { begin: resolve, giveUp: reject };
    const goAway = () => {
      if (forget(owner, waiting)) reject(left());
    };
    queues.set(owner, [...(queues.get(owner) ?? []), waiting]);
    leaving?.addEventListener("abort", goAway, { once: true });
    try {
      await promise;
    } finally {
      leaving?.removeEventListener("abort", goAway);
    }
  }

  /** @returns false when it does not wait any longer */
  function forget(owner: string, waiting: Waiting): boolean {
    const queue = queues.get(owner) ?? [];
    const rest = queue.filter((each) => each !== waiting);
    if (rest.length > 0) queues.set(owner, rest);
    else queues.delete(owner);
    return rest.length < queue.length;
  }

  function admit(): void {
    for (const [owner, [next, ...rest]] of queues) {
      if (!next || !mayEnter(owner)) continue;
      queues.delete(owner);
      if (rest.length > 0) queues.set(owner, rest);
      enter(owner);
      next.begin();
      return;
    }
  }
}

export const stopping = () =>
  new Problem("stopping", "The server is stopping. The file can be converted later.");

/** No client reads this: the connection is gone. */
const left = () => new Problem("temporarily_unavailable", "The request was aborted.");
