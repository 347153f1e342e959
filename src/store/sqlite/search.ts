// Table post_search: the search index, filled after posts are stored and completed before each search.
import type { Search } from "../../domain/store/search.ts";
import type { Access } from "./access.ts";
import { firstRows } from "./first-rows.ts";
import { captionOf } from "../rows/post-content.ts";
import { searchTextOf, textQueryOf, type TextQuery } from "../rows/search-text.ts";

/** Posts that enter the index in one write, and characters of them: more would hold up all other requests. */
const STEP = 256;
const STEP_CHARACTERS = 32 * 1024;
/** Pages of the index that are written anew in one step. */
const MERGED_PAGES = 16;

/** The index, as the tables of posts use it. */
export interface SearchIndex extends Search {
  /** A caption was changed; call it inside the transaction that changes it. */
  edited(postId: string): void;
}

export function openSearch({ db, read, write }: Access): SearchIndex {
  const missing = db.query<{ n: number }, []>(
    "SELECT 1 AS n FROM post WHERE seq > (SELECT searched_to FROM workspace) LIMIT 1",
  );
  const next = db.query<Entry, [number]>(
    `SELECT seq, profile_id AS profileId, ${captionOf("post.id")} AS caption FROM post
     WHERE seq > (SELECT searched_to FROM workspace) ORDER BY seq LIMIT +?`,
  );
  const add = db.query("INSERT INTO post_search (rowid, words) VALUES (?, ?)");
  const mark = db.query("UPDATE workspace SET searched_to = ?");
  const indexed = db.query<Entry, [string]>(
    `SELECT seq, profile_id AS profileId, ${captionOf("post.id")} AS caption FROM post
     WHERE id = ? AND seq <= (SELECT searched_to FROM workspace)`,
  );
  const change = db.query("UPDATE post_search SET words = ? WHERE rowid = ?");
  const stale = db.query<{ level: number }, []>("SELECT search_stale AS level FROM workspace");
  const setStale = db.query("UPDATE workspace SET search_stale = ?");
  const merge = db.query("INSERT INTO post_search (post_search, rank) VALUES ('merge', ?)");
  const changes = db.query<{ n: number }, []>("SELECT total_changes() AS n");

  return { catchUp, complete, tidy, edited: update };

  async function catchUp(): Promise<boolean> {
    if (!(await read(() => missing.get()))) return false;
    await write(() => {
      const entries = firstRows(next.iterate(STEP), STEP_CHARACTERS, ({ caption }) => caption.length);
      for (const entry of entries) add.run(entry.seq, textOf(entry));
      const last = entries.at(-1);
      if (last) mark.run(last.seq);
    });
    return true;
  }

  async function complete(): Promise<void> {
    while (await catchUp());
  }

  async function tidy(): Promise<void> {
    while ((await read(() => stale.get()?.level ?? 0)) > 0) await write(tidySome);
  }

  /** A merge that is negative begins one of the whole index; one that writes nothing has found it done. */
  function tidySome(): void {
    const level = stale.get()?.level ?? 0;
    const before = countChanges();
    merge.run(level === 1 ? -MERGED_PAGES : MERGED_PAGES);
    if (level === 1) setStale.run(2);
    else if (countChanges() - before < 2) setStale.run(0);
  }

  function countChanges(): number {
    return changes.get()?.n ?? 0;
  }

  function update(postId: string): void {
    const entry = indexed.get(postId);
    if (!entry) return;
    change.run(textOf(entry), entry.seq);
    setStale.run(1);
  }
}

interface Entry {
  readonly seq: number;
  readonly profileId: string;
  readonly caption: string;
}

const textOf = ({ profileId, caption }: Entry) => searchTextOf(caption, scopeOf(profileId));

/** Four letters of the profile's id, from its random end. That two profiles share them costs time, no more. */
export const scopeOf = (profileId: string) => profileId.slice(-4);

/** How far the beginnings of words have an index of their own: the scope and three letters. */
const INDEXED = 7;

/** What a search looks for. */
export interface Query extends Pick<TextQuery, "parts"> {
  /** For MATCH: the one word that leads to the candidates. */
  readonly match: string;
}

/** @returns null when there is no word in it: nothing is found */
export function queryOf(profileId: string, text: string): Query | null {
  const query = textQueryOf(text, scopeOf(profileId));
  if (!query) return null;
  const { word, isBeginning, parts } = query;
  return { parts, match: isBeginning ? `"${Array.from(word).slice(0, INDEXED).join("")}" *` : `"${word}"` };
}
