// Measures Crier's speed as ratios within one run on one machine: scripts/bench speed [--json] [--against FOLDER].
// With --against, another checkout of Crier (its dependencies installed) takes turns with this one.
// The absolute figures say more about the machine; they are printed so that the ratios can be checked.
// Drafts that arrive together share a commit: the slower the disk, the easier the first ratio. Judge it on a fast one.
import { Database } from "bun:sqlite";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { readOptions } from "../options.ts";
import { load, type Measured } from "./load.ts";
import {
  BINARY,
  COMPARED,
  crier,
  FROM_SOURCE,
  programIn,
  start,
  type Environment,
  type Running,
} from "./process.ts";
import { report, table, type Samples } from "./report.ts";

const ROUNDS = 3;
const CONNECTIONS = 32;
const EACH_MS = 2000;
/** A server works for weeks; its program is compiled while it runs and needs some ten thousand requests for that. */
const WARM_UP_MS = 10_000;
const SETTLE_MS = 1500;
const CAPTION = "A draft to measure with: https://example.com/ #crier";

const DRAFT = JSON.stringify({ caption: CAPTION, schedule: "draft" });

const HELP = `  --against FOLDER  another checkout, its dependencies installed, takes turns with this one
  --json            the figures as JSON on standard output

The ratios count: the absolute figures say more about the machine. TMPDIR chooses the disk; judge it on a fast one.`;

const { json, against } = readOptions("speed", HELP, { json: false, against: null });
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
  await using now = await ready(FROM_SOURCE, "busy");
  await using before = against === null ? null : await ready(programIn(resolve(against)), "before");
  await using ping = await start([...COMPARED, "elysia"], environment("none"));
  say("warming up");
  await measureLoad(now, before, ping, WARM_UP_MS);
  await measureStarts();
  for (let round = 1; round <= ROUNDS; round++) {
    say(` · round ${round} of ${ROUNDS}`);
    for (const [name, each] of Object.entries(await measureLoad(now, before, ping)))
      (samples.rates[name] ??= []).push(each);
    for (const [name, each] of Object.entries(await measureStarts()))
      (samples.figures[name] ??= []).push(each);
  }
  return samples;
}

/** A server, and how posts are made there. */
interface Ready extends Running {
  readonly posts: string;
  readonly headers: Record<string, string>;
}

/** With a profile that has one account, as the smallest post needs. */
async function ready(program: readonly string[], data: string): Promise<Ready> {
  const env = environment(data);
  await crier(program, env, "profile", "create", "bench");
  await crier(program, env, ...["account", "connect", "bluesky", "--simulated", "--profile", "bench"]);
  const key = await crier(program, env, "key", "create", "--profile", "bench");
  const server = await start([...program, "serve", "--port", "0"], env);
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  return { ...server, posts: `${server.url}/v1/posts`, headers };
}

async function measureLoad(
  now: Ready,
  before: Ready | null,
  ping: Running,
  forMs = EACH_MS,
): Promise<Record<string, Measured>> {
  const common = { connections: CONNECTIONS, forMs };
  const create = ({ posts: url, headers }: Ready) =>
    load({ ...common, headers, url, method: "POST", body: DRAFT, status: 201 });
  const get = async ({ posts, headers }: Ready) => {
    const made = await fetch(posts, { method: "POST", headers, body: DRAFT });
    const { id } = (await made.json()) as { id: string };
    return await load({ ...common, headers, url: `${posts}/${id}`, status: 200 });
  };
  return {
    commits: commits(),
    create: await create(now),
    ...(before && { "create before": await create(before) }),
    ping: await load({ ...common, url: `${ping.url}/ping`, status: 200 }),
    get: await get(now),
    ...(before && { "get before": await get(before) }),
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
  const memory = await server.memory();
  return {
    [`start ${name}`]: server.readyMs,
    [`memory ${name}`]: memory.resident,
    [`private ${name}`]: memory.private,
  };
}

function environment(data: string): Environment {
  const { PATH, HOME } = process.env;
  return { PATH, HOME, CRIER_LOG: "warn", CRIER_RATE_LIMIT: "0", CRIER_DATA: join(folder, data) };
}
