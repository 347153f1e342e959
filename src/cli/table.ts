// Tables for a terminal: aligned columns, and coloured states.
import { stripVTControlCharacters, styleText } from "node:util";
import { statusOf, targetStatus, waitOf, type Post, type Target } from "../domain/post.ts";
import { printable } from "./printable.ts";

/** What stands in a column: a text, or one with a style. */
export type Cell = string | { readonly text: string; readonly style: Style };
type Style = "dim" | "red" | "green" | "yellow" | "magenta" | "cyan";

export function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const all = [head.map((text): Cell => ({ text, style: "dim" })), ...rows].map((row) => row.map(written));
  const widths = head.map((_, column) => Math.max(...all.map((row) => width(row[column] ?? ""))));
  return all
    .map((row) =>
      row
        .map((cell, column) => cell + " ".repeat(Math.max(0, (widths[column] ?? 0) - width(cell))))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Strangers' names are in here: a cell is one line that moves no cursor. */
function written(cell: Cell): string {
  if (typeof cell === "string") return inOneLine(cell);
  return styleText(cell.style, inOneLine(cell.text));
}

const inOneLine = (text: string) => printable(text).replaceAll(/[\n\t]+/g, " ");

const COLOURS = {
  draft: "dim",
  pending: "dim",
  publishing: "cyan",
  retrying: "yellow",
  posted: "green",
  failed: "red",
  uncertain: "magenta",
} as const;

/** Where a post landed, per network: the table that Crier is about. */
export function outcomeTable(post: Post): string {
  const rows = post.targets.map((target): Cell[] => {
    const status = targetStatus(target.state);
    const network = target.simulated ? `${target.platform} (simulated)` : target.platform;
    const news = target.url ?? (waitWords(target) || (target.failure?.detail ?? ""));
    return [network, target.handle, { text: status, style: COLOURS[status] }, news];
  });
  const when = post.scheduledFor === null ? "" : `, due ${new Date(post.scheduledFor).toISOString()}`;
  return `${table(["network", "account", "status", "where, or why not"], rows)}\npost ${post.id}: ${statusOf(post)}${when}`;
}

/** Until when it waits, and why; "" when it does not. */
function waitWords(target: Target): string {
  const wait = waitOf(target);
  if (!wait) return "";
  const until = wait.until === null ? "" : `until ${new Date(wait.until).toISOString()}: `;
  return `${until}${wait.reason}`;
}

const width = (text: string) => Bun.stringWidth(stripVTControlCharacters(text));
