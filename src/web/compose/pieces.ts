// Cuts a text where the server's check marks it: links, mentions, tags, and what is over the limit.
import type { CheckedTarget } from "./useCheck.ts";

type Segment = CheckedTarget["segments"][number];

export interface Piece {
  readonly text: string;
  /** The names of its marks, apart by spaces; "" for plain text. */
  readonly marks: string;
  readonly href: string | null;
  readonly from: number;
}

export function piecesOf(text: string, segments: readonly Segment[]): readonly Piece[] {
  const inside = segments.filter(({ from, to }) => from < to && from < text.length);
  const edges = new Set([0, text.length]);
  for (const { from, to } of inside) edges.add(from).add(Math.min(to, text.length));
  const sorted = [...edges].toSorted((a, b) => a - b);
  return sorted.slice(0, -1).map((from, n) => {
    const to = sorted[n + 1] ?? text.length;
    const here = inside.filter((each) => each.from <= from && each.to >= to);
    return {
      text: text.slice(from, to),
      marks: here.map(({ kind }) => kind).join(" "),
      href: here.find(({ href }) => href !== null)?.href ?? null,
      from,
    };
  });
}

/** The marks of a text that has changed a little since it was checked: those that certainly still stand. */
export function shift(segments: readonly Segment[], checked: string, text: string): readonly Segment[] {
  if (checked === text) return segments;
  let same = 0;
  while (same < checked.length && same < text.length && checked[same] === text[same]) same += 1;
  let sameEnd = 0;
  const most = Math.min(checked.length, text.length) - same;
  while (sameEnd < most && checked.at(-1 - sameEnd) === text.at(-1 - sameEnd)) sameEnd += 1;
  const by = text.length - checked.length;
  return segments.flatMap((segment) => {
    if (segment.kind === "over") return segment.from <= same ? [{ ...segment, to: text.length }] : [];
    if (segment.to <= same) return [segment];
    const isAfter = segment.from >= checked.length - sameEnd;
    return isAfter ? [{ ...segment, from: segment.from + by, to: segment.to + by }] : [];
  });
}
