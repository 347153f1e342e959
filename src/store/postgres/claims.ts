// Begins attempts: of two who claim a target, one gets it.
import { DatabaseError } from "pg";
import type { Due, Work } from "../../domain/store/journal.ts";
import type { Transaction } from "./access.ts";
import { NOT_IN_PAUSED_ACCOUNT } from "./account-pause.ts";
import { NO_TRIAL, UNDER_WAY } from "./due.ts";
import { blockPauses, lockFreeAccounts, lockPosts } from "./locks.ts";
import { touchPosts } from "./moves.ts";
import { LEASED } from "./nodes.ts";
import { NOT_PAUSED } from "./pause.ts";
import type { Connection } from "./pool.ts";
import { NOT_IN_PAUSED_QUEUE } from "./queue-pause.ts";
import { readWorks } from "./work.ts";

/** Another attempt of the account has begun since: the index of attempts under way has one for each account. */
export const isAccountBusy = (error: unknown): boolean =>
  error instanceof DatabaseError && error.constraint === "target_one_of_account";

export interface Claim {
  readonly due: Due;
  readonly from: "pending" | "retrying";
  readonly at: number;
}

/** Of different targets. Each with its attempt, or null when it did not begin. */
export async function claimTargets(
  db: Transaction,
  claims: readonly Claim[],
  node: string | null,
): Promise<(Work | null)[]> {
  await blockPauses(db);
  await lockPosts(
    db,
    claims.map(({ due }) => due.postId),
  );
  const free: Claim[] = [];
  const accounts = await lockFreeAccounts(
    db,
    claims.map(({ due }) => due.accountId),
  );
  for (const claim of claims)
    if (accounts.has(claim.due.accountId) && (await mayTryServer(db, claim.due))) free.push(claim);
  const claimedIds = await begin(db, free, node);
  const refs = free
    .filter(({ due }) => claimedIds.has(due.id))
    .map(({ due, at, from }) => ({ ...due, attempt: due.attempt + 1, at, from, dueAt: due.dueAt }));
  await db.run(
    `INSERT INTO attempt (target_id, n, started_at)
     SELECT * FROM unnest($ids::text[], $ns::bigint[], $ats::bigint[])`,
    { ids: refs.map(({ id }) => id), ns: refs.map(({ attempt }) => attempt), ats: refs.map(({ at }) => at) },
  );
  for (const { at, from, dueAt, deferredSince, ...ref } of refs) {
    const start = from === "pending" ? "an attempt begins" : "another attempt begins";
    const detail = `${start}, ${Math.max(0, at - dueAt)} ms after its time`;
    const data = { ms: Math.max(0, at - (deferredSince ?? dueAt)) };
    db.records.ofTarget(ref, { kind: "claim", detail, at, data });
  }
  await touchPosts(
    db,
    refs.map((ref) => ({ ref, facts: { at: ref.at, dueAt: null, detail: "" } })),
  );
  const works = await readWorks(db, refs);
  return claims.map(({ due }) => works.get(due.id) ?? null);
}

/** After the pause of a server that failed, one attempt tries it for all others. */
async function mayTryServer(db: Connection, { id, server, serverPause }: Due): Promise<boolean> {
  if (!serverPause) return true;
  // Locked first: the next statement sees what the one who was faster has done.
  await db.get("SELECT server FROM server_failure WHERE server = $server FOR UPDATE", { server });
  const trying = await db.run(
    `UPDATE server_failure SET trial = $id WHERE server = $server AND ${NO_TRIAL}`,
    { id, server },
  );
  return trying > 0;
}

/** @returns the ids of those that have begun */
async function begin(db: Connection, claims: readonly Claim[], node: string | null): Promise<Set<string>> {
  const rows = await db.all<{ id: string }>(
    `UPDATE target SET state = 'preparing', node = $node::text, state_at = claimed.at, attempt = target.attempt + 1, due_at = NULL,
       tries = tries + 1, tries_since = coalesce(tries_since, claimed.at), deferred_since = NULL,
       failure = CASE WHEN failure ->> 'code' = 'waiting' THEN NULL ELSE failure END,
       lateness = coalesce(lateness, greatest(0, claimed.at - coalesce(deferred_since, due_at)))
     FROM unnest($ids::text[], $from::text[], $attempts::bigint[], $ats::bigint[]) AS claimed (id, from_state, attempt, at)
     WHERE target.id = claimed.id AND state = from_state AND target.attempt = claimed.attempt AND due_at <= claimed.at
       AND NOT EXISTS (${UNDER_WAY} under_way.account_id = target.account_id)
       AND ${NOT_PAUSED} AND ${NOT_IN_PAUSED_QUEUE} AND ${NOT_IN_PAUSED_ACCOUNT} AND ${LEASED}
     RETURNING target.id`,
    {
      node,
      ids: claims.map(({ due }) => due.id),
      from: claims.map(({ from }) => from),
      attempts: claims.map(({ due }) => due.attempt),
      ats: claims.map(({ at }) => at),
    },
  );
  return new Set(rows.map(({ id }) => id));
}
