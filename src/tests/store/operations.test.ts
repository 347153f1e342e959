// What holds for every operation of the store: it may run twice, and it reads by an index.
import { POST_SORTS } from "../../domain/store/posts.ts";
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Store } from "../../domain/store/index.ts";
import { storeFiles, storeOn } from "../../store/index.ts";
import { openCurrentDatabase } from "../../store/sqlite/open.ts";
import { fill, LEFT_OUT, OPERATIONS, refuse } from "./operations.ts";

let folder = "";
let template = "";

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "crier-operations-"));
  template = join(folder, "template");
  mkdirSync(template);
  await using store = await storeFiles.open(template);
  await fill(store);
});

afterAll(() => rmSync(folder, { recursive: true }));

/** @returns what the operation answered, and the whole database after it */
async function outcome(act: (store: Store) => Promise<unknown>, name: string) {
  const own = mkdtempSync(join(folder, "run-"));
  cpSync(template, own, { recursive: true });
  let answer: unknown;
  {
    await using store = await storeFiles.open(own);
    answer = await act(store);
  }
  using db = new Database(join(own, "crier.sqlite"), { readonly: true });
  const tables = db
    .query<{ name: string }, []>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'post_search_%'",
    )
    .all();
  const rows = tables.map((table) => [table.name, db.query(`SELECT * FROM ${table.name}`).all()]);
  return { name, answer, rows };
}

test("every operation is tested", async () => {
  await using store = await storeFiles.open(template);
  const names = Object.entries(store).flatMap(([port, value]) =>
    typeof value === "function" ? [port] : Object.keys(value as object).map((name) => `${port}.${name}`),
  );
  expect([...Object.keys(OPERATIONS), ...LEFT_OUT].toSorted()).toEqual(names.toSorted());
});

describe("in a group with one that throws, it does what it does alone", () => {
  for (const [name, act] of Object.entries(OPERATIONS))
    test(name, async () => {
      const alone = await outcome(act, name);
      const together = await outcome(async (store) => {
        const [answer, refused] = await Promise.allSettled([act(store), refuse(store)]);
        expect(refused.status).toBe("rejected");
        return answer.status === "fulfilled" ? answer.value : answer.reason;
      }, name);
      expect(together).toEqual(alone);
    });
});

/** Filled by people, by hand, or bounded: small, and read as a whole. Restores read everything once. */
const SMALL =
  /^SCAN ((undo|answer) USING COVERING INDEX|known_backup|account|person|invite|profile|webhook\b|webhook_delivery USING INDEX webhook_delivery_(sending|due)|api_key|import_host|network_application|oauth_result|server_failure|session|signing_key|slot|workspace|json_each|CONSTANT|\()/;
const LAST_ONE = /^SCAN (event|audit)$/;
const WHOLE = ["LEFT JOIN attempt ON target_id = id AND n = attempt WHERE state <> 'posted'"];
/** Sorts no more than a limit lets in, or what people made by hand. */
const SORTED = [
  /\(\+post\.(planned|published)_at, \+post\.id\) [<>] .* LIMIT/,
  /^SELECT DISTINCT post_id AS id FROM (target|post_label) .* LIMIT/,
  /FROM (known_backup|slot|person|profile|account|server_failure|signing_key|webhook_secret)\b/,
  /FROM attempt/,
  // At most as many as may be under way.
  /^DELETE FROM consent/,
];

test("no query reads or sorts a table that grows", async () => {
  const own = mkdtempSync(join(folder, "plans-"));
  cpSync(template, own, { recursive: true });
  const asked = new Set<string>();
  const db = openCurrentDatabase(own);
  const query = db.query.bind(db);
  db.query = (sql: string) => {
    asked.add(sql);
    return query(sql);
  };
  await using store = storeOn(db, own);
  const filter = {
    status: ["failed"],
    targetStatus: ["posted"],
    platform: ["x"],
    accountId: ["y"],
    createdBy: ["cli"],
    review: ["asked"],
    label: ["z"],
    from: 1,
    to: 2,
  } as const;
  const filters = Object.entries(filter).map(([name, value]) => ({ [name]: value }));
  for (const each of [{}, filter, ...filters, { text: "abc" }, { ...filter, text: "abc" }]) {
    for (const sort of POST_SORTS) await store.posts.page("p", each, 5, null, sort);
    await store.posts.counts("p", each);
    await store.posts.calendar("p", { from: 0, to: 9 }, each, 5);
  }
  await store.posts.events("p", "x");
  const acts = { who: "cli", action: "post.create", profileId: "p", subject: "s", from: 1, to: 2 };
  const ways = Object.entries(acts).map(([name, value]) => ({ [name]: value }));
  for (const each of [{}, acts, { from: 1, to: 2 }, { action: "post" }, ...ways])
    for (const place of [null, { at: 5, seq: 5 }]) await store.audit.page(5, place, each);
  using other = new Database(join(own, "crier.sqlite"));
  const faults = [...asked].flatMap((sql) => faultsOf(other, sql));
  expect(faults).toEqual([]);
});

function faultsOf(db: Database, text: string): string[] {
  const sql = text.replaceAll(/\s+/g, " ").trim();
  if (!/^(SELECT|UPDATE|DELETE|INSERT)/.test(sql) || WHOLE.some((known) => sql.includes(known))) return [];
  const statement = db.prepare<{ detail: string }, null[]>(`EXPLAIN QUERY PLAN ${text}`);
  const plan = statement.all(...Array.from({ length: statement.paramsCount }, () => null));
  const sorts = SORTED.some((known) => known.test(sql));
  return plan
    .map(({ detail }) => detail)
    .filter((detail) => {
      if (detail.includes("TEMP B-TREE")) return !sorts;
      if (LAST_ONE.test(detail)) return !sql.includes("LIMIT 1");
      return detail.startsWith("SCAN") && !detail.includes("VIRTUAL TABLE") && !SMALL.test(detail);
    })
    .map((detail) => `${detail}: ${sql}`);
}
