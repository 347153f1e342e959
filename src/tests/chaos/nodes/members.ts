// The processes of a cluster: started, killed, stopped and started again, and what they said.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readiness, startAppliance, type Appliance } from "../kill/program.ts";
import { openLogErrors, type LogErrors } from "./log-errors.ts";

/** What all processes of all clusters have in common. Nothing is stored in the bucket. */
export const SHARED_SETTINGS = {
  CRIER_SECRET_KEY: "5".repeat(64),
  CRIER_URL: "http://127.0.0.1:9",
  CRIER_S3_BUCKET: "crier",
  CRIER_S3_ENDPOINT: "http://127.0.0.1:9",
  CRIER_S3_ACCESS_KEY: "k",
  CRIER_S3_SECRET_KEY: "s",
};

export interface Members extends AsyncDisposable {
  /** Those that run, also those that stand still. */
  pids(): readonly number[];
  isStopped(pid: number): boolean;
  /** kill -9; another one starts after a while, without anybody waiting for it. */
  kill(pid: number, restartMs: number): Promise<void>;
  /** Resolves when it goes on. */
  stop(pid: number, ms: number): Promise<void>;
  /** Resolves when as many run as at the beginning, and all are ready; also after their end. */
  complete(): Promise<void>;
  /** All are told to end. @returns a line for each since then that did not end in order, or before it was told to */
  end(): Promise<readonly string[]>;
  readonly logErrors: LogErrors;
}

export interface MemberOptions {
  readonly program: readonly string[];
  readonly count: number;
  /** Addresses of the database, which the processes use in turns. */
  readonly databases: readonly string[];
  readonly networksUrl: string;
  readonly leaseMs: number;
}

/** A server that is away keeps a process from starting. */
const MOST_STARTS = 50;

export async function startMembers(options: MemberOptions): Promise<Members> {
  const { program, count, databases, networksUrl, leaseMs } = options;
  const folder = mkdtempSync(join(tmpdir(), "crier-nodes-"));
  const running = new Map<number, Appliance>();
  const stopped = new Set<number>();
  const restarts = new Set<Promise<void>>();
  const deaths: string[] = [];
  const logErrors = openLogErrors();
  let isOver = false;
  let folders = 0;
  await Promise.all(Array.from({ length: count }, begin));
  return {
    pids: () => [...running.keys()],
    isStopped: (pid) => stopped.has(pid),
    async kill(pid, restartMs) {
      await ended(pid, "SIGKILL");
      beginAfter(restartMs);
    },
    async stop(pid, ms) {
      stopped.add(pid);
      process.kill(pid, "SIGSTOP");
      await Bun.sleep(ms);
      process.kill(pid, "SIGCONT");
      stopped.delete(pid);
    },
    async complete() {
      isOver = false;
      await Promise.all(restarts);
      await Promise.all(Array.from({ length: count - running.size }, begin));
    },
    async end() {
      isOver = true;
      await Promise.allSettled(restarts);
      const codes = await Promise.all([...running.keys()].map((pid) => ended(pid, "SIGTERM")));
      const amiss = codes.filter((code) => code !== 0).map((code) => `a process ended with ${code}`);
      return [...deaths.splice(0), ...amiss];
    },
    logErrors,
    async [Symbol.asyncDispose]() {
      isOver = true;
      await Promise.allSettled(restarts);
      await Promise.all([...running.keys()].map((pid) => ended(pid, "SIGKILL")));
      rmSync(folder, { recursive: true, force: true });
    },
  };

  function beginAfter(ms: number): void {
    const restart = Bun.sleep(ms).then(begin);
    restarts.add(restart);
    void restart.finally(() => restarts.delete(restart)).catch(() => {});
  }

  async function begin(): Promise<void> {
    for (let starts = 1; !isOver; starts++) {
      const own = folders++;
      const url = databases[own % databases.length] ?? "";
      // Most of them live for minutes.
      const env = { ...SHARED_SETTINGS, CRIER_DATABASE: url, BUN_JSC_useJIT: "1" };
      const command = [...program, String(leaseMs)];
      const appliance = startAppliance(command, join(folder, String(own)), networksUrl, env);
      try {
        await readiness(appliance);
        running.set(appliance.pid, appliance);
        void noteDeath(appliance);
        return;
      } catch (error) {
        if (starts === MOST_STARTS) throw error;
        await Bun.sleep(100);
      }
    }
  }

  /** Whatever becomes of its server and its sessions, a process goes on. */
  async function noteDeath({ pid, exited, log }: Appliance): Promise<void> {
    const code = await exited;
    if (!running.delete(pid)) return;
    deaths.push(
      `a process ended by itself with ${code}: ${(await log()).trim().split("\n").slice(-5).join(" ")}`,
    );
    if (!isOver) beginAfter(0);
  }

  async function ended(pid: number, signal: NodeJS.Signals): Promise<number | null> {
    const appliance = running.get(pid);
    running.delete(pid);
    const code = await appliance?.end(signal);
    logErrors.read((await appliance?.log()) ?? "");
    return code ?? null;
  }
}
