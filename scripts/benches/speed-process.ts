// The processes that are measured: started, ready, weighed, ended.
import { join } from "node:path";

export type Environment = Readonly<Record<string, string | undefined>>;

export const FROM_SOURCE = [process.execPath, join(import.meta.dir, "../../src/main.ts")];
export const BINARY = join(import.meta.dir, "../../dist/crier");
export const COMPARED = [process.execPath, join(import.meta.dir, "speed-server.ts")];

export interface Running extends AsyncDisposable {
  readonly url: string;
  /** From the start of the process to its first answer, ms. */
  readonly readyMs: number;
  /** Resident, MB. */
  memory(): Promise<number>;
}

/** Starts a server that prints "ready at <address>". */
export async function start(command: readonly string[], env: Environment): Promise<Running> {
  const began = performance.now();
  const child = Bun.spawn([...command], { env, stdin: "ignore", stdout: "pipe", stderr: "inherit" });
  const url = await readyUrl(child.stdout);
  await fetch(`${url}/readyz`);
  return {
    url,
    readyMs: performance.now() - began,
    memory: async () => Number(await Bun.$`ps -o rss= -p ${child.pid}`.text()) / 1024,
    async [Symbol.asyncDispose]() {
      child.kill();
      await child.exited;
    },
  };
}

/** Runs a command of Crier's. @returns what it printed */
export async function crier(env: Environment, ...args: string[]): Promise<string> {
  const child = Bun.spawn([...FROM_SOURCE, ...args], { env, stdout: "pipe", stderr: "pipe" });
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  if ((await child.exited) !== 0) throw new Error(`crier ${args.join(" ")}: ${err}`);
  return out.trim();
}

async function readyUrl(out: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of out) {
    text += decoder.decode(chunk, { stream: true });
    const url = /ready at (\S+)\n/.exec(text)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error(`a server did not start: ${text}`);
}
