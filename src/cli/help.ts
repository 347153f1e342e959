// Parts of help pages: examples, and names with what they mean.
import { width, wrapped } from "./table.ts";

/** A section with commands that can be pasted. */
export const examples = (...lines: readonly string[]): string =>
  `\nExamples:\n${lines.map((line) => `  ${line}`).join("\n")}`;

const NAME_WIDTH = 27;

/** Names on the left and their meaning beside them; a long name has its meaning below it. */
export function definitions(
  rows: readonly (readonly [name: string, meaning: string])[],
  columns: number | null,
): string {
  const space = " ".repeat(NAME_WIDTH + 2);
  const lines = rows.flatMap(([name, meaning]) => {
    const text = wrapped(meaning, Math.max(20, (columns ?? HELP_COLUMNS) - space.length)).split("\n");
    const isShort = width(name) < NAME_WIDTH;
    const [first = "", ...more] = isShort ? text : ["", ...text];
    return [`  ${name.padEnd(NAME_WIDTH)}${first}`.trimEnd(), ...more.map((each) => space + each)];
  });
  return lines.join("\n");
}

/** Of help that is not shown on a terminal. */
export const HELP_COLUMNS = 100;
