// Rows of the table slot, as both stores read and write them.
import type { Slot } from "../../domain/slot.ts";

export type SlotRow = Omit<Slot, "weekdays"> & { readonly weekdays: number };

/** 1 Monday … 7 Sunday, one bit each. */
const bitsOf = (weekdays: readonly number[]) => weekdays.reduce((bits, day) => bits | (1 << (day - 1)), 0);

export function slotOf({ weekdays, ...slot }: SlotRow): Slot {
  return { ...slot, weekdays: [1, 2, 3, 4, 5, 6, 7].filter((day) => (weekdays & (1 << (day - 1))) !== 0) };
}

/** As its columns have it. */
export const slotValues = ({ weekdays, ...slot }: Slot): SlotRow => ({ ...slot, weekdays: bitsOf(weekdays) });
