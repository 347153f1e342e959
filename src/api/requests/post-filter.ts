// The filters of the list of posts (D27).
import { ROLES } from "../../domain/permission.ts";
import { REVIEW_STATES } from "../../domain/review.ts";
import { personActor } from "../../domain/person.ts";
import { Type, type Static } from "@sinclair/typebox";
import { Problem } from "../../errors.ts";
import { momentOf } from "../../time.ts";
import { POST_STATUSES, TARGET_STATUSES } from "../../domain/post.ts";
import type { PostFilter } from "../../domain/store/posts.ts";
import { uuid } from "../views/shapes.ts";
import { text } from "../views/text.ts";

const moment = text({
  maxLength: 40,
  description: "ISO 8601 with an offset; on scheduledFor, else createdAt",
});

/** One or several, apart by commas; what they may be is checked in `filterOf`, which lists it. */
const several = (of: string) =>
  Type.Optional(text({ minLength: 1, maxLength: MAX_LIST, description: `${of}; several apart by commas` }));
const MAX_LIST = 2000;

export const filterQuery = {
  status: several(POST_STATUSES.join(", ")),
  targetStatus: several(TARGET_STATUSES.join(", ")),
  platform: several("a network, such as bluesky"),
  accountId: several("id of an account"),
  from: Type.Optional(moment),
  to: Type.Optional(moment),
  by: several("who created it: `person:<email>`, `key:<id>` or `cli`"),
  review: several(REVIEW_STATES.join(", ")),
  label: several("id of a label"),
  q: Type.Optional(text({ minLength: 1, maxLength: 200, description: "words of the caption" })),
};

const shape = Type.Object(filterQuery);
export type PostQuery = Static<typeof shape>;

/**
 * @param platforms every network there is
 * @throws Problem invalid_query for a time that is none and a word that is not possible
 */
export function filterOf(query: PostQuery, platforms: readonly string[]): PostFilter {
  return {
    status: wordsOf("status", query.status, POST_STATUSES),
    targetStatus: wordsOf("targetStatus", query.targetStatus, TARGET_STATUSES),
    platform: wordsOf("platform", query.platform?.toLowerCase(), platforms),
    accountId: idsOf("accountId", query.accountId),
    review: wordsOf("review", query.review, REVIEW_STATES),
    label: idsOf("label", query.label),
    createdBy: creatorsOf(query.by),
    from: timeOf("from", query.from),
    to: timeOf("to", query.to),
    text: textOf(query.q),
  };
}

function wordsOf<W extends string>(
  name: string,
  list: string | undefined,
  possible: readonly W[],
): W[] | undefined {
  if (list === undefined) return undefined;
  const found = wordsIn(list).map((word) => possible.find((each) => each === word));
  const known = found.filter((word) => word !== undefined);
  if (known.length < found.length) throw wrong(name, `must be one or more of ${possible.join(", ")}`);
  return known;
}

function idsOf(name: string, list: string | undefined): string[] | undefined {
  const ids = list === undefined ? undefined : wordsIn(list.toLowerCase());
  if (ids && !ids.every((id) => new RegExp(uuid.pattern ?? "").test(id)))
    throw wrong(name, "must be one or more uuids, apart by commas");
  return ids;
}

function creatorsOf(list: string | undefined): string[] | undefined {
  const creators = list === undefined ? undefined : wordsIn(list.toLowerCase());
  if (creators && !creators.every((each) => CREATOR.test(each)))
    throw wrong("by", "must be one or more of person:<email>, key:<id> and cli, apart by commas");
  return creators?.flatMap(actorsOf);
}
const CREATOR = /^(key:[0-9a-f-]{36}|(person|owner):[^\s@]+@[^\s@]+|cli)$/;

/** A person is written down with the role that they had then. */
function actorsOf(creator: string): string[] {
  const email = /^(?:person|owner):(.+)$/.exec(creator)?.[1];
  return email === undefined ? [creator] : ROLES.map((role) => personActor({ role, email }));
}

/** In one order, each once: equal lists make equal queries. */
const wordsIn = (list: string) => [...new Set(list.split(",").map((word) => word.trim()))].toSorted();

function wrong(name: string, message: string): Problem {
  return new Problem("invalid_query", `\`${name}\` ${message}.`, {
    errors: [{ pointer: `/${name}`, message }],
  });
}

/** U+0000 would end the search's text for SQLite in the middle of a quote. */
function textOf(q: string | undefined): string | undefined {
  const text = q?.replaceAll("\0", " ").trim();
  return text === "" ? undefined : text;
}

const timeOf = (name: string, text: string | undefined) =>
  text === undefined ? undefined : momentIn(name, text);

/** A time in the query, ms since 1970. @param name of its parameter @throws Problem invalid_query */
export function momentIn(name: string, text: string): number {
  // A plus sign that was not escaped arrives as a space.
  const at = momentOf(text.replace(" ", "+"));
  if (at === null) throw wrong(name, "must be a time with an offset, such as 2027-01-31T09:00:00Z");
  return at;
}
