// The command line's way in: the only file that reads the process's arguments, environment and signals.

// The one-file program is its own reader of strangers' files (media/reader.ts): a process that ends with its input.
if (process.argv[2] === "media-reader") await import("./media/reader.child.ts");

const { run } = await import("./cli/program.ts");
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
