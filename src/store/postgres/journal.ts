// The delivery journal: every change of a target's state, with its attempt and its event in the same transaction.
import type { Deferral, Due, Interrupted, Journal, NextCheck } from "../../domain/store/journal.ts";
import {
  moveOfReport,
  type AttemptRef,
  type MarkFacts,
  type ReportedTarget,
  type TargetFacts,
} from "../../domain/target-move.ts";
import { INTERRUPTIBLE, type Report, type State } from "../../domain/target-state.ts";
import { dataOf } from "../rows/event-data.ts";
import type { Access, Transaction } from "./access.ts";
import { updateAttempts } from "./attempts.ts";
import { claimTargets, isAccountBusy, type Claim } from "./claims.ts";
import { dueTargets } from "./due.ts";
import { openGroup } from "./groups.ts";
import { makeLockedMoves, makeMoves, type Move } from "./moves.ts";
import { blockPauses, lockPosts } from "./locks.ts";
import type { OwnNode } from "./nodes.ts";
import { currentPause, hasSilentTargets, notePauses } from "./pause.ts";
import { jsonOf } from "./statements.ts";
import { holdAccount, moveWaits, shortenWaits } from "./waits.ts";
import { IS_HELD, readWork } from "./work.ts";

export function openJournal({ db, writeLocked }: Access, { id: nodeId }: OwnNode): Journal {
  const claim = openGroup(
    async (claims: readonly Claim[]) => {
      try {
        return await writeLocked((db) => claimTargets(db, claims, nodeId()));
      } catch (error) {
        if (claims.length === 1 && isAccountBusy(error)) return [null];
        throw error;
      }
    },
    ({ due }) => due.id,
  );
  const move = openGroup(
    (moves: readonly Move[]) => writeLocked((db) => makeMoves(db, moves)),
    ({ ref }) => ref.id,
  );
  const report = openGroup(
    (reports: readonly AttemptReport[]) => writeLocked((db) => recordReports(db, reports)),
    ({ ref }) => ref.id,
  );
  const mark = openGroup(
    (marks: readonly Mark[]) => writeLocked((db) => writeMarks(db, marks, nodeId())),
    ({ ref }) => ref.id,
  );
  return {
    due: (request) => dueTargets(db, request),
    async nextDue(after) {
      const sql = "SELECT min(due_at) AS at FROM target WHERE due_at > $after";
      return (await db.get<{ at: number | null }>(sql, { after }))?.at ?? null;
    },
    claim: (due, from, at) => claim({ due, from, at }),
    work: (ref) => readWork(db, ref),
    move: (ref, from, made, facts) => move({ ref, from, move: made, facts }),
    report: (ref, word, facts) => report({ ref, word, facts }),
    mark: (ref, facts) => mark({ ref, facts }),
    pause: () => currentPause(db),
    // Read first: most looks find nothing to write.
    notePause: async (now, limit) =>
      (await hasSilentTargets(db, now)) ? await writeLocked((db) => notePauses(db, now, limit)) : [],
    defer: (due, change) => writeLocked((db) => defer(db, due, change)),
    clockSet: (byMs) => writeLocked((db) => moveWaits(db, byMs)),
    shortenWaits: (now, longest) => writeLocked((db) => shortenWaits(db, now, longest)),
    async usage(accountId, since) {
      const used = await db.get<{ count: number; first: number | null }>(
        `SELECT count(*) AS count, min(published_at) AS first FROM target
         WHERE account_id = $accountId AND published_at > $since`,
        { accountId, since },
      );
      return used ?? { count: 0, first: null };
    },
    async reserveLook({ id, state, attempt, dueAt }, until) {
      const reserved = await db.run(
        `UPDATE target SET due_at = $until
         WHERE id = $id AND state = $state AND attempt = $attempt AND due_at = $dueAt`,
        { id, state, attempt, dueAt, until },
      );
      return reserved > 0;
    },
    lookAgain: (ref, state, change) => writeLocked((db) => lookAgain(db, ref, state, change)),
    note: (ref, event) => writeLocked(async ({ records }) => records.ofTarget(ref, event)),
    async saveProgress({ id, attempt }, progress) {
      await db.run(
        `UPDATE target SET progress = $progress
         WHERE id = $id AND attempt = $attempt AND state = ANY($states::text[])`,
        { id, attempt, progress: jsonOf(progress), states: INTERRUPTIBLE },
      );
    },
    async remoteIds(accountId, since) {
      const rows = await db.all<{ id: string }>(
        `SELECT remote_id AS id FROM target WHERE account_id = $accountId AND remote_id IS NOT NULL
           AND published_at >= coalesce((SELECT max(published_at) FROM target
             WHERE account_id = $accountId AND remote_id IS NOT NULL AND published_at < $since), $since)`,
        { accountId, since },
      );
      return rows.map(({ id }) => id);
    },
    async interrupted() {
      const rows = await db.all<Interrupted["ref"] & Pick<Interrupted, "state">>(
        `SELECT id, post_id AS "postId", attempt, platform, state FROM target WHERE state = ANY($states::text[])
           AND NOT EXISTS (SELECT 1 FROM node WHERE node.id = target.node AND ended = 0)`,
        { states: INTERRUPTIBLE },
      );
      return rows.map(({ state, ...ref }) => ({ ref, state }));
    },
  };
}

interface AttemptReport {
  readonly ref: AttemptRef;
  readonly word: Report;
  readonly facts: TargetFacts;
}

async function recordReports(db: Transaction, reports: readonly AttemptReport[]): Promise<boolean[]> {
  const refs = reports.map(({ ref }) => ref);
  await lockPosts(
    db,
    refs.map(({ postId }) => postId),
  );
  const found = await reportedTargets(db, refs);
  const moves = reports.map(({ ref, word, facts }) =>
    moveOfReport(ref, word, facts, found.get(ref.id) ?? null),
  );
  return await makeLockedMoves(db, moves);
}

/** By their ids; those that are no longer in that attempt are left out. */
async function reportedTargets(
  db: Transaction,
  refs: readonly AttemptRef[],
): Promise<Map<string, ReportedTarget>> {
  const rows = await db.all<ReportedTarget & { readonly id: string }>(
    `SELECT id, state, ${IS_HELD} AS "isHeld" FROM target
     WHERE (id, attempt) IN (SELECT * FROM unnest($ids::text[], $attempts::bigint[]))`,
    { ids: refs.map(({ id }) => id), attempts: refs.map(({ attempt }) => attempt) },
  );
  return new Map(rows.map(({ id, ...target }) => [id, target]));
}

interface Mark {
  readonly ref: AttemptRef;
  readonly facts: MarkFacts;
}

async function writeMarks(
  db: Transaction,
  marks: readonly Mark[],
  node: string | null,
): Promise<("marked" | "paused" | "late")[]> {
  await blockPauses(db);
  if (await currentPause(db)) return marks.map(() => "paused");
  const made = await makeMoves(
    db,
    marks.map(({ ref, facts }) => ({ ref, facts, from: "preparing", move: "prepared" })),
    node,
  );
  return made.map((isMade) => (isMade ? "marked" : "late"));
}

async function defer(db: Transaction, due: Due, { at, until, failure }: Deferral): Promise<boolean> {
  const { id, state, attempt, dueAt } = due;
  await lockPosts(db, [due.postId]);
  const changes = await db.run(
    `UPDATE target SET due_at = $until, failure = $failure, deferred_since = coalesce(deferred_since, due_at)
     WHERE id = $id AND state = $state AND attempt = $attempt AND due_at = $dueAt`,
    { id, state, attempt, dueAt, until, failure: jsonOf(failure) },
  );
  const data = dataOf({ dueAt: until, failure });
  if (changes > 0) db.records.ofTarget(due, { kind: "defer", detail: failure.detail, at, data });
  return changes > 0;
}

async function lookAgain(
  db: Transaction,
  ref: AttemptRef,
  state: State,
  change: NextCheck,
): Promise<boolean> {
  const { detail, at, dueAt, receipt, verification, steps, accountNotBefore } = change;
  await lockPosts(db, [ref.postId]);
  const request = await db.get<{ actor: string | null }>(
    "SELECT look_asked_by AS actor FROM target WHERE id = $id FOR UPDATE",
    { id: ref.id },
  );
  const changes = await db.run(
    `UPDATE target SET due_at = $dueAt, look_asked_by = NULL, look_planned_at = NULL,
       verification = coalesce($verification::json, verification)
     WHERE id = $id AND state = $state AND attempt = $attempt`,
    {
      id: ref.id,
      state,
      attempt: ref.attempt,
      dueAt,
      verification: verification ? jsonOf(verification) : null,
    },
  );
  await updateAttempts(db, [{ ref, at, steps, ...(changes > 0 && { receipt }) }]);
  if (accountNotBefore !== undefined) await holdAccount(db, ref, accountNotBefore);
  const event = { detail, at, actor: request?.actor ?? null, data: dataOf(change) };
  db.records.ofTarget(ref, { kind: changes > 0 ? "look" : "late", ...event });
  return changes > 0;
}
