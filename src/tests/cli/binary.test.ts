// Tests the one-file program in an empty folder; scripts/test builds it first.
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BINARY } from "../support/program.ts";
import { waitUntil } from "../support/wait-until.ts";
import { GIVE_UP_MS } from "../support/time-limits.ts";

describe.skipIf(BINARY === null)("the binary", () => {
  let dir: string;
  let crier: string;
  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), "crier-binary-"));
    crier = join(dir, "crier");
    copyFileSync(BINARY ?? "", crier);
  });
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  /** An environment of nothing but a home, so that no setting of this machine helps. */
  const env = () => ({ HOME: dir, PATH: "/usr/bin:/bin" });
  async function run(...args: string[]) {
    const child = Bun.spawn([crier, ...args], {
      cwd: dir,
      env: env(),
      stdout: "pipe",
      stderr: "pipe",
      timeout: GIVE_UP_MS,
    });
    const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
    const exit = await child.exited;
    // Processor time, in microseconds: other work on the machine does not change it.
    return { exit, out, err, workMs: Number(child.resourceUsage()?.cpuTime.total ?? Number.NaN) / 1000 };
  }

  test("says what it is, the second time with less than a quarter of a second's work", async () => {
    const first = await run("version");
    expect(first).toMatchObject({ exit: 0, err: "" });
    expect(first.out).toMatch(/^crier \d+\.\d+\.\d+ \([0-9a-f]{7,}\)/);
    const times = [await run("version"), await run("version"), await run("version")].map(
      ({ workMs }) => workMs,
    );
    expect(Math.min(...times)).toBeLessThan(250);
  });

  test("reads its own pictures and videos and publishes them to every simulated network", async () => {
    const { exit, out, err } = await run("demo", "--once", "--json", "--port", "0");
    expect({ exit, err: exit === 0 ? "" : err }).toEqual({ exit: 0, err: "" });
    const { posts } = JSON.parse(out) as {
      posts: { media: { kind: string }[]; targets: { status: string }[] }[];
    };
    expect(posts.map((post) => post.media.map(({ kind }) => kind))).toEqual([
      ["image", "image", "image", "image"],
      ["video"],
      [],
    ]);
    for (const { targets } of posts) {
      // The whole targets, so that a failure says why.
      expect(targets).toContainEqual(expect.objectContaining({ status: "posted" }));
      expect(targets.filter(({ status }) => status !== "posted" && status !== "failed")).toEqual([]);
    }
  });

  test("a server makes the backup that is due, by its own process", async () => {
    const data = mkdtempSync(join(tmpdir(), "crier-binary-data-"));
    const more = { CRIER_DATA: data, CRIER_PORT: "0", CRIER_BACKUP_EVERY: "6h" };
    const server = Bun.spawn([crier, "serve"], {
      cwd: dir,
      env: { ...env(), ...more },
      stdout: "ignore",
      stderr: "ignore",
    });
    try {
      await waitUntil(() => isNoted(join(data, "crier.sqlite")));
      expect(readdirSync(join(data, "backups"))).toHaveLength(1);
    } finally {
      server.kill("SIGKILL");
      await server.exited;
      rmSync(data, { recursive: true, force: true });
    }
  });

  test("leaves nothing in the folder it is started in but its own unpacked library, which only its owner can reach", () => {
    expect(readdirSync(dir).toSorted()).toEqual([".cache", "crier"]);
    expect(statSync(join(dir, ".cache/crier")).mode & 0o077).toBe(0);
  });
});

/** Whether a backup is noted that was found sound. */
function isNoted(path: string): boolean {
  if (!existsSync(path)) return false;
  try {
    using db = new Database(path, { readonly: true });
    return db.query("SELECT 1 FROM known_backup WHERE is_sound = 1").get() !== null;
  } catch {
    // The server is still making the database.
    return false;
  }
}
