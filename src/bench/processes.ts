// Measures several processes over PostgreSQL against one process with a file: posts created and posts delivered in a second.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { create } from "../tests/chaos/kill/worker.ts";
import { requestTo } from "../tests/chaos/kill/post-request.ts";
import {
  crierOf,
  NO_FAULTS,
  readiness,
  SERVE,
  startAppliance,
  startNetworks,
  type Networks,
} from "../tests/chaos/kill/program.ts";
import { openAuthor } from "../tests/chaos/nodes/author.ts";
import { SHARED_SETTINGS } from "../tests/chaos/nodes/members.ts";
import { makeFolder, type Account } from "../tests/chaos/kill/data-folder.ts";
import { WORDY } from "../tests/chaos/text-networks.ts";
import { startPostgres, type PostgresServer } from "../tests/support/postgres.ts";
import { freePort } from "../tests/support/free-port.ts";
import { readOptions } from "./options.ts";

const HELP = `  --seconds N    how long posts are created (5)
  --callers N    requests under way at a time (32)
  --posts N      posts that are delivered, each to one account (1500)
  --program F    the one-file program, in place of src/main.ts`;

const values = readOptions("processes", HELP, { seconds: 5, callers: 32, posts: 1500, program: null });
const { seconds, callers, posts } = values;
const ACCOUNTS = 200;
const LOOK_EVERY_MS = 50;

interface Place {
  readonly name: string;
  readonly key: string;
  readonly accounts: readonly Account[];
  /** Of each process. */
  readonly urls: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

interface Measured {
  readonly name: string;
  readonly created: number;
  readonly delivered: number;
}

await using simulated = await startNetworks(NO_FAULTS);
await using server = await startPostgres({ isDurable: true });
const results = [await withFile(simulated)];
for (const count of [1, 2, 4]) results.push(await withServer(count, server, simulated));
const [first] = results;
for (const { name, created, delivered } of results)
  console.log(
    `${name.padEnd(24)} ${per(created)} created (${ratio(created, first?.created)}) · ` +
      `${per(delivered)} delivered (${ratio(delivered, first?.delivered)})`,
  );
process.exit(0);

async function withFile(networks: Networks): Promise<Measured> {
  const handles = Array.from({ length: ACCOUNTS }, (_, n) => `ok-file-${n}`);
  using folder = await makeFolder(handles, networks.url, WORDY);
  const env = { CRIER_DATA: folder.folder };
  const place = { name: "SQLite, 1 process", key: folder.key, accounts: folder.accounts, env };
  return await measured({ ...place, urls: [] }, 1, networks);
}

async function withServer(count: number, postgres: PostgresServer, networks: Networks): Promise<Measured> {
  const url = await postgres.database();
  const name = `server${count}`;
  await using author = await openAuthor({ url, networksUrl: networks.url, name, handles: ACCOUNTS });
  const env = { ...SHARED_SETTINGS, CRIER_DATABASE: url };
  const { key, accounts } = author;
  const words = `PostgreSQL, ${count} process${count === 1 ? "" : "es"}`;
  return await measured({ name: words, key, accounts, urls: [], env }, count, networks);
}

/** Starts the processes and asks them in turns. */
async function measured(place: Place, count: number, networks: Networks): Promise<Measured> {
  await using running = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), "crier-processes-"));
  running.defer(() => rmSync(folder, { recursive: true, force: true }));
  const urls = await Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const port = String(freePort());
      const own = { CRIER_DATA: join(folder, String(n)), ...place.env, BUN_JSC_useJIT: "1" };
      const url = `http://127.0.0.1:${port}`;
      const command = [...crierOf(values.program), ...SERVE.slice(0, 1), "--port", port];
      const process = startAppliance(command, own.CRIER_DATA, networks.url, { ...own, CRIER_URL: url });
      running.use(process);
      await readiness(process);
      return url;
    }),
  );
  console.error(place.name);
  const created = await drafts({ ...place, urls });
  const delivered = await deliveries({ ...place, urls }, networks);
  return { name: place.name, created, delivered };
}

/** Drafts in a second. */
async function drafts({ urls, key, accounts }: Place): Promise<number> {
  let made = 0;
  const until = performance.now() + seconds * 1000;
  const caller = async (n: number) => {
    for (let turn = n; performance.now() < until; turn++) {
      const [account] = accounts;
      const body = { caption: `draft ${n} ${turn}`, accounts: [account?.id], schedule: "draft" };
      await ask(urls[turn % urls.length] ?? "", key, body);
      made++;
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, n) => caller(n)));
  return made / seconds;
}

/** Posts that go live in a second, from the first that is asked for. */
async function deliveries({ name, urls, key, accounts }: Place, networks: Networks): Promise<number> {
  const before = (await networks.published()).length;
  const began = performance.now();
  let next = 0;
  const caller = async () => {
    for (let n = next++; n < posts; n = next++) {
      const account = accounts[n % accounts.length];
      if (account) await create(urls[n % urls.length] ?? "", key, requestTo([account], `${name} ${n}`));
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  while ((await networks.published()).length < before + posts) await Bun.sleep(LOOK_EVERY_MS);
  return posts / ((performance.now() - began) / 1000);
}

async function ask(url: string, key: string, body: object): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const response = await fetch(`${url}/v1/posts`, { method: "POST", headers, body: JSON.stringify(body) });
  const text = await response.text();
  if (response.status !== 201) throw new Error(`${response.status} ${text}`);
}

function per(count: number): string {
  return `${Math.round(count)}/s`;
}

function ratio(count: number, of: number | undefined): string {
  return `${(count / (of ?? count)).toFixed(2)} ×`;
}
