// Writes a store into a new SQLite file: a backup of a store that is kept elsewhere.
import type { MoveProgress, Snapshot } from "../../../domain/store/move.ts";
import { copyAll } from "../../move/copy.ts";
import { beginDatabase } from "../open.ts";
import { fillingOf } from "./filling.ts";

/**
 * @param path of no file yet
 * @param takenAt the moment up to which it is true, ms since 1970
 */
export async function writeNewFile(
  from: Snapshot,
  path: string,
  takenAt: number,
  progress: (done: number, all: number) => void,
): Promise<void> {
  const db = beginDatabase(path, () => {});
  // The file stands alone.
  db.run("PRAGMA journal_mode = DELETE");
  db.run("PRAGMA foreign_keys = OFF");
  await using filling = fillingOf(db);
  await copyAll(from, filling, await checksums(from, progress));
  db.query("UPDATE workspace SET backup_at = ?").run(takenAt);
  await filling.commit();
}

/** Of all tables together. */
async function checksums(
  from: Snapshot,
  progress: (done: number, all: number) => void,
): Promise<MoveProgress> {
  let all = 0;
  for (const { name } of from.tables) all += await from.count(name);
  let [stage, before, latest] = ["", 0, 0];
  return (now, done) => {
    if (now !== stage) [stage, before] = [now, latest];
    latest = Math.min(before + done, all);
    progress(latest, all);
  };
}
