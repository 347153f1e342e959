// The processes of the bench: the networks, which live, and the appliance, which does not.
import { join } from "node:path";

const ROOT = join(import.meta.dir, "../../..");

/** How the appliance is started: from source, or as the one-file program. */
export function programOf(binary: string | null): readonly string[] {
  return binary === null ? [process.execPath, join(ROOT, "src/main.ts")] : [binary];
}

export interface Faults {
  /** The same seed strikes the same requests. */
  readonly seed: number;
  /** Shares from 0 to 1 of publishing and other requests that are struck. */
  readonly publishing: number;
  readonly other: number;
}

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
  /** Its address once it is ready; null when it ended before. */
  readonly ready: Promise<string | null>;
  readonly pid: number;
  readonly exited: Promise<number>;
  /** @returns exit code; everything it has logged is in `log` by then */
  end(signal: NodeJS.Signals): Promise<number>;
  log(): Promise<string>;
}

export function startAppliance(
  program: readonly string[],
  folder: string,
  networksUrl: string,
  env: Readonly<Record<string, string>> = {},
): Appliance {
  const { PATH = "", HOME = folder } = process.env;
  const child = Bun.spawn([...program, "serve", "--port", "0"], {
    env: {
      PATH,
      HOME,
      CRIER_DATA: folder,
      CRIER_LOG: "warn",
      CRIER_RATE_LIMIT: "0",
      CRIER_SIMULATOR: networksUrl,
      ...env,
    },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
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
