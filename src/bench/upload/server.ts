// Prepares a data folder with a profile and a key, and starts a server on it that can be killed.
import { Database } from "bun:sqlite";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { digestOf } from "../../media/storage/staging.ts";
import { readiness, SERVE, startAppliance, type Appliance } from "../../tests/chaos/kill/program.ts";
import { openSender, type Sender } from "./sender.ts";

export interface UploadServer extends AsyncDisposable {
  readonly folder: string;
  readonly sender: Sender;
  readonly pid: number;
  /** kill -9, and a new server. */
  kill(): Promise<void>;
  /** What is wrong with the media of a SHA-256; null when it is there, whole and in the store. */
  wrongWith(sha256: string): Promise<string | null>;
  /** Files that count as media: rows, and files under a media's name. */
  media(): { rows: number; files: number };
}

const NO_NETWORKS = { CRIER_SIMULATOR: "http://127.0.0.1:9" };
/** startAppliance saves itself the compiler; who is measured has it, as everywhere. */
const AS_SERVED = { BUN_JSC_useJIT: "1" };

/** @param program Crier's command line */
export async function openUploadServer(program: readonly string[]): Promise<UploadServer> {
  const folder = mkdtempSync(join(tmpdir(), "crier-upload-"));
  const data = join(folder, "data");
  await run(program, data, "profile", "create", "bench");
  const key = await run(program, data, "key", "create", "--profile", "bench");
  let url = "";
  let server = await start();
  return {
    folder,
    sender: openSender(() => url, key),
    get pid() {
      return server.pid;
    },
    async kill() {
      await server.end("SIGKILL");
      server = await start();
    },
    async wrongWith(sha256) {
      const path = join(data, "media", sha256.slice(0, 2), sha256);
      if (!existsSync(path)) return "its file is not there";
      if ((await digestOf(path)) !== sha256) return "its file holds other bytes";
      return rows(data, sha256) === 1 ? null : "the store does not have it once";
    },
    media() {
      const shelves = readdirSync(join(data, "media")).filter((name) => name.length === 2);
      const files = shelves.flatMap((name) => readdirSync(join(data, "media", name)));
      return { rows: rows(data, null), files: files.length };
    },
    async [Symbol.asyncDispose]() {
      await server.end("SIGTERM");
      rmSync(folder, { recursive: true, force: true });
    },
  };

  async function start(): Promise<Appliance> {
    const started = startAppliance([...program, ...SERVE], data, "", {
      ...NO_NETWORKS,
      ...AS_SERVED,
    });
    url = await readiness(started);
    return started;
  }
}

function rows(data: string, sha256: string | null): number {
  using db = new Database(join(data, "crier.sqlite"), { readonly: true });
  const found = db
    .query<{ n: number }, [string | null, string | null]>(
      "SELECT count(*) AS n FROM media WHERE ? IS NULL OR sha256 = ?",
    )
    .get(sha256, sha256);
  return found?.n ?? 0;
}

async function run(program: readonly string[], data: string, ...args: string[]): Promise<string> {
  const { PATH = "", HOME = data } = process.env;
  const env = { PATH, HOME, CRIER_DATA: data };
  const child = Bun.spawn([...program, ...args], { env, stdout: "pipe", stderr: "pipe" });
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  if ((await child.exited) !== 0) throw new Error(`crier ${args.join(" ")}: ${err}`);
  return out.trim();
}
