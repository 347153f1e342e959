// Moves queued posts to other slots, keeping their order (D21): which goes where, and which goes first.
import { Problem } from "../errors.ts";
import { freeMoments, placeAt, type HeldSlots, type HeldTimes, type PostTime, type Slot } from "./slot.ts";

/** How queued posts find their new slots. */
export interface Reflow {
  readonly at: number;
  /** Places that are free, earliest first. Throws Problem queue_has_no_slots when there are no slots. */
  readonly places: (held: HeldTimes) => Iterator<PostTime, never>;
}

/** Queued posts move to these slots (D21: only when asked). */
export function reflowTo(slots: readonly Slot[], now: number): Reflow {
  return { at: now, places: (held) => freePlaces(slots, held, now) };
}

function* freePlaces(slots: readonly Slot[], held: HeldTimes, now: number): Generator<PostTime, never> {
  for (const at of freeMoments(slots, held, now)) yield placeAt(at, now);
  throw new Problem("queue_has_no_slots", "The queued posts have no slots to move to.");
}

/** A queued post that waits for its slot. */
export interface WaitingPost {
  readonly id: string;
  /** When its slot is, ms since 1970. */
  readonly at: number;
}

/** The most posts, targets and events that one transaction of a reflow writes: while it runs, everything else waits. */
export const REFLOW_ROWS = 300;

/**
 * The places that posts move to. Whatever else holds a slot keeps it.
 * @param posts in their order
 * @returns one place for each of them
 * @throws Problem queue_has_no_slots
 */
export function placesOf(
  posts: readonly Pick<WaitingPost, "id">[],
  { places }: Reflow,
  held: HeldSlots,
): PostTime[] {
  const moving = new Set(posts.map(({ id }) => id));
  const next = places({
    has(at) {
      const holder = held.holder(at);
      return holder !== null && !moving.has(holder);
    },
  });
  return posts.map(() => next.next().value);
}

/**
 * The posts that get another slot, in an order in which each finds its new one free: first those that go out earlier than
 * before, beginning with the first of them, then those that go out later, beginning with the last. They keep their order
 * after each step, so some can move now and the others in another transaction.
 * @param posts in their order
 * @throws Problem queue_has_no_slots
 */
export function reflowMoves(
  posts: readonly WaitingPost[],
  reflow: Reflow,
  held: HeldSlots,
): { readonly id: string; readonly place: PostTime }[] {
  const moves = placesOf(posts, reflow, held).flatMap((place, index) => {
    const post = posts[index];
    return post && place.scheduledFor !== post.at ? [{ ...post, place }] : [];
  });
  const { earlier = [], later = [] } = Object.groupBy(moves, ({ at, place }) =>
    place.scheduledFor < at ? "earlier" : "later",
  );
  return [...earlier, ...later.toReversed()];
}
