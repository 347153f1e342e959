// Table file_lock: who stores or removes a file of media now.
import type { FileLockRecords } from "../../domain/store/file-locks.ts";
import type { Access } from "./access.ts";

export function openFileLockRecords({ db, write }: Access): FileLockRecords {
  const take = db.query<null, { sha256: string; holder: string; now: number; until: number }>(
    `INSERT INTO file_lock (sha256, holder, until) VALUES ($sha256, $holder, $until)
     ON CONFLICT (sha256) DO UPDATE SET holder = $holder, until = $until WHERE file_lock.until <= $now`,
  );
  const extend = db.query<null, { sha256: string; holder: string; now: number; until: number }>(
    "UPDATE file_lock SET until = $until WHERE sha256 = $sha256 AND holder = $holder AND until > $now",
  );
  const release = db.query<null, [string, string]>("DELETE FROM file_lock WHERE sha256 = ? AND holder = ?");
  return {
    take: ({ sha256, holder, now }, ms) =>
      write(() => take.run({ sha256, holder, now, until: now + ms }).changes > 0),
    extend: ({ sha256, holder, now }, ms) =>
      write(() => extend.run({ sha256, holder, now, until: now + ms }).changes > 0),
    release: ({ sha256, holder }) => write(() => void release.run(sha256, holder)),
  };
}
