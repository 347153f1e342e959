// The slots of a profile's queue (D21).
import { daysText, reflowTo, twinOf, type Slot } from "../domain/slot.ts";
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
  const { store, clock, newId } = deps;
  const profile = await existingProfile(profileId, deps);
  const slots = inputs.map(({ weekdays, time, timezone }, i): Slot => ({
    id: newId(),
    profileId: profile.id,
    time,
    weekdays: weekdays.toSorted((a, b) => a - b),
    timezone: zoneOf(timezone ?? profile.timezone, `/slots/${i}/timezone`),
  }));
  refuseTwins(slots);
  const entry = entryOf(actor, deps, {
    action: "slots.set",
    profileId: profile.id,
    subject: profile.id,
    detail: slots.map(({ weekdays, time, timezone }) => ({ weekdays, time, timezone })),
  });
  const moved = reflowTo(slots, clock.now(), reflow);
  if (!(await store.slots.replace(profile.id, slots, moved, entry))) throw noProfile();
  return await store.slots.list(profile.id);
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
