// What every change of an attempt may write: its receipt, its steps, and the time of its post.
import type { Database } from "bun:sqlite";
import { boundSteps, MAX_ATTEMPTS, type AttemptRecord, type Step } from "../../domain/evidence.ts";
import type { Json } from "../../domain/json.ts";
import type { AttemptRef } from "../../domain/target-move.ts";

/** Statements for the transaction that is open. */
export function openAttemptRows(db: Database) {
  const receipt = db.query("UPDATE attempt SET receipt = ? WHERE target_id = ? AND n = ?");
  // Each write of this table writes the post's texts again.
  const touch = db.query("UPDATE post SET updated_at = $at WHERE id = $id AND updated_at < $at");
  const steps = db.query<{ steps: string }, [string, number]>(
    "SELECT steps FROM attempt WHERE target_id = ? AND n = ?",
  );
  const lookAskedBy = db.query<{ actor: string | null }, [string]>(
    "SELECT look_asked_by AS actor FROM target WHERE id = ?",
  );
  const setSteps = db.query("UPDATE attempt SET steps = ? WHERE target_id = ? AND n = ?");
  return {
    /** Who asked for the look that is now answered, as the audit log names them; null for Crier. */
    lookAskedBy: ({ id }: AttemptRef): string | null => lookAskedBy.get(id)?.actor ?? null,
    addSteps({ id, attempt }: AttemptRef, more: readonly Step[]): void {
      if (more.length === 0) return;
      const before = JSON.parse(steps.get(id, attempt)?.steps ?? "[]") as Step[];
      setSteps.run(JSON.stringify(boundSteps([...before, ...more])), id, attempt);
    },
    saveReceipt({ id, attempt }: AttemptRef, value: Json): void {
      receipt.run(JSON.stringify(value), id, attempt);
    },
    touchPost(postId: string, at: number): void {
      touch.run({ at, id: postId });
    },
  };
}

type AttemptRow = Omit<AttemptRecord, "steps"> & { readonly steps: string };

/** The latest attempts of a post's targets and the last that was sent, oldest first: a person may retry without limit. */
export function attemptsOf(db: Database, postId: string): AttemptRecord[] {
  const rows = db.query<AttemptRow, [string]>(
    `SELECT target_id AS targetId, n AS attempt, started_at AS startedAt, sent_at AS sentAt, fingerprint,
       settled_at AS endedAt, outcome, steps FROM target JOIN attempt ON target_id = target.id WHERE post_id = +? AND (n > attempt - ${MAX_ATTEMPTS}
       OR n = (SELECT max(n) FROM attempt AS sent WHERE sent.target_id = target.id AND sent.sent_at IS NOT NULL))
     ORDER BY target_id, n`,
  );
  return rows.all(postId).map(({ steps, ...row }) => ({ ...row, steps: JSON.parse(steps) as Step[] }));
}
