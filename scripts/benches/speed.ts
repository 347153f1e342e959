// How fast Crier is, as ratios taken in one run on one machine: scripts/bench speed [--json].
// The absolute figures say more about the machine; they are printed so that the ratios can be checked.
// Drafts that arrive together share a commit: the slower the disk, the easier the first ratio. Judge it on a fast one.
import { Database } from "bun:sqlite";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { load, type Measured } from "./speed-load.ts";
import { BINARY, COMPARED, crier, FROM_SOURCE, start, type Environment } from "./speed-process.ts";
import { report, table, type Samples } from "./speed-report.ts";

const ROUNDS = 3;
const CONNECTIONS = 32;
const EACH_MS = 2000;
const SETTLE_MS = 1500;
const CAPTION = "A draft to measure with: https://example.com/ #crier";

const json = process.argv.includes("--json");
const say = (text: string) => void (json || process.stderr.write(text));
// The disk matters: TMPDIR chooses it.
const folder = mkdtempSync(join(tmpdir(), "crier-speed-"));
try {
  const samples = await measure();
  say("\n");
  console.log(json ? JSON.stringify(report(samples)) : table(report(samples)));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Everything once per round, so that what else the machine does falls on all alike. */
async function measure(): Promise<Samples> {
  const samples: Samples = { rates: {}, figures: {} };
  const busy = environment("busy");
  const key = await setUp(busy);
  await using server = await start([...FROM_SOURCE, "serve", "--port", "0"], busy);
  await using ping = await start([...COMPARED, "elysia"], environment("none"));
  say("warming up");
  await measureLoad(server.url, ping.url, key);
  await measureStarts();
  for (let round = 1; round <= ROUNDS; round++) {
    say(` · round ${round} of ${ROUNDS}`);
    for (const [name, each] of Object.entries(await measureLoad(server.url, ping.url, key)))
      (samples.rates[name] ??= []).push(each);
    for (const [name, each] of Object.entries(await measureStarts()))
      (samples.figures[name] ??= []).push(each);
  }
  return samples;
}

/** A profile with one account, as the smallest post needs. @returns a key */
async function setUp(env: Environment): Promise<string> {
  await crier(env, "profile", "create", "bench");
  await crier(env, ...["account", "connect", "bluesky", "--simulated", "--profile", "bench"]);
  return await crier(env, "key", "create", "--profile", "bench");
}

async function measureLoad(server: string, ping: string, key: string): Promise<Record<string, Measured>> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const body = JSON.stringify({ caption: CAPTION, schedule: "draft" });
  const posts = `${server}/v1/posts`;
  const common = { connections: CONNECTIONS, forMs: EACH_MS, headers };
  const made = await fetch(posts, { method: "POST", headers, body });
  const { id } = (await made.json()) as { id: string };
  return {
    commits: commits(),
    create: await load({ ...common, url: posts, method: "POST", body, status: 201 }),
    ping: await load({ ...common, url: `${ping}/ping`, status: 200 }),
    get: await load({ ...common, url: `${posts}/${id}`, status: 200 }),
  };
}

/** What SQLite and this disk give one writer that waits until each of its rows is safe. */
function commits(): Measured {
  using db = new Database(join(folder, "raw.sqlite"), { create: true });
  db.run("PRAGMA journal_mode = WAL");
  db.run("PRAGMA synchronous = FULL");
  db.run("CREATE TABLE IF NOT EXISTS draft (id TEXT PRIMARY KEY, caption TEXT) STRICT");
  const insert = db.query("INSERT INTO draft VALUES (?, ?)");
  const times: number[] = [];
  const began = performance.now();
  let now = began;
  while (now - began < EACH_MS) {
    const before = now;
    insert.run(Bun.randomUUIDv7(), CAPTION);
    now = performance.now();
    times.push(now - before);
  }
  return { perSecond: times.length / ((now - began) / 1000), times };
}

async function measureStarts(): Promise<Record<string, number>> {
  const serve = ["serve", "--port", "0"];
  return {
    ...(await measureStart("source", [...FROM_SOURCE, ...serve])),
    ...(existsSync(BINARY) ? await measureStart("binary", [BINARY, ...serve]) : {}),
    ...(await measureStart("bare", [...COMPARED, "bare"])),
  };
}

/** On a folder that has been used before: what an operator's restart does. */
async function measureStart(name: string, command: readonly string[]): Promise<Record<string, number>> {
  await using server = await start(command, environment("idle"));
  await Bun.sleep(SETTLE_MS);
  return { [`start ${name}`]: server.readyMs, [`memory ${name}`]: await server.memory() };
}

function environment(data: string): Environment {
  const { PATH, HOME } = process.env;
  return { PATH, HOME, CRIER_LOG: "warn", CRIER_RATE_LIMIT: "0", CRIER_DATA: join(folder, data) };
}
