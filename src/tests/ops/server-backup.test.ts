// Backups of a database on a server: the same folders, verified and restored in the same way.
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../../clock.ts";
import { openLog } from "../../log.ts";
import { runBackupTask } from "../../ops/backup-process.ts";
import type { Backups } from "../../ops/backups.ts";
import { startScheduledBackups } from "../../ops/scheduled-backups.ts";
import { openPlace } from "../../store/index.ts";
import { openPool } from "../../store/postgres/pool.ts";
import { startBucket, type TestBucket } from "../support/bucket.ts";
import { postgresPrograms, startPostgres, type PostgresServer } from "../support/postgres.ts";
import { runCommand } from "../support/run-command.ts";
import { waitUntil } from "../support/wait-until.ts";

const KEY = "5".repeat(64);

describe.skipIf(postgresPrograms === null)("backups of a database on a server", () => {
  let server: PostgresServer;
  let bucket: TestBucket;
  const root = mkdtempSync(join(tmpdir(), "crier-server-backup-"));
  let env: Record<string, string> = {};
  let url = "";
  let place = "";
  let count = 0;

  beforeAll(async () => {
    server = await startPostgres();
    bucket = startBucket();
  });
  afterAll(async () => {
    await bucket[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
    rmSync(root, { recursive: true, force: true });
  });
  beforeEach(async () => {
    const own = join(root, String(++count));
    url = await server.database();
    place = join(own, "backups");
    const fixed = { CRIER_URL: "http://127.0.0.1:1", CRIER_SECRET_KEY: KEY, ...bucket.settings };
    env = { CRIER_DATA: join(own, "beside"), CRIER_DATABASE: url, ...fixed };
    await run("profile", "create", "me");
    await run("account", "connect", "bluesky", "--profile", "me", "--simulated", "--handle", "ok");
    await run("post", "create", "a draft", "--profile", "me", "--draft");
    await run("post", "create", "soon", "--profile", "me", "--at", "in 300 hours", "--yes");
  });

  async function run(...args: readonly string[]): Promise<string> {
    const ran = await runCommand(args, env);
    expect(ran).toMatchObject({ code: 0 });
    return ran.out;
  }
  async function inDatabase(sql: string): Promise<unknown> {
    await using pool = openPool({ url, name: "test", sessions: 1 });
    return await pool.use((session) => session.get(sql));
  }

  test("one is made, verified, restored into a folder with its hold, and moved to an empty database", async () => {
    await inDatabase("UPDATE target SET due_at = 1 WHERE state = 'pending'");
    const backup = await run("backup", place);
    const verified = JSON.parse(await run("verify-backup", backup, "--json")) as { sound: boolean };
    expect(verified.sound).toBeTrue();

    const { err, code } = await runCommand(["restore", backup], env);
    expect([code, err]).toEqual([1, expect.stringContaining("crier --data FOLDER restore BACKUP")]);
    const folder = join(root, `restored-${count}`);
    const restored = await run("--data", folder, "restore", backup);
    expect(restored).toContain("1 delivery is on hold");
    using db = new Database(join(folder, "crier.sqlite"), { readonly: true });
    expect(
      db
        .query("SELECT value AS caption, status FROM post JOIN post_content ON post_id = id ORDER BY seq")
        .all(),
    ).toEqual([
      { caption: "a draft", status: "draft" },
      { caption: "soon", status: "uncertain" },
    ]);

    // The setting still names the database that is given up.
    const fresh = await server.database();
    await run("--data", folder, "move", "--to", fresh);
    env = { ...env, CRIER_DATABASE: fresh };
    const { posts } = JSON.parse(await run("post", "list", "--json")) as { posts: { status: string }[] };
    expect(posts.map(({ status }) => status).toSorted()).toEqual(["draft", "uncertain"]);
  });

  test("one is made while attempts are under way, and holds them when it is restored", async () => {
    const started =
      "INSERT INTO node (id, name, started_at, lease_until, ended, session) VALUES ('n', 'n', 1, 1e15::bigint, 0, 's')";
    await inDatabase(started);
    await inDatabase(
      "UPDATE target SET state = 'committing', attempt = 1, due_at = NULL, node = 'n' WHERE state = 'pending'",
    );
    await inDatabase(
      `INSERT INTO attempt (target_id, n, started_at, sent_at, prepared, fingerprint)
       SELECT id, 1, 1, 1, '{}', 'f' FROM target WHERE state = 'committing'`,
    );
    const backup = await run("backup", place);
    const folder = join(root, `restored-${count}`);
    expect(await run("--data", folder, "restore", backup)).toContain("1 delivery is on hold");
  });

  test("the process that makes the server's backups makes this one, and says how far it is", async () => {
    const stages = new Set<string>();
    const task = {
      ...({ kind: "backup", to: place, takenAt: Date.now(), keep: 3, bucket: null } as const),
      ...{ data: env["CRIER_DATA"] ?? "", database: url, configuredKey: KEY },
    };
    const result = await runBackupTask(
      task,
      ({ stage }) => void stages.add(stage),
      new AbortController().signal,
    );
    expect(result.damage).toBeNull();
    expect([...stages]).toContain("database");
  });

  test("of several processes, one makes those of the schedule", async () => {
    const made: string[] = [];
    const release = Promise.withResolvers<void>();
    const places = [openPlace("", url), openPlace("", url)];
    const stores = await Promise.all(places.map((each) => each.open()));
    const log = openLog("error", systemClock, () => {}, "json");
    const started = places.map((each, n) =>
      startScheduledBackups({
        ...{ clock: systemClock, log, zone: "UTC", takeTurn: each.lockBackups },
        backups: backupsOf(`process ${n}`, made, release.promise),
      }),
    );
    await waitUntil(() => made.length > 0);
    await Promise.race([started[0]?.firstRun, started[1]?.firstRun]);
    expect(made).toHaveLength(1);
    release.resolve();
    for (const each of started) await each.stop();
    for (const store of stores) await store[Symbol.asyncDispose]();
  });

  test("a database that was moved makes no backups, and names the new place", async () => {
    const folder = join(root, `third-${count}`);
    await run("move", "--to", `folder:${folder}`);
    const refused = await runCommand(["backup", place], env);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining(`to folder:${folder}`) });
  });
});

/** As much as the schedule asks for: one is due until it is made, which lasts until `release`. */
function backupsOf(name: string, made: string[], release: Promise<void>): Backups {
  const none = async () => null;
  return {
    plan: async () => ({ every: "6h", keep: null, folder: "/nowhere", fixed: [] }),
    list: async () => [],
    newestAt: none,
    async backUp() {
      made.push(name);
      const ended = { kind: "backup", name, endedAt: 1, copied: 1, failure: null } as const;
      return { ended: release.then(() => ended) };
    },
    verify: async () => {},
    jobs: async () => ({ running: null, last: null }),
    own: () => ({ seen: "", ended: 0 }),
    forgetRunning: async () => {},
    keyFile: null,
    folderFault: none,
    idle: async () => {},
  };
}
