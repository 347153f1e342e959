// Applies one transition to one target: state, attempt and event in one transaction. The only SQL that changes a state.
import type { Database } from "bun:sqlite";
import {
  ENDS_ATTEMPT,
  LOOK_MOVES,
  stateAfter,
  type AnyTransition,
  type State,
} from "../../domain/target-state.ts";
import type { TargetMove } from "../../domain/target-move.ts";
import { openAttemptRows } from "./attempts.ts";
import { dataOf } from "../rows/event-data.ts";
import { appendTargetEvent } from "./events.ts";
import { openWaits } from "./waits.ts";

const ENDING: ReadonlySet<State> = new Set(ENDS_ATTEMPT);
const BY_LOOK: ReadonlySet<AnyTransition> = new Set(LOOK_MOVES);

/** False when the target is no longer in that state with that attempt: then only the late news is written. */
export function openTransitions(db: Database): (move: TargetMove, actor?: string | null) => boolean {
  const moveTarget = db.query(
    `UPDATE target SET state = $to, state_at = $at, due_at = $due, deferred_since = NULL, look_asked_by = NULL,
       look_planned_at = NULL,
       failure = iif($setFailure, $failure, failure),
       remote_id = iif($setRemote, $remoteId, remote_id), url = iif($setRemote, $url, url),
       published_at = coalesce(published_at, $published),
       verification = iif($setVerification, $verification, verification),
       -- What a network kept for us may be gone by the time a person asks for another try.
       progress = iif($from = 'failed', 'null', progress),
       tries = iif($to = 'pending', 0, tries), tries_since = iif($to = 'pending', NULL, tries_since)
     WHERE id = $id AND state = $from AND attempt = $attempt AND ($dueBy IS NULL OR due_at <= $dueBy)`,
  );
  const markAttempt = db.query(
    "UPDATE attempt SET sent_at = $at, prepared = $prepared, fingerprint = $fingerprint WHERE target_id = $id AND n = $n",
  );
  const endAttempt = db.query(
    "UPDATE attempt SET settled_at = coalesce(settled_at, ?), outcome = coalesce(outcome, ?) WHERE target_id = ? AND n = ?",
  );
  const { saveReceipt, addSteps, lookAskedBy, touchPost } = openAttemptRows(db);
  const { holdAccount } = openWaits(db);

  return ({ ref, from, move, facts }, by) => {
    const actor = by ?? (BY_LOOK.has(move) ? lookAskedBy(ref) : null);
    const to = stateAfter(from, move);
    const { changes } = moveTarget.run({
      id: ref.id,
      from,
      attempt: ref.attempt,
      to,
      at: facts.at,
      due: facts.dueAt,
      dueBy: facts.dueBy ?? null,
      setFailure: facts.failure !== undefined,
      failure: facts.failure ? JSON.stringify(facts.failure) : null,
      setRemote: facts.remote !== undefined,
      remoteId: facts.remote?.id ?? null,
      url: facts.remote?.url ?? null,
      published: facts.publishedAt ?? null,
      setVerification: facts.verification !== undefined,
      verification: facts.verification ? JSON.stringify(facts.verification) : null,
    });
    if (changes === 0 && (facts.dueBy !== undefined || facts.unlessMade)) return false;
    if (facts.steps) addSteps(ref, facts.steps);
    if (facts.accountNotBefore !== undefined) holdAccount(ref, facts.accountNotBefore);
    if (changes === 0) {
      appendTargetEvent(db, ref, {
        kind: "late",
        detail: `${move} came too late: ${facts.detail}`,
        at: facts.at,
        actor,
      });
      return false;
    }
    if (facts.prepared) {
      const { json, fingerprint } = facts.prepared;
      markAttempt.run({
        id: ref.id,
        n: ref.attempt,
        at: facts.at,
        prepared: JSON.stringify(json),
        fingerprint,
      });
    }
    if (facts.receipt !== undefined) saveReceipt(ref, facts.receipt);
    if (ENDING.has(to)) endAttempt.run(facts.at, move, ref.id, ref.attempt);
    const data = dataOf(facts);
    appendTargetEvent(db, ref, { kind: move, detail: facts.detail, at: facts.at, actor, data });
    touchPost(ref.postId, facts.at);
    return true;
  };
}
