// Sanitizes what a network reports about an account: names, addresses, limits and times.
import type { Connection } from "../network.ts";
import type { RuleChanges } from "../../domain/rules.ts";
import { pictureOf } from "./remote-post.ts";

/** Longer names are cut to this number of characters. */
const MAX_NAME = 200;

/**
 * A name in one line, without control characters (which steer terminals), direction marks and invisible characters (which
 * make one name look like another).
 */
export function nameOf(text: string): string {
  const line = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replaceAll(INVISIBLE, "")
    .trim();
  // The first cut avoids splitting a text of megabytes.
  const characters = Array.from(line.slice(0, 4 * MAX_NAME));
  return characters.slice(0, MAX_NAME).join("").toWellFormed();
}

/** Direction marks, zero-width spaces and tags. Joiners stay, because emoji and scripts need them. */
const INVISIBLE =
  /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** Sanitizes an account: names in one line, safe addresses, plausible limits and times. */
export function cleanConnection(found: Connection, now: number): Connection {
  const handle = nameOf(found.handle) || nameOf(found.remoteId) || "account";
  return {
    ...found,
    handle,
    displayName: nameOf(found.displayName) || handle,
    avatarUrl: found.avatarUrl === null ? null : pictureOf(found.avatarUrl),
    profileUrl: found.profileUrl === null ? null : pictureOf(found.profileUrl),
    expiresAt: momentWithin(found.expiresAt, now),
    rules: boundedRules(found.rules),
  };
}

const TEN_YEARS_MS = 10 * 366 * 86_400_000;

/** When credentials expire, ms since 1970; null without a plausible value. @param seconds counted from `askedAt` */
export function expiryOf(askedAt: number, seconds: number | undefined): number | null {
  return seconds === undefined ? null : momentWithin(askedAt + seconds * 1000, askedAt);
}

/** A plausible time, else null. */
function momentWithin(at: number | null, now: number): number | null {
  return at !== null && Number.isFinite(at) && at >= 0 && at <= now + TEN_YEARS_MS ? Math.floor(at) : null;
}

/** Upper bounds by the name of the limit, more than any network allows; MAX for all others. */
const MAX_OF: Readonly<Record<string, number>> = {
  max: 1_000_000,
  linkLength: 10_000,
  maxHashtags: 10_000,
  maxMentions: 10_000,
  maxLinks: 10_000,
  maxItems: 100,
  maxVideos: 100,
  altTextMax: 100_000,
  posts: 1_000_000,
};
const MAX = 1e15;

/** Drops limits that are not numbers, negative or implausibly large. */
export function boundedRules({ quota, ...rules }: RuleChanges): RuleChanges {
  // A quota needs both of its numbers.
  const isWhole = quota !== undefined && Object.entries(quota).every(([name, each]) => isSane(name, each));
  return { ...(withinBounds(rules) as RuleChanges), ...(isWhole && { quota }) };
}

const isSane = (name: string, number: number) => number >= 0 && number <= (MAX_OF[name] ?? MAX);

function withinBounds(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const bounded = Object.entries(value).filter(
    ([name, each]) => typeof each !== "number" || isSane(name, each),
  );
  return Object.fromEntries(bounded.map(([name, each]) => [name, withinBounds(each)]));
}
