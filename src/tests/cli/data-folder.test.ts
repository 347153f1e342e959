// Tests the data folder (D41): which one is used, who may create or upgrade it, and who may read it.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { Database } from "bun:sqlite";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { dataFolder } from "../../app/data-folder.ts";
import { MIGRATIONS } from "../../store/sqlite/migrations.ts";
import { storeFiles } from "../../store/index.ts";
import { runCommand } from "../support/run-command.ts";
import { crier, serve } from "../support/command-line.ts";

let root = "";
let data = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "crier-folder-"));
  data = join(root, "data");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** As an older program left it. */
function older(schema: number): void {
  mkdirSync(data);
  using db = new Database(join(data, "crier.sqlite"));
  for (const sql of MIGRATIONS.slice(0, schema)) db.run(sql);
  db.run(`PRAGMA user_version = ${schema}`);
}

const schema = () => {
  using db = new Database(join(data, "crier.sqlite"), { readonly: true });
  return db.query<{ n: number }, []>("SELECT user_version AS n FROM pragma_user_version").get()?.n;
};

describe("which folder (D41)", () => {
  test("the folder is CRIER_DATA, then systemd's, then the user's data folder (D41)", () => {
    const env = { STATE_DIRECTORY: "/var/lib/crier:/var/lib/more", XDG_DATA_HOME: "/xdg", HOME: "/home/me" };
    expect(dataFolder({ ...env, CRIER_DATA: "here" })).toBe(resolve("here"));
    expect(dataFolder(env)).toBe("/var/lib/crier");
    expect(dataFolder({ ...env, STATE_DIRECTORY: undefined })).toBe("/xdg/crier");
    expect(dataFolder({ HOME: "/home/me", XDG_DATA_HOME: "relative" })).toBe("/home/me/.local/share/crier");
  });

  test("./data where it holds a Crier (D41)", async () => {
    await runCommand(["profile", "create", "me"], { CRIER_DATA: data });
    const script = `import { dataFolder } from "${resolve("src/app/data-folder.ts")}"; console.log(dataFolder({ HOME: "/h" }));`;
    const at = (cwd: string) =>
      Bun.spawnSync([process.execPath, "-e", script], { cwd }).stdout.toString().trim();
    expect(at(root)).toBe(data);
    expect(at(data)).toBe("/h/.local/share/crier");
  });

  const reading: readonly (readonly string[])[] = [
    ...[
      ["profile", "list"],
      ["key", "list"],
      ["account", "list", "--profile", "me"],
    ],
    ...[
      ["slots", "list", "--profile", "me"],
      ["post", "create", "x", "--profile", "me"],
      ["plan", "show"],
    ],
    ...[
      ["import-host", "list"],
      ["backup"],
      ["account", "connect", "bluesky", "--profile", "me", "--simulated"],
    ],
    ["profile", "delete", "me", "--yes"],
  ];
  test.each(reading.map((args) => [args.join(" "), args] as const))(
    "D41 `crier %s` begins no folder: it says that there is no Crier, exit 1",
    async (_, args) => {
      const { code, out, err } = await runCommand([...args, "--data", data], {});
      expect({ code, out }).toEqual({ code: 1, out: "" });
      expect(err).toMatch(/No Crier (data|database) in/);
      expect(readdirSync(root)).toEqual([]);
    },
  );
});

describe("only serve brings a database up to date (D41)", () => {
  test("other commands say so, exit 1, and change nothing (D41)", async () => {
    older(11);
    const { code, err } = await runCommand(["key", "list"], { CRIER_DATA: data });
    expect(code).toBe(1);
    expect(err).toContain("schema 11");
    expect(err).toContain("crier serve");
    expect(schema()).toBe(11);
    expect(existsSync(join(data, "crier.sqlite.before-12"))).toBe(false);
    // A backup before the upgrade is what a careful operator makes.
    expect((await runCommand(["backup", join(root, "kept")], { CRIER_DATA: data })).code).toBe(0);
  });

  test("serve says what it does and where the copy is; not while an older server runs (D41)", async () => {
    older(11);
    const lock = storeFiles.lockServer(data);
    const env = { CRIER_DATA: data, CRIER_PORT: "0" };
    const refused = await runCommand(["serve"], env);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("An older Crier serves") });
    expect(schema()).toBe(11);
    lock?.[Symbol.dispose]();
    const { code, err } = await runCommand(["serve"], env);
    expect(code).toBe(0);
    const copy = join(data, "crier.sqlite.before-12");
    expect(err).toContain(`database 11 → ${MIGRATIONS.length}; the copy is ${copy}`);
    expect(schema()).toBe(MIGRATIONS.length);
    expect(existsSync(copy)).toBe(true);
  });
});

test("commands use the address and the applications of the server that runs (D41)", async () => {
  const env = { CRIER_DATA: data };
  const more = { CRIER_PINTEREST_CLIENT_ID: "id", CRIER_PINTEREST_CLIENT_SECRET: "secret" };
  await runCommand(["profile", "create", "me"], env);
  const connect = () => runCommand(["account", "connect", "pinterest", "--profile", "me"], env);
  {
    await using server = await serve({ ...env, ...more });
    const { code, out } = await connect();
    expect({ code, begins: out.startsWith(`${server.url}/connect/`) }).toEqual({ code: 0, begins: true });
    const missing = await runCommand(["account", "connect", "x", "--profile", "me"], env);
    expect(missing.err).toContain(`exactly: ${server.url}/connect/x/callback`);
    expect(await server.end("SIGTERM")).toBe(0);
  }
  expect(existsSync(join(data, "server.json"))).toBe(false);
  writeFileSync(join(data, "server.json"), JSON.stringify({ url: "http://left.behind" }));
  expect((await connect()).err).toContain("http://127.0.0.1:4040/connect/pinterest/callback");
});

describe("who may read it", () => {
  const open = () => readdirSync(data).filter((name) => (statSync(join(data, name)).mode & 0o077) !== 0);

  test("a folder that is open to all: what Crier writes is its user's alone", async () => {
    mkdirSync(data, { mode: 0o755 });
    chmodSync(data, 0o755);
    await using server = await serve({ CRIER_DATA: data });
    await crier(["profile", "create", "me"], { CRIER_DATA: data });
    expect(readdirSync(data)).toEqual(
      expect.arrayContaining(["crier.sqlite", "crier.sqlite-wal", "server.lock"]),
    );
    expect(open()).toEqual([]);
    await server.end("SIGTERM");
  });

  test("what an older version left open is closed", async () => {
    await runCommand(["profile", "create", "me"], { CRIER_DATA: data });
    for (const name of ["server.lock", "crier.sqlite.before-9", "renewal.lock"])
      writeFileSync(join(data, name), "");
    mkdirSync(join(data, "media"), { recursive: true });
    for (const name of readdirSync(data)) chmodSync(join(data, name), 0o755);
    writeFileSync(join(data, "mine.txt"), "");
    chmodSync(join(data, "mine.txt"), 0o644);
    expect((await runCommand(["profile", "list"], { CRIER_DATA: data })).code).toBe(0);
    expect(open()).toEqual(["mine.txt"]);
  });
});
