// Tests that posts from before table post_content keep their texts and options, in both stores.
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Store } from "../../domain/store/index.ts";
import { storeFiles } from "../../store/index.ts";
import { openPostgresStore } from "../../store/postgres/index.ts";
import { openPool } from "../../store/postgres/pool.ts";
import { MIGRATIONS } from "../../store/sqlite/migrations.ts";
import { postgresPrograms, startPostgres } from "../support/postgres.ts";

const POST = "019aa4c0-0000-7000-8000-000000000001";
const overrides = { x: "For X 🎉", "bluesky:h1": 'A "second"\nline\u2028', mastodon: "It's out" };
const options = { x: { reply: "none", list: [1.5, true, null] }, h2: { deep: { ключ: "\u0001" } } };
/** Of each target: that of an override, another's, the caption, and one that stands nowhere else. */
const TARGETS = [
  { caption: overrides.x, options: options.x },
  { caption: overrides["bluesky:h1"], options: {} },
  { caption: "It's out", options: options.h2 },
  { caption: "Nowhere else", options: { only: "here" } },
];

const quoted = (value: unknown) =>
  `'${(typeof value === "string" ? value : JSON.stringify(value)).replaceAll("'", "''")}'`;
const ROWS = [
  "INSERT INTO profile (id, name, timezone, created_at) VALUES ('profile', 'p', 'UTC', 1)",
  `INSERT INTO post (id, profile_id, caption, accounts, overrides, options, schedule, created_at, updated_at)
   VALUES (${quoted(POST)}, 'profile', 'It''s out', 'null', ${quoted(overrides)}, ${quoted(options)}, 'draft', 1, 1)`,
  ...TARGETS.flatMap((target, n) => [
    `INSERT INTO account (id, profile_id, platform, remote_id, handle, display_name, status, simulated, rules, connected_at)
     VALUES ('a${n}', 'profile', 'x', 'r${n}', 'h${n}', 'd', 'active', 0, '{}', 1)`,
    `INSERT INTO target (id, post_id, position, account_id, platform, handle, simulated, state, caption, options)
     VALUES ('t${n}', ${quoted(POST)}, ${n}, 'a${n}', 'x', 'h', 0, 'draft', ${quoted(target.caption)}, ${quoted(target.options)})`,
  ]),
];

async function expectAll(store: Store): Promise<void> {
  const post = await store.posts.get("profile", POST);
  expect(post?.targets.map((each) => ({ caption: each.caption, options: each.options }))).toEqual(TARGETS);
  // What stood nowhere but with its target is an override of that account now.
  expect(post).toMatchObject({
    caption: "It's out",
    overrides: { ...overrides, a3: "Nowhere else" },
    options: { ...options, a3: { only: "here" } },
  });
  expect(Object.keys(post?.overrides ?? {})).toEqual([...Object.keys(overrides), "a3"]);
}

test("in a data folder", async () => {
  const folder = mkdtempSync(join(tmpdir(), "crier-migration-"));
  const before = MIGRATIONS.findIndex((sql) => sql.includes("TABLE post_content"));
  try {
    {
      using db = new Database(join(folder, storeFiles.databaseFile), { create: true });
      for (const sql of [...MIGRATIONS.slice(0, before), ...ROWS]) db.run(sql);
      db.run(`PRAGMA user_version = ${before}`);
    }
    await using store = await storeFiles.open(folder, (_, upgrade) => upgrade());
    await expectAll(store);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.skipIf(postgresPrograms === null)("in PostgreSQL", async () => {
  await using server = await startPostgres();
  const url = await server.database();
  const folder = join(import.meta.dir, "../../store/postgres/migrations");
  {
    await using pool = openPool({ url, name: "test", sessions: 1 });
    await pool.use(async (session) => {
      await session.script("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
      for (const name of ["001_schema", "002_known_backups", "003_actions", "004_backup_job"])
        await session.script(await Bun.file(join(folder, `${name}.sql`)).text());
      for (const row of ROWS) await session.command(row);
      await session.command("CREATE TABLE schema_version (version bigint NOT NULL)");
      await session.command("INSERT INTO schema_version (version) VALUES (4)");
    });
  }
  await using store = await openPostgresStore({ url, name: "test", sessions: 2 });
  await expectAll(store);
});
