// Reads the files of docs/ as text. A Bun macro: it runs when the code is loaded or built, so a binary contains them.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dir, "../../../docs");

/** Path below docs/ → content, in alphabetical order. */
export function documents(): Record<string, string> {
  const paths = [...new Bun.Glob("**/*.{md,svg}").scanSync({ cwd: folder })].toSorted();
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path), "utf8")]));
}
