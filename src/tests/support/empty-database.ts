// A database in which nothing is yet, for folders of tests: all its migrations take longer than most tests.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { storeFiles } from "../../store/index.ts";

/** Puts it into the folder, where the store finds it as if it had just made it. */
export function putEmptyDatabase(folder: string): void {
  writeFileSync(join(folder, storeFiles.databaseFile), (bytes ??= make()), { mode: 0o600 });
}

/** Made once per process. */
let bytes: Buffer | null = null;
function make(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), "crier-empty-"));
  try {
    storeFiles.open(folder)[Symbol.dispose]();
    return readFileSync(join(folder, storeFiles.databaseFile));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
