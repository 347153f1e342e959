// Describes what the parts of a simulated world share.
import type { Agenda } from "./agenda.ts";
import type { Chance } from "./chance.ts";
import type { ProcessRun } from "./process-run.ts";
import type { Act } from "./people.ts";
import type { Tally } from "./tally.ts";
import type { Truth } from "./truth.ts";
import type { Weather } from "./weather.ts";

export interface World {
  readonly seed: number;
  readonly chance: Chance;
  readonly agenda: Agenda;
  readonly truth: Truth;
  readonly weather: Weather;
  readonly tally: Tally;
  readonly profileId: string;
  readonly accounts: readonly SimulatedAccount[];
  /** What people asked for. */
  readonly plannedPosts: PlannedPost[];
  /** The process that runs; null while there is none. */
  running: ProcessRun | null;
  /** Posts that must not be sent: a person was shown that they are canceled. */
  readonly canceled: Set<string>;
  planLive: boolean;
  /** The stretch of the journal, after one line and up to another, that was written while the plan was surely not live. */
  lapse: { from: number; to: number } | null;
  /** A person wants publishing paused. */
  wantsPause: boolean;
  /** A person will, while the next post is being prepared. */
  pauseNext: boolean;
  /** As `lapse`, while the store held a pause. There is one in a seed at most. */
  pause: { from: number; to: number } | null;
  /** Somebody may do something to this target's post within the next `ms`, because the engine is busy with it now. */
  meanwhile(act: Act, targetId: string, ms: number): void;
  /** Something happened that may make the engine act. */
  stirred(): void;
  /** A line of the trace; without one, only what the journal has to tell by now. */
  say(line?: () => string): void;
  violate(what: string): void;
  /** The bench itself is broken. */
  fail(error: unknown): void;
}

/** A post that a person requests. */
export interface PlannedPost {
  readonly key: string | null;
  readonly schedule: "now" | "draft" | "queue" | "time";
  /** When it is due, ms after it was asked for. */
  readonly ahead: number;
  /** As it was first said: a repeated request is the same. */
  time: string | null;
  /** As it was last said to be stored. */
  caption: string;
  accounts: readonly string[];
  /** Null while no answer said that it is stored. */
  id: string | null;
  /** The answer to an edit was lost: its text and accounts are unknown. */
  changed: "surely" | "perhaps";
}

export interface SimulatedAccount {
  readonly id: string;
  readonly platform: string;
  readonly handle: string;
}
