// Keeps virtual time: the next event in order, without real time.
import type { Clock } from "../../../clock.ts";

/** The engine's own timers, what arrives at the appliance, and what happens at the networks whatever becomes of us. */
type Side = "engine" | "appliance" | "networks";

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly side: Side;
  readonly owner: object | null;
  readonly act: () => void;
  /** Armed by a round in which nothing happened: firing it at its time would show nothing new. */
  idle: boolean;
}

/** What the store holds, by the wall clock. */
export interface Waiting {
  /** The first moment after now, ms since 1970. */
  readonly future: number | null;
  /** Something is due that has not been started. */
  readonly overdue: boolean;
}

export interface Agenda {
  /** True time since the seed began, ms. */
  now(): number;
  wall(): number;
  /** The wall clock alone is set. */
  setBack(ms: number): void;
  /**
   * The machine sleeps: the networks live on, our timers come late.
   * @param counted the monotonic clock goes on, as it does for a process that was stopped
   */
  suspend(ms: number, counted: boolean): void;
  /** The clock of a process; once it is forgotten, none of its timers fires. */
  clockOf(owner: object): Clock;
  after(ms: number, side: "appliance" | "networks", act: () => void, owner?: object): () => void;
  forget(owner: object): void;
  /** Tells whether the last act led to anything. */
  settled(active: boolean): void;
  /** Moves on to what happens next, and gives it; null when nothing ever will. */
  next(waiting: Waiting): (() => void) | null;
  /** Whether another act comes this soon. */
  soon(ms: number): boolean;
}

/** What true time 0 is on an unchanged clock, ms since 1970. */
export const EPOCH = Date.parse("2026-11-21T12:00:00Z");
/** How often the engine looks without a reason. */
const LOOK_MS = 500;
const LONGEST_LOOK_MS = 120_000;

export function openAgenda(): Agenda {
  let passed = 0;
  let offset = EPOCH;
  let uncounted = 0;
  let orders = 0;
  let lookMs = LOOK_MS;
  /** Timers from this order on were armed since the last act. */
  let armedSince = 0;
  let timers: Timer[] = [];
  const gone = new WeakSet<object>();

  return {
    now: () => passed,
    wall: () => passed + offset,
    setBack: (ms) => void (offset -= ms),
    suspend,
    clockOf: (owner) => ({
      now: () => passed + offset,
      monotonic: () => passed - uncounted,
      after: (ms, act) => arm(ms, "engine", act, owner),
    }),
    after: (ms, side, act, owner) => arm(ms, side, act, owner ?? null),
    forget(owner) {
      gone.add(owner);
      timers = timers.filter((timer) => timer.owner !== owner);
    },
    settled,
    next,
    soon: (ms) => timers.some(({ at }) => at <= passed + ms),
  };

  function arm(ms: number, side: Side, act: () => void, owner: object | null): () => void {
    const timer: Timer = {
      at: passed + Math.max(ms, 0),
      order: orders++,
      side,
      owner,
      act,
      // The engine looks this often because others may have written: only what is due can make it see something.
      idle: side === "engine" && ms === LOOK_MS,
    };
    if (owner === null || !gone.has(owner)) timers.push(timer);
    return () => drop(timer);
  }

  function drop(timer: Timer): void {
    const place = timers.indexOf(timer);
    if (place >= 0) timers.splice(place, 1);
  }

  function settled(active: boolean): void {
    if (active) {
      lookMs = LOOK_MS;
    } else {
      for (const timer of timers) if (timer.side === "engine" && timer.order >= armedSince) timer.idle = true;
    }
  }

  function next({ future, overdue }: Waiting): (() => void) | null {
    const real = earliest((timer) => !timer.idle);
    const idle = earliest((timer) => timer.idle);
    const dueAt = future === null || !idle ? Infinity : Math.max(future - offset, idle.at);
    const at = Math.min(real?.at ?? Infinity, dueAt);
    if (idle && idle.at <= passed) return fire(idle);
    if (idle && overdue && passed + lookMs < at) {
      // Something waits for a reason that only the engine knows: it looks, ever more rarely.
      passed += lookMs;
      lookMs = Math.min(lookMs * 2, LONGEST_LOOK_MS);
      return fire(idle);
    }
    if (at === Infinity) return null;
    passed = Math.max(passed, at);
    const chosen = real && real.at <= passed ? real : idle;
    return chosen ? fire(chosen) : null;
  }

  function fire(timer: Timer): () => void {
    drop(timer);
    armedSince = orders;
    return timer.act;
  }

  function earliest(fits: (timer: Timer) => boolean): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of timers) {
      if (!fits(timer)) continue;
      if (!first || timer.at < first.at || (timer.at === first.at && timer.order < first.order))
        first = timer;
    }
    return first;
  }

  function suspend(ms: number, counted: boolean): void {
    if (!counted) uncounted += ms;
    const end = passed + ms;
    const isNetworks = ({ side, at }: Timer) => side === "networks" && at <= end;
    for (let timer = earliest(isNetworks); timer; timer = earliest(isNetworks)) {
      passed = Math.max(passed, timer.at);
      drop(timer);
      timer.act();
    }
    passed = end;
  }
}
