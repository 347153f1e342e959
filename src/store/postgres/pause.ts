// Pauses of all publishing, of queues and of accounts, where attempts begin: none begins, and no mark is written, after one.
import type { AuditEntry } from "../../domain/audit.ts";
import {
  accountPausedFailure,
  pausedFailure,
  queuePausedFailure,
  type PublishingPause,
} from "../../domain/pause.ts";
import type { Failure } from "../../domain/post.ts";
import type { Workspace } from "../../domain/store/workspace.ts";
import type { AttemptRef } from "../../domain/target-move.ts";
import type { Access, Transaction } from "./access.ts";
import { NOT_IN_PAUSED_ACCOUNT } from "./account-pause.ts";
import { blockAttempts } from "./locks.ts";
import type { Connection } from "./pool.ts";
import { jsonOf } from "./statements.ts";

/** A condition on nothing but the workspace. */
export const NOT_PAUSED = "(SELECT paused_at FROM workspace) IS NULL";

/** The clock may have been set back since targets said so. */
const DAY_MS = 86_400_000;

export async function currentPause(db: Connection): Promise<PublishingPause | null> {
  return await db.get<PublishingPause>(
    `SELECT paused_reason AS reason, paused_at AS since, paused_by AS by FROM workspace WHERE paused_at IS NOT NULL`,
  );
}

export function openPause({ db, writeLocked }: Access): Pick<Workspace, "pause" | "setPause" | "liftPause"> {
  return {
    pause: () => currentPause(db),
    setPause: (pause, audit) => writeLocked((db) => setPause(db, pause, audit)),
    liftPause: (audit) => writeLocked((db) => liftPause(db, audit)),
  };
}

async function setPause(
  db: Transaction,
  { reason, since, by }: PublishingPause,
  audit: AuditEntry,
): Promise<PublishingPause> {
  await blockAttempts(db);
  await db.run(
    `UPDATE workspace SET paused_at = coalesce(paused_at, $since), paused_by = $by, paused_reason = $reason`,
    { reason, since, by },
  );
  db.records.audit(audit);
  return (await currentPause(db)) ?? { reason, since, by };
}

async function liftPause(db: Transaction, audit: AuditEntry): Promise<boolean> {
  const lifted = await db.run(
    `UPDATE workspace SET paused_at = NULL, paused_by = NULL, paused_reason = NULL WHERE paused_at IS NOT NULL`,
  );
  if (lifted === 0) return false;
  await db.run(
    `UPDATE target SET failure = NULL WHERE due_at <= $until AND state IN ('pending', 'retrying')
       AND failure ->> 'code' = 'waiting' AND failure ->> 'category' = 'interrupted'`,
    { until: audit.at + DAY_MS },
  );
  db.records.audit(audit);
  return true;
}

interface Silent {
  readonly target: AttemptRef;
  readonly failure: Failure;
}

/** Makes targets say so that are due, wait for a pause and do not say it yet. @returns their posts */
export async function notePauses(db: Transaction, now: number, limit: number): Promise<string[]> {
  const silent = await silentTargets(db, now, limit);
  for (const { target, failure } of silent) {
    const changes = await db.run(
      `UPDATE target SET failure = $failure WHERE id = $id AND state IN ('pending', 'retrying')`,
      { id: target.id, failure: jsonOf(failure) },
    );
    if (changes > 0) db.records.ofTarget(target, { kind: "defer", detail: failure.detail, at: now });
  }
  return [...new Set(silent.map(({ target }) => target.postId))];
}

export async function hasSilentTargets(db: Connection, now: number): Promise<boolean> {
  return (await silentTargets(db, now, 1)).length > 0;
}

/** Targets that are due, wait for a pause and do not say so yet, with what they are to say. */
async function silentTargets(db: Connection, now: number, limit: number): Promise<Silent[]> {
  const pause = await currentPause(db);
  if (pause) {
    const failure = pausedFailure(pause);
    const targets = await find(db, "target", "true", { now, limit, failure });
    return targets.map((target) => ({ target, failure }));
  }
  const failure = accountPausedFailure;
  const paused = "account.paused_at IS NOT NULL";
  const accounts = "account JOIN target ON account_id = account.id";
  const ofAccounts = await find(db, accounts, paused, { now, limit, failure });
  const inQueues = await silentInQueues(db, now, limit);
  return [...ofAccounts.map((target) => ({ target, failure })), ...inQueues].slice(0, limit);
}

async function silentInQueues(db: Connection, now: number, limit: number): Promise<Silent[]> {
  const queues = await db.all<{ id: string; reason: string }>(
    "SELECT id, queue_paused_reason AS reason FROM profile WHERE queue_paused_at IS NOT NULL",
  );
  const found: Silent[] = [];
  for (const { id, reason } of queues) {
    const failure = queuePausedFailure({ reason });
    const targets = await find(
      db,
      "post JOIN target ON target.post_id = post.id",
      `post.profile_id = $profileId AND post.status = 'queued' AND ${NOT_IN_PAUSED_ACCOUNT}`,
      { now, limit, failure },
      id,
    );
    found.push(...targets.map((target) => ({ target, failure })));
  }
  return found;
}

async function find(
  db: Connection,
  from: string,
  where: string,
  { now, limit, failure }: { readonly now: number; readonly limit: number; readonly failure: Failure },
  profileId?: string,
): Promise<AttemptRef[]> {
  return await db.all<AttemptRef>(
    `SELECT target.id, target.post_id AS "postId", target.attempt FROM ${from}
     WHERE ${where} AND target.due_at <= $now AND target.state IN ('pending', 'retrying')
       AND target.failure::text IS DISTINCT FROM $failure LIMIT $limit`,
    { now, limit, failure: jsonOf(failure), ...(profileId !== undefined && { profileId }) },
  );
}
