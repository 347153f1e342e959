// A database from before the search index caught up: its posts are found, and it can be searched from the first moment.
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { storeFiles } from "../../store/index.ts";
import { MIGRATIONS } from "../../store/sqlite/migrations.ts";

const BEFORE = 12;
const POSTS = 600;

test("an older database is searched whole, and its integrity holds", async () => {
  const folder = mkdtempSync(join(tmpdir(), "crier-migration-"));
  const path = join(folder, "crier.sqlite");
  try {
    older(path);
    {
      using store = storeFiles.open(folder, (_, upgrade) => upgrade());
      const found = await store.posts.page("profile", { text: "harbour 599" }, 10, null);
      expect(found.map(({ caption, revision }) => [caption, revision])).toEqual([["Harbour 599", 1]]);
    }
    using db = new Database(path, { readonly: true });
    expect(db.query("PRAGMA integrity_check").all()).toEqual([{ integrity_check: "ok" }]);
    expect(db.query("SELECT count(*) AS n FROM post_search").get()).toEqual({ n: POSTS });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

function older(path: string): void {
  using db = new Database(path, { create: true });
  for (const sql of MIGRATIONS.slice(0, BEFORE)) db.run(sql);
  db.run(`PRAGMA user_version = ${BEFORE}`);
  db.run("INSERT INTO profile (id, name, timezone, created_at) VALUES ('profile', 'p', 'UTC', 1)");
  db.query(
    `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ? - 1)
     INSERT INTO post (id, profile_id, caption, accounts, overrides, options, schedule, created_at, updated_at)
     SELECT format('019aa4c0-0000-7000-8000-%012d', i), 'profile', 'Harbour ' || i, 'null', '{}', '{}', 'draft', 1, 1 FROM n`,
  ).run(POSTS);
}
