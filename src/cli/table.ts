// Tables for a terminal: columns as wide as they need to be, and states in colour.
import { stripVTControlCharacters, styleText } from "node:util";
import { statusOf, targetStatus, type Post } from "../publishing/post.ts";

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head.map((name) => styleText("dim", name)), ...rows];
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
  const rows = post.targets.map((target) => {
    const status = targetStatus(target.state);
    const network = target.simulated ? `${target.platform} (simulated)` : target.platform;
    const news = target.url ?? target.failure?.detail ?? "";
    return [network, target.handle, styleText(COLOURS[status], status), news];
  });
  const when = post.scheduledFor === null ? "" : `, due ${new Date(post.scheduledFor).toISOString()}`;
  return `${table(["network", "account", "status", "where, or why not"], rows)}\npost ${post.id}: ${statusOf(post)}${when}`;
}

const width = (text: string) => Bun.stringWidth(stripVTControlCharacters(text));
