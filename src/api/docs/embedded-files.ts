// Reads the files of docs/, and the list of changes, as text. A Bun macro: it runs when the code is loaded or built, so a binary contains them.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dir, "../../../docs");

/** Path below docs/ → content, in alphabetical order. */
export function documents(): Record<string, string> {
  const paths = [...new Bun.Glob("**/*.{md,svg}").scanSync({ cwd: folder })].toSorted();
  const own = paths.map((path) => [path, readFileSync(join(folder, path), "utf8")]);
  const changes = readFileSync(join(folder, "../CHANGELOG.md"), "utf8").replaceAll("](docs/", "](");
  return Object.fromEntries([...own, ["CHANGELOG.md", changes]]);
}
