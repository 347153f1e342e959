// Tests that scripts/start runs this checkout from any folder.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "crier-start-"));
  writeFileSync(join(folder, "bunfig.toml"), 'preload = ["./strange.ts"]\n');
  writeFileSync(join(folder, "strange.ts"), `await Bun.write("ran", "");\n`);
  writeFileSync(join(folder, ".env"), "CRIER_NO_SUCH_SETTING=1\nCRIER_DATA=/nowhere\n");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(["version", "doctor"])("%s runs no code and reads no settings of that folder", async (command) => {
  const child = Bun.spawn([join(import.meta.dir, "../../../scripts/start"), command], {
    cwd: folder,
    env: { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "" },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  expect(err).not.toContain("CRIER_NO_SUCH_SETTING");
  expect(out).not.toContain("/nowhere");
  expect(out).not.toBe("");
  expect(existsSync(join(folder, "ran"))).toBeFalse();
});
