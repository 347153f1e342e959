// The container's image is built from what its Dockerfile copies, and from nothing else of the checkout.
import { expect, test } from "bun:test";
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { version } from "../../version.ts";

const ROOT = join(import.meta.dir, "../../..");
const linesOf = (path: string) => readFileSync(join(ROOT, path), "utf8").split("\n");

/** The words of the instructions of this name that build the program: all but what follows in the second image. */
function instructions(name: "COPY" | "RUN"): string[][] {
  const lines = linesOf("Dockerfile");
  const stage = lines.slice(0, lines.lastIndexOf("FROM debian:bookworm-slim"));
  return stage.filter((line) => line.startsWith(`${name} `)).map((line) => line.split(" ").slice(1));
}

const RULES = linesOf(".dockerignore").filter((line) => line !== "" && !line.startsWith("#"));

/** Whether .dockerignore lets this file reach the builder: the last line that matches decides. */
function isSent(path: string): boolean {
  const last = RULES.findLast((rule) => {
    const pattern = rule.replace(/^!/, "");
    return new Bun.Glob(pattern).match(path) || new Bun.Glob(`${pattern}/**`).match(path);
  });
  return last?.startsWith("!") ?? true;
}

/** Files keep their paths: every COPY of the build names its sources as they are in the checkout. */
function copiedFiles(): string[] {
  const sources = instructions("COPY").flatMap((words) => words.slice(0, -1));
  const files = sources.flatMap((source) =>
    statSync(join(ROOT, source)).isDirectory()
      ? [...new Bun.Glob(`${source}/**`).scanSync({ cwd: ROOT, dot: true })]
      : [source],
  );
  return files.filter(isSent);
}

test("the program is built from what the Dockerfile copies", () => {
  const folder = mkdtempSync(join(tmpdir(), "crier-image-"));
  try {
    for (const path of copiedFiles()) cpSync(join(ROOT, path), join(folder, path));
    symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
    const program = join(folder, "crier");
    const build = instructions("RUN").find((words) => words.includes("scripts/build.ts")) ?? [];
    const cmd = build.map((word) => word.replace("/crier/dist/crier", program));
    const { exitCode, stderr } = Bun.spawnSync({ cmd, cwd: folder });
    expect(exitCode === 0 ? "built" : stderr.toString()).toBe("built");
    const { stdout } = Bun.spawnSync({ cmd: [program, "--version"], env: { HOME: folder } });
    expect(stdout.toString().trim()).toBe(version);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
