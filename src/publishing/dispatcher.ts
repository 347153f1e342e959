// Wakes what is due. The due index in the store is the truth; timers only make it look.
import { mayBegin } from "./begin.ts";
import { deliver, settle } from "./deliver.ts";
import type { Engine } from "./engine.ts";
import type { Due } from "./ports.ts";
import { verify } from "./verify.ts";

/** Other processes write to the same store, so it is looked at this often even when nothing here changed. */
const LOOK_EVERY_MS = 500;
/** Attempts under way at once: over all networks, and on one of them. */
const MAX_RUNNING = 64;
const MAX_PER_NETWORK = 16;
const STOP_WAIT_MS = 15_000;

export interface Dispatcher {
  /** Something may have become due. */
  wake(): void;
  /** Stops claiming, and waits (bounded) for what is under way. */
  stop(): Promise<void>;
}

export function startDispatcher(engine: Engine): Dispatcher {
  const { journal, clock, log } = engine;
  /** What runs, by account: one at a time there keeps read-backs unambiguous (networks/README rule 10). */
  const running = new Map<string, { platform: string; done: Promise<void> }>();
  let stopping = false;
  let looking = false;
  let lookAgain = false;
  let takeBack = () => {};

  void look();
  return { wake, stop };

  function wake(): void {
    if (looking) lookAgain = true;
    else void look();
  }

  async function look(): Promise<void> {
    if (stopping) return;
    looking = true;
    takeBack();
    try {
      do {
        lookAgain = false;
        await startDue();
      } while (lookAgain && !stopping);
    } catch (error) {
      log.error("dispatch_failed", { cause: error });
    }
    const wait = await untilNext();
    looking = false;
    // Woken while the next moment was being read.
    if (!stopping) takeBack = clock.after(lookAgain ? 0 : wait, wake);
  }

  async function startDue(): Promise<void> {
    const room = MAX_RUNNING - running.size;
    if (room <= 0) return;
    const due = await journal.due(clock.now(), [...running.keys()], room);
    await Promise.all(due.filter(hasRoom).map(start));
  }

  /** A full network leaves its targets due; one that ends wakes us again. */
  function hasRoom(due: Due, index: number, all: readonly Due[]): boolean {
    const here = ({ platform }: { platform: string }) => platform === due.platform;
    const before = all.slice(0, index).filter(here).length;
    return [...running.values()].filter(here).length + before < MAX_PER_NETWORK;
  }

  /** Resolves once the attempt is claimed; the attempt itself goes on in `running`. */
  async function start(due: Due): Promise<void> {
    const begun = Promise.withResolvers<void>();
    const done = run(due, begun.resolve)
      .catch((error: unknown) =>
        log.error("attempt_failed", { targetId: due.id, platform: due.platform, cause: error }),
      )
      .finally(() => {
        begun.resolve();
        running.delete(due.accountId);
        wake();
      });
    running.set(due.accountId, { platform: due.platform, done });
    await begun.promise;
  }

  async function run(due: Due, begun: () => void): Promise<void> {
    if (due.state === "pending" || due.state === "retrying") {
      const work = (await mayBegin(due, engine)) ? await journal.claim(due, due.state, clock.now()) : null;
      begun();
      engine.watch.changed(due.postId);
      if (work) await deliver(work, engine);
      return;
    }
    begun();
    const work = await journal.work(due);
    if (!work || work.state !== due.state) return;
    if (due.state === "processing") await settle(work, engine);
    if (due.state === "uncertain") await verify(work, engine);
  }

  async function untilNext(): Promise<number> {
    const next = await journal.nextDue().catch(() => null);
    const wait = next === null ? LOOK_EVERY_MS : next - clock.now();
    // Something due that can't start now (its account is busy) is started when that account is done.
    return wait <= 0 ? LOOK_EVERY_MS : Math.min(wait, LOOK_EVERY_MS);
  }

  async function stop(): Promise<void> {
    stopping = true;
    takeBack();
    const { promise: waited, resolve } = Promise.withResolvers<void>();
    const cancel = clock.after(STOP_WAIT_MS, resolve);
    await Promise.race([Promise.all([...running.values()].map(({ done }) => done)), waited]);
    cancel();
  }
}
