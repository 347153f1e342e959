// crier move: everything arrives, nothing is used in two places, and nobody learns a password.
import { Database } from "bun:sqlite";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SAMPLES } from "../../media/samples/index.ts";
import { move as moveAll, MOVE_STEPS } from "../../ops/move.ts";
import { openMovable, openPlace } from "../../store/index.ts";
import { openPool } from "../../store/postgres/pool.ts";
import { startBucket, type TestBucket } from "../support/bucket.ts";
import { crier, serve, type Ran } from "../support/command-line.ts";
import { startPostgresPair } from "../support/postgres-pair.ts";
import { postgresPrograms, startPostgres, type PostgresServer } from "../support/postgres.ts";
import { runCommand } from "../support/run-command.ts";
import { waitUntil } from "../support/wait-until.ts";

/** Not needed by a server that trusts everybody, and never to be seen. */
const PASSWORD = "Geh3im-9";

describe.skipIf(postgresPrograms === null)("crier move", () => {
  let server: PostgresServer;
  let template = "";
  let root = "";
  let data = "";
  let url = "";
  let bucket: TestBucket;
  let settings: Record<string, string> = {};

  beforeAll(async () => {
    server = await startPostgres();
    template = mkdtempSync(join(tmpdir(), "crier-move-template-"));
    const env = { CRIER_DATA: template };
    await crier(["profile", "create", "me"], env);
    await crier(["account", "connect", "bluesky", "--profile", "me", "--simulated", "--handle", "ok"], env);
    const file = SAMPLES.photo.path;
    await crier(["post", "create", "with a file", "--profile", "me", "--draft", "--media", file], env);
    await crier(["post", "create", "later", "--profile", "me", "--at", "in 300 hours", "--yes"], env);
    await crier(["post", "create", "published", "--profile", "me", "--now", "--yes"], env);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    rmSync(template, { recursive: true, force: true });
  });
  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), "crier-move-"));
    data = join(root, "data");
    cpSync(template, data, { recursive: true });
    url = (await server.database()).replace("crier@", `crier:${PASSWORD}@`);
    bucket = startBucket();
    settings = {
      ...bucket.settings,
      CRIER_URL: "http://127.0.0.1:1",
      CRIER_SECRET_KEY: readFileSync(join(data, "secret.key"), "utf8").trim(),
    };
  });
  afterEach(async () => {
    await bucket[Symbol.asyncDispose]();
    rmSync(root, { recursive: true, force: true });
  });

  const oldPlace = () => ({ CRIER_DATA: data, ...bucket.settings });
  const newPlace = () => ({ CRIER_DATA: join(root, "beside"), CRIER_DATABASE: url, ...settings });
  const move = (args: readonly string[], env: Record<string, string> = oldPlace()) =>
    runCommand(["move", ...args], env);
  const there = (more: readonly string[] = ["--with-media"]) => move(["--to", url, ...more]);

  function expectRefusal(ran: Ran, words: string | RegExp): void {
    expect(ran).toMatchObject({ code: 1, err: expect.stringMatching(new RegExp(words)) });
    expectNoPassword(ran);
  }
  function expectNoPassword(...ran: readonly Ran[]): void {
    for (const { out, err } of ran) {
      expect(out + err).not.toContain(PASSWORD);
      expect(out + err).not.toContain(settings["CRIER_SECRET_KEY"] ?? "?");
    }
  }
  const captions = async (env: Record<string, string>) => {
    const { out } = await runCommand(["post", "list", "--json"], env);
    return (JSON.parse(out) as { posts: { caption: string }[] }).posts
      .map(({ caption }) => caption)
      .toSorted();
  };
  const ALL = ["later", "published", "with a file"];
  /** Which of the two would publish. */
  const usable = async () => [
    ...((await opens(data, null)) ? ["old"] : []),
    ...((await opens(data, url)) ? ["new"] : []),
  ];

  test("to a server, with the files, and on to a new folder", async () => {
    const first = await there();
    expect(first).toMatchObject({ code: 0 });
    expect(first.out).toContain("Moved 3 posts, 1 account, 1 file to postgres://crier@127.0.0.1");
    expect(await captions(newPlace())).toEqual(ALL);
    expect([...bucket.objects.keys()].filter((key) => /[0-9a-f]{64}$/.test(key))).toHaveLength(1);
    const refused = await runCommand(["post", "list"], oldPlace());
    expectRefusal(refused, /Crier was moved from the data folder .* to postgres:\/\/crier@127\.0\.0\.1/);
    expectRefusal(await runCommand(["profile", "create", "two"], oldPlace()), "Crier was moved");
    expectRefusal(await there(), "Crier was moved .* already");

    const folder = join(root, "third");
    const second = await move(["--to", `folder:${folder}`, "--with-media"], newPlace());
    expect(second).toMatchObject({ code: 0 });
    const { CRIER_SECRET_KEY = "" } = settings;
    expect(await captions({ CRIER_DATA: folder, CRIER_SECRET_KEY })).toEqual(ALL);
    expectRefusal(
      await runCommand(["post", "list"], newPlace()),
      `moved from the database .* to folder:${folder}`,
    );
    const fetched = [...new Bun.Glob("media/[0-9a-f][0-9a-f]/*").scanSync({ cwd: folder })];
    expect(fetched.map((path) => path.slice(9))).toEqual(
      [...new Bun.Glob("media/[0-9a-f][0-9a-f]/*").scanSync({ cwd: data })].map((path) => path.slice(9)),
    );
    expectNoPassword(first, second);
  });

  test("a process that had the old place open can't write there any more", async () => {
    await using store = await openPlace(data, null).open();
    expect((await there()).code).toBe(0);
    await expect(store.workspace.setSecretKid("x")).rejects.toThrow("closed");
    await using server2 = await openPlace("", url).open();
    const folder = `folder:${join(root, "third")}`;
    expect((await move(["--to", folder], newPlace())).code).toBe(0);
    await expect(server2.workspace.setSecretKid("x")).rejects.toThrow("closed");
    await expect(server2.nodes.join("late")).rejects.toThrow("closed");
  });

  test("--check finds what is missing, and changes nothing", async () => {
    const before = fileOf(data);
    const missing = await there(["--check"]);
    expect(missing).toMatchObject({ code: 1 });
    expect(missing.out).toContain("1 file is not in the bucket");
    const ready = await there(["--check", "--with-media", "--json"]);
    expect(ready).toMatchObject({ code: 0 });
    expect(JSON.parse(ready.out)).toMatchObject({ problems: [], rows: { post: 3, target: 3 } });
    expect(fileOf(data)).toEqual(before);
    expect(bucket.objects.size).toBe(0);
    expect(await usable()).toEqual(["old", "new"]);
    expectNoPassword(missing, ready);
  });

  test("what keeps a move from being made is said in words, and the old place stays as it was", async () => {
    expectRefusal(await there([]), "1 file is not in the bucket test .* With --with-media");
    expectRefusal(await move(["--to", url], { CRIER_DATA: data }), "settings name none");
    expectRefusal(await move(["--to", `folder:${join(root, "x")}`]), "Both are data folders");
    expectRefusal(await move(["--back", url]), "Nothing was moved away");
    for (const args of [[], ["--to", `mysql://u:${PASSWORD}@h/d`], ["--to", url, "--back", url]]) {
      const ran = await move(args);
      expect(ran.code).toBe(2);
      expectNoPassword(ran);
    }
    const otherKey = { ...oldPlace(), CRIER_SECRET_KEY: "7".repeat(64) };
    expectRefusal(await move(["--to", url], otherKey), "secret key here is not the one");
    const { host } = new URL(url);
    expectRefusal(
      await move(["--to", `postgres://u:${PASSWORD}@${host}/none`]),
      "It was not possible to use the database",
    );
    expect(await usable()).toEqual(["old", "new"]);
    await runCommand(["profile", "create", "somebody"], newPlace());
    expectRefusal(await there(), "There is something in the database");
    expect(await captions(oldPlace())).toEqual(ALL);
  });

  test("not while a server runs, at either place", async () => {
    {
      await using running = await serve({ CRIER_DATA: data });
      expect(running.url).toBeTruthy();
      expectRefusal(await there(), "A Crier server is using the data folder");
      expect((await there(["--check"])).out).toContain("A Crier server is using");
    }
    const store = await openPlace("", url).open();
    await store.nodes.join("a server");
    expectRefusal(await there(), "A Crier server is using the database .* \\(a server\\)");
    await store.nodes.leave();
    await store[Symbol.asyncDispose]();
    expect((await there()).code).toBe(0);
  });

  test("what a server left under way is recovered first", async () => {
    using db = new Database(join(data, "crier.sqlite"));
    db.run("UPDATE target SET state = 'preparing', attempt = 1, due_at = NULL WHERE state = 'pending'");
    db.run(
      "INSERT INTO attempt (target_id, n, started_at) SELECT id, 1, 1 FROM target WHERE state = 'preparing'",
    );
    expect((await there()).code).toBe(0);
    expect(
      await inDatabase("SELECT count(*) AS n FROM target WHERE state IN ('pending', 'retrying')"),
    ).toEqual({ n: 1 });
  });

  test("back again, as long as nothing has happened at the new place", async () => {
    await there();
    const back = await move(["--back", url]);
    expect(back).toMatchObject({ code: 0, out: expect.stringContaining("is used in the data folder") });
    expect(await usable()).toEqual(["old"]);
    expect((await there()).code).toBe(0);
    expect(await usable()).toEqual(["new"]);
    await runCommand(["post", "create", "new", "--profile", "me", "--draft"], newPlace());
    const refused = await move(["--back", url]);
    expectRefusal(refused, "Crier has been used in .* since the move");
    expect(await usable()).toEqual(["new"]);
    expectNoPassword(back);
    // Without its address, it is known where no password is needed, or from the setting.
    expectRefusal(await move(["--back"]), "Crier has been used in .* since the move");
    expectRefusal(
      await move(["--back"], { ...newPlace(), CRIER_DATA: data }),
      "Crier has been used in .* since the move",
    );
  });

  test.each(MOVE_STEPS.map((step) => [step]))(
    "killed at %s, there are never two places to publish from",
    async (step) => {
      const ran = await crier(["move", "--to", url, "--with-media"], { ...oldPlace(), CRIER_CRASH_AT: step });
      expect(ran.code).toBe(137);
      expectNoPassword(ran);
      const now = await usable();
      if (step === "move_closed") expect(now).toEqual([]);
      else if (step === "move_opened") expect(now).toEqual(["new"]);
      else expect(now.filter((place) => place === "old")).toEqual(["old"]);
      if (MOVE_STEPS.indexOf(step) >= MOVE_STEPS.indexOf("move_prepared")) expect(now.length).toBeLessThan(2);
      const again = await there();
      expect(again.code).toBe(step === "move_opened" ? 1 : 0);
      expect(await usable()).toEqual(["new"]);
      expect(await captions(newPlace())).toEqual(ALL);
    },
  );

  test.each([["move_prepared"], ["move_copying"], ["move_filled"], ["move_closed"], ["move_opened"]])(
    "from the server to a folder, killed at %s, there are never two places either",
    async (step) => {
      await there();
      const folder = join(root, "third");
      const args = ["move", "--to", `folder:${folder}`, "--with-media"];
      const ran = await crier(args, { ...newPlace(), CRIER_CRASH_AT: step });
      expect(ran.code).toBe(137);
      const usableNow = async () => [...(await usable()), ...((await opens(folder, null)) ? ["third"] : [])];
      const expected = step === "move_closed" ? [] : step === "move_opened" ? ["third"] : ["new"];
      expect(await usableNow()).toEqual(expected);
      expect((await runCommand(args, newPlace())).code).toBe(step === "move_opened" ? 1 : 0);
      expect(await usableNow()).toEqual(["third"]);
      expect(
        await captions({ CRIER_DATA: folder, CRIER_SECRET_KEY: settings["CRIER_SECRET_KEY"] ?? "" }),
      ).toEqual(ALL);
    },
  );

  test("from one server to another one", async () => {
    await there();
    const other = await server.database();
    expect(await move(["--to", other], newPlace())).toMatchObject({ code: 0 });
    expect(await usable()).toEqual([]);
    expect(await captions({ ...newPlace(), CRIER_DATABASE: other })).toEqual(ALL);
  });

  test("killed before its last step, a move can also be taken back", async () => {
    await crier(["move", "--to", url, "--with-media"], { ...oldPlace(), CRIER_CRASH_AT: "move_closed" });
    expect(await usable()).toEqual([]);
    expect((await move(["--back", url])).code).toBe(0);
    expect(await usable()).toEqual(["old"]);
  });

  test("a copy that differs is not used", async () => {
    await inDatabase("CREATE RULE lost AS ON INSERT TO event DO INSTEAD NOTHING");
    expectRefusal(await there(), "copy of the table event differs: 0 of");
    expect(await usable()).toEqual(["old"]);
    await inDatabase("DROP RULE lost ON event");
    expect((await there()).code).toBe(0);
    expect(await usable()).toEqual(["new"]);
  });

  test("a connection that breaks ends the move, and the same command does it again", async () => {
    await there();
    const folder = join(root, "third");
    await using from = await openMovable("", url);
    await using to = await openMovable(folder, null);
    const interrupted = moveAll({
      ...{ from, to, recover: async () => {}, checkKey: () => {}, progress: () => {}, reached: () => {} },
      // Nobody keeps others from writing there any more.
      media: async () =>
        void (await inDatabase(
          "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = 'crier move'",
        )),
    });
    await expect(interrupted).rejects.toThrow(/The move was interrupted: .* Run the same command again/);
    expect([await usable(), await opens(folder, null)]).toEqual([["new"], false]);
    await from[Symbol.asyncDispose]();
    await to[Symbol.asyncDispose]();
    expect((await move(["--to", `folder:${folder}`], newPlace())).code).toBe(0);
    expect([await usable(), await opens(folder, null)]).toEqual([[], true]);
  });

  test("a bucket that does not answer ends the move, and the old place stays as it was", async () => {
    const away = { ...oldPlace(), CRIER_S3_ENDPOINT: "http://127.0.0.1:9" };
    const ended = await move(["--to", url, "--with-media"], away);
    expectRefusal(ended, "The move was interrupted: .* Run the same command again");
    expect(await opens(data, null)).toBeTrue();
    expect((await there()).code).toBe(0);
    expect(await usable()).toEqual(["new"]);
  });

  test("where no standby knows that the old place is closed, the new one is not opened", async () => {
    await using pair = await startPostgresPair(true);
    const old = pair.url;
    expect((await move(["--to", old, "--with-media"])).code).toBe(0);
    const folder = join(root, "third");
    await using from = await openMovable("", old);
    await using to = await openMovable(folder, null);
    const interrupted = moveAll({
      ...{ from, to, recover: async () => {}, checkKey: () => {}, media: async () => {}, progress: () => {} },
      reached: (step) => void (step === "move_filled" && pair.separate()),
    });
    const outcome = interrupted.then(() => "moved", String);
    await using pool = openPool({ url: old, name: "test", sessions: 1 });
    const cancel = "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'";
    await waitUntil(() => pool.use(async (session) => (await session.get(cancel)) !== null));
    expect(await outcome).toContain("The move was interrupted");
    expect(await opens(folder, null)).toBeFalse();
    pair.join();
    await pair.failOver();
    expect([await opens("", old), await opens(folder, null)]).toEqual([true, false]);
  });

  test("a folder in which a process died right after it had made the file is empty", async () => {
    await there();
    const folder = join(root, "third");
    mkdirSync(folder);
    writeFileSync(join(folder, "crier.sqlite"), "");
    expect((await move(["--to", `folder:${folder}`], newPlace())).code).toBe(0);
    expect(await opens(folder, null)).toBeTrue();
  });

  test("a file in the folder that is not what its name says is not uploaded", async () => {
    const [file = ""] = new Bun.Glob("media/[0-9a-f][0-9a-f]/*").scanSync({ cwd: data });
    writeFileSync(join(data, file), "changed");
    expectRefusal(await there(), "not whole in");
    expect(await usable()).toEqual(["old", "new"]);
  });

  async function inDatabase(sql: string): Promise<unknown> {
    await using pool = openPool({ url, name: "test", sessions: 1 });
    return await pool.use((session) => session.get(sql));
  }
});

async function opens(folder: string, database: string | null): Promise<boolean> {
  try {
    await (await openPlace(folder, database).open())[Symbol.asyncDispose]();
    return true;
  } catch {
    return false;
  }
}

const fileOf = (folder: string) =>
  new Bun.CryptoHasher("sha256").update(readFileSync(join(folder, "crier.sqlite"))).digest("hex");
