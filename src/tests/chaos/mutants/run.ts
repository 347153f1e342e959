// Applies a mutant in a folder of its own and runs the bench that must notice it.
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Judge, Mutant } from "./mutant.ts";

export interface Verdict {
  readonly mutant: Mutant | null;
  readonly judge: Judge;
  readonly fate: "caught" | "survived" | "no longer applies";
  readonly ms: number;
  /** What the judge said last, for whoever wants to know why. */
  readonly output: string;
}

export interface Trial {
  /** The simulation's first seed, and how many of them a mutant has to survive. */
  readonly seed: number;
  readonly seeds: number;
}

const ROOT = join(import.meta.dir, "../../../..");
const COPIED = ["src", "docs", "CHANGELOG.md", "scripts", "package.json", "tsconfig.json", "bunfig.toml"];
/** A judge that takes this long, even on a busy machine, has found a mutant that hangs. */
const GIVE_UP_MS = 600_000;

/** @param mutant null: the source as it is, which must pass */
export async function judgeMutant(mutant: Mutant | null, judge: Judge, trial: Trial): Promise<Verdict> {
  const began = performance.now();
  const folder = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "crier-mutant-"));
  try {
    for (const name of COPIED) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
    symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
    if (mutant && !(await change(folder, mutant)))
      return { mutant, judge, fate: "no longer applies", ms: 0, output: "" };
    const { exit, output } = await run(folder, commandOf(judge, trial));
    return { mutant, judge, fate: exit === 0 ? "survived" : "caught", ms: performance.now() - began, output };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function change(folder: string, mutant: Mutant): Promise<boolean> {
  const path = join(folder, "src", mutant.file);
  const changed = applyMutant(mutant, await Bun.file(path).text());
  if (changed !== null) await Bun.write(path, changed);
  return changed !== null;
}

/** @returns null unless its text stands there exactly once: a mutant that changes nothing, or something else, proves nothing */
export function applyMutant({ from, to }: Mutant, source: string): string | null {
  if (source.split(from).length !== 2) return null;
  // As a function: a replacement text has patterns of its own.
  return source.replace(from, () => to);
}

/** The tests that judge a kind of mutant, and how long one of them may take, in milliseconds. */
const TESTS: Record<
  Exclude<Judge, "simulation" | "nodes">,
  { readonly files: readonly string[]; readonly timeoutMs: number }
> = {
  answers: {
    files: ["call", "may-send", "outcome"].map((name) => `src/networks/client/${name}.test.ts`),
    timeoutMs: 4000,
  },
  store: {
    files: [
      "src/store/sqlite/writer.test.ts",
      "src/tests/store/contract.test.ts",
      "src/tests/api/search.test.ts",
    ],
    timeoutMs: 300_000,
  },
  clock: {
    files: [
      "src/publishing/delivery/attempt.test.ts",
      "src/publishing/delivery/looks.test.ts",
      "src/tests/delivery/set-clock.test.ts",
    ],
    timeoutMs: 300_000,
  },
  processes: {
    files: ["src/tests/store/postgres-nodes.test.ts"],
    timeoutMs: 300_000,
  },
};

/** So many strike attempts after their send mark. */
const KILLS = "10";

/** Each judge stops at the first thing it notices: one is enough to condemn a mutant. */
function commandOf(judge: Judge, { seed, seeds }: Trial): string[] {
  if (judge === "simulation") {
    const bench = ["src/bench/index.ts", "simulate", "--first", "--jobs", "1"];
    return [...bench, "--seed", String(seed), "--seeds", String(seeds)];
  }
  if (judge === "nodes") {
    const bench = [
      "src/bench/index.ts",
      "nodes",
      "kill",
      "--clusters",
      "1",
      "--faults",
      "0",
      "--others",
      "0",
    ];
    return [...bench, "--events", KILLS, "--seed", String(seed)];
  }
  const { files, timeoutMs } = TESTS[judge];
  return ["test", ...files, "--bail", "--timeout", String(timeoutMs)];
}

async function run(cwd: string, args: readonly string[]): Promise<{ exit: number; output: string }> {
  const child = Bun.spawn([process.execPath, ...args], {
    ...{ cwd, stdout: "pipe", stderr: "pipe", timeout: GIVE_UP_MS },
  });
  const [out, error] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { exit: await child.exited, output: `${error}\n${out}`.trim().split("\n").slice(-6).join("\n") };
}
