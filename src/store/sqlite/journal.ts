// The delivery journal: every change of a target's state, with its attempt and its event in the same transaction.
import { INTERRUPTIBLE, type Report, type State } from "../../domain/target-state.ts";
import { sqlList } from "../rows/sql-list.ts";
import type { Deferral, Due, Interrupted, Journal, NextCheck, Work } from "../../domain/store/journal.ts";
import { moveOfReport, type AttemptRef, type MarkFacts, type TargetFacts } from "../../domain/target-move.ts";
import type { Access } from "./access.ts";
import { NOT_IN_PAUSED_ACCOUNT } from "./account-pause.ts";
import { openAttemptRows } from "./attempts.ts";
import { dataOf } from "../rows/event-data.ts";
import { appendTargetEvent } from "./events.ts";
import { NO_TRIAL, openDue, SERVER } from "./due.ts";
import { MEDIA_COLUMNS } from "../rows/media.ts";
import { OPTIONS_OF_TARGET, TEXT_OF_TARGET } from "../rows/post-content.ts";
import { workOf, type WorkMediaRow, type WorkRow } from "../rows/work.ts";
import { NOT_PAUSED, openPause } from "./pause.ts";
import { NOT_IN_PAUSED_QUEUE } from "./queue-pause.ts";
import { openTransitions } from "./transitions.ts";
import { openWaits } from "./waits.ts";

/** After a restore. */
const IS_HELD = "coalesce(failure ->> '$.code' = 'restored', 0)";

export function openJournal({ db, read, write }: Access): Journal {
  const makeMove = openTransitions(db);
  const due = openDue(db);
  const pause = openPause(db);
  const waits = openWaits(db);
  const firstDue = db.query<{ at: number | null }, []>(
    "SELECT min(due_at) AS at FROM target WHERE due_at IS NOT NULL",
  );
  const nextDue = db.query<{ at: number | null }, [number]>(
    "SELECT min(due_at) AS at FROM target WHERE due_at > +?",
  );
  const claimTarget = db.query(
    `UPDATE target SET state = 'preparing', state_at = $at, attempt = attempt + 1, due_at = NULL, tries = tries + 1,
       tries_since = coalesce(tries_since, $at), deferred_since = NULL,
       failure = iif(failure ->> '$.code' = 'waiting', NULL, failure),
       lateness = coalesce(lateness, max(0, $at - coalesce(deferred_since, due_at)))
     WHERE id = $id AND state = $from AND attempt = $attempt AND due_at <= $at AND ${NOT_PAUSED}
       AND ${NOT_IN_PAUSED_QUEUE} AND ${NOT_IN_PAUSED_ACCOUNT}`,
  );
  const insertAttempt = db.query("INSERT INTO attempt (target_id, n, started_at) VALUES (?, ?, ?)");
  // `+?`: see due.ts.
  const workRow = db.query<WorkRow, [string, number]>(
    `SELECT target.id, post_id AS postId, account.profile_id AS profileId, account_id AS accountId, target.platform,
       ${SERVER} AS server, account.simulated, state, attempt, ${TEXT_OF_TARGET} AS caption,
       ${OPTIONS_OF_TARGET} AS options, progress, tries,
       coalesce(tries_since, 0) AS triesSince, verification, ${IS_HELD} AS held,
       prepared, receipt, sent_at AS sentAt, look_asked_by AS lookAskedBy, look_planned_at AS lookPlannedAt
     FROM target JOIN account ON account.id = account_id LEFT JOIN attempt ON target_id = target.id AND n = attempt
     WHERE target.id = +? AND attempt = +?`,
  );
  const workMedia = db.query<WorkMediaRow, [string]>(
    `SELECT of_target AS ofTarget, ${MEDIA_COLUMNS} FROM post_media JOIN media ON media.id = media_id WHERE post_id = +? ORDER BY position`,
  );
  const { saveReceipt, addSteps, lookAskedBy, touchPost } = openAttemptRows(db);
  const reserve = db.query(
    "UPDATE target SET due_at = $until WHERE id = $id AND state = $state AND attempt = $attempt AND due_at = $due",
  );
  const again = db.query(
    `UPDATE target SET due_at = $due, look_asked_by = NULL, look_planned_at = NULL,
       verification = coalesce($verification, verification)
     WHERE id = $id AND state = $state AND attempt = $attempt`,
  );
  const putOff = db.query(
    `UPDATE target SET due_at = $until, failure = $failure, deferred_since = coalesce(deferred_since, due_at)
     WHERE id = $id AND state = $state AND attempt = $attempt AND due_at = $due`,
  );
  const tryServer = db.query(`UPDATE server_failure SET trial = ? WHERE server = ? AND ${NO_TRIAL}`);
  const used = db.query<{ count: number; first: number | null }, [string, number]>(
    "SELECT count(*) AS count, min(published_at) AS first FROM target WHERE account_id = ? AND published_at > ?",
  );
  const keepProgress = db.query(
    `UPDATE target SET progress = ? WHERE id = ? AND attempt = ? AND state IN (${sqlList(INTERRUPTIBLE)})`,
  );
  const liveIds = db.query<{ id: string }, [string, number]>(
    `SELECT remote_id AS id FROM target WHERE account_id = +?1 AND remote_id IS NOT NULL AND published_at >= coalesce(
       (SELECT max(published_at) FROM target WHERE account_id = +?1 AND remote_id IS NOT NULL AND published_at < +?2), +?2)`,
  );
  const reported = db.query<{ state: State; held: number }, [string, number]>(
    `SELECT state, ${IS_HELD} AS held FROM target WHERE id = +? AND attempt = +?`,
  );
  const inFlight = db.query<Interrupted["ref"] & Pick<Interrupted, "state">, []>(
    `SELECT id, post_id AS postId, attempt, platform, state FROM target WHERE state IN (${sqlList(INTERRUPTIBLE)})`,
  );

  return {
    due: (request) => read(() => ((firstDue.get()?.at ?? Infinity) > request.now ? [] : due(request))),
    nextDue: (after) => read(() => nextDue.get(after)?.at ?? null),
    claim: (due, from, at) => write(() => claim(due, from, at)),
    work: (ref) => read(() => readWork(ref.id, ref.attempt)),
    move: (ref, from, move, facts) => write(() => makeMove({ ref, from, move, facts })),
    report: (ref, word, facts) => write(() => report(ref, word, facts)),
    mark: (ref, facts) => write(() => mark(ref, facts)),
    pause: () => read(pause.current),
    // Read first: most looks find nothing to write, and a write would hold up others.
    notePause: async (now, limit) =>
      (await read(() => pause.hasSilent(now))) ? await write(() => pause.note(now, limit)) : [],
    defer: (each, change) => write(() => defer(each, change)),
    clockSet: (byMs) => write(() => waits.move(byMs), "large"),
    shortenWaits: (now, longest) => write(() => waits.shorten(now, longest), "large"),
    usage: (accountId, since) => read(() => used.get(accountId, since) ?? { count: 0, first: null }),
    reserveLook: ({ id, state, attempt, dueAt: due }, until) =>
      write(() => reserve.run({ id, state, attempt, due, until }).changes > 0),
    lookAgain: (ref, state, change) => write(() => lookAgain(ref, state, change)),
    note: (ref, event) => write(() => appendTargetEvent(db, ref, event)),
    saveProgress: (ref, progress) =>
      write(() => void keepProgress.run(JSON.stringify(progress), ref.id, ref.attempt)),
    remoteIds: (accountId, since) => read(() => liveIds.all(accountId, since).map(({ id }) => id)),
    interrupted: () => read(() => inFlight.all().map(({ state, ...ref }) => ({ ref, state }))),
  };

  function claim(due: Due, from: State, at: number): Work | null {
    if (due.serverPause && tryServer.run(due.id, due.server).changes === 0) return null;
    if (claimTarget.run({ id: due.id, from, attempt: due.attempt, at }).changes === 0) return null;
    const attempt = due.attempt + 1;
    insertAttempt.run(due.id, attempt, at);
    const start = from === "pending" ? "an attempt begins" : "another attempt begins";
    const ms = Math.max(0, at - (due.deferredSince ?? due.dueAt));
    const detail = `${start}, ${Math.max(0, at - due.dueAt)} ms after its time`;
    appendTargetEvent(db, { ...due, attempt }, { kind: "claim", detail, at, data: { ms } });
    touchPost(due.postId, at);
    return readWork(due.id, attempt);
  }

  function report(ref: AttemptRef, word: Report, facts: TargetFacts): boolean {
    const row = reported.get(ref.id, ref.attempt);
    return makeMove(moveOfReport(ref, word, facts, row && { state: row.state, isHeld: row.held === 1 }));
  }

  function mark(ref: AttemptRef, facts: MarkFacts): "marked" | "paused" | "late" {
    if (pause.current()) return "paused";
    return makeMove({ ref, from: "preparing", move: "prepared", facts }) ? "marked" : "late";
  }

  function defer(due: Due, { at, until, failure }: Deferral): boolean {
    const { id, state, attempt, dueAt } = due;
    const why = JSON.stringify(failure);
    const { changes } = putOff.run({ id, state, attempt, due: dueAt, until, failure: why });
    const data = dataOf({ dueAt: until, failure });
    if (changes > 0) appendTargetEvent(db, due, { kind: "defer", detail: failure.detail, at, data });
    return changes > 0;
  }

  function lookAgain(ref: AttemptRef, state: State, change: NextCheck): boolean {
    const actor = lookAskedBy(ref);
    const { changes } = again.run({
      id: ref.id,
      state,
      attempt: ref.attempt,
      due: change.dueAt,
      verification: change.verification ? JSON.stringify(change.verification) : null,
    });
    if (changes > 0 && change.receipt !== undefined) saveReceipt(ref, change.receipt);
    if (change.steps) addSteps(ref, change.steps);
    if (change.accountNotBefore !== undefined) waits.holdAccount(ref, change.accountNotBefore);
    const { detail, at } = change;
    const event = { detail, at, actor, data: dataOf(change) };
    appendTargetEvent(db, ref, { kind: changes > 0 ? "look" : "late", ...event });
    return changes > 0;
  }

  function readWork(id: string, attempt: number): Work | null {
    const row = workRow.get(id, attempt);
    return row && workOf(row, workMedia.all(row.postId));
  }
}
