// The command line's way in: the only file that reads the process's arguments, environment and signals.
import { run } from "./cli/program.ts";

// What Crier writes is its user's alone, also in a folder that everybody may look into.
process.umask(0o077);

const ended = Promise.withResolvers<void>();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => ended.resolve());
// A reader that has left (crier … | head) is no fault of ours.
process.stdout.on("error", () => process.exit(0));

const code = await run(process.argv.slice(2), {
  env: process.env,
  out: (text) => void process.stdout.write(`${text}\n`),
  say: (text) => void process.stderr.write(`${text}\n`),
  draw: (text) => void process.stderr.write(text),
  isTerminal: process.stderr.isTTY,
  readInput: () => Bun.stdin.text(),
  ended: ended.promise,
  die() {
    process.kill(process.pid, "SIGKILL");
    throw new Error("dead");
  },
});
process.exit(code);
