// Table file_lock: locks on files of media by their digest, and on whatever else has a name.
import type { SharedLockRecords } from "../../domain/store/shared-locks.ts";
import type { Access } from "./access.ts";

export function openSharedLockRecords({ db, write }: Access): SharedLockRecords {
  const take = db.query<null, { name: string; holder: string; now: number; until: number }>(
    `INSERT INTO file_lock (sha256, holder, until) VALUES ($name, $holder, $until)
     ON CONFLICT (sha256) DO UPDATE SET holder = $holder, until = $until WHERE file_lock.until <= $now`,
  );
  const extend = db.query<null, { name: string; holder: string; now: number; until: number }>(
    "UPDATE file_lock SET until = $until WHERE sha256 = $name AND holder = $holder AND until > $now",
  );
  const release = db.query<null, [string, string]>("DELETE FROM file_lock WHERE sha256 = ? AND holder = ?");
  return {
    take: ({ name, holder, now }, ms) =>
      write(() => take.run({ name, holder, now, until: now + ms }).changes > 0),
    extend: ({ name, holder, now }, ms) =>
      write(() => extend.run({ name, holder, now, until: now + ms }).changes > 0),
    release: ({ name, holder }) => write(() => void release.run(name, holder)),
  };
}
