// Translates filters of the post list to SQL, using the same rules that determine a post's status (D27).
import { phaseOf, STATUS_RULES, type Phase, type PostStatus } from "../../domain/post.ts";
import { IN_FLIGHT, TRANSITIONS, type State } from "../../domain/target-state.ts";
import type { PostFilter } from "../../domain/store/posts.ts";
import { sqlList } from "./sql-list.ts";
import type { Query } from "./search.ts";

export type Values = Record<string, string | number>;

/** Conditions on `post`, and what they name. The text depends only on which filters there are. */
export interface Conditions {
  readonly sql: readonly string[];
  readonly values: Values;
}

/** The time that `from` and `to` are about, as the index post_when has it. */
const WHEN = "coalesce(post.scheduled_for, post.created_at)";

/** `phaseOf` in SQL. */
const PHASE = `CASE WHEN state = 'pending' AND attempt > 0 THEN 'retrying'
  WHEN state IN (${sqlList(IN_FLIGHT)}) THEN 'publishing' ELSE state END`;

/** @param query what `filter.text` looks for; it also needs `lowest` and `highest`, the ends of a range of `seq` */
export function conditionsOf(filter: PostFilter, query: Query | null): Conditions {
  const { status, targetStatus, platform, accountId, from, to } = filter;
  const values: Values = {};
  const sql: string[] = [];
  if (status) sql.push(`(${status.map(statusCondition).join(" OR ")})`);
  any("phases", targetStatus, (set) => target(`${PHASE} IN ${set}`));
  any("platforms", platform, (set) => target(`platform IN ${set}`));
  any("accounts", accountId, (set) => target(`account_id IN ${set}`));
  // The plus: the index on it would lead through all posts of that time, not only those that are asked about.
  add("from", from, `+${WHEN} >= +$from`);
  add("to", to, `+${WHEN} <= +$to`);
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

/** The first rule that holds names the status: this one does, and none before it. */
function statusCondition(status: PostStatus): string {
  const index = STATUS_RULES.findIndex((rule) => rule.status === status);
  const conditions = STATUS_RULES.slice(0, index + 1).map(({ all, some, schedules }) =>
    [
      ...(schedules ? [`post.schedule IN (${sqlList(schedules)})`] : []),
      ...(all ? [`NOT ${target(`${PHASE} NOT IN (${sqlList(all)})`)}`] : []),
      ...(some ? [target(`${PHASE} IN (${sqlList(some)})`)] : []),
    ].join(" AND "),
  );
  const own = conditions.at(-1) ?? "TRUE";
  return [own, ...conditions.slice(0, -1).map((earlier) => `NOT (${earlier})`)].join(" AND ");
}

/** A look-up that gives every post that a filter can find, and perhaps others. */
export interface Lookup {
  /** Gives `id`; needs `limit` and `profile`. */
  readonly sql: string;
  readonly values: Values;
}

/** What an index can say about the filter: each of these alone has all posts that can be found. */
export function lookupsOf({ status, targetStatus, platform, accountId, from, to }: PostFilter): Lookup[] {
  const states = statesOf(targetStatus ?? []);
  const own = statesOf((status ?? []).flatMap(phasesOf));
  const has = (set: string) => `SELECT DISTINCT post_id AS id FROM target WHERE ${set} LIMIT +$limit`;
  return [
    ...(accountId
      ? [{ sql: has(`account_id IN ${setOf("accounts")}`), values: { accounts: JSON.stringify(accountId) } }]
      : []),
    ...(platform
      ? [{ sql: has(`account_id IN ${ON_PLATFORMS}`), values: { platforms: JSON.stringify(platform) } }]
      : []),
    ...[targetStatus && states, status && own].flatMap((set) =>
      set ? [{ sql: has(`state IN ${setOf("states")}`), values: { states: JSON.stringify(set) } }] : [],
    ),
    ...(from !== undefined || to !== undefined
      ? [{ sql: BETWEEN, values: { from: from ?? 0, to: to ?? Number.MAX_SAFE_INTEGER } }]
      : []),
  ];
}

const ON_PLATFORMS = `(SELECT id FROM account WHERE profile_id = +$profile AND platform IN ${setOf("platforms")})`;
const BETWEEN = `SELECT id FROM post WHERE profile_id = +$profile AND ${WHEN} BETWEEN +$from AND +$to LIMIT +$limit`;

/** A post of this status has a target in one of these. */
function phasesOf(status: PostStatus): readonly Phase[] {
  const rule = STATUS_RULES.find((each) => each.status === status);
  return rule?.all ?? rule?.some ?? [];
}

function statesOf(phases: readonly Phase[]): State[] {
  return (Object.keys(TRANSITIONS) as State[]).filter((state) =>
    [0, 1].some((attempt) => phases.includes(phaseOf({ state, attempt }))),
  );
}
