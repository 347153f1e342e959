// The slots of a profile's queue (D21).
import type { Post } from "../domain/post.ts";
import type { Profile } from "../domain/profile.ts";
import { placesOf, reflowTo } from "../domain/reflow.ts";
import { daysText, occurrences, twinOf, type Slot } from "../domain/slot.ts";
import type { Posts } from "../domain/store/posts.ts";
import { entryOf, invalid, type AdminDeps } from "./deps.ts";
import { zoneOf } from "./names.ts";
import { existingProfile, noProfile } from "./profiles.ts";

export interface SlotsInput {
  readonly profileId: string;
  readonly slots: readonly SlotInput[];
  /** Queued posts move to the new slots, in the order they stand. */
  readonly reflow: boolean;
}

export interface SlotInput {
  /** 1 Monday … 7 Sunday, in any order. */
  readonly weekdays: readonly number[];
  /** HH:MM, local. */
  readonly time: string;
  /** IANA zone; default: the profile's. */
  readonly timezone?: string | undefined;
}

/**
 * Replaces all slots of a profile. @returns them in the order of the list
 * @throws Problem invalid_request, not_found, queue_has_no_slots
 */
export async function setSlots(
  actor: string,
  { profileId, slots: inputs, reflow }: SlotsInput,
  deps: AdminDeps,
): Promise<Slot[]> {
  const { store, clock } = deps;
  const profile = await existingProfile(profileId, deps);
  const slots = slotsOf(inputs, profile, deps);
  const entry = entryOf(actor, deps, {
    action: "slots.set",
    profileId: profile.id,
    subject: profile.id,
    detail: slots.map(({ weekdays, time, timezone }) => ({ weekdays, time, timezone })),
  });
  const moved = reflow ? reflowTo(slots, clock.now()) : null;
  if (!(await store.slots.replace(profile.id, slots, moved, entry))) throw noProfile();
  return await store.slots.list(profile.id);
}

/** A queued post, and when it would go out with other slots; times in ms since 1970. */
export interface SlotMove {
  readonly post: Post;
  readonly from: number;
  readonly to: number;
}

export interface SlotsPreview {
  /** Waiting queued posts, the next one first; at most 1,000. */
  readonly moves: readonly SlotMove[];
  /** The next moments of the queue, with the posts that would hold them. */
  readonly moments: readonly { readonly at: number; readonly postId: string | null }[];
}

const MOST_MOVES = 1000;
const MOMENTS = 30;

/** What `setSlots` would do; changes nothing. @throws Problem as setSlots does */
export async function previewSlots(
  { profileId, slots: inputs, reflow }: SlotsInput,
  deps: AdminDeps & { readonly store: { readonly posts: Pick<Posts, "page" | "amongHeld"> } },
): Promise<SlotsPreview> {
  const { store, clock } = deps;
  const profile = await existingProfile(profileId, deps);
  const slots = slotsOf(inputs, profile, deps);
  const now = clock.now();
  const queued = await store.posts.page(profile.id, { status: ["queued"] }, MOST_MOVES, null, "soonest");
  const waiting = queued.filter(({ scheduledFor }) => (scheduledFor ?? 0) > now);
  return await store.posts.amongHeld(profile.id, now, (held) => {
    const places = reflow ? placesOf(waiting, reflowTo(slots, now), held) : [];
    const moves = waiting.map((post, index): SlotMove => {
      const from = post.scheduledFor ?? now;
      return { post, from, to: places[index]?.scheduledFor ?? from };
    });
    const coming = occurrences(slots, now)
      .map(({ at }) => at)
      .take(MOMENTS);
    const heldBy = new Map(moves.map(({ post, to }) => [to, post.id]));
    const moments = [...new Set([...coming, ...heldBy.keys()])].toSorted((a, b) => a - b).slice(0, MOMENTS);
    return { moves, moments: moments.map((at) => ({ at, postId: heldBy.get(at) ?? null })) };
  });
}

/** @throws Problem invalid_request */
function slotsOf(inputs: readonly SlotInput[], profile: Profile, { newId }: AdminDeps): Slot[] {
  const slots = inputs.map(({ weekdays, time, timezone }, i): Slot => ({
    id: newId(),
    profileId: profile.id,
    time,
    weekdays: weekdays.toSorted((a, b) => a - b),
    timezone: zoneOf(timezone ?? profile.timezone, `/slots/${i}/timezone`),
  }));
  refuseTwins(slots);
  return slots;
}

function refuseTwins(slots: readonly Slot[]): void {
  const index = twinOf(slots);
  const twin = slots[index];
  if (!twin) return;
  const words = JSON.stringify(`${daysText(twin)} ${twin.time}`);
  throw invalid(
    `/slots/${index}`,
    "an earlier slot has the same time on the same day",
    `${words} repeats the day and time of an earlier slot. A slot holds one post; remove one of them.`,
  );
}
