// Table attempt: what each attempt of a target sent, its outcome, and what it exchanged with the network.
import { boundSteps, MAX_ATTEMPTS, type AttemptRecord, type Step } from "../../domain/evidence.ts";
import type { Json } from "../../domain/json.ts";
import type { AttemptRef } from "../../domain/target-move.ts";
import type { Connection } from "./pool.ts";
import { jsonOf } from "./statements.ts";

/** What becomes of an attempt. What is left out stays as it is. */
export interface AttemptChange {
  readonly ref: AttemptRef;
  readonly at: number;
  readonly prepared?: { readonly json: Json; readonly fingerprint: string } | undefined;
  readonly receipt?: Json | undefined;
  /** It has ended with this move. */
  readonly outcome?: string | undefined;
  readonly steps?: readonly Step[] | undefined;
  /** Which process wrote the send mark. */
  readonly node?: string | null | undefined;
}

/** Of different targets. */
export async function updateAttempts(db: Connection, changes: readonly AttemptChange[]): Promise<void> {
  const changed = changes.filter(
    ({ prepared, receipt, outcome, steps = [] }) =>
      prepared !== undefined || receipt !== undefined || outcome !== undefined || steps.length > 0,
  );
  if (changed.length === 0) return;
  const steps = await allSteps(db, changed);
  const list = <T>(of: (change: AttemptChange) => T) => changed.map(of);
  await db.run(
    `UPDATE attempt SET sent_at = coalesce(made.sent_at, attempt.sent_at),
       prepared = coalesce(made.prepared::json, attempt.prepared),
       fingerprint = coalesce(made.fingerprint, attempt.fingerprint),
       receipt = coalesce(made.receipt::json, attempt.receipt),
       settled_at = coalesce(attempt.settled_at, made.settled_at), outcome = coalesce(attempt.outcome, made.outcome),
       steps = coalesce(made.steps::json, attempt.steps), node = coalesce(made.node, attempt.node)
     FROM unnest($ids::text[], $ns::bigint[], $sentAt::bigint[], $prepared::text[], $fingerprints::text[], $receipts::text[],
       $settledAt::bigint[], $outcomes::text[], $steps::text[], $nodes::text[])
       AS made (id, n, sent_at, prepared, fingerprint, receipt, settled_at, outcome, steps, node)
     WHERE target_id = made.id AND attempt.n = made.n`,
    {
      ids: list(({ ref }) => ref.id),
      ns: list(({ ref }) => ref.attempt),
      sentAt: list(({ prepared, at }) => (prepared ? at : null)),
      // The fingerprint is of this very text.
      prepared: list(({ prepared }) => (prepared ? JSON.stringify(prepared.json) : null)),
      fingerprints: list(({ prepared }) => prepared?.fingerprint ?? null),
      receipts: list(({ receipt }) => (receipt === undefined ? null : jsonOf(receipt))),
      settledAt: list(({ outcome, at }) => (outcome === undefined ? null : at)),
      outcomes: list(({ outcome }) => outcome ?? null),
      steps: list(({ ref }) => steps.get(ref.id) ?? null),
      nodes: list(({ node }) => node ?? null),
    },
  );
}

/** The steps that attempts have then, as JSON, of those that get more. */
async function allSteps(db: Connection, changes: readonly AttemptChange[]): Promise<Map<string, string>> {
  const added = changes.filter(({ steps = [] }) => steps.length > 0);
  if (added.length === 0) return new Map();
  const rows = await db.all<{ id: string; steps: string }>(
    `SELECT target_id AS id, steps FROM attempt JOIN unnest($ids::text[], $ns::bigint[]) AS named (id, n)
       ON target_id = named.id AND attempt.n = named.n FOR UPDATE OF attempt`,
    { ids: added.map(({ ref }) => ref.id), ns: added.map(({ ref }) => ref.attempt) },
  );
  const before = new Map(rows.map(({ id, steps }) => [id, JSON.parse(steps) as Step[]]));
  return new Map(
    added.map(({ ref, steps = [] }) => [
      ref.id,
      jsonOf(boundSteps([...(before.get(ref.id) ?? []), ...steps])),
    ]),
  );
}

type AttemptRow = Omit<AttemptRecord, "steps"> & { readonly steps: string };

/** The latest attempts of a post's targets and the last that was sent, oldest first: a person may retry without limit. */
export async function attemptsOf(db: Connection, postId: string): Promise<AttemptRecord[]> {
  const rows = await db.all<AttemptRow>(
    `SELECT target_id AS "targetId", n AS attempt, started_at AS "startedAt", sent_at AS "sentAt", fingerprint,
       settled_at AS "endedAt", outcome, steps FROM target JOIN attempt ON target_id = target.id
     WHERE post_id = $postId AND (n > attempt - ${MAX_ATTEMPTS}
       OR n = (SELECT max(n) FROM attempt AS sent WHERE sent.target_id = target.id AND sent.sent_at IS NOT NULL))
     ORDER BY target_id, n`,
    { postId },
  );
  return rows.map(({ steps, ...row }) => ({ ...row, steps: JSON.parse(steps) as Step[] }));
}
