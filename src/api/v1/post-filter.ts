// The filters of the list of posts (D27).
import { Type, type Static } from "@sinclair/typebox";
import { Problem } from "../../errors.ts";
import { momentOf } from "../../moment.ts";
import { POST_STATUSES, TARGET_STATUSES } from "../../publishing/post.ts";
import type { PostFilter } from "../../publishing/ports.ts";
import { uuid, words } from "./shapes.ts";

const moment = Type.String({
  maxLength: 40,
  description: "ISO 8601 with an offset; on scheduledFor, else createdAt",
});

export const filterQuery = {
  status: Type.Optional(words(POST_STATUSES)),
  targetStatus: Type.Optional(words(TARGET_STATUSES)),
  platform: Type.Optional(Type.String({ maxLength: 50 })),
  accountId: Type.Optional(uuid),
  from: Type.Optional(moment),
  to: Type.Optional(moment),
  q: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: "words of the caption" })),
};

const shape = Type.Object(filterQuery);
export type PostQuery = Static<typeof shape>;

/** @throws Problem invalid_query for a time that is none */
export function filterOf({ q, from, to, ...words }: PostQuery): PostFilter {
  const { status, targetStatus, platform, accountId } = words;
  return {
    status: status && [status],
    targetStatus: targetStatus && [targetStatus],
    platform: platform === undefined ? undefined : [platform],
    accountId: accountId === undefined ? undefined : [accountId.toLowerCase()],
    from: timeOf("from", from),
    to: timeOf("to", to),
    text: textOf(q),
  };
}

/** U+0000 would end the search's text for SQLite in the middle of a quote. */
function textOf(q: string | undefined): string | undefined {
  const text = q?.replaceAll("\0", " ").trim();
  return text === "" ? undefined : text;
}

function timeOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  // A plus sign that was not escaped arrives as a space.
  const at = momentOf(text.replace(" ", "+"));
  if (at === null) {
    const errors = [
      { pointer: `/${name}`, message: "must be a time with an offset, such as 2027-01-31T09:00:00Z" },
    ];
    throw new Problem("invalid_query", `\`${name}\` is no time with an offset.`, { errors });
  }
  return at;
}
