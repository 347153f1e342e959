// Queue slots: table slot.
import type { Database } from "bun:sqlite";
import type { Slots } from "../publishing/ports.ts";
import type { Slot } from "../publishing/queue.ts";
import type { Write } from "./writer.ts";

interface Row {
  readonly id: string;
  readonly profileId: string;
  readonly weekdays: number;
  readonly time: string;
  readonly timezone: string;
}

export function openSlots(db: Database, write: Write): Slots {
  const list = db.query<Row, [string]>(
    "SELECT id, profile_id AS profileId, weekdays, at AS time, timezone FROM slot WHERE profile_id = ? ORDER BY at, id",
  );
  const clear = db.query("DELETE FROM slot WHERE profile_id = ?");
  const insert = db.query(
    "INSERT INTO slot (id, profile_id, weekdays, at, timezone) VALUES ($id, $profileId, $weekdays, $time, $timezone)",
  );
  return {
    async list(profileId) {
      return list.all(profileId).map((row) => ({ ...row, weekdays: daysOf(row.weekdays) }));
    },
    replace: (profileId, slots) =>
      write(() => {
        clear.run(profileId);
        for (const { id, weekdays, time, timezone } of slots)
          insert.run({ id, profileId, weekdays: maskOf(weekdays), time, timezone });
      }),
  };
}

const maskOf = (weekdays: Slot["weekdays"]) => weekdays.reduce((mask, day) => mask | (1 << (day - 1)), 0);
const daysOf = (mask: number) => [1, 2, 3, 4, 5, 6, 7].filter((day) => mask & (1 << (day - 1)));
