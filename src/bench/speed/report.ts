// Formats the measurements for people and programs: medians, worst cases and the documented ratios.
import type { Measured } from "./load.ts";

/** A value per round, by name. */
export interface Samples {
  readonly rates: Record<string, Measured[]>;
  readonly figures: Record<string, number[]>;
}

export interface Line {
  readonly what: string;
  readonly unit: "/s" | "ms" | "MB";
  /** Of the rounds. */
  readonly median: number;
  /** Rates: the 99th percentile of single requests, ms. Others: the worst round. */
  readonly worst: number;
  readonly ratio?: Ratio;
}

interface Ratio {
  /** Median of the rounds, each over its own round's measure. */
  readonly median: number;
  readonly lowest: number;
  readonly highest: number;
  readonly over: string;
  /** What we hold ourselves to, where we do. */
  readonly bound?: { readonly atLeast: number } | { readonly atMost: number };
  readonly holds?: boolean;
}

type Bound = NonNullable<Ratio["bound"]>;

export function report({ rates, figures }: Samples): Line[] {
  const speeds = (name: string) => (rates[name] ?? []).map(({ perSecond }) => perSecond);
  const memory = (name: string) => figures[`memory ${name}`] ?? [];
  const bare = { name: "bare Bun.serve", values: memory("bare") };
  const before = (name: string) => rates[`${name} before`];
  const commits = { name: "commits", values: speeds("commits") };
  const ping = { name: "ping", values: speeds("ping") };
  return [
    rateLine("commits: SQLite alone, WAL, FULL", rates["commits"]),
    rateLine(
      "create a draft over HTTP, 32 at once",
      rates["create"],
      ratio(speeds("create"), commits, { atLeast: 0.8 }),
    ),
    rateLine("the same, the other checkout", rates["create before"]),
    rateLine(
      "create a draft, against the other checkout",
      before("create") && rates["create"],
      ratio(speeds("create"), { name: "the other's", values: speeds("create before") }),
    ),
    rateLine("ping: Elysia, 32 at once", rates["ping"]),
    rateLine("get a post over HTTP, 32 at once", rates["get"], ratio(speeds("get"), ping)),
    rateLine("the same, the other checkout", rates["get before"]),
    rateLine(
      "get a post, against the other checkout",
      before("get") && rates["get"],
      ratio(speeds("get"), { name: "the other's", values: speeds("get before") }, { atLeast: 1.15 }),
    ),
    figureLine("idle memory, bare Bun.serve", "MB", memory("bare")),
    figureLine(
      "idle memory, from source",
      "MB",
      memory("source"),
      ratio(memory("source"), bare, { atMost: 4 }),
    ),
    figureLine("idle memory, binary", "MB", memory("binary"), ratio(memory("binary"), bare, { atMost: 4 })),
    figureLine("idle memory that is private, bare Bun.serve", "MB", figures["private bare"] ?? []),
    figureLine("idle memory that is private, from source", "MB", figures["private source"] ?? []),
    figureLine("idle memory that is private, binary", "MB", figures["private binary"] ?? []),
    figureLine("start to ready, bare Bun.serve", "ms", figures["start bare"] ?? []),
    figureLine("start to ready, from source", "ms", figures["start source"] ?? []),
    figureLine("start to ready, binary", "ms", figures["start binary"] ?? []),
  ].filter(({ median }) => !Number.isNaN(median));
}

function rateLine(what: string, measured: readonly Measured[] = [], ratio?: Ratio): Line {
  const median = at(
    measured.map(({ perSecond }) => perSecond),
    0.5,
  );
  const worst = at(
    measured.flatMap(({ times }) => times),
    0.99,
  );
  return { what, unit: "/s", median, worst, ...(ratio && { ratio }) };
}

function figureLine(what: string, unit: "ms" | "MB", values: readonly number[], ratio?: Ratio): Line {
  return { what, unit, median: at(values, 0.5), worst: at(values, 1), ...(ratio && { ratio }) };
}

function ratio(
  values: readonly number[],
  over: { name: string; values: readonly number[] },
  bound?: Bound,
): Ratio {
  const each = values.map((value, round) => value / (over.values[round] ?? Number.NaN));
  const found = { median: at(each, 0.5), lowest: at(each, 0), highest: at(each, 1), over: over.name };
  return bound ? { ...found, bound, holds: within(found.median, bound) } : found;
}

function within(value: number, bound: Bound): boolean {
  return "atLeast" in bound ? value >= bound.atLeast : value <= bound.atMost;
}

/** A quantile by nearest rank; NaN of nothing. */
function at(values: readonly number[], quantile: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(quantile * sorted.length) - 1)] ?? Number.NaN;
}

// ---- for people

export function table(lines: readonly Line[]): string {
  const head = ["", "median", "p99 or worst", "ratio (lowest to highest of the rounds)"];
  const rows = [head, ...lines.map(cells)];
  const widths = head.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  return rows
    .map((row) =>
      row
        .map((cell, i) => pad(cell, widths[i] ?? 0, i))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function cells({ what, unit, median, worst, ratio }: Line): string[] {
  const whole = (value: number) => Math.round(value).toLocaleString("en");
  const late = unit === "/s" ? `${worst.toFixed(2)} ms` : `${whole(worst)} ${unit}`;
  return [what, `${whole(median)} ${unit}`, late, ratio ? words(ratio) : ""];
}

function words({ median, lowest, highest, over, bound, holds }: Ratio): string {
  const value = `${median.toFixed(2)} × ${over} (${lowest.toFixed(2)} to ${highest.toFixed(2)})`;
  if (!bound) return value;
  const limit = "atLeast" in bound ? `at least ${bound.atLeast}` : `at most ${bound.atMost}`;
  return `${value}, ${limit}: ${holds ? "holds" : "MISSED"}`;
}

/** Numbers to the right, words to the left. */
function pad(cell: string, width: number, column: number): string {
  return column === 1 || column === 2 ? cell.padStart(width) : cell.padEnd(width);
}
