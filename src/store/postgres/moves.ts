// Moves targets from state to state, with their attempts and events. The only SQL that changes a state.
import {
  ENDS_ATTEMPT,
  LOOK_MOVES,
  stateAfter,
  type AnyTransition,
  type State,
} from "../../domain/target-state.ts";
import type { TargetMove } from "../../domain/target-move.ts";
import { dataOf } from "../rows/event-data.ts";
import type { Transaction } from "./access.ts";
import { updateAttempts } from "./attempts.ts";
import { lockPosts } from "./locks.ts";
import { LEASED } from "./nodes.ts";
import type { Connection } from "./pool.ts";
import { jsonOf } from "./statements.ts";
import { holdAccount } from "./waits.ts";

/** A move, and who made it, as the audit log names them; default: Crier, or who asked for the look that led to it. */
export type Move = TargetMove & { readonly actor?: string | null | undefined };

const ENDING: ReadonlySet<State> = new Set(ENDS_ATTEMPT);
const BY_LOOK: ReadonlySet<AnyTransition> = new Set(LOOK_MOVES);

/**
 * Makes moves, each of a different target.
 * @returns for each whether it was made; if the target is no longer in that state with that attempt, only a late event is
 * written
 * @param node whose attempts they are; a send mark is written only by the node whose attempt it is, while it has a lease
 */
export async function makeMoves(
  db: Transaction,
  moves: readonly Move[],
  node: string | null = null,
): Promise<boolean[]> {
  await lockPosts(
    db,
    moves.map(({ ref }) => ref.postId),
  );
  return await makeLockedMoves(db, moves, node);
}

/** The same for targets whose posts are locked. */
export async function makeLockedMoves(
  db: Transaction,
  moves: readonly Move[],
  node: string | null = null,
): Promise<boolean[]> {
  const askers = await lookAskers(db, moves);
  const made = await moveTargets(db, moves, node);
  const isMade = ({ ref }: Move) => made.has(ref.id);
  // What came too late for a time that a person has changed meanwhile, or after another process, is no news.
  const isNews = ({ facts }: Move) => facts.dueBy === undefined && !facts.unlessMade;
  const recorded = moves.filter((move) => isMade(move) || isNews(move));
  await updateAttempts(
    db,
    recorded.map((move) => ({
      ref: move.ref,
      at: move.facts.at,
      steps: move.facts.steps,
      ...(isMade(move) && {
        prepared: move.facts.prepared,
        ...(move.facts.prepared && { node }),
        receipt: move.facts.receipt,
        ...(ENDING.has(stateAfter(move.from, move.move)) && { outcome: move.move }),
      }),
    })),
  );
  for (const { ref, facts } of recorded)
    if (facts.accountNotBefore !== undefined) await holdAccount(db, ref, facts.accountNotBefore);
  await touchPosts(db, moves.filter(isMade));
  for (const move of recorded) {
    const { ref, facts } = move;
    const { at, detail } = facts;
    const actor = move.actor ?? askers.get(ref.id) ?? null;
    const event = isMade(move)
      ? { kind: move.move, detail, at, actor, data: dataOf(facts) }
      : { kind: "late" as const, detail: `${move.move} came too late: ${detail}`, at, actor };
    db.records.ofTarget(ref, event);
  }
  return moves.map(isMade);
}

/** Who asked for the looks that are now answered. */
async function lookAskers(db: Connection, moves: readonly Move[]): Promise<Map<string, string | null>> {
  const ids = moves.filter(({ move }) => BY_LOOK.has(move)).map(({ ref }) => ref.id);
  if (ids.length === 0) return new Map();
  const rows = await db.all<{ id: string; actor: string | null }>(
    "SELECT id, look_asked_by AS actor FROM target WHERE id = ANY($ids::text[])",
    { ids },
  );
  return new Map(rows.map(({ id, actor }) => [id, actor]));
}

/** @returns the ids of those that were where their moves begin */
async function moveTargets(
  db: Connection,
  moves: readonly Move[],
  node: string | null,
): Promise<Set<string>> {
  const list = <T>(of: (move: Move) => T) => moves.map(of);
  const rows = await db.all<{ id: string }>(MOVE, {
    node,
    ids: list(({ ref }) => ref.id),
    attempts: list(({ ref }) => ref.attempt),
    from: list(({ from }) => from),
    to: list(({ from, move }) => stateAfter(from, move)),
    at: list(({ facts }) => facts.at),
    due: list(({ facts }) => facts.dueAt),
    dueBy: list(({ facts }) => facts.dueBy ?? null),
    setFailure: list(({ facts }) => Number(facts.failure !== undefined)),
    failure: list(({ facts }) => (facts.failure ? jsonOf(facts.failure) : null)),
    setRemote: list(({ facts }) => Number(facts.remote !== undefined)),
    remoteId: list(({ facts }) => facts.remote?.id ?? null),
    url: list(({ facts }) => facts.remote?.url ?? null),
    published: list(({ facts }) => facts.publishedAt ?? null),
    setVerification: list(({ facts }) => Number(facts.verification !== undefined)),
    verification: list(({ facts }) => (facts.verification ? jsonOf(facts.verification) : null)),
  });
  return new Set(rows.map(({ id }) => id));
}

const MOVE = `UPDATE target SET state = made.to_state, state_at = made.at, due_at = made.due, deferred_since = NULL,
    node = CASE WHEN to_state = 'committing' THEN node END, look_asked_by = NULL, look_planned_at = NULL,
    failure = CASE WHEN set_failure = 1 THEN made.failure::json ELSE target.failure END,
    remote_id = CASE WHEN set_remote = 1 THEN made.remote_id ELSE target.remote_id END,
    url = CASE WHEN set_remote = 1 THEN made.url ELSE target.url END,
    published_at = coalesce(published_at, made.published),
    verification = CASE WHEN set_verification = 1 THEN made.verification::json ELSE target.verification END,
    -- What a network kept for us may be gone by the time a person asks for another try.
    progress = CASE WHEN from_state = 'failed' THEN 'null'::json ELSE progress END,
    tries = CASE WHEN to_state = 'pending' THEN 0 ELSE tries END,
    tries_since = CASE WHEN to_state = 'pending' THEN NULL ELSE tries_since END
  FROM unnest($ids::text[], $attempts::bigint[], $from::text[], $to::text[], $at::bigint[], $due::bigint[], $dueBy::bigint[],
      $setFailure::int[], $failure::text[], $setRemote::int[], $remoteId::text[], $url::text[], $published::bigint[],
      $setVerification::int[], $verification::text[])
    AS made (id, attempt, from_state, to_state, at, due, due_by, set_failure, failure, set_remote, remote_id, url, published,
      set_verification, verification)
  WHERE target.id = made.id AND state = from_state AND target.attempt = made.attempt
    AND (due_by IS NULL OR due_at <= due_by)
    AND (to_state <> 'committing' OR node = $node::text AND ${LEASED})
  RETURNING target.id`;

/** A post was changed when one of its targets was. */
export async function touchPosts(
  db: Connection,
  changes: readonly Pick<Move, "ref" | "facts">[],
): Promise<void> {
  if (changes.length === 0) return;
  await db.run(
    `UPDATE post SET updated_at = greatest(updated_at, moved.at)
     FROM (SELECT id, max(at) AS at FROM unnest($ids::text[], $ats::bigint[]) AS made (id, at) GROUP BY id) AS moved
     WHERE post.id = moved.id AND updated_at < moved.at`,
    { ids: changes.map(({ ref }) => ref.postId), ats: changes.map(({ facts }) => facts.at) },
  );
}
