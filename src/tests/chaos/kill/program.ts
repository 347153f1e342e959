// Starts the bench's processes: the networks, which stay up, and the server, which is killed.
import { join } from "node:path";
import { ENGINE, FROM_SOURCE } from "../../support/program.ts";

const ROOT = join(import.meta.dir, "../../../..");

/** Commands that start an appliance; each prints one line when it is ready. */
export interface Programs {
  /** Delivers, and nothing else. */
  readonly engine: readonly string[];
  /** All of Crier with its HTTP API: the line holds its address. */
  readonly serve: readonly string[];
}

/** Crier's command line. @param binary the one-file program; null: from source */
export const crierOf = (binary: string | null): readonly string[] =>
  binary === null ? FROM_SOURCE : [binary];

/** @param binary as in `crierOf` */
export async function programsOf(binary: string | null): Promise<Programs> {
  return { engine: [ENGINE ?? (await buildEngine())], serve: [...crierOf(binary), ...SERVE] };
}

/** What makes Crier's command line an appliance. */
export const SERVE = ["serve", "--port", "0"] as const;

/** engine.ts as one file, built the way Crier is. */
async function buildEngine(): Promise<string> {
  const outfile = join(ROOT, "dist/kill-engine");
  const args = ["--entry", join(import.meta.dir, "engine.ts"), "--outfile", outfile];
  const child = Bun.spawn([process.execPath, join(ROOT, "scripts/build.ts"), ...args], { stderr: "pipe" });
  const output = await child.stderr.text();
  if ((await child.exited) !== 0) throw new Error(`the engine could not be built: ${output}`);
  return outfile;
}

export interface Faults {
  /** The same seed strikes the same requests. */
  readonly seed: number;
  /** Shares from 0 to 1 of publishing and other requests that are struck. */
  readonly publishing: number;
  readonly other: number;
}
export const NO_FAULTS: Faults = { seed: 1, publishing: 0, other: 0 };

export interface Networks extends AsyncDisposable {
  readonly url: string;
  /** Everything that is live now. */
  published(): Promise<Live[]>;
}

/** A post as it stands on a network. */
export interface Live {
  readonly network: string;
  readonly account: string;
  readonly text: string;
  readonly url: string;
  /** How many publishing requests made it or were answered with it. */
  readonly accepted: number;
}

export async function startNetworks({ seed, publishing, other }: Faults): Promise<Networks> {
  const args = [seed, publishing, other].map(String);
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "networks.ts"), ...args], {
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit",
  });
  const url = await firstLine(child.stdout);
  if (url === null) throw new Error("the simulated networks did not start");
  return {
    url,
    async published() {
      const answer = await fetch(`${url}/_published`);
      const byNetwork = (await answer.json()) as Record<string, Live[]>;
      return Object.values(byNetwork).flat();
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await child.exited;
    },
  };
}

export interface Appliance extends AsyncDisposable {
  /** Its address, or "delivering", once it is ready; null when it ended before. */
  readonly ready: Promise<string | null>;
  readonly pid: number;
  readonly exited: Promise<number>;
  /** @returns exit code; everything it has logged is in `log` by then */
  end(signal: NodeJS.Signals): Promise<number>;
  log(): Promise<string>;
}

export function startAppliance(
  command: readonly string[],
  folder: string,
  networksUrl: string,
  env: Readonly<Record<string, string>> = {},
): Appliance {
  const { PATH = "", HOME = folder } = process.env;
  const child = Bun.spawn([...command], {
    env: {
      PATH,
      HOME,
      CRIER_DATA: folder,
      CRIER_LOG: "warn",
      CRIER_RATE_LIMIT: "0",
      CRIER_MIN_FREE_MB: "0",
      CRIER_SIMULATOR: networksUrl,
      // What lives for a tenth of a second is not worth compiling: this saves a quarter of its processor time.
      BUN_JSC_useJIT: "0",
      ...env,
    },
    // Never written to; its end tells a delivery process that this one is gone.
    stdin: "pipe",
    stdout: "pipe",
    stderr: "pipe",
  });
  endWithThisProcess(child);
  const log = child.stderr.text();
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    return await child.exited;
  };
  return {
    ready: firstLine(child.stdout).then((line) => line?.replace(/.* at /, "") ?? null),
    pid: child.pid,
    exited: child.exited,
    end,
    log: () => log,
    [Symbol.asyncDispose]: async () => void (await end("SIGKILL")),
  };
}

const running = new Set<Bun.Subprocess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** A run that fails or is given up ends without disposing of anything, and must not leave a server behind. */
function endWithThisProcess(child: Bun.Subprocess): void {
  running.add(child);
  void child.exited.finally(() => running.delete(child));
}

const READY_LOOKS = 1200;

/** What it says when it is ready. @throws Error with its log when it does not come to that */
export async function readiness(appliance: Appliance): Promise<string> {
  // Looked at so often, not waited for so long: a machine that was asleep has let time pass for nobody.
  for (let look = 0; look < READY_LOOKS; look++) {
    const output = await Promise.race([appliance.ready, Bun.sleep(100)]);
    if (output === null) break;
    if (output) return output;
  }
  await appliance.end("SIGKILL");
  throw new Error(`the appliance did not start:\n${await appliance.log()}`);
}

async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string | null> {
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return null;
    text += decoder.decode(value, { stream: true });
    const [line, rest] = text.split("\n", 2);
    if (rest !== undefined) {
      reader.releaseLock();
      return line ?? null;
    }
  }
}
