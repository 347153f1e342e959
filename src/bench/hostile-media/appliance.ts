// Starts the server under attack in a process of its own, watched by strace where available, next to its bait.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../../app/config.ts";
import { openWorkspace } from "../../app/workspace.ts";
import { FROM_SOURCE } from "../speed/process.ts";
import type { Bait } from "./playlists.ts";
import { createKey } from "../../admin/keys.ts";
import { createProfile } from "../../admin/profiles.ts";

export interface Attacked extends AsyncDisposable {
  readonly url: string;
  readonly key: string;
  readonly bait: Bait;
  /** Why its file accesses are not watched; null when they are. */
  readonly unwatched: string | null;
  /** Whether the process that was started still runs. */
  alive(): boolean;
  /** Ends it. @returns every attempt of it or its children to reach the bait */
  end(): Promise<string[]>;
}

export const WATCH = ["-f", "--seccomp-bpf", "-e", "trace=?open,openat,?openat2", "-e", "signal=none"];

/** Why strace can't be used here; null when it can. */
export function noStrace(): string | null {
  if (Bun.which("strace") === null) return "strace is not installed";
  const tried = Bun.spawnSync(["strace", ...WATCH, "-o", "/dev/null", "true"]);
  return tried.success ? null : "strace may not watch a process here";
}

export async function openAttacked(): Promise<Attacked> {
  const folder = mkdtempSync(join(tmpdir(), "crier-hostile-"));
  const data = join(folder, "data");
  const trace = join(folder, "trace");
  const visits: string[] = [];
  const web = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: (request) => visited(request.url) });
  const visited = (url: string) => {
    visits.push(`GET ${url}`);
    return new Response("canary");
  };
  for (const place of ["bait", "data", "data/media", "data/media/incoming"]) layCanaries(join(folder, place));
  const key = await keyFor(data);
  const unwatched = noStrace();
  // -D: the server is our child and strace its companion, so that ending the one ends the other.
  const watch = unwatched === null ? ["strace", "-D", ...WATCH, "-o", trace] : [];
  const { PATH, HOME } = process.env;
  const child = Bun.spawn([...watch, ...FROM_SOURCE, "serve"], {
    // Not the CRIER_ variables of whoever runs this: Crier refuses those it does not know.
    env: { PATH, HOME, ...SETTINGS, CRIER_DATA: data },
    ...{ stdin: "ignore", stdout: "pipe", stderr: "ignore" },
  });
  const url = await readyUrl(child.stdout);
  const end = async () => {
    child.kill();
    await child.exited;
    await web.stop(true);
    const opened = unwatched === null ? await traced(trace, child.pid) : [];
    return [...visits, ...opened];
  };
  return {
    ...{ url, key, unwatched, end, bait: { folder: join(folder, "bait"), url: web.url.origin } },
    alive: () => child.exitCode === null && child.signalCode === null,
    async [Symbol.asyncDispose]() {
      child.kill();
      await child.exited;
      await web.stop(true);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const SETTINGS = { CRIER_PORT: "0", CRIER_RATE_LIMIT: "0", CRIER_MIN_FREE_MB: "0", CRIER_LOG: "error" };

function layCanaries(folder: string) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of ["canary.ts", "canary.mp4", "canary.txt"]) writeFileSync(join(folder, name), "canary");
}

async function keyFor(data: string): Promise<string> {
  await using workspace = await openWorkspace(readConfig({ CRIER_DATA: data }, []), { begins: true });
  const { id: profileId } = await createProfile("cli", { name: "hostile" }, workspace);
  const request = { profileId, name: "hostile", scopes: ["write"] as const, expiresAt: null };
  return (await createKey("cli", request, workspace)).key;
}

export async function readyUrl(out: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string> {
  let text = "";
  for await (const chunk of out.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const url = /https?:\/\/[\d.]+:\d+/.exec(text)?.[0];
    if (url !== undefined) return url;
  }
  throw new Error(`the appliance did not start: ${text}`);
}

/** Every opening of a canary, also one that failed, once strace has written down the end. */
async function traced(path: string, pid: number): Promise<string[]> {
  const giveUp = performance.now() + 20_000;
  for (;;) {
    const text = existsSync(path) ? readFileSync(path, "utf8") : "";
    if (new RegExp(`^${pid} +\\+\\+\\+`, "m").test(text)) return openings(text);
    if (performance.now() > giveUp) throw new Error("strace did not tell the end of the appliance");
    await Bun.sleep(50);
  }
}

/** The lines of a trace that speak of a canary. */
export const openings = (trace: string) => trace.split("\n").filter((line) => line.includes("canary"));
