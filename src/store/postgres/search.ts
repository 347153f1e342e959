// Searches the words of captions: column post.words, and lexemes, its index.
import type { Search } from "../../domain/store/search.ts";
import { textQueryOf, type TextQuery } from "../rows/search-text.ts";
import type { Connection } from "./pool.ts";
import type { Values } from "./statements.ts";

/** The index is part of the table: nothing is ever missing in it. */
export const SEARCH: Search = {
  catchUp: async () => false,
  complete: async () => {},
  tidy: async () => {},
};

/** What is found may be taken as it is when it is not more. */
const FEW = 1000;

/** One word leads to candidates; the rest is looked for in their words. */
const FOUND = `post.lexemes @@ $match::tsquery
  AND NOT EXISTS (SELECT 1 FROM unnest($parts::text[]) AS part WHERE strpos(post.words, part) = 0)`;

/** Posts of a profile with these words, as a condition. Null when there is no word in the text: nothing is found. */
export async function searchFor(
  db: Connection,
  profile: string,
  text: string,
): Promise<{ readonly sql: string; readonly values: Values } | null> {
  const query = textQueryOf(text);
  if (!query) return null;
  const values = { match: tsqueryOf(query), parts: query.parts };
  // PostgreSQL can't know how rare a word is, and would look through all posts for it.
  const found = await db.list<{ id: string }>(
    `SELECT id FROM post WHERE profile_id = $profile AND ${FOUND} LIMIT ${FEW + 1}`,
    { ...values, profile },
  );
  if (found.length > FEW) return { sql: FOUND, values };
  return { sql: "post.id = ANY($found::text[])", values: { found: found.map(({ id }) => id) } };
}

function tsqueryOf({ word, isBeginning }: TextQuery): string {
  return `'${word.replaceAll(/['\\]/g, "$&$&")}'${isBeginning ? ":*" : ""}`;
}
