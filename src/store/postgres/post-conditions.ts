// Translates filters of the post list to SQL.
import type { PostFilter } from "../../domain/store/posts.ts";
import { statesOf } from "./phases.ts";
import type { Connection } from "./pool.ts";
import { searchFor } from "./search.ts";
import type { Value, Values } from "./statements.ts";

/** Conditions on `post`, and what they name. */
export interface Conditions {
  readonly sql: readonly string[];
  readonly values: Values;
}

/**
 * Posts of a profile. Columns are compared with lists of values only: by them PostgreSQL knows how many posts a filter finds.
 * @returns null when nothing can match
 */
export async function conditionsOf(
  db: Connection,
  profile: string,
  filter: PostFilter,
): Promise<Conditions | null> {
  const { status, targetStatus, platform, accountId, createdBy, review, label, from, to, text } = filter;
  const words = text === undefined ? NO_WORDS : await searchFor(db, profile, text);
  if (!words) return null;
  const values: Record<string, Value> = { profile, ...words.values };
  const sql = ["post.profile_id = $profile", words.sql];
  add("statuses", status, "post.status = ANY($statuses::text[])");
  add("states", targetStatus && statesOf(targetStatus), target(phaseAmong(targetStatus)));
  add("accounts", accountId, target("account_id = ANY($accounts::text[])"));
  add(
    "there",
    platform && (await accountsOn(db, profile, platform)),
    target("account_id = ANY($there::text[])"),
  );
  add("labels", label, LABELLED);
  add("reviews", review, "post.review_state = ANY($reviews::text[])");
  add("creators", createdBy, "post.created_by = ANY($creators::text[])");
  add("from", from, "post.planned_at >= $from");
  add("to", to, "post.planned_at <= $to");
  return { sql, values };

  function add(name: string, value: Value | undefined, condition: string): void {
    if (value === undefined) return;
    values[name] = value;
    sql.push(condition);
  }
}

const target = (condition: string) =>
  `EXISTS (SELECT 1 FROM target WHERE post_id = post.id AND ${condition})`;
const LABELLED =
  "EXISTS (SELECT 1 FROM post_label WHERE post_id = post.id AND label_id = ANY($labels::text[]))";
const NO_WORDS = { sql: "true", values: {} };

/** The states say it all, but for `pending`: after an attempt that is a retry. */
function phaseAmong(phases: PostFilter["targetStatus"] = []): string {
  const inStates = "state = ANY($states::text[])";
  const [first, again] = [phases.includes("pending"), phases.includes("retrying")];
  if (first === again) return inStates;
  return `${inStates} AND (state <> 'pending' OR attempt ${first ? "=" : ">"} 0)`;
}

/** A post is on a platform by its accounts, of which there are few. */
async function accountsOn(db: Connection, profile: string, platforms: readonly string[]): Promise<string[]> {
  const rows = await db.all<{ id: string }>(
    "SELECT id FROM account WHERE profile_id = $profile AND platform = ANY($platforms::text[])",
    { profile, platforms },
  );
  return rows.map(({ id }) => id);
}
