// The entry point: the only file that reads the process's arguments, environment and signals.
import { constants } from "node:os";

// What Crier writes is its user's alone, also in a folder that other users can read.
process.umask(0o077);

// The one-file program is also the process that decodes untrusted files (media/process/processes.ts): it ends with its input.
if (process.argv[2] === "media-process") await import("./media/process/media.child.ts");

// And its own maker of backups, so that the server goes on meanwhile (ops/backup-process.ts).
if (process.argv[2] === "backup-maker") await import("./ops/backup.child.ts");

// Otherwise the router copies every value of an invalid request into an error message that nobody reads, which takes 60 ms
// for a long one. It checks this once, when it is loaded.
Object.assign(process.env, { NODE_ENV: "production" });

const { run } = await import("./cli/program.ts");
const ended = Promise.withResolvers<void>();
const stopping = new AbortController();
let endsGently = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => endBy(signal));
// A closed pipe (crier … | head) is not an error.
process.stdout.on("error", () => process.exit(0));

const code = await run(process.argv.slice(2), {
  env: process.env,
  out: (text) => void process.stdout.write(`${text}\n`),
  say: (text) => void process.stderr.write(`${text}\n`),
  draw: (text) => void process.stderr.write(text),
  isTerminal: process.stderr.isTTY,
  get columns() {
    return process.stdout.isTTY ? process.stdout.columns : null;
  },
  get rows() {
    return process.stderr.isTTY ? process.stderr.rows : undefined;
  },
  terminal:
    process.stdin.isTTY && process.stderr.isTTY ? { input: process.stdin, output: process.stderr } : null,
  readInput: () => Bun.stdin.text(),
  get ended() {
    endsGently = true;
    return ended.promise;
  },
  get stopping() {
    endsGently = true;
    return stopping.signal;
  },
  die() {
    process.kill(process.pid, "SIGKILL");
    throw new Error("dead");
  },
});
process.exit(code);

/** What waits for the end puts things in order first; any other command is over at once, as without this handler. */
function endBy(signal: "SIGINT" | "SIGTERM"): void {
  if (!endsGently) process.exit(128 + constants.signals[signal]);
  stopping.abort();
  ended.resolve();
}
