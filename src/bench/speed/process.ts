// Starts the measured processes, waits until they are ready, reads their memory and ends them.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

export type Environment = Readonly<Record<string, string | undefined>>;

/** A checkout of Crier, as a command. */
export const programIn = (folder: string) => [process.execPath, join(folder, "src/main.ts")];
export const FROM_SOURCE = programIn(join(import.meta.dir, "../../.."));
export const BINARY = join(import.meta.dir, "../../dist/crier");
export const COMPARED = [process.execPath, join(import.meta.dir, "server.ts")];

export interface Running extends AsyncDisposable {
  readonly url: string;
  /** From the start of the process to its first answer, ms. */
  readonly readyMs: number;
  memory(): Promise<Memory>;
}

/** MB. */
export interface Memory {
  readonly resident: number;
  /** Without what is mapped from files and shared: mostly the program itself. */
  readonly private: number;
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
    memory: () => memoryOf(child.pid),
    async [Symbol.asyncDispose]() {
      child.kill();
      await child.exited;
    },
  };
}

/** Linux tells what is private; elsewhere it is not known. */
async function memoryOf(pid: number): Promise<Memory> {
  const rollup = `/proc/${pid}/smaps_rollup`;
  if (!existsSync(rollup))
    return { resident: Number(await Bun.$`ps -o rss= -p ${pid}`.text()) / 1024, private: Number.NaN };
  const text = readFileSync(rollup, "utf8");
  const of = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(text)?.[1] ?? Number.NaN) / 1024;
  return { resident: of("Rss"), private: of("Private_Clean") + of("Private_Dirty") };
}

/** Runs a command of a Crier's. @returns what it printed */
export async function crier(
  program: readonly string[],
  env: Environment,
  ...args: string[]
): Promise<string> {
  const child = Bun.spawn([...program, ...args], { env, stdout: "pipe", stderr: "pipe" });
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
