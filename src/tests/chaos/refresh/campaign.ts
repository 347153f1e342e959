// Runs a refresh campaign: a network that stays up, two processes that are killed, and the verdict.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Database } from "bun:sqlite";
import { systemClock } from "../../../clock.ts";
import { startSimulator } from "../../../simulator/server.ts";
import { newLever } from "../../support/oauth-network/simulated.ts";
import { waitUntil } from "../../support/wait-until.ts";
import { rotating, type Ledger } from "./rotating.ts";

export interface CampaignOptions {
  readonly kills: number;
  readonly accounts: number;
  readonly latencyMs: number;
  readonly seed: number;
  readonly control: boolean;
  progress(done: number): void;
}

export interface Result {
  readonly kills: number;
  /** Refresh tokens that the network replaced. */
  readonly refresher: number;
  /** Renewals whose answer was not on disk when the process died. */
  readonly doubts: number;
  /** Of those: the network had replaced the token already, and the account says what happened. */
  readonly lost: number;
  /** The network had replaced the token, and the account does not say so. */
  readonly silent: readonly string[];
  /** The account has to be connected again, and the network knows no reason. */
  readonly blamed: readonly string[];
}

/** What a process reports, a line each. */
export type Line =
  | { readonly kind: "ready" }
  /** Renewals of which no answer is on record. */
  | { readonly kind: "doubts"; readonly marks: readonly string[] }
  | { readonly kind: "lost"; readonly handle: string; readonly token: string; readonly detail: string };

/** Access that ends so soon is renewed with every use. */
const ACCESS_MS = 5 * 60_000;
/** How long a process is let work before it dies, ms. */
const LONGEST_LIFE_MS = 400;

export async function campaign({
  kills,
  accounts,
  latencyMs,
  seed,
  control,
  progress,
}: CampaignOptions): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "crier-refresh-"));
  const chance = chances(seed);
  const ledger: Ledger = { successors: new Map(), pending: 0 };
  const network = rotating(newLever(ACCESS_MS), ledger, () => chance() * latencyMs);
  const simulator = await startSimulator({ networks: [network], clock: systemClock });
  const lost = new Map<string, Line & { kind: "lost" }>();
  const doubts = new Set<string>();
  try {
    for (let done = 0; done < kills;) {
      const processes = ["server", "command"].map((role) =>
        start(role, folder, `${simulator.url}/guild`, accounts, hear),
      );
      await Promise.all(processes.map(({ ready }) => ready));
      // One after the other, or both at once.
      for (const process of chance() < 0.5 ? processes : processes.toReversed()) {
        await after(chance() * LONGEST_LIFE_MS);
        await process.die();
        // A network that sees a token twice ends the grant. On a busy machine a dead process's request may arrive after the
        // next one has connected the account anew: no program could tell that.
        await waitUntil(() => ledger.pending === 0);
        progress(++done);
      }
      if (control) wipeMarks(folder);
    }
    // What the last deaths left behind is looked at by one more life.
    const last = start("server", folder, `${simulator.url}/guild`, accounts, hear);
    await last.ready;
    await after(LONGEST_LIFE_MS);
    await last.die();
  } finally {
    await simulator.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  return {
    kills,
    refresher: ledger.successors.size,
    doubts: doubts.size,
    ...judged([...lost.values()], ledger),
  };

  function hear(line: Line): void {
    // One that is not cleared up before the next death is the same.
    if (line.kind === "doubts") for (const mark of line.marks) doubts.add(mark);
    // Both processes may notice it.
    if (line.kind === "lost") lost.set(line.token, line);
  }
}

function judged(lines: readonly (Line & { kind: "lost" })[], { successors }: Ledger) {
  const silent: string[] = [];
  const blamed: string[] = [];
  let lost = 0;
  for (const { handle, token, detail } of lines) {
    if (!successors.has(token)) blamed.push(`${handle}: ${detail}`);
    else if (!detail.includes("did not receive the response")) silent.push(`${handle}: ${detail}`);
    else lost++;
  }
  return { lost, silent, blamed };
}

function start(role: string, folder: string, url: string, accounts: number, hear: (line: Line) => void) {
  const args = [join(import.meta.dir, "process.ts"), role, folder, url, String(accounts)];
  const child = Bun.spawn([process.execPath, ...args], { stdout: "pipe", stderr: "inherit" });
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
  const lines = (async () => {
    for await (const text of linesOf(child.stdout)) {
      const line = JSON.parse(text) as Line;
      if (line.kind === "ready") resolve();
      hear(line);
    }
    reject(new Error(`a ${role} ended before it was ready`));
  })();
  return {
    ready,
    async die() {
      child.kill("SIGKILL");
      await child.exited;
      await lines;
    },
  };
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = "";
  const decoder = new TextDecoder();
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}

/** As if nothing had been written down before asking. */
function wipeMarks(folder: string): void {
  using db = new Database(join(folder, "crier.sqlite"));
  db.run("UPDATE account SET renewal_asked_at = NULL");
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => systemClock.after(ms, resolve));
}

/** Mulberry32: from 0 to 1, the same for the same seed. */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
