// Measures live events: how long after an event each of 50 readers has it, what the streams cost in memory, and whether
// every reader got every event once, in order.
import { Database } from "bun:sqlite";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readOptions } from "../options.ts";
import { crier, FROM_SOURCE, start, type Running } from "../speed/process.ts";
import { openReader, type Arrival, type Reader } from "./reader.ts";

const HELP = `  --streams N    readers at once (50; the server accepts no more)
  --posts N      posts published while they read, and as many before, to warm up (200)
  --rate N       posts a second (10)

Bounds: 95 % of the arrivals within 300 ms of the event, and the server at most 30 MB larger with the streams than before.`;

const MAX_P95_MS = 300;
const MAX_GROWTH_MB = 30;
const NETWORKS = ["bluesky", "mastodon"];
/** On each network: so many that none of them has to wait because it has published enough. */
const ACCOUNTS = 40;
/** Accounts of each post on each network. */
const TARGETS = 2;
const [EMAIL, PASSWORD] = ["bench@example.com", "correct horse battery staple"];
const GIVE_UP_MS = 60_000;
const SAMPLE_MS = 250;

const values = readOptions("live", HELP, {
  streams: 50,
  posts: 200,
  rate: 10,
});
const { streams, posts, rate } = values;

const folder = mkdtempSync(join(tmpdir(), "crier-live-"));
try {
  process.exitCode = await run();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function run(): Promise<number> {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, CRIER_DATA: join(folder, "data"), CRIER_LOG: "error", CRIER_RATE_LIMIT: "0" };
  const key = await prepare(env);
  await using server = await start([...FROM_SOURCE, "serve", "--port", "0"], env);
  using db = new Database(join(env.CRIER_DATA, "crier.sqlite"), { readonly: true });
  const place = await arrange(server.url);
  console.error(`${posts} posts without streams`);
  await publish(server.url, key, place, db);
  const before = (await server.memory()).resident;
  const from = lastSeq(db);
  const readers = await Promise.all(Array.from({ length: streams }, () => openReader(place.live)));
  console.error(`${posts} posts with ${streams} streams`);
  const memory = watchMemory(server);
  await publish(server.url, key, place, db);
  const to = lastSeq(db);
  // Who has not got everything by then is in the report.
  await happens(() => readers.every(({ arrivals }) => arrivals.at(-1)?.seq === to));
  const growth = (await memory.end()) - before;
  for (const reader of readers) reader.close();
  return report(readers, eventTimes(db, from), growth);
}

/** @returns an API key */
async function prepare(env: Record<string, string | undefined>): Promise<string> {
  const run = (...args: string[]) => crier(FROM_SOURCE, env, ...args);
  await run("profile", "create", "bench");
  await Bun.$`${FROM_SOURCE} owner create ${EMAIL} --password-stdin < ${new Blob([PASSWORD])}`
    .env(env)
    .quiet();
  return await run("key", "create", "--profile", "bench");
}

interface Place {
  /** The stream of the profile, for a person who has signed in. */
  readonly live: { readonly url: string; readonly cookie: string };
  /** Accounts, by network. */
  readonly accounts: readonly (readonly string[])[];
}

/** Signs in and connects the accounts. */
async function arrange(url: string): Promise<Place> {
  const headers = { "content-type": "application/json", origin: url };
  const body = JSON.stringify({ email: EMAIL, password: PASSWORD });
  const signIn = await fetch(`${url}/admin/session`, { method: "POST", headers, body });
  const cookie = (signIn.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  const list = await fetch(`${url}/admin/profiles`, { headers: { cookie } });
  const { profiles } = (await list.json()) as { profiles: { id: string }[] };
  const id = profiles[0]?.id ?? "";
  const connect = async (platform: string, handle: string) => {
    const answer = await fetch(`${url}/admin/profiles/${id}/accounts`, {
      ...{ method: "POST", headers: { ...headers, cookie } },
      body: JSON.stringify({ platform, simulated: true, handle }),
    });
    const { accounts } = (await answer.json()) as { accounts: { id: string }[] };
    return accounts[0]?.id ?? "";
  };
  const numbers = Array.from({ length: ACCOUNTS }, (_, n) => n);
  const accounts = NETWORKS.map((each) => Promise.all(numbers.map((n) => connect(each, `ok-${n}`))));
  return {
    live: { url: `${url}/admin/live?profile=${id}`, cookie },
    accounts: await Promise.all(accounts),
  };
}

/** Publishes posts to simulated accounts at the rate, and waits until all are live. */
async function publish(url: string, key: string, { accounts }: Place, db: Database): Promise<void> {
  for (let i = 0; i < posts; i++) {
    const pause = Bun.sleep(1000 / rate);
    const first = (i * TARGETS) % ACCOUNTS;
    const these = accounts.flatMap((some) => some.slice(first, first + TARGETS));
    const answer = await fetch(`${url}/v1/posts`, {
      method: "POST",
      headers: {
        ...{ authorization: `Bearer ${key}`, "content-type": "application/json" },
        prefer: "respond-async",
      },
      body: JSON.stringify({ caption: `Post ${i}`, accounts: these, schedule: "now" }),
    });
    if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
    await pause;
  }
  const open = db.query<{ n: number }, []>("SELECT count(*) AS n FROM target WHERE state <> 'posted'");
  if (!(await happens(() => open.get()?.n === 0)))
    throw new Error(`${open.get()?.n} targets were never posted`);
}

function lastSeq(db: Database): number {
  return db.query<{ seq: number }, []>("SELECT max(seq) AS seq FROM event").get()?.seq ?? 0;
}

/** When each event was recorded, ms since 1970, by its number. */
function eventTimes(db: Database, from: number): Map<number, number> {
  const rows = db.query<Arrival, [number]>("SELECT seq, at FROM event WHERE seq > ? ORDER BY seq").all(from);
  return new Map(rows.map(({ seq, at }) => [seq, at]));
}

/** @returns by `end`: MB, the most that was seen */
function watchMemory(server: Running): { end(): Promise<number> } {
  let most = 0;
  const look = async () => void (most = Math.max(most, (await server.memory()).resident));
  const timer = setInterval(() => void look(), SAMPLE_MS);
  return {
    async end() {
      clearInterval(timer);
      await look();
      return most;
    },
  };
}

/** @returns the exit code */
function report(readers: readonly Reader[], times: ReadonlyMap<number, number>, growth: number): number {
  const delays = readers
    .flatMap(({ arrivals }) => arrivals.map(({ seq, at }) => at - (times.get(seq) ?? Number.NaN)))
    .toSorted((a, b) => a - b);
  const share = (part: number) => delays[Math.ceil(delays.length * part) - 1] ?? Number.NaN;
  const expected = [...times.keys()].join();
  const incomplete = readers.filter(({ arrivals }) => arrivals.map(({ seq }) => seq).join() !== expected);
  const faults = [
    ...(share(0.95) <= MAX_P95_MS ? [] : [`95 % arrive within ${share(0.95)} ms`]),
    ...(growth <= MAX_GROWTH_MB ? [] : [`the server grew by ${growth.toFixed(1)} MB`]),
    ...(incomplete.length === 0
      ? []
      : [`${incomplete.length} readers did not get every event once, in order`]),
  ];
  console.log(
    [
      `${readers.length} streams, ${posts} posts to ${NETWORKS.length * TARGETS} accounts each, ${times.size} events`,
      `event to reader  p50 ${share(0.5)} · p95 ${share(0.95)} · max ${share(1)} ms`,
      `memory           +${growth.toFixed(1)} MB`,
      faults.length === 0 ? "Within the bounds." : `Not within the bounds: ${faults.join("; ")}.`,
    ].join("\n"),
  );
  return faults.length === 0 ? 0 : 1;
}

/** @returns false if it does not happen in time */
async function happens(holds: () => boolean): Promise<boolean> {
  const giveUp = Date.now() + GIVE_UP_MS;
  while (!holds()) {
    if (Date.now() > giveUp) return false;
    await Bun.sleep(20);
  }
  return true;
}
