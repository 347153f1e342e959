// The high-water mark: tells a database from an older copy of itself that was put in its place. A number in the database
// that only rises, and a file beside the database with the highest one that was ever on disk.
import { randomUUID } from "node:crypto";
import { open, rename } from "node:fs/promises";
import { join } from "node:path";
import { HIGH_WATER_FILE } from "./files.ts";
import type { Access } from "./access.ts";
import type { HighWater } from "../../domain/store/high-water.ts";

const NEW = { lineage: null, level: 0, takenAt: null };

interface Mark {
  readonly lineage: string;
  readonly level: number;
  /** ms since 1970. */
  readonly at: number;
}

export function openHighWater({ db, read, write }: Access, folder: string): HighWater {
  const path = join(folder, HIGH_WATER_FILE);
  const row = db.query<{ lineage: string | null; level: number; takenAt: number | null }, []>(
    "SELECT lineage, high_water AS level, backup_at AS takenAt FROM workspace",
  );
  const rise = db.query<Omit<Mark, "at">, { lineage: string; least: number }>(
    `UPDATE workspace SET lineage = coalesce(lineage, $lineage), high_water = max(high_water, $least) + 1
     RETURNING lineage, high_water AS level`,
  );
  const totalChanges = db.query<{ n: number }, []>("SELECT total_changes() AS n");
  const lastMoment = db.query<{ at: number | null }, []>(
    `SELECT max(at) AS at FROM (SELECT * FROM (SELECT at FROM event ORDER BY seq DESC LIMIT 1)
       UNION ALL SELECT * FROM (SELECT at FROM audit ORDER BY seq DESC LIMIT 1)
       UNION ALL SELECT max(updated_at) FROM post)`,
  );
  let seenChanges = -1;

  return {
    async rewound() {
      const { lineage, level, takenAt } = (await read(() => row.get())) ?? NEW;
      if (takenAt !== null) return { kind: "backup", takenAt };
      const mark = await readMark(path);
      const isOlder = mark !== null && mark.lineage === lineage && mark.level > level;
      return isOlder ? { kind: "older", seenAt: mark.at } : null;
    },
    failover: async () => null,
    async raise(now) {
      if (countChanges() === seenChanges) return;
      await riseAbove(0, now);
    },
    async adopt(now) {
      await riseAbove((await readMark(path))?.level ?? 0, now);
    },
    newest: () => read(() => lastMoment.get()?.at ?? 0),
  };

  async function riseAbove(least: number, at: number): Promise<void> {
    const { mark, changes } = await write(() => ({
      mark: rise.get({ lineage: randomUUID(), least }),
      changes: countChanges(),
    }));
    if (mark) await writeMark(path, { ...mark, at });
    seenChanges = changes;
  }

  function countChanges(): number {
    return totalChanges.get()?.n ?? 0;
  }
}

/** Null when there is none, or none that can be read: then there is nothing to hold the database against. */
async function readMark(path: string): Promise<Mark | null> {
  try {
    const { lineage, level, at } = (await Bun.file(path).json()) as Partial<Record<keyof Mark, unknown>>;
    const isMark = typeof lineage === "string" && typeof level === "number" && typeof at === "number";
    return isMark ? { lineage, level, at } : null;
  } catch {
    return null;
  }
}

async function writeMark(path: string, mark: Mark): Promise<void> {
  const temporary = `${path}.${process.pid}`;
  {
    await using file = await open(temporary, "w", 0o600);
    await file.writeFile(`${JSON.stringify(mark)}\n`);
    await file.sync();
  }
  await rename(temporary, path);
}
