// Table post_search: the search index, filled after posts are stored and completed before each search.
import type { Search } from "../../domain/store/search.ts";
import type { Access } from "./access.ts";
import { wordsOf } from "./words.ts";

/** Posts that enter the index in one write: more would hold up all other requests. */
const STEP = 256;
/** Pages of the index that are written anew in one step. */
const MERGED_PAGES = 16;

/** The index, as the tables of posts use it. */
export interface SearchIndex extends Search {
  /** A caption was changed; call it inside the transaction that changes it. */
  edited(postId: string): void;
}

/** What a search looks for. */
export interface Query {
  /** For MATCH: the one word that leads to the candidates. */
  readonly match: string;
  /** Each stands somewhere in the words of a post that is found. */
  readonly parts: readonly string[];
}

export function openSearch({ db, read, write }: Access): SearchIndex {
  const missing = db.query<{ n: number }, []>(
    "SELECT 1 AS n FROM post WHERE seq > (SELECT searched_to FROM workspace) LIMIT 1",
  );
  const next = db.query<Entry, [number]>(
    `SELECT seq, profile_id AS profileId, caption FROM post
     WHERE seq > (SELECT searched_to FROM workspace) ORDER BY seq LIMIT +?`,
  );
  const add = db.query("INSERT INTO post_search (rowid, words) VALUES (?, ?)");
  const mark = db.query("UPDATE workspace SET searched_to = ?");
  const indexed = db.query<Entry, [string]>(
    `SELECT seq, profile_id AS profileId, caption FROM post
     WHERE id = ? AND seq <= (SELECT searched_to FROM workspace)`,
  );
  const change = db.query("UPDATE post_search SET words = ? WHERE rowid = ?");
  const stale = db.query<{ level: number }, []>("SELECT search_stale AS level FROM workspace");
  const setStale = db.query("UPDATE workspace SET search_stale = ?");
  const merge = db.query("INSERT INTO post_search (post_search, rank) VALUES ('merge', ?)");
  const changes = db.query<{ n: number }, []>("SELECT total_changes() AS n");

  return { catchUp, complete, tidy, edited };

  async function catchUp(): Promise<boolean> {
    if (!(await read(() => missing.get()))) return false;
    await write(() => {
      const entries = next.all(STEP);
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

  function edited(postId: string): void {
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

/** A space on both sides of every word, so that whole words can be found in it. */
function textOf({ profileId, caption }: Entry): string {
  const scope = scopeOf(profileId);
  return ` ${wordsOf(caption)
    .map(({ text }) => scope + text)
    .join(" ")} `;
}

/** Four letters of the profile's id, from its random end. That two profiles share them costs time, no more. */
const scopeOf = (profileId: string) => profileId.slice(-4);

/** The letters of a word that is not typed to the end have an index up to here. */
const LONGEST_BEGINNING = 3;
const SHORTEST_BEGINNING = 2;

/**
 * Every word of the text, in whatever order; what stands together without a space is found together. The last one may
 * go on, from its second letter. @returns null when there is no word in it: nothing is found
 */
export function queryOf(profileId: string, text: string): Query | null {
  const scope = scopeOf(profileId);
  const phrases = text
    .split(/\s+/u)
    .map(wordsOf)
    .filter((words) => words.length > 0);
  const last = phrases.at(-1)?.at(-1);
  if (!last) return null;
  const isOpen = last.grows && last.text.length >= SHORTEST_BEGINNING;
  const parts = phrases.map((words, index) => {
    const joined = words.map((word) => ` ${scope}${word.text}`).join("");
    return isOpen && index === phrases.length - 1 ? joined : `${joined} `;
  });
  const whole = phrases.flat().map((word) => word.text);
  if (isOpen) whole.pop();
  return { match: matchOf(scope, whole, isOpen ? last.text : null), parts: [...new Set(parts)] };
}

/** The longest word is likely the rarest; the others are looked for in what it finds. */
function matchOf(scope: string, whole: readonly string[], beginning: string | null): string {
  const longest = whole.reduce((a, b) => (b.length > a.length ? b : a), "");
  if (beginning === null || longest.length > beginning.length) return `"${scope}${longest}"`;
  return `"${scope}${Array.from(beginning).slice(0, LONGEST_BEGINNING).join("")}" *`;
}
