// The list of posts: newest first, by keyset, with filters made from the same rules that name a post's status (D27).
import type { Database } from "bun:sqlite";
import { STATUS_RULES, type PostStatus } from "../publishing/post.ts";
import type { PostFilter } from "../publishing/ports.ts";
import type { PostRow } from "./post-rows.ts";

type Values = Record<string, string | number>;

/**
 * The rows of one page. The text of the query depends only on which filters there are, so it is prepared once each, and
 * `+$name` keeps it planned (due.ts).
 */
export function pageOf(
  db: Database,
  profileId: string,
  filter: PostFilter,
  limit: number,
  before: string | null,
): PostRow[] {
  const values: Values = { profile: profileId, limit };
  const conditions = [
    "post.profile_id = +$profile",
    ...when(before, "post.id < +$before", (value) => (values["before"] = value)),
    ...when(filter.status, anyStatus, () => undefined),
    ...when(
      filter.targetStatus,
      target(among(PHASE, "phase")),
      (all) => (values["phase"] = JSON.stringify(all)),
    ),
    ...when(
      filter.platform,
      target(among("platform", "platform")),
      (all) => (values["platform"] = JSON.stringify(all)),
    ),
    ...when(
      filter.accountId,
      target(among("account_id", "account")),
      (all) => (values["account"] = JSON.stringify(all)),
    ),
    ...when(filter.from, `${WHEN} >= +$from`, (value) => (values["from"] = value)),
    ...when(filter.to, `${WHEN} <= +$to`, (value) => (values["to"] = value)),
    ...when(filter.text, SEARCH, (value) => (values["text"] = searchOf(value))),
  ];
  const sql = `SELECT post.* FROM post WHERE ${conditions.join(" AND ")} ORDER BY post.id DESC LIMIT +$limit`;
  return db.query<PostRow, Values>(sql).all(values);
}

const WHEN = "coalesce(post.scheduled_for, post.created_at)";
const SEARCH = "post.seq IN (SELECT rowid FROM post_search WHERE post_search MATCH +$text)";
const target = (condition: string) =>
  `EXISTS (SELECT 1 FROM target WHERE post_id = post.id AND ${condition})`;

/** Whether it is in a list that is handed over as JSON. */
const among = (what: string, name: string) => `${what} IN (SELECT value FROM json_each(+$${name}))`;

/** `phaseOf` in SQL. */
const PHASE = `CASE WHEN state = 'pending' AND attempt > 0 THEN 'retrying'
  WHEN state IN ('preparing', 'committing', 'processing') THEN 'publishing' ELSE state END`;

function when<T>(
  value: T | null | undefined,
  condition: string | ((value: T) => string),
  keep: (value: T) => void,
): string[] {
  if (value === null || value === undefined) return [];
  keep(value);
  return [typeof condition === "string" ? condition : condition(value)];
}

const anyStatus = (statuses: readonly PostStatus[]) =>
  `(${statuses.map((status) => `(${statusCondition(status)})`).join(" OR ")})`;

/** The first rule that holds names the status: this one does, and none before it. */
function statusCondition(status: PostStatus): string {
  const index = STATUS_RULES.findIndex((rule) => rule.status === status);
  const conditions = STATUS_RULES.slice(0, index + 1).map(({ all, some, schedules }) =>
    [
      ...(schedules ? [`post.schedule IN (${list(schedules)})`] : []),
      ...(all ? [`NOT ${target(`${PHASE} NOT IN (${list(all)})`)}`] : []),
      ...(some ? [target(`${PHASE} IN (${list(some)})`)] : []),
    ].join(" AND "),
  );
  const own = conditions.at(-1) ?? "TRUE";
  return [own, ...conditions.slice(0, -1).map((earlier) => `NOT (${earlier})`)].join(" AND ");
}

/** Words of our own, never a caller's. */
const list = (words: readonly string[]) => words.map((word) => `'${word}'`).join(", ");

/** Every word, the last one as far as it is typed; quoted, so that nothing in it is an operator. */
function searchOf(text: string): string {
  const words = text
    .normalize()
    .split(/\s+/)
    .filter((word) => word !== "");
  return words.map((word) => `"${word.replaceAll('"', '""')}"*`).join(" ");
}
