// Short commands start quickly because they load only what they need: no network, no simulator, no web framework.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand } from "../support/run-command.ts";

const SRC = join(import.meta.dir, "../..");
const HEAVY = [
  "/networks/index.ts",
  "/simulator/",
  "/app/index.ts",
  "/media/convert/sharp.ts",
  "node_modules/elysia",
];
let folder = "";
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "crier-lazy-"));
  await runCommand(["profile", "create", "me"], { CRIER_DATA: folder });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The modules of ours, and the packages, that a process has loaded when it has run this command. */
async function loadedBy(command: string): Promise<string[]> {
  const script = `process.on("exit", () => require("node:fs").writeSync(2, Object.keys(require.cache).join("\\n")));
    process.argv = ["bun", "crier", ...${JSON.stringify(command.split(" "))}];
    await import(${JSON.stringify(join(SRC, "main.ts"))});`;
  const child = Bun.spawn([process.execPath, "-e", script], {
    env: { PATH: process.env["PATH"] ?? "", CRIER_DATA: folder },
    stdout: "ignore",
    stderr: "pipe",
  });
  // Where the checkout is says nothing.
  const modules = (await child.stderr.text()).split("\n").map((path) => path.replace(join(SRC, ".."), ""));
  expect(await child.exited).toBe(0);
  expect(modules.some((path) => path.endsWith("/cli/program.ts"))).toBeTrue();
  return modules;
}

test.each(["version", "profile list", "post list", "queue", "key list"])("crier %s", async (command) => {
  const modules = await loadedBy(command);
  expect(modules.filter((path) => HEAVY.some((part) => path.includes(part)))).toEqual([]);
});

test("a command that needs the networks loads them", async () => {
  expect((await loadedBy("account list")).some((path) => path.endsWith("/networks/index.ts"))).toBeTrue();
});
