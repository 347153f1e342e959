// Starts attempts for due targets. The due index in the store is authoritative; timers only trigger a look at it.
import { pause, within } from "../../clock.ts";
import { admit } from "./admission.ts";
import { attempt, settle } from "./attempt.ts";
import type { Engine } from "./engine.ts";
import { WRITE_AGAIN_MS } from "./retry-policy.ts";
import { openConcurrency } from "./concurrency.ts";
import { openLooks } from "./looks.ts";
import type { Due, Work } from "../../domain/store/journal.ts";
import type { Plans } from "../dependencies.ts";
import { openPacing } from "./pacing.ts";
import { withSteps } from "./steps.ts";
import { verify } from "./verify.ts";

/** Other processes write to the same store, so it is looked at this often even when nothing here changed. */
const LOOK_EVERY_MS = 500;
/** Started in one transaction: more would hold up all other work of this process. */
const AT_ONCE = 50;
/** So many targets learn in one transaction why they wait. */
const NOTED_AT_ONCE = 200;
const STOP_WAIT_MS = 15_000;
/** A network that is asked how far it is, or whether something is there, has answered by then, or the next one asks. */
const LOOK_TAKES_MS = 60_000;
/** The wall clock was set, or the machine slept, if it is this far from where it should be. */
const CLOCK_JUMP_MS = 5000;

export interface Dispatcher {
  /** Something may have become due. */
  wake(): void;
  /** Begins nothing more. */
  drain(): void;
  /** Begins nothing more, and waits (bounded) for what is under way. */
  stop(): Promise<void>;
}

/** What is begun together. */
interface Round {
  readonly allBegun: Promise<void>;
  /** Asked once for all of them. */
  readonly plan: () => ReturnType<Plans["state"]>;
}

export function startDispatcher(engine: Engine): Dispatcher {
  const { journal, clock, log, disk } = engine;
  const concurrency = openConcurrency(engine.processes);
  const pacing = openPacing(clock);
  const looks = openLooks(clock, engine.isAlone);
  const ticks = { wall: clock.now(), monotonic: clock.monotonic() };
  /** What was due by then has begun, or can't yet. */
  let lookedAt = 0;
  let stopping = false;
  let looking = false;
  let lookAgain = false;
  let stopTimer = () => {};

  let round = look();
  return { wake, drain, stop };

  function wake(): void {
    if (looking) lookAgain = true;
    else round = look();
  }

  async function look(): Promise<void> {
    if (stopping) return;
    looking = true;
    stopTimer();
    let hasFailed = false;
    try {
      await noteClockJump();
      await engine.resumeQueues();
      do {
        lookAgain = false;
        await startDue();
      } while (lookAgain && !stopping);
    } catch (error) {
      hasFailed = true;
      log.error("dispatch_failed", { cause: error });
    }
    // A store that refuses writes is asked again only after a pause: what it kept from being done is still due.
    const wait = hasFailed ? WRITE_AGAIN_MS : await untilNext();
    looking = false;
    if (stopping) return;
    // Woken while the next moment was being read: look again now, without a timer in between.
    if (lookAgain && !hasFailed) round = look();
    else stopTimer = clock.after(wait, wake);
  }

  /** Waits are durations: they do not change when the wall clock is set. */
  async function noteClockJump(): Promise<void> {
    const now = { wall: clock.now(), monotonic: clock.monotonic() };
    const jump = Math.round(now.wall - ticks.wall - (now.monotonic - ticks.monotonic));
    if (Math.abs(jump) >= CLOCK_JUMP_MS) {
      // The waits of several processes go by a clock that all of them share.
      if (engine.isAlone) await journal.clockSet(jump);
      log.warn("clock_jumped", { ms: jump, detail: "the clock was set, or the machine slept" });
    }
    // Not before: a jump that could not be written down is not forgotten.
    Object.assign(ticks, now);
  }

  /** All that is due begins before the first of it goes on: what comes first must not make the others late. */
  async function startDue(): Promise<void> {
    let beginning = Promise.withResolvers<void>();
    try {
      let due: Due[];
      do {
        due = (await dueNow()).filter((each) => !stopping && concurrency.take(each));
        const plan = once(() => engine.plans.state(clock.now()));
        const round: Round = { allBegun: beginning.promise, plan };
        await Promise.all(due.map((each) => start(each, round)));
        // No heap, or its end: what becomes due from now on must not make these wait.
        if (due.length < AT_ONCE) {
          beginning.resolve();
          beginning = Promise.withResolvers();
        }
      } while (due.length > 0 && !stopping);
    } finally {
      beginning.resolve();
    }
  }

  async function dueNow(): Promise<Due[]> {
    const limit = Math.min(concurrency.free(), AT_ONCE);
    lookedAt = clock.now();
    const paused = await notePause();
    if (limit === 0) return [];
    return await journal.due({
      now: lookedAt,
      limit,
      busyAccounts: concurrency.accounts(),
      fullServers: concurrency.fullServers(),
      running: concurrency.byProfile(),
      begin: !paused && !disk.isLow() && !engine.isClockOff(),
    });
  }

  /** What is due and has to wait for a pause says so. @returns whether all publishing is paused */
  async function notePause(): Promise<boolean> {
    const isPaused = (await journal.pause()) !== null;
    for (;;) {
      const posts = await journal.notePause(lookedAt, NOTED_AT_ONCE);
      if (posts.length === 0) return isPaused;
      posts.forEach(engine.watch.changed);
    }
  }

  /** Resolves once the attempt is claimed; the attempt itself goes on. @throws what kept it from being begun */
  async function start(due: Due, round: Round): Promise<void> {
    const beginning = Promise.withResolvers<void>();
    concurrency.track(due, run(due, beginning.resolve, round).catch(onFailure).finally(onEnd));
    await beginning.promise;

    /** Keeps its place for a while: what could not be written down would be begun, or asked for, again at once. */
    async function onFailure(error: unknown) {
      log.error("attempt_failed", { targetId: due.id, platform: due.platform, cause: error });
      beginning.reject(error);
      await pause(clock, WRITE_AGAIN_MS, engine.stopping);
    }
    function onEnd() {
      concurrency.leave(due);
      wake();
    }
  }

  async function run(due: Due, begin: () => void, { allBegun, plan }: Round): Promise<void> {
    const begins = due.state === "pending" || due.state === "retrying";
    const claimed = begins ? await admit(due, plan, engine) : null;
    const isTaken = !begins && !engine.isAlone && !(await journal.reserveLook(due, lookedAt + LOOK_TAKES_MS));
    begin();
    if (begins) engine.watch.changed(due.postId);
    if (isTaken || (begins && !claimed)) return;
    await allBegun;
    const done = await pacing();
    try {
      await proceed(claimed ?? (await journal.work(due)), due);
    } finally {
      done();
    }
  }

  async function proceed(work: Work | null, due: Due): Promise<void> {
    if (!work) return;
    const recording = withSteps(work, engine);
    if (work.state === "preparing") await attempt(work, recording);
    if (work.state !== due.state) return;
    if (due.state === "processing") await settle(work, recording);
    if (due.state === "uncertain") await verify(work, recording, looks);
  }

  async function untilNext(): Promise<number> {
    // Something due that can't start yet (its account is busy) is started when that account is done.
    const next = await journal.nextDue(lookedAt).catch(() => null);
    return next === null ? LOOK_EVERY_MS : Math.min(Math.max(next - clock.now(), 0), LOOK_EVERY_MS);
  }

  function drain(): void {
    stopping = true;
    stopTimer();
  }

  async function stop(): Promise<void> {
    drain();
    await within(clock, STOP_WAIT_MS, round.then(concurrency.empty), () => {});
  }
}

function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | null = null;
  return () => (answer ??= ask());
}
