// Translates filters of the post list to SQL (D27).
import { statusesWith } from "../../domain/post.ts";
import { IN_FLIGHT } from "../../domain/target-state.ts";
import type { PostFilter } from "../../domain/store/posts.ts";
import { sqlList } from "../rows/sql-list.ts";
import type { Query } from "./search.ts";

export type Values = Record<string, string | number>;

/** Conditions on `post`, and what they name. The text depends only on which filters there are. */
export interface Conditions {
  readonly sql: readonly string[];
  readonly values: Values;
}

/** `phaseOf` in SQL. */
const PHASE = `CASE WHEN state = 'pending' AND attempt > 0 THEN 'retrying'
  WHEN state IN (${sqlList(IN_FLIGHT)}) THEN 'publishing' ELSE state END`;

/** @param query what `filter.text` looks for; it also needs `lowest` and `highest`, the ends of a range of `seq` */
export function conditionsOf(filter: PostFilter, query: Query | null): Conditions {
  const { status, targetStatus, platform, accountId, createdBy, review, label, from, to } = filter;
  const values: Values = {};
  const sql: string[] = [];
  any("statuses", status, (set) => `+post.status IN ${set}`);
  any("phases", targetStatus, (set) => target(`${PHASE} IN ${set}`));
  any("platforms", platform, (set) => target(`platform IN ${set}`));
  any("accounts", accountId, (set) => target(`account_id IN ${set}`));
  any(
    "labels",
    label,
    (set) => `EXISTS (SELECT 1 FROM post_label WHERE post_id = post.id AND label_id IN ${set})`,
  );
  any("reviews", review, (set) => `+post.review_state IN ${set}`);
  any("creators", createdBy, (set) => `+post.created_by IN ${set}`);
  // The plus: an index on it would lead through all posts of that time, not only those that are asked about.
  add("from", from, "+post.planned_at >= +$from");
  add("to", to, "+post.planned_at <= +$to");
  add("match", query?.match, SEARCH);
  add("parts", query && JSON.stringify(query.parts), null);
  return { sql, values };

  function add(name: string, value: string | number | null | undefined, condition: string | null) {
    if (value === null || value === undefined) return;
    values[name] = value;
    if (condition !== null) sql.push(condition);
  }

  function any(name: string, list: readonly string[] | undefined, condition: (set: string) => string) {
    if (list) add(name, JSON.stringify(list), condition(setOf(name)));
  }
}

const setOf = (name: string) => `(SELECT value FROM json_each(+$${name}))`;

const target = (condition: string) =>
  `EXISTS (SELECT 1 FROM target WHERE post_id = post.id AND ${condition})`;

/** One word leads to candidates, within the range; the rest is looked for in their words. */
const SEARCH = `post.seq IN (SELECT rowid FROM post_search
  WHERE post_search MATCH +$match AND rowid BETWEEN +$lowest AND +$highest
    AND NOT EXISTS (SELECT 1 FROM json_each(+$parts) WHERE instr(words, value) = 0))`;

/** A look-up that gives every post that a filter can find, and perhaps others. */
export interface Lookup {
  /** Gives `id`; needs `limit` and `profile`. */
  readonly sql: string;
  readonly values: Values;
}

/** What an index can say about the filter: each of these alone has all posts that can be found. */
export function lookupsOf(filter: PostFilter): Lookup[] {
  const { status, targetStatus, platform, accountId, createdBy, review, label, from, to } = filter;
  const list = (values: readonly string[]) => ({ list: JSON.stringify(values) });
  const has = (set: string) => `SELECT DISTINCT post_id AS id FROM target WHERE ${set} LIMIT +$limit`;
  const own = (condition: string) =>
    `SELECT id FROM post WHERE profile_id = +$profile AND ${condition} LIMIT +$limit`;
  const inStatus = (statuses: readonly string[]) => ({
    sql: own(`status IN ${setOf("list")}`),
    values: list(statuses),
  });
  return [
    ...(label ? [{ sql: LABELLED, values: list(label) }] : []),
    ...(accountId ? [{ sql: has(`account_id IN ${setOf("list")}`), values: list(accountId) }] : []),
    ...(platform ? [{ sql: has(`account_id IN ${ON_PLATFORMS}`), values: list(platform) }] : []),
    ...(targetStatus ? [inStatus(targetStatus.flatMap(statusesWith))] : []),
    ...(status ? [inStatus(status)] : []),
    ...(review ? [{ sql: own(`review_state IN ${setOf("list")}`), values: list(review) }] : []),
    ...(createdBy ? [{ sql: own(`created_by IN ${setOf("list")}`), values: list(createdBy) }] : []),
    ...(from !== undefined || to !== undefined
      ? [
          {
            sql: own("planned_at BETWEEN +$from AND +$to"),
            values: { from: from ?? 0, to: to ?? Number.MAX_SAFE_INTEGER },
          },
        ]
      : []),
  ];
}

const LABELLED = `SELECT DISTINCT post_id AS id FROM post_label WHERE label_id IN ${setOf("list")} LIMIT +$limit`;
const ON_PLATFORMS = `(SELECT id FROM account WHERE profile_id = +$profile AND platform IN ${setOf("list")})`;
