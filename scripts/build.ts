// Builds the one-file program: bun scripts/build.ts [--outfile dist/crier] [--target bun-linux-arm64] [--commit ID].
// For another machine than this one, first: bun install --frozen-lockfile --os=linux --cpu=arm64 (or --libc=musl).
import { mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { targetOf, sharpPlugin } from "./sharp-plugin.ts";
import { webPlugin } from "./web-plugin.ts";

const root = join(import.meta.dir, "..");
const { values } = parseArgs({
  options: {
    outfile: { type: "string", default: join(root, "dist/crier") },
    target: { type: "string", default: `bun-${process.platform}-${process.arch}` },
    /** For where there is no git, such as inside a container build. */
    commit: { type: "string", default: "" },
    entry: { type: "string", default: join(root, "src/main.ts") },
  },
});

// What is built on the way is imported by its path, which must not depend on who imports it.
const outfile = resolve(values.outfile);
const began = performance.now();
mkdirSync(dirname(outfile), { recursive: true });
// Beside the binary come source maps that are inside it as well: it leaves them behind, and gets its name when it is whole.
const folder = mkdtempSync(`${outfile}.`);
const result = await Bun.build({
  entrypoints: [values.entry],
  root: join(root, "src"),
  naming: { entry: "[name].[ext]" },
  target: "bun",
  // Bytecode is CommonJS unless told otherwise, and there top-level await does not compile.
  format: "esm",
  bytecode: true,
  // What is imported late is loaded late: a command starts without the web server in it.
  splitting: true,
  minify: true,
  sourcemap: "linked",
  define: {
    "process.env.NODE_ENV": '"production"',
    CRIER_COMMIT: JSON.stringify(values.commit || commit()),
  },
  plugins: [sharpPlugin(root, targetOf(values.target)), await webPlugin(join(folder, "web"))],
  compile: {
    outfile: join(folder, "crier"),
    target: values.target as Bun.Build.CompileTarget,
    // Or the program would read settings from whatever folder it is started in.
    autoloadDotenv: false,
    autoloadBunfig: false,
  },
  throw: false,
});

for (const message of result.logs) console.error(message);
if (result.success) renameSync(join(folder, "crier"), outfile);
rmSync(folder, { recursive: true });
if (!result.success) process.exit(1);
const size = (Bun.file(outfile).size / 1e6).toFixed(1);
console.error(`${outfile} (${size} MB) in ${((performance.now() - began) / 1000).toFixed(1)} s`);

function commit(): string {
  const { success, stdout } = Bun.spawnSync(["git", "-C", root, "rev-parse", "--short=12", "HEAD"], {
    stderr: "ignore",
  });
  return success ? stdout.toString().trim() : "unknown";
}
