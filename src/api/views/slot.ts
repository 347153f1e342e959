// The public view of a queue slot.
import { Type, type Static } from "@sinclair/typebox";
import type { Slot } from "../../domain/slot.ts";
import { uuid } from "./shapes.ts";

export const SlotView = Type.Object({
  id: uuid,
  weekdays: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
    minItems: 1,
    uniqueItems: true,
    description: "1 = Monday … 7 = Sunday",
  }),
  time: Type.String({ pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$", description: "HH:MM" }),
  timezone: Type.String(),
});

export function slotView({ id, weekdays, time, timezone }: Slot): Static<typeof SlotView> {
  return { id, weekdays: [...weekdays], time, timezone };
}
