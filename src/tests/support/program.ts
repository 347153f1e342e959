// Crier as a process: the one-file program that scripts/test built, or its source, which takes twice the processor time.
import { existsSync } from "node:fs";
import { join } from "node:path";

/** Null when the program has not been built. */
const builtOf = (variable: string): string | null => {
  const path = process.env[variable] ?? "";
  return existsSync(path) ? path : null;
};

/** The one-file program; null when it has not been built. */
export const BINARY = builtOf("CRIER_TEST_BINARY");

/** The engine of the kill bench; null when it has not been built. */
export const ENGINE = builtOf("CRIER_TEST_ENGINE");

/** The command line from source. */
export const FROM_SOURCE: readonly string[] = [process.execPath, join(import.meta.dir, "../../main.ts")];

/** The command line, to be started with arguments. */
export const CRIER: readonly string[] = BINARY === null ? FROM_SOURCE : [BINARY];
