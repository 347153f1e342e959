// Tests upgrading an older database: its posts are found from the first moment, and people stay signed in.
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { storeFiles } from "../../store/index.ts";
import { MIGRATIONS } from "../../store/sqlite/migrations.ts";

const BEFORE = 12;
const POSTS = 600;
const SESSIONS = 5;

test("an older database is searched whole, and its integrity holds", async () => {
  const folder = mkdtempSync(join(tmpdir(), "crier-migration-"));
  const path = join(folder, "crier.sqlite");
  try {
    older(path);
    {
      await using store = await storeFiles.open(folder, (_, upgrade) => upgrade());
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

test("people stay signed in, and each of their sessions has an id of its own", async () => {
  const folder = mkdtempSync(join(tmpdir(), "crier-migration-"));
  try {
    older(join(folder, "crier.sqlite"));
    await using store = await storeFiles.open(folder, (_, upgrade) => upgrade());
    const listed = await store.sessions.ofPerson("owner", SESSIONS + 1);
    expect(new Set(listed.map(({ id }) => id)).size).toBe(SESSIONS);
    for (const { id } of listed)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    const last = { createdAt: 1, lastUsedAt: SESSIONS, email: "a@b.c", address: null, device: null };
    expect(listed[0]).toMatchObject(last);
    expect(await store.sessions.byHash(hashOf(SESSIONS))).toMatchObject(last);
    expect(await store.people.settings("owner")).toEqual({
      ...{ name: null, timezone: null, theme: "auto", letterKeys: true },
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

const hashOf = (n: number) => new Uint8Array(32).fill(n);

test("an older database's posts have their status, creator and first publication in lists", async () => {
  const folder = mkdtempSync(join(tmpdir(), "crier-migration-"));
  const path = join(folder, "crier.sqlite");
  try {
    older(path);
    {
      using db = new Database(path);
      db.run(
        `INSERT INTO account (id, profile_id, platform, remote_id, handle, display_name, status, simulated, rules, connected_at)
         VALUES ('a', 'profile', 'x', 'r', 'h', 'd', 'active', 0, '{}', 1)`,
      );
      db.run(
        `INSERT INTO target (id, post_id, position, account_id, platform, handle, simulated, state, attempt, caption, options,
           published_at) SELECT 't', id, 0, 'a', 'x', 'h', 0, 'posted', 1, 'c', '{}', 77 FROM post WHERE caption = 'Harbour 7'`,
      );
      db.run(
        `INSERT INTO audit (at, actor, action, subject, detail)
         SELECT 1, 'owner:a@b.c', 'post.create', id, 'null' FROM post WHERE caption = 'Harbour 7'`,
      );
    }
    await using store = await storeFiles.open(folder, (_, upgrade) => upgrade());
    const { counts } = await store.posts.counts("profile", {});
    expect([counts.draft, counts.posted]).toEqual([POSTS - 1, 1]);
    const [first, ...more] = await store.posts.page("profile", { createdBy: ["owner:a@b.c"] }, 10, null);
    expect([first?.caption, more]).toEqual(["Harbour 7", []]);
    const [latest] = await store.posts.page("profile", {}, 1, null, "published");
    expect(latest?.createdBy).toEqual({ kind: "person", name: "a@b.c" });
    const month = { from: 0, to: 100 };
    const placed = await store.posts.calendar("profile", month, {}, 10);
    expect(placed.map(({ at, post }) => [at, post.caption])).toEqual([[77, "Harbour 7"]]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a database with posts loses nothing, and a caption may be empty afterwards", async () => {
  const folder = mkdtempSync(join(tmpdir(), "crier-migration-"));
  const path = join(folder, "crier.sqlite");
  const last = MIGRATIONS.indexOf(MIGRATIONS.find((sql) => sql.includes("any_caption")) ?? "");
  try {
    older(path, last);
    {
      using db = new Database(path);
      db.run(
        `INSERT INTO account (id, profile_id, platform, remote_id, handle, display_name, status, simulated, rules, connected_at)
         VALUES ('a', 'profile', 'x', 'r', 'h', 'd', 'active', 0, '{}', 1)`,
      );
      db.run(
        `INSERT INTO target (id, post_id, position, account_id, platform, handle, simulated, state, attempt, caption, options)
         SELECT 't' || seq, id, 0, 'a', 'x', 'h', 0, 'draft', 0, caption, '{}' FROM post`,
      );
      db.run("INSERT INTO attempt (target_id, n, started_at) SELECT id, 1, 1 FROM target");
      db.run(
        "INSERT INTO event (post_id, target_id, kind, detail, at) SELECT post_id, id, 'claim', 'd', 1 FROM target",
      );
      db.run(
        `INSERT INTO media (id, profile_id, sha256, filename, kind, mime, size, created_at)
         VALUES ('m', 'profile', '${"a".repeat(64)}', 'f', 'image', 'image/png', 1, 1)`,
      );
      db.run("INSERT INTO post_media (post_id, position, media_id) SELECT id, 0, 'm' FROM post");
    }
    const before = contents(path);
    expect(before["post"]).toHaveLength(POSTS);
    {
      await using store = await storeFiles.open(folder, (_, upgrade) => upgrade());
      expect((await store.posts.page("profile", { text: "harbour 7" }, 10, null)).length).toBeGreaterThan(0);
    }
    const after = contents(path);
    for (const [table, rows] of Object.entries(before)) {
      if (table.startsWith("post_search") || table === "workspace") continue;
      const kept = (row: Row) => Object.keys(row).filter((name) => !MOVED.includes(`${table}.${name}`));
      const found = after[RENAMED[table] ?? table]?.map((row, n) => pick(row, kept(rows[n] ?? {})));
      expect(found).toEqual(rows.map((row) => pick(row, kept(row))));
    }
    expect(new Set(after["post"]?.map(({ problems }) => problems))).toEqual(new Set(["[]"]));
    using db = new Database(path);
    expect(db.query("PRAGMA integrity_check").all()).toEqual([{ integrity_check: "ok" }]);
    expect(db.query("PRAGMA foreign_key_check").all()).toEqual([]);
    db.run("PRAGMA foreign_keys = ON");
    expect(db.run("UPDATE post_content SET value = '' WHERE value = 'Harbour 9'").changes).toBe(1);
    db.run("DELETE FROM post");
    for (const table of ["target", "attempt", "event", "post_media", "post_content"])
      expect([table, db.query(`SELECT count(*) AS n FROM ${table}`).get()]).toEqual([table, { n: 0 }]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

type Row = Record<string, unknown>;

/** Columns whose texts stand in post_content now. */
const MOVED = ["post.caption", "post.overrides", "post.options", "target.caption", "target.options"];

/** Tables that have another name now. */
const RENAMED: Readonly<Record<string, string>> = { owner: "person" };

/** Every row of every table. */
function contents(path: string): Record<string, Row[]> {
  using db = new Database(path, { readonly: true });
  const tables = db
    .query<{ name: string }, []>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    )
    .all();
  return Object.fromEntries(
    tables.map(({ name }) => [name, db.query<Row, []>(`SELECT * FROM "${name}"`).all()]),
  );
}

const pick = (row: Row, names: readonly string[]): Row =>
  Object.fromEntries(names.map((name) => [name, row[name]]));

function older(path: string, version = BEFORE): void {
  using db = new Database(path, { create: true });
  for (const sql of MIGRATIONS.slice(0, version)) db.run(sql);
  db.run(`PRAGMA user_version = ${version}`);
  db.run("INSERT INTO profile (id, name, timezone, created_at) VALUES ('profile', 'p', 'UTC', 1)");
  db.query(
    `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ? - 1)
     INSERT INTO post (id, profile_id, caption, accounts, overrides, options, schedule, created_at, updated_at)
     SELECT format('019aa4c0-0000-7000-8000-%012d', i), 'profile', 'Harbour ' || i, 'null', '{}', '{}', 'draft', 1, 1 FROM n`,
  ).run(POSTS);
  const hasOwners = !MIGRATIONS.slice(0, version).some((sql) => sql.includes("RENAME TO person"));
  if (hasOwners)
    db.run("INSERT INTO owner (id, email, password_hash, created_at) VALUES ('owner', 'a@b.c', 'h', 1)");
  if (version > BEFORE) return;
  const session = db.query(
    "INSERT INTO session (hash, owner_id, created_at, last_used_at) VALUES (?, 'owner', 1, ?)",
  );
  for (let n = 1; n <= SESSIONS; n++) session.run(hashOf(n), n);
}

test("owners stay what they are, and the audit log keeps every line and its numbers", async () => {
  const folder = mkdtempSync(join(tmpdir(), "crier-migration-"));
  const path = join(folder, "crier.sqlite");
  const last = MIGRATIONS.indexOf(MIGRATIONS.find((sql) => sql.includes("RENAME TO person")) ?? "");
  try {
    older(path, last);
    {
      using db = new Database(path);
      db.run(
        `INSERT INTO audit (seq, at, actor, action, profile_id, subject, detail) VALUES
         (3, 1, 'owner:a@b.c', 'post.create', 'profile', 's', '{}'), (7, 2, 'cli', 'plan.set', NULL, 't', 'null')`,
      );
      db.run(
        "INSERT INTO session (hash, id, owner_id, created_at, last_used_at) VALUES (?, 's', 'owner', 1, 2)",
        [hashOf(1)],
      );
    }
    await using store = await storeFiles.open(folder, (_, upgrade) => upgrade());
    expect(await store.people.byEmail("a@b.c")).toMatchObject({
      id: "owner",
      role: "owner",
      profiles: "all",
    });
    expect(await store.sessions.byHash(hashOf(1))).toMatchObject({ personId: "owner", role: "owner" });
    expect((await store.audit.page(10, null)).map(({ seq, actor }) => [seq, actor])).toEqual([
      [7, "cli"],
      [3, "owner:a@b.c"],
    ]);
    using db = new Database(path);
    expect(() => db.run("DELETE FROM audit")).toThrow("only added to");
    expect(() => db.run("UPDATE audit SET actor = 'cli'")).toThrow("only added to");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("an older key says who made it, as the audit log knows it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "crier-migration-"));
  const path = join(folder, "crier.sqlite");
  const last = MIGRATIONS.indexOf(MIGRATIONS.find((sql) => sql.includes("last_used_from")) ?? "");
  try {
    older(path, last);
    {
      using db = new Database(path);
      const insert = db.query(
        `INSERT INTO api_key (id, profile_id, name, hash, last4, scopes, created_at, last_used_at)
         VALUES (?, 'profile', 'k', ?, 'abcd', '["read"]', 1, 2)`,
      );
      for (const [n, id] of ["made", "rotated", "restored"].entries()) insert.run(id, hashOf(n));
      db.run(
        `INSERT INTO audit (at, actor, action, profile_id, subject, detail) VALUES
         (1, 'owner:a@b.c', 'key.create', 'profile', 'made', '{}'),
         (2, 'cli', 'key.rotate', 'profile', 'made', '{"into":"rotated","overlapMs":0}'),
         (3, 'crier', 'account.check', 'profile', 'restored', 'null')`,
      );
    }
    await using store = await storeFiles.open(folder, (_, upgrade) => upgrade());
    const keys = await store.keys.ofProfile("profile");
    expect(keys.map(({ id, createdBy }) => [id, createdBy])).toEqual([
      ["made", "owner:a@b.c"],
      ["restored", null],
      ["rotated", "cli"],
    ]);
    expect(keys[0]).toMatchObject({ simulatedOnly: false, lastUsedAt: 2, lastUsedFrom: null });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
