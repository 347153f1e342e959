// Table slot: queue slots of profiles.
import type { Slots } from "../../domain/store/slots.ts";
import type { Slot } from "../../domain/slot.ts";
import { slotOf, slotValues, type SlotRow } from "../rows/slot.ts";
import type { Access, Transaction } from "./access.ts";
import { lockProfile } from "./locks.ts";
import type { Connection } from "./pool.ts";
import { moveComing } from "./reflow.ts";

export function openSlots({ db, write }: Access): Slots {
  return {
    async list(profileId) {
      const rows = await db.all<SlotRow>(
        `SELECT id, profile_id AS "profileId", weekdays, at AS time, timezone FROM slot
         WHERE profile_id = $profileId ORDER BY at, id`,
        { profileId },
      );
      return rows.map(slotOf);
    },
    async replace(profileId, slots, reflow, audit) {
      const moveGroup = async (db: Transaction) =>
        reflow === null || (await moveComing(db, profileId, reflow, audit.actor));
      const begun = await write(async (db) => {
        if (!(await lockProfile(db, profileId))) return "missing";
        await db.run("DELETE FROM slot WHERE profile_id = $profileId", { profileId });
        await insertSlots(db, profileId, slots);
        db.records.audit(audit);
        return await moveGroup(db);
      });
      const moveNext = async (db: Transaction) => {
        await lockProfile(db, profileId);
        // If somebody has replaced the slots again in the meantime, these no longer count.
        return !(await areCurrent(db, slots)) || (await moveGroup(db));
      };
      for (let isDone = begun !== false; !isDone;) isDone = await write(moveNext);
      return begun !== "missing";
    },
  };
}

async function areCurrent(db: Connection, [first]: readonly Slot[]): Promise<boolean> {
  return (
    first !== undefined && (await db.get("SELECT id FROM slot WHERE id = $id", { id: first.id })) !== null
  );
}

/** Inside whatever transaction is open. */
export async function insertSlots(db: Connection, profileId: string, slots: readonly Slot[]): Promise<void> {
  for (const slot of slots)
    await db.run(
      `INSERT INTO slot (id, profile_id, weekdays, at, timezone)
       VALUES ($id, $profileId, $weekdays, $time, $timezone)`,
      { ...slotValues(slot), profileId },
    );
}
