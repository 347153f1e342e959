// One change of a target's state, with the facts that it brings.
import type { State, AnyTransition, Transition } from "./target-state.ts";
import type { Target, Failure, Verification } from "./post.ts";
import type { Json } from "./json.ts";

export interface TargetMove {
  readonly ref: AttemptRef;
  readonly from: State;
  readonly move: AnyTransition;
  readonly facts: TargetFacts;
}

/** A move for a revision; the types know whether it exists. */
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

/** What a move makes known. Keys that are left out stay as they are. */
export interface TargetFacts {
  readonly at: number;
  /** When to look again; null when the new state needs nothing. */
  readonly dueAt: number | null;
  readonly failure?: Failure | null;
  readonly remote?: { readonly id: string | null; readonly url: string | null };
  readonly publishedAt?: number;
  readonly prepared?: { readonly json: Json; readonly fingerprint: string };
  readonly receipt?: Json;
  /** Null: what was said of an earlier attempt says nothing about this one. */
  readonly verification?: Verification | null;
  /** One sentence for the event; no secrets. */
  readonly detail: string;
}
