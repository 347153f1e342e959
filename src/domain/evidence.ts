// What an attempt exchanged with its network: one step for each request, without secrets, bodies and query strings.

import type { EventActor } from "./event.ts";
import type { Verification } from "./post.ts";
import type { AnyTransition } from "./target-state.ts";

/** What a request was for: to get ready, to publish, to ask a network that is processing, to look after a lost answer. */
export const STEP_NAMES = ["prepare", "publish", "settle", "look"] as const;
export type StepName = (typeof STEP_NAMES)[number];

/** `unsent`: certainly nothing arrived. `lost`: it may have arrived, and no complete answer came back. */
export const STEP_RESULTS = ["answered", "unsent", "lost"] as const;

export interface Step {
  /** ms since 1970. */
  readonly at: number;
  readonly ms: number;
  readonly name: StepName;
  readonly method: string;
  readonly host: string;
  /** Secrets are masked. */
  readonly path: string;
  readonly status: number | null;
  readonly result: (typeof STEP_RESULTS)[number];
  /** Why there is no answer. */
  readonly detail: string | null;
}

/** Steps of one attempt that are remembered. */
export const MAX_STEPS = 50;
/** The first ones show how it began. */
const FIRST = 10;

/** At most MAX_STEPS of them: the requests that publish stay, and of the others the first and the last. */
export function boundSteps(steps: readonly Step[]): readonly Step[] {
  let surplus = steps.length - MAX_STEPS;
  if (surplus <= 0) return steps;
  const left = steps.filter(({ name }, index) => {
    if (index < FIRST || name === "publish" || surplus <= 0) return true;
    surplus -= 1;
    return false;
  });
  return left.length <= MAX_STEPS ? left : [...left.slice(0, FIRST), ...left.slice(FIRST - MAX_STEPS)];
}

/** Attempts of a target that are shown, the latest ones. */
export const MAX_ATTEMPTS = 10;

/** One attempt of a target, as it is stored. */
export interface AttemptRecord {
  readonly targetId: string;
  readonly attempt: number;
  readonly startedAt: number;
  /** When the publishing request was about to leave. */
  readonly sentAt: number | null;
  /** SHA-256 of the publishing request as it was prepared, as hex; null if there was none. */
  readonly fingerprint: string | null;
  readonly endedAt: number | null;
  /** The move that ended it. */
  readonly outcome: AnyTransition | null;
  readonly steps: readonly Step[];
}

/** Looks at the network that are shown, the latest ones. */
export const MAX_LOOKS = 50;

/** What the network showed when it was asked about a lost answer. */
export interface Look {
  readonly at: number;
  readonly verdict: Verification["verdict"];
  readonly evidence: string;
  readonly actor: EventActor;
}
