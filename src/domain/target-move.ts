// One change of a target's state, with the facts that it brings.
import { REPORTS, type AnyTransition, type Report, type State, type Transition } from "./target-state.ts";
import type { Step } from "./evidence.ts";
import type { Failure, Schedule, TargetWithoutContent, Verification } from "./post.ts";
import type { Json } from "./json.ts";

export interface TargetMove {
  readonly ref: AttemptRef;
  readonly from: State;
  readonly move: AnyTransition;
  readonly facts: TargetFacts;
}

/** A move for a revision; a move that `from` does not have does not compile. */
export function moveOf<S extends State>(
  target: TargetWithoutContent,
  from: S,
  move: Transition<S>,
  facts: TargetFacts,
): TargetMove {
  return { ref: { id: target.id, postId: target.postId, attempt: target.attempt }, from, move, facts };
}

/** A target as the process that makes an attempt of it finds it when it reports. */
export interface ReportedTarget {
  readonly state: State;
  /** Held after a restore: another attempt, which the backup does not know, may have published it. */
  readonly isHeld: boolean;
}

/**
 * The move that records what the process that makes an attempt reports of it. One that is not possible any more comes too
 * late, as any move does.
 * @param found null: the target is no longer in that attempt
 */
export function moveOfReport(
  ref: AttemptRef,
  report: Report,
  facts: TargetFacts,
  found: ReportedTarget | null,
): TargetMove {
  const moves: { readonly [S in State]?: AnyTransition } = REPORTS[report];
  const from = found?.state ?? "committing";
  const move = found?.isHeld && report !== "accept" ? undefined : moves[from];
  if (!move) return { ref, from: "committing", move: REPORTS[report].committing, facts };
  // What was asked about the attempt meanwhile is settled.
  return { ref, from, move, facts: from === "uncertain" ? { verification: null, ...facts } : facts };
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
  /** Another process may have made the same move: then nothing is recorded. */
  readonly unlessMade?: true;
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
