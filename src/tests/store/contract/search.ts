// The store's contract: which posts a search in their words finds. The same ones, whatever the store searches with.
import { expect } from "bun:test";
import { AT, entry, id, post, PROFILE, profile } from "../records.ts";
import type { Rule } from "./index.ts";

const LONG = "a".repeat(100);
const CAPTIONS: Readonly<Record<number, string>> = {
  10: "Crème brûlée tonight",
  20: "L'été à la plage, c'est fini",
  30: "東京で朝ごはん",
  40: 'Café ☕ and 🎉 at C:\\path, 100% sure_thing & "quoted" | it\'s',
  50: "Harbour morning at the harbour",
  60: "Größe ΣΊΣΥΦΟΣ Йога",
  70: `${LONG}b`,
  80: "Half \ud83c of a pair",
  90: "",
};
/** What is searched for, and the posts it finds, newest first. */
const FOUND: Readonly<Record<string, readonly number[]>> = {
  "creme brulee": [10],
  BRÛL: [10],
  "tonight creme": [10],
  "tonight nothing": [],
  t: [],
  cr: [10],
  "cr ": [10],
  "cr tonight": [],
  ete: [20],
  "l'été": [20],
  "l'plage": [],
  "plage l'": [20],
  東京: [30],
  京東: [],
  朝: [30],
  "☕": [40],
  "🎉 cafe": [40],
  "100%": [40],
  "1000": [],
  "c:\\path": [40],
  "\\": [],
  "'": [],
  "it's": [40],
  '"quoted" |': [40],
  sure_th: [40],
  "sure% t_ing": [],
  "a:* | b & !c": [],
  at: [50, 40],
  "at harb": [50],
  harbour: [50],
  "harbour harbour": [50],
  "the the harbour morning": [50],
  GRÖSSE: [],
  größe: [60],
  "σισυφοσ йог": [60],
  [LONG]: [70],
  aa: [70],
  "half pair": [80],
  "half of": [80],
  "�": [80],
  "": [],
  " \n ": [],
  "\0": [],
};

export function searchContract(rule: Rule): void {
  rule("a search finds whole words in any order, and how the last one begins", async ({ store, other }) => {
    for (const [n, caption] of Object.entries(CAPTIONS))
      await store.posts.create({ ...post(id(Number(n)), "draft", "draft"), caption }, null, null, entry);
    await store.profiles.create({ ...profile, id: id(98), name: "another" }, [], entry);
    const another = { ...post(id(110), "draft", "draft"), profileId: id(98), caption: "creme", targets: [] };
    await store.posts.create(another, null, null, entry);
    const found: Record<string, readonly number[]> = {};
    for (const text of Object.keys(FOUND)) {
      const posts = await other.posts.page(PROFILE, { text }, 10, null);
      found[text] = posts.map((each) => Number(each.id.slice(-2)));
    }
    expect(found).toEqual(FOUND);
  });

  rule("of what many posts say, pages, orders and counts have all of it", async ({ store }) => {
    const count = 1005;
    const create = async (n: number) => {
      const scheduledFor = AT + ((n * 7) % count);
      const each = { ...post(id(10_000 + 10 * n), "pending", "time"), caption: `Post ${n}`, scheduledFor };
      await store.posts.create(each, null, null, entry);
    };
    for (let n = 0; n < count; n += 67)
      await Promise.all(Array.from({ length: 67 }, (_, next) => create(n + next)));
    const filter = { text: "pos" };
    const newest = await store.posts.page(PROFILE, filter, 2, null);
    expect(newest.map(({ caption }) => caption)).toEqual(["Post 1004", "Post 1003"]);
    const next = await store.posts.page(PROFILE, filter, 1, newest[1]?.id ?? null);
    expect(next.map(({ caption }) => caption)).toEqual(["Post 1002"]);
    const soonest = await store.posts.page(PROFILE, filter, 3, null, "soonest");
    expect(soonest.map(({ scheduledFor }) => scheduledFor)).toEqual([AT, AT + 1, AT + 2]);
    expect((await store.posts.counts(PROFILE, filter)).counts.scheduled).toBe(count);
    expect(await store.posts.page(PROFILE, { text: "post 1004" }, 10, null)).toHaveLength(1);
  });
}
