// How fast Crier is, as ratios taken in one run on one machine: bun scripts/bench/speed.ts [--json] [--rounds N]
// Absolute figures say more about the machine; they are printed so that the ratios can be checked.
import { Database } from "bun:sqlite";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { load, type Measured } from "./speed-load.ts";

const SOURCE = [process.execPath, join(import.meta.dir, "../../src/main.ts")];
const BINARY = [join(import.meta.dir, "../../dist/crier")];
const COMPARED = join(import.meta.dir, "speed-server.ts");
const CONNECTIONS = 32;
const ROUND_MS = 2000;
const SETTLE_MS = 1500;

const json = process.argv.includes("--json");
const rounds = Number(process.argv[process.argv.indexOf("--rounds") + 1] ?? 3) || 3;
const folder = mkdtempSync(join(process.env["CRIER_BENCH_FOLDER"] ?? tmpdir(), "crier-speed-"));
const env = { PATH: process.env["PATH"], HOME: process.env["HOME"], CRIER_LOG: "warn" };
/** Every figure of every round, by name. */
const rates = new Map<string, Measured[]>();
const figures = new Map<string, number[]>();

try {
  const starts = { ...env, CRIER_DATA: join(folder, "starts") };
  await setUp({ ...env, CRIER_DATA: join(folder, "load") });
  await using crier = await start([...SOURCE, "serve", "--port", "0"], {
    ...env,
    CRIER_DATA: join(folder, "load"),
  });
  await using ping = await start([process.execPath, COMPARED, "elysia"], env);
  // The first of everything is slower: compiled on demand, schema made. It does not count.
  await using _first = await start([...SOURCE, "serve", "--port", "0"], starts);
  await _first.end();
  for (let round = 0; round <= rounds; round++) {
    if (!json) process.stderr.write(round === 0 ? "warming up …" : ` round ${round} of ${rounds} …`);
    if (round === 1) rates.clear();
    await measure(crier.url, ping.url);
    if (round > 0) await measureStarts(starts);
  }
  process.stderr.write(json ? "" : "\n");
  console.log(json ? JSON.stringify(summary()) : table());
} finally {
  rmSync(folder, { recursive: true, force: true });
}

// ---- one round

async function setUp(env: Record<string, string | undefined>): Promise<void> {
  await crierSays(env, "profile", "create", "bench");
  key = await crierSays(env, "key", "create", "--profile", "bench");
  await crierSays(env, ...["account", "connect", "bluesky", "--simulated", "--profile", "bench"]);
}

async function measure(crier: string, ping: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const body = JSON.stringify({ caption: "A draft to measure with: https://example.com/", schedule: "draft" });
  const common = { connections: CONNECTIONS, forMs: ROUND_MS };
  note("commits", commits());
  const create = { ...common, url: `${crier}/v1/posts`, method: "POST", headers, body, status: 201 } as const;
  note("create", await load(create));
  const made = await fetch(create.url, { method: "POST", headers, body });
  const { id } = (await made.json()) as { id: string };
  note("get", await load({ ...common, url: `${crier}/v1/posts/${id}`, headers, status: 200 }));
  note("ping", await load({ ...common, url: `${ping}/ping`, headers, status: 200 }));
}

/** What the disk and SQLite give at best to one writer that waits for each of its rows. */
function commits(): Measured {
  using db = new Database(join(folder, "raw.sqlite"), { create: true });
  db.run("PRAGMA journal_mode = WAL");
  db.run("PRAGMA synchronous = FULL");
  db.run("CREATE TABLE IF NOT EXISTS draft (id TEXT PRIMARY KEY, caption TEXT) STRICT");
  const insert = db.query("INSERT INTO draft VALUES (?, ?)");
  const times: number[] = [];
  const began = performance.now();
  while (performance.now() - began < ROUND_MS) {
    const before = performance.now();
    insert.run(Bun.randomUUIDv7(), "A draft to measure with: https://example.com/");
    times.push(performance.now() - before);
  }
  return { perSecond: times.length / ((performance.now() - began) / 1000), times };
}

async function measureStarts(env: Record<string, string | undefined>): Promise<void> {
  await measureStart("source", [...SOURCE, "serve", "--port", "0"], env);
  if (existsSync(BINARY[0] ?? "")) await measureStart("binary", [...BINARY, "serve", "--port", "0"], env);
  await measureStart("bare", [process.execPath, COMPARED, "bare"], env);
}

async function measureStart(name: string, command: string[], env: Record<string, string | undefined>) {
  await using server = await start(command, env);
  noteFigure(`start ${name}`, server.readyMs);
  await Bun.sleep(SETTLE_MS);
  noteFigure(`memory ${name}`, await memoryOf(server.pid));
}

// ---- processes

async function start(command: readonly string[], env: Record<string, string | undefined>) {
  const began = performance.now();
  const child = Bun.spawn([...command], { env, stdin: "ignore", stdout: "pipe", stderr: "inherit" });
  const url = await readyUrl(child.stdout);
  await fetch(`${url}/readyz`);
  const readyMs = performance.now() - began;
  const end = async () => {
    child.kill();
    await child.exited;
  };
  return { url, pid: child.pid, readyMs, end, [Symbol.asyncDispose]: end };
}

async function readyUrl(out: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string> {
  let text = "";
  const reader = out.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { value, done } = await reader.read();
    text += value ?? "";
    const url = /ready at (\S+)\n/.exec(text)?.[1];
    if (url !== undefined) return url;
    if (done) throw new Error(`a server did not start: ${text}`);
  }
}

async function crierSays(env: Record<string, string | undefined>, ...args: string[]): Promise<string> {
  const child = Bun.spawn([...SOURCE, ...args], { env, stdout: "pipe", stderr: "pipe" });
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  if ((await child.exited) !== 0) throw new Error(`crier ${args.join(" ")}: ${err}`);
  return out.trim();
}

/** Resident, MB. */
async function memoryOf(pid: number): Promise<number> {
  return Number(await Bun.$`ps -o rss= -p ${pid}`.text()) / 1024;
}
