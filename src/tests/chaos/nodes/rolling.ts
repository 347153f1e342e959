// Restarts two servers in turn while people use them through a proxy that asks each whether it is ready.
import { request as httpRequest } from "node:http";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CRIER } from "../../support/program.ts";
import { startPostgres } from "../../support/postgres.ts";
import { verdictOf } from "../kill/campaign.ts";
import { NO_FAULTS, readiness, startAppliance, startNetworks, type Appliance } from "../kill/program.ts";
import type { Account } from "../kill/data-folder.ts";
import { requestTo } from "../kill/post-request.ts";
import { draw, seedRandom } from "../kill/random.ts";
import type { Asked, Verdict } from "../kill/verdict.ts";
import { openAuthor } from "./author.ts";
import { openBenchDatabase, type BenchDatabase } from "./database.ts";
import { SHARED_SETTINGS } from "./members.ts";
import { openLogErrors } from "./log-errors.ts";
import { freePort } from "../../support/free-port.ts";

export interface RollingOptions {
  readonly restarts: number;
  readonly seed: number;
  /** Requests under way at a time. */
  readonly clients: number;
  /** Accounts of each post. */
  readonly targets: number;
  readonly progress: (restarts: number) => void;
}

export interface Rolling extends Verdict {
  readonly seed: number;
  readonly restarts: number;
  readonly requests: number;
  /** Led to another server because one was not ready. */
  readonly rerouted: number;
  /** Requests without the right answer: how many of each kind. */
  readonly wrongAnswers: Readonly<Record<string, number>>;
  /** Errors that servers logged: how many of each. */
  readonly errors: Readonly<Record<string, number>>;
  /** Ends that were not in order. */
  readonly faults: readonly string[];
  readonly ms: number;
}

const SERVERS = 2;
/** Share of the requests that ask for a post; the others list posts. */
const ASKS = 0.3;
/** Accounts for each of a post's. */
const POOL = 10;
/** Both run for so long between two restarts. */
const BETWEEN_MS = 1000;
/** The proxy asks each server this often. */
const ASK_MS = 100;
/** On a busy machine, the answer to what it asks may come late. */
const DRAIN_MS = 3000;

export async function rolling(options: RollingOptions): Promise<Rolling> {
  const { seed, restarts, targets, clients, progress } = options;
  await using all = new AsyncDisposableStack();
  const networks = all.use(await startNetworks({ ...NO_FAULTS, seed }));
  const server = all.use(await startPostgres());
  const url = await server.database();
  const name = { networksUrl: networks.url, name: "rolling" };
  const author = all.use(await openAuthor({ url, ...name, handles: targets * POOL }));
  const database = all.use(openBenchDatabase(url));
  const servers = all.use(await startServers(url, networks.url));
  const { ports } = servers;
  const load = openLoad({
    ports,
    key: author.key,
    accounts: author.accounts,
    targets,
    random: seedRandom(seed),
  });
  const people = [load.watch(), ...Array.from({ length: clients }, load.run)];
  const began = performance.now();
  for (let n = 0; n < restarts; n++) {
    await Bun.sleep(BETWEEN_MS);
    await servers.restart(n % SERVERS);
    progress(n + 1);
  }
  load.stop();
  await Promise.all(people);
  const ms = performance.now() - began;
  await untilOver(database);
  const { faults, errors } = await servers.end();
  const verdict = await verdictOf([{ workspace: author, requests: load.asked }], networks);
  const counts = { requests: load.count(), rerouted: load.rerouted(), wrongAnswers: load.wrong };
  return { ...verdict, ...counts, seed, restarts, faults, errors, ms };
}

/** Each with an address that it keeps. */
async function startServers(url: string, networksUrl: string) {
  const folder = mkdtempSync(join(tmpdir(), "crier-rolling-"));
  const ports = Array.from({ length: SERVERS }, freePort);
  const running: Appliance[] = await Promise.all(ports.map((_, n) => start(n)));
  const logErrors = openLogErrors();
  const faults: string[] = [];
  return {
    ports,
    async restart(n: number) {
      await end(n);
      running[n] = await start(n);
    },
    async end() {
      await Promise.all(ports.map((_, n) => end(n)));
      return { faults, errors: Object.fromEntries(logErrors.errors) };
    },
    async [Symbol.asyncDispose]() {
      for (const each of running) await each[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };

  async function start(n: number): Promise<Appliance> {
    const command = [...CRIER, "serve", "--port", String(ports[n])];
    const env = { ...SHARED_SETTINGS, CRIER_DATABASE: url, CRIER_DRAIN_MS: String(DRAIN_MS) };
    const appliance = startAppliance(command, join(folder, String(n)), networksUrl, env);
    await readiness(appliance);
    return appliance;
  }

  async function end(n: number): Promise<void> {
    const code = await running[n]?.end("SIGTERM");
    if (code !== 0) faults.push(`a server ended with ${code}`);
    logErrors.read((await running[n]?.log()) ?? "");
  }
}

/** Without news for so many looks, nothing more happens. */
const IDLE_LOOKS = 200;
const PASSES_MS = 10_000;

async function untilOver(database: BenchDatabase): Promise<void> {
  for (let [news, idle] = [-1, 0]; idle < IDLE_LOOKS; idle++) {
    const left = await database.left();
    if (left.open === 0) return;
    if (left.news > news) [news, idle] = [left.news, 0];
    await database.pass(PASSES_MS);
    await Bun.sleep(500);
  }
}

interface LoadOptions {
  readonly ports: readonly number[];
  readonly key: string;
  readonly accounts: readonly Account[];
  readonly targets: number;
  readonly random: () => number;
}

/** People who use one server after the other, of those that are ready. */
function openLoad({ ports, key, accounts, targets, random }: LoadOptions) {
  const asked: Asked[] = [];
  const wrong: Record<string, number> = {};
  let [count, rerouted, turn, isOver] = [0, 0, 0, false];
  const ready = new Set(ports);
  const headers = {
    authorization: `Bearer ${key}`,
    "content-type": "application/json",
    prefer: "respond-async",
  };
  return {
    asked,
    wrong,
    count: () => count,
    rerouted: () => rerouted,
    stop: () => void (isOver = true),
    /** Asks every server whether it is ready, until it is stopped. */
    async watch() {
      while (!isOver) {
        await Promise.all(ports.map(look));
        await Bun.sleep(ASK_MS);
      }
    },
    async run() {
      while (!isOver) {
        count++;
        await (random() < ASKS ? askForPost() : listPosts());
      }
    },
  };

  async function askForPost(): Promise<void> {
    const one: Asked = { text: `rolling ${asked.length}`, targets, id: null };
    asked.push(one);
    const chosen = draw(accounts, targets, random);
    const body = JSON.stringify({ ...requestTo(chosen, one.text), schedule: "now" });
    const answer = await send("POST", "/v1/posts", body);
    if (answer.status === 201) one.id = (JSON.parse(answer.text) as { id: string }).id;
    else fail(answer);
  }

  async function listPosts(): Promise<void> {
    const answer = await send("GET", "/v1/posts?limit=5", null);
    if (answer.status !== 200) fail(answer);
  }

  function fail({ status, text }: Answer): void {
    const what = status === 0 ? text : `${status} ${text.slice(0, 80)}`;
    wrong[what] = (wrong[what] ?? 0) + 1;
  }

  async function look(port: number): Promise<void> {
    const { status } = await exchange({ port, method: "GET", path: "/readyz", headers: {} }, null);
    if (status === 200) ready.add(port);
    else ready.delete(port);
  }

  /** A connection of its own for each, to the next server that is ready. */
  function send(method: string, path: string, body: string | null): Promise<Answer> {
    const next = turn++;
    const inTurn = ports.map((_, n) => ports[(next + n) % ports.length] ?? 0);
    const port = inTurn.find((each) => ready.has(each)) ?? inTurn[0] ?? 0;
    if (port !== inTurn[0]) rerouted++;
    return exchange({ port, method, path, headers }, body);
  }
}

/** Status 0: no answer, and the text is the error's code. */
interface Answer {
  readonly status: number;
  readonly text: string;
}

function exchange(
  options: { port: number; method: string; path: string; headers: Record<string, string> },
  body: string | null,
): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const call = httpRequest({ host: "127.0.0.1", agent: false, ...options }, (response) => {
    const chunks: Buffer[] = [];
    response.on("data", (chunk: Buffer) => chunks.push(chunk));
    response.on("error", (error) => resolve({ status: 0, text: codeIn(error) }));
    response.on("end", () =>
      resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
    );
  });
  call.on("error", (error) => resolve({ status: 0, text: codeIn(error) }));
  call.end(body ?? undefined);
  return promise;
}

const codeIn = (error: Error) =>
  "code" in error && typeof error.code === "string" ? error.code : error.message;
