// Table slot: queue slots of profiles.
import type { Slots } from "../../domain/store/slots.ts";
import type { Slot } from "../../domain/slot.ts";
import type { Database } from "bun:sqlite";
import { slotOf, slotValues, type SlotRow } from "../rows/slot.ts";
import type { Access } from "./access.ts";
import { appendAudit } from "./audit.ts";
import { openReflow } from "./reflow.ts";

export function openSlots({ db, read, write }: Access): Slots {
  const list = db.query<SlotRow, [string]>(
    "SELECT id, profile_id AS profileId, weekdays, at AS time, timezone FROM slot WHERE profile_id = +? ORDER BY at, id",
  );
  const drop = db.query("DELETE FROM slot WHERE profile_id = ?");
  const profile = db.query<{ id: string }, [string]>("SELECT id FROM profile WHERE id = ?");
  const bySlotId = db.query<{ id: string }, [string]>("SELECT id FROM slot WHERE id = ?");
  const areCurrent = ([first]: readonly Slot[]) => first !== undefined && bySlotId.get(first.id) !== null;
  const { insertSlots } = openSlotRows(db);
  const { moveComing } = openReflow(db);
  return {
    list: (profileId) => read(() => list.all(profileId).map(slotOf)),
    async replace(profileId, slots, reflow, audit) {
      const moveGroup = () => reflow === null || moveComing(profileId, reflow, audit.actor);
      const begun = await write(() => {
        if (!profile.get(profileId)) return "missing";
        drop.run(profileId);
        insertSlots(profileId, slots);
        appendAudit(db, audit);
        return moveGroup();
      });
      // If somebody has replaced the slots again in the meantime, these no longer count.
      const moveNext = () => !areCurrent(slots) || moveGroup();
      for (let isDone = begun !== false; !isDone;) isDone = await write(moveNext);
      return begun !== "missing";
    },
  };
}

/** Rows of slots, inside whatever transaction is open. */
export function openSlotRows(db: Database) {
  const insert = db.query("INSERT INTO slot (id, profile_id, weekdays, at, timezone) VALUES (?, ?, ?, ?, ?)");
  return {
    insertSlots(profileId: string, slots: readonly Slot[]): void {
      for (const { id, weekdays, time, timezone } of slots.map(slotValues))
        insert.run(id, profileId, weekdays, time, timezone);
    },
  };
}
