// One change of a target's state, with the facts that it brings.
import type { State, AnyTransition, Transition } from "./target-state.ts";
import type { Step } from "./evidence.ts";
import type { Target, Failure, Schedule, Verification } from "./post.ts";
import type { Json } from "./json.ts";

export interface TargetMove {
  readonly ref: AttemptRef;
  readonly from: State;
  readonly move: AnyTransition;
  readonly facts: TargetFacts;
}

/** A move for a revision; a move that `from` does not have does not compile. */
export function moveOf<S extends State>(
  target: Target,
  from: S,
  move: Transition<S>,
  facts: TargetFacts,
): TargetMove {
  return { ref: { id: target.id, postId: target.postId, attempt: target.attempt }, from, move, facts };
}

export interface AttemptRef {
  readonly id: string;
  readonly postId: string;
  readonly attempt: number;
}

/** What a move records. Fields that are left out stay as they are. */
export interface TargetFacts {
  readonly at: number;
  /** When the target is due in its new state; null: never. */
  readonly dueAt: number | null;
  /** Only while the target is due by then, ms since 1970: a person may have given it another time meanwhile. */
  readonly dueBy?: number;
  readonly failure?: Failure | null;
  readonly remote?: { readonly id: string | null; readonly url: string | null };
  readonly publishedAt?: number;
  readonly prepared?: { readonly json: Json; readonly fingerprint: string };
  readonly receipt?: Json;
  /** Null: the verification of an earlier attempt no longer applies. */
  readonly verification?: Verification | null;
  /** How a draft was scheduled. */
  readonly schedule?: Schedule;
  /** Its network asked the account to wait until then, ms since 1970. */
  readonly accountNotBefore?: number;
  /** What was exchanged with the network since the move before. */
  readonly steps?: readonly Step[];
  /** One sentence for the event; no secrets. */
  readonly detail: string;
}

/** What the send mark records. */
export type MarkFacts = TargetFacts & Required<Pick<TargetFacts, "prepared">>;
