// The parts of a text that a network treats in a special way, and the part beyond its limit.
import type { TextRule } from "../../domain/rules.ts";
import { textExcesses } from "../preflight/text.ts";
import { entities } from "../../networks/client/text.ts";
import { fittingEnd } from "../../networks/client/cut-text.ts";
import type { Network } from "../../networks/network.ts";

export const SEGMENT_KINDS = ["link", "mention", "tag", "over"] as const;

/** `text.slice(from, to)`, in UTF-16 units. One that is `over` may overlap others. */
export interface Segment {
  readonly from: number;
  readonly to: number;
  readonly kind: (typeof SEGMENT_KINDS)[number];
  readonly shown: string;
  /** Of a link. */
  readonly href: string | null;
}

/** More than anybody writes. A text of nothing but links has thousands, and the answer would list them for each account. */
const MOST_ENTITIES = 100;

/** In order of where they begin: the first links, mentions and hashtags, and always the part that is `over` the limit. */
export function segmentsOf(text: string, rule: TextRule, network: Network): Segment[] {
  const { links, mentions, hashtags } = (network.entities ?? entities)(text);
  const found = [
    ...links.map(({ start, end, text: shown, url }) => segment("link", { start, end, shown, href: url })),
    ...mentions.map(({ start, end, text: shown }) => segment("mention", { start, end, shown })),
    ...hashtags.map(({ start, end, text: shown }) => segment("tag", { start, end, shown })),
  ];
  const marked = inOrder(found).slice(0, MOST_ENTITIES);
  return inOrder([...marked, ...excessOf(text, rule)]);
}

const inOrder = (segments: readonly Segment[]): Segment[] => segments.toSorted((a, b) => a.from - b.from);

function excessOf(text: string, rule: TextRule): Segment[] {
  const tooLong = textExcesses(text, rule).some(
    ({ rule: name }) => name === "text.length" || name === "text.bytes",
  );
  if (!tooLong) return [];
  const start = fittingEnd(text, rule);
  return [segment("over", { start, end: text.length, shown: text.slice(start) })];
}

function segment(
  kind: Segment["kind"],
  { start, end, shown, href = null }: { start: number; end: number; shown: string; href?: string | null },
): Segment {
  return { from: start, to: end, kind, shown, href };
}
