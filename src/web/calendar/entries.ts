// Posts and free slots day by day, in the order of their times.
import type { CalendarDate } from "@internationalized/date";
import { daysIn, startOf, type Range } from "./days.ts";
import type { PlannedDraft } from "./planned-drafts.ts";
import type { CalendarPart, CalendarPost, CalendarSlot, Draft } from "./queries.ts";

export interface PostEntry {
  readonly kind: "post";
  /** ms since 1970. */
  readonly at: number;
  readonly post: CalendarPost;
  /** It is on its way to this place, and the server has not said yet that it stands there. */
  readonly isMoving: boolean;
}

interface SlotEntry {
  readonly kind: "slot";
  readonly at: number;
  readonly slot: CalendarSlot;
}

interface DraftEntry {
  readonly kind: "draft";
  readonly at: number;
  readonly draft: Draft;
}

export type Entry = PostEntry | DraftEntry | SlotEntry;

export interface Day {
  readonly date: CalendarDate;
  /** Such as 2027-03-29. */
  readonly key: string;
  /** Its first moment and that of the next day, ms since 1970. */
  readonly from: number;
  readonly to: number;
  readonly entries: readonly Entry[];
  readonly posts: readonly PostEntry[];
  /** What has a card: posts and drafts. */
  readonly cards: readonly (PostEntry | DraftEntry)[];
}

/** Where posts are shown that are being moved: their times, by id. */
export type Moving = ReadonlyMap<string, string>;

export function daysWith(
  part: CalendarPart,
  drafts: readonly PlannedDraft[],
  range: Range,
  zone: string,
  moving: Moving,
): readonly Day[] {
  const all = entriesOf(part, drafts, moving);
  let next = 0;
  return daysIn(range).map((date) => {
    const [from, to] = [startOf(date, zone), startOf(date.add({ days: 1 }), zone)];
    const begin = next;
    while (next < all.length && (all[next]?.at ?? to) < to) next += 1;
    const entries = all.slice(begin, next).filter(({ at }) => at >= from);
    const posts = entries.filter((entry) => entry.kind === "post");
    const cards = entries.filter((entry) => entry.kind !== "slot");
    return { date, key: date.toString(), from, to, entries, posts, cards };
  });
}

function entriesOf(
  { posts, slots }: CalendarPart,
  drafts: readonly PlannedDraft[],
  moving: Moving,
): readonly Entry[] {
  const placed = posts.map((post): PostEntry => {
    const at = moving.get(post.id);
    return { kind: "post", at: Date.parse(at ?? post.at), post, isMoving: at !== undefined };
  });
  const waiting = drafts.map(({ draft, at }): DraftEntry => ({ kind: "draft", at: Date.parse(at), draft }));
  // What is on its way to a slot, and a draft that is meant for one, stand in its place.
  const goals = new Set([
    ...[...moving.values()].map((at) => Date.parse(at)),
    ...waiting.map(({ at }) => at),
  ]);
  const free = slots
    .filter(({ state, at }) => state === "free" && !goals.has(Date.parse(at)))
    .map((slot): SlotEntry => ({ kind: "slot", at: Date.parse(slot.at), slot }));
  return [...placed, ...waiting, ...free].toSorted((a, b) => a.at - b.at);
}
