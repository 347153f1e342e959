// The public view of a part of the calendar: its posts, and the slots of the queue in it.
import { Type, type Static } from "@sinclair/typebox";
import { shareLoop } from "../../event-loop.ts";
import { occurrences } from "../../domain/slot.ts";
import type { PostFilter, TimeRange } from "../../domain/store/posts.ts";
import type { MediaLinks } from "../../media/links.ts";
import { CalendarPostView, calendarPostView } from "./post-row.ts";
import { momentsOf, type QueueDeps } from "./queue.ts";
import { iso, nullable, time, uuid, words } from "./shapes.ts";

/** Posts at most in one answer. */
export const MOST_IN_CALENDAR = 2000;

export const CalendarView = Type.Object(
  {
    posts: Type.Array(CalendarPostView, { description: "by time, earliest first" }),
    slots: Type.Array(
      Type.Object({
        at: time,
        slotId: nullable(uuid, "null if a queued post kept its time when the slot was removed"),
        state: words(["free", "held", "skipped"]),
        postId: nullable(uuid),
        reason: nullable(Type.String({ description: "why no other post can have it" })),
      }),
      { description: "the queue's slots; of the past only those that a post held" },
    ),
    capped: Type.Boolean({ description: `there are more than ${MOST_IN_CALENDAR} posts: ask for less` }),
  },
  { title: "Calendar" },
);

type CalendarPost = Static<typeof CalendarPostView>;
/** About as many characters as a row has. */
const ROW_LENGTH = 500;

export interface CalendarDeps extends QueueDeps {
  readonly links: MediaLinks;
}

/** The profile's posts that match the filter, and all slots of its queue. @param mayMove whether the caller can give posts other times */
export async function calendarView(
  profileId: string,
  range: TimeRange,
  filter: PostFilter,
  deps: CalendarDeps,
  mayMove: boolean,
): Promise<Static<typeof CalendarView>> {
  const found = await deps.posts.calendar(profileId, range, filter, MOST_IN_CALENDAR + 1);
  const posts: CalendarPost[] = [];
  for (const placed of found.slice(0, MOST_IN_CALENDAR)) {
    await shareLoop(ROW_LENGTH);
    posts.push(calendarPostView(placed, deps.links, mayMove));
  }
  return {
    posts,
    slots: await slotsIn(profileId, range, deps),
    capped: found.length > MOST_IN_CALENDAR,
  };
}

type SlotMoment = Static<typeof CalendarView>["slots"][number];

async function slotsIn(profileId: string, { from, to }: TimeRange, deps: QueueDeps): Promise<SlotMoment[]> {
  const now = deps.clock.now();
  const coming = occurrences(await deps.slots.list(profileId), from - 1);
  const held = await deps.posts.held(profileId, from - 1, MOST_IN_CALENDAR);
  const moments = momentsOf(
    [...takeWhile(coming, ({ at }) => at < to)],
    held.filter(({ at }) => at < to),
    now,
  );
  // Nobody knows which slots there were in the past, except by the posts that held them.
  const known = moments.filter(({ at, postId }) => at >= now || postId !== null);
  return known.map(({ at, state, ...moment }) => ({
    ...moment,
    at: iso(at),
    state: state === "too_soon" ? "skipped" : state,
  }));
}

function* takeWhile<T>(items: Iterable<T>, isWanted: (item: T) => boolean): Generator<T> {
  for (const item of items) {
    if (!isWanted(item)) return;
    yield item;
  }
}
