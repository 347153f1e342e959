// Compiles the shim, and runs the campaign in a process under it.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { merge, type Result } from "./campaign.ts";
import type { ChildOptions } from "./child.ts";
import { makeMeterFiles, meterFiles } from "./meter.ts";

/** Why the shim can't be used here; null when it can. */
export function whyNot(): string | null {
  if (process.platform !== "linux") return `LD_PRELOAD and /proc are Linux's, this is ${process.platform}`;
  return Bun.which("cc") === null ? "there is no C compiler (cc) to make the shim with" : null;
}

export interface PowerOptions extends ChildOptions {
  /** Processes side by side, each with its share of the cuts. */
  readonly workers: number;
}

/** Cuts so far, and what is wrong so far, over all workers. */
export type Report = (cuts: number, wrong: number) => void;

/** @throws Error when the shim can't be compiled or the campaign fails to run */
export async function powerCuts(
  { workers, cuts, seed, ...options }: PowerOptions,
  report: Report = () => {},
): Promise<Result> {
  // In memory no program may be run, in many a container.
  const [disk, memory] = [tmpdir(), existsSync("/dev/shm") ? "/dev/shm" : tmpdir()].map(newFolder);
  if (disk === undefined || memory === undefined) throw new Error("there is no room");
  const stop = new AbortController();
  const soFar = Array.from({ length: workers }, () => ({ cuts: 0, wrong: 0 }));
  const total = (of: (one: Line) => number) => soFar.reduce((sum, one) => sum + of(one), 0);
  try {
    const library = join(disk, "shim.so");
    await compile(library);
    const results = soFar.map((mine, n) => {
      const share = Math.floor(cuts / workers) + (n < cuts % workers ? 1 : 0);
      const worker = { ...options, cuts: share, seed: seed * 100 + n };
      const folder = mkdtempSync(join(memory, "worker-"));
      return runWorker(folder, library, worker, stop.signal, (line) => {
        Object.assign(mine, line);
        report(
          total((one) => one.cuts),
          total((one) => one.wrong),
        );
      });
    });
    return merge(await Promise.all(results));
  } finally {
    stop.abort();
    for (const folder of [disk, memory]) rmSync(folder, { recursive: true, force: true });
  }
}

const newFolder = (where: string) => mkdtempSync(join(where, "crier-power-"));

async function compile(library: string): Promise<void> {
  const source = join(import.meta.dir, "shim.c");
  const child = Bun.spawn(["cc", "-O2", "-shared", "-fPIC", "-o", library, source, "-ldl"], {
    stderr: "pipe",
  });
  if ((await child.exited) !== 0) throw new Error(`the shim does not compile:\n${await child.stderr.text()}`);
}

interface Line {
  readonly cuts: number;
  readonly wrong: number;
}

async function runWorker(
  folder: string,
  library: string,
  options: ChildOptions,
  signal: AbortSignal,
  report: (line: Line) => void,
): Promise<Result> {
  makeMeterFiles(folder);
  const { page, log } = meterFiles(folder);
  const { PATH = "", HOME = folder } = process.env;
  const child = Bun.spawn(
    [process.execPath, join(import.meta.dir, "child.ts"), folder, JSON.stringify(options)],
    {
      env: { PATH, HOME, LD_PRELOAD: library, CRIER_POWER_PAGE: page, CRIER_POWER_LOG: log },
      signal,
      stdin: "pipe",
      stdout: "pipe",
      stderr: "pipe",
    },
  );
  const others = listen(child.stderr, report);
  const json = await child.stdout.text();
  if ((await child.exited) !== 0) throw new Error(`the campaign broke off:\n${await others}`);
  return JSON.parse(json) as Result;
}

/** @returns what was no progress */
async function listen(stream: ReadableStream<Uint8Array>, report: (line: Line) => void): Promise<string> {
  const others: string[] = [];
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line.startsWith('{"cuts"')) report(JSON.parse(line) as Line);
      else others.push(line);
    }
  }
  return [...others, rest].join("\n");
}
