// Parts of help pages: examples, and names with what they mean.
import { wrap } from "./table.ts";

/** A section with commands that can be pasted. */
export const examples = (...lines: readonly string[]): string =>
  `\nExamples:\n${lines.map((line) => `  ${line}`).join("\n")}`;

/** Of help that is not shown on a terminal. */
export const HELP_COLUMNS = 100;

const NAME_WIDTH = 25;
/** Narrower text beside the names is hard to read: then it stands below them. */
const NARROWEST = 40;

/** Names on the left and their meaning beside them, or below where there is no room for it. */
export function definitions(
  rows: readonly (readonly [name: string, meaning: string])[],
  columns: number | null,
): string {
  return rows
    .map(([name, meaning]) =>
      definition(name, meaning, { nameWidth: NAME_WIDTH, columns: columns ?? HELP_COLUMNS }),
    )
    .join("\n");
}

/** One of them, indented by two. */
export function definition(
  name: string,
  meaning: string,
  { nameWidth, columns }: { readonly nameWidth: number; readonly columns: number },
): string {
  const indent = nameWidth + 4;
  if (columns - indent < NARROWEST) return [`  ${name}`, ...indentLines(meaning, 6, columns)].join("\n");
  const lines = indentLines(meaning, indent, columns);
  if (name.length > nameWidth) return [`  ${name}`, ...lines].join("\n");
  return `  ${name.padEnd(nameWidth)}  ${lines.join("\n").trimStart()}`.trimEnd();
}

const indentLines = (text: string, by: number, columns: number) =>
  wrap(text, columns - by)
    .split("\n")
    .map((line) => " ".repeat(by) + line);
