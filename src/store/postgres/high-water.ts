// Whether the database went back in time. A server keeps its own history: only its timeline, or a copy that was put in its
// place, can tell.
import type { HighWater } from "../../domain/store/high-water.ts";
import type { Access } from "./access.ts";

export function openHighWater({ db }: Access): HighWater {
  return {
    async rewound() {
      const row = await db.get<{ takenAt: number | null }>(`SELECT backup_at AS "takenAt" FROM workspace`);
      return row && row.takenAt !== null ? { kind: "backup", takenAt: row.takenAt } : null;
    },
    raise: async () => {},
    adopt: async () => {},
    async newest() {
      const row = await db.get<{ at: number | null }>(
        `SELECT greatest((SELECT at FROM event ORDER BY seq DESC LIMIT 1),
           (SELECT at FROM audit ORDER BY seq DESC LIMIT 1), (SELECT max(updated_at) FROM post)) AS at`,
      );
      return row?.at ?? 0;
    },
  };
}
