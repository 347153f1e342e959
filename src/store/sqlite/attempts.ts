// What every change of an attempt may write: its receipt, and the time of its post.
import type { Database } from "bun:sqlite";
import type { Json } from "../../domain/json.ts";
import type { AttemptRef } from "../../domain/target-move.ts";

/** Statements for the transaction that is open. */
export function openAttemptRows(db: Database) {
  const receipt = db.query("UPDATE attempt SET receipt = ? WHERE target_id = ? AND n = ?");
  const touch = db.query("UPDATE post SET updated_at = max(updated_at, ?) WHERE id = ?");
  return {
    saveReceipt({ id, attempt }: AttemptRef, value: Json): void {
      receipt.run(JSON.stringify(value), id, attempt);
    },
    touchPost(postId: string, at: number): void {
      touch.run(at, postId);
    },
  };
}
