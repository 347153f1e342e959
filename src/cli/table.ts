// Tables that fit the terminal: aligned columns, a last column that wraps, and several lines per row where it is narrow.
import { stripVTControlCharacters, styleText } from "node:util";
import { printable } from "./printable.ts";

/** What stands in a column: a text, or one with a style. */
export type Cell = string | { readonly text: string; readonly style: Style };
type Style = "dim" | "red" | "green" | "yellow" | "magenta" | "cyan";

const GAP = "  ";
/** A narrower last column is hard to read: then every row becomes a block of lines. */
const NARROWEST = 24;

/**
 * Lines of a table. A column with nothing in it is left out on a terminal. Without a width (a pipe, a file) every row is one line.
 * @param columns how many characters fit in a line; null when it is not a terminal
 */
export function table(
  head: readonly string[],
  rows: readonly (readonly Cell[])[],
  columns: number | null = null,
): string {
  const used = head.map((_, column) => columns === null || rows.some((row) => textIn(row[column]) !== ""));
  const all = [head.map((text): Cell => ({ text, style: "dim" })), ...rows].map((row) =>
    row.filter((_, column) => used[column]).map(render),
  );
  const widths = (all[0] ?? []).map((_, column) => Math.max(...all.map((row) => width(row[column] ?? ""))));
  const fixed = widths.slice(0, -1).reduce((sum, each) => sum + each + GAP.length, 0);
  const rest = columns === null ? Infinity : columns - fixed;
  if (rest >= (widths.at(-1) ?? 0)) return all.map((row) => line(row, widths)).join("\n");
  if (rest >= NARROWEST && all.every((row) => longestWord(row.at(-1) ?? "") <= rest))
    return all.flatMap((row) => wrappedRow(row, widths, fixed, rest)).join("\n");
  const [labels = [], ...blocks] = all;
  const draw = rest >= -GAP.length ? twoLines : withLabels;
  return blocks.flatMap((row) => draw(row, { labels, widths, columns: columns ?? Infinity })).join("\n");
}

const textIn = (cell: Cell = "") => (typeof cell === "string" ? cell : cell.text);

/** Lines for a terminal: a long one goes on below, under its own beginning, and words stay whole. */
export function wrap(text: string, columns: number | null): string {
  if (columns === null) return text;
  return text
    .split("\n")
    .map((each) => {
      if (width(each) <= columns) return each;
      const indent = /^ */.exec(each)?.[0] ?? "";
      return wrapLine(each.trimStart(), columns - indent.length)
        .map((part) => indent + part)
        .join("\n");
    })
    .join("\n");
}

/** How many lines of the terminal a text takes. */
export function height(text: string, columns: number): number {
  return text.split("\n").reduce((sum, each) => sum + Math.max(1, Math.ceil(width(each) / columns)), 0);
}

/** How wide a text is on a terminal, without its colours. */
export const width = (text: string) => Bun.stringWidth(stripVTControlCharacters(text));

function line(row: readonly string[], widths: readonly number[]): string {
  return row
    .map((cell, column) => cell + " ".repeat(Math.max(0, (widths[column] ?? 0) - width(cell))))
    .join(GAP)
    .trimEnd();
}

function wrappedRow(
  row: readonly string[],
  widths: readonly number[],
  indent: number,
  rest: number,
): string[] {
  const [first = "", ...more] = wrapLine(row.at(-1) ?? "", rest);
  return [line([...row.slice(0, -1), first], widths), ...more.map((text) => " ".repeat(indent) + text)];
}

interface Layout {
  readonly labels: readonly string[];
  readonly widths: readonly number[];
  readonly columns: number;
}

/** The short cells together, and the last one below them: there an address stays in one piece, so that it can be copied. */
function twoLines(row: readonly string[], { widths, columns }: Layout): string[] {
  return [line(row.slice(0, -1), widths), ...indent(row.at(-1) ?? "", columns)];
}

/** Every cell in a line of its own, with the name of its column, where not even the short ones fit together. */
function withLabels(row: readonly string[], { labels, columns }: Layout): string[] {
  const [first = "", ...others] = row;
  return [
    ...wrapLine(first, columns),
    ...others.flatMap((cell, i) => {
      const label = labels[i + 1] ?? "";
      return cell === "" ? [] : indent(label === "" ? cell : `${label}: ${cell}`, columns);
    }),
  ];
}

function indent(text: string, columns: number): string[] {
  return wrapLine(text, columns - GAP.length)
    .filter((part) => part !== "")
    .map((part) => GAP + part);
}

/** Breaks between words only. */
const wrapLine = (text: string, columns: number): string[] =>
  Bun.wrapAnsi(text, Math.max(1, columns), { hard: false, trim: true }).split("\n");

const longestWord = (text: string) => Math.max(...text.split(" ").map(width));

/** Names from networks stand in here: a cell is one line that moves no cursor. */
function render(cell: Cell): string {
  const text = inOneLine(textIn(cell));
  return typeof cell === "string" ? text : styleText(cell.style, text);
}

const inOneLine = (text: string) => printable(text).replaceAll(/[\n\t]+/g, " ");
