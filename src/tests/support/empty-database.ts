// A database in which nothing is yet, for folders of tests: all its migrations take longer than most tests.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { storeFiles } from "../../store/index.ts";

/** Puts it into the folder, where the store finds it as if it had just made it. */
export async function putEmptyDatabase(folder: string): Promise<void> {
  writeFileSync(join(folder, storeFiles.databaseFile), await (bytes ??= make()), { mode: 0o600 });
}

/** Made once per process. */
let bytes: Promise<Buffer> | null = null;
async function make(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), "crier-empty-"));
  try {
    await (await storeFiles.open(folder))[Symbol.asyncDispose]();
    return readFileSync(join(folder, storeFiles.databaseFile));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
