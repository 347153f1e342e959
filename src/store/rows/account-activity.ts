// Rows of what happened to an account, as both stores read them.
import type { AccountActivity } from "../../domain/account-activity.ts";
import type { Failure } from "../../domain/post.ts";

export interface FactsRow {
  readonly accountId: string;
  readonly waiting: number;
  readonly lastSuccessAt: number | null;
}
export interface FailureRow {
  readonly at: number;
  readonly failure: string | null;
  readonly postId: string;
}

export function lastFailureOf(row: FailureRow | null): AccountActivity["lastFailure"] {
  if (!row) return null;
  const why = row.failure === null ? null : (JSON.parse(row.failure) as Failure);
  return { at: row.at, postId: row.postId, detail: why?.detail ?? "" };
}
