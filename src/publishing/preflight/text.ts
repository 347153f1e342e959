// Checks a text against a network's limits: length as the network counts it, hashtags, mentions, links.
import type { TextLimit, TextRule } from "../../domain/rules.ts";
import { byteCount, count, entities } from "../../networks/client/text.ts";

/** A limit that a text goes beyond. */
export interface TextExcess {
  readonly rule: TextLimit;
  readonly message: string;
  readonly limit: number;
  readonly actual: number;
  /** False where the limit is not proven. */
  readonly certain: boolean;
}

export function textExcesses(text: string, rule: TextRule): TextExcess[] {
  const length = fitsAnyway(text, rule) ? 0 : count(text, rule);
  const found = [
    beyond(
      "text.length",
      length,
      rule.max,
      (over) => `The text is ${length} characters long; the limit is ${rule.max}. Remove ${over}.`,
    ),
    beyond(
      "text.bytes",
      byteCount(text),
      rule.maxBytes,
      () => `The text is ${byteCount(text)} bytes long; the limit is ${rule.maxBytes}.`,
    ),
    ...(countsEntities(rule) ? entityExcesses(text, rule) : []),
  ];
  return found.flatMap((excess) =>
    excess ? [{ ...excess, certain: !(rule.unsure ?? []).includes(excess.rule) }] : [],
  );
}

/** A text has never more graphemes than UTF-16 units, and counting those costs nothing. */
function fitsAnyway(text: string, { unit, linkLength, max }: TextRule): boolean {
  return unit === "graphemes" && linkLength === null && text.length <= max;
}

function countsEntities({ maxHashtags, maxMentions, maxLinks }: TextRule): boolean {
  return maxHashtags !== undefined || maxMentions !== undefined || maxLinks !== undefined;
}

function entityExcesses(text: string, { maxHashtags, maxMentions, maxLinks }: TextRule) {
  const { hashtags, mentions, links } = entities(text);
  const different = new Set(links.map(({ url }) => url)).size;
  const message = (n: number, what: string, most: number | undefined) => () =>
    `The text has ${n} ${what}; the limit is ${most}.`;
  return [
    beyond("text.hashtags", hashtags.length, maxHashtags, message(hashtags.length, "hashtags", maxHashtags)),
    beyond("text.mentions", mentions.length, maxMentions, message(mentions.length, "mentions", maxMentions)),
    beyond("text.links", different, maxLinks, message(different, "different links", maxLinks)),
  ];
}

function beyond(
  rule: TextLimit,
  actual: number,
  limit: number | null | undefined,
  message: (over: number) => string,
) {
  if (limit === null || limit === undefined || actual <= limit) return null;
  return { rule, message: message(actual - limit), limit, actual };
}
