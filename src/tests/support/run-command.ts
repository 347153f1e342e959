// Runs the command line inside this process: its output, errors and exit code, without starting a process.
import { run } from "../../cli/program.ts";
import type { Context } from "../../cli/context.ts";
import type { Ran } from "./command-line.ts";

/** Runs one command to its end. */
export async function runCommand(
  args: readonly string[],
  env: Record<string, string>,
  more: Partial<Context> = {},
): Promise<Ran> {
  const lines: { out: string[]; err: string[] } = { out: [], err: [] };
  const code = await run(args, {
    env: { PATH: "/nowhere", CRIER_MIN_FREE_MB: "0", ...env },
    out: (text) => void lines.out.push(text),
    say: (text) => void lines.err.push(text),
    draw: (text) => void lines.err.push(text),
    ...{
      isTerminal: false,
      columns: null,
      terminal: null,
      readInput: async () => "",
      ended: Promise.resolve(),
    },
    die: () => process.exit(137),
    ...more,
  });
  return { code, out: lines.out.join("\n"), err: lines.err.join("\n") };
}
