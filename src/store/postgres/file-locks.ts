// Table file_lock: who stores or removes a file of media now, by the server's clock.
import type { FileLockRecords } from "../../domain/store/file-locks.ts";
import type { Access } from "./access.ts";
import { SERVER_NOW } from "./nodes.ts";

export function openFileLockRecords({ db }: Access): FileLockRecords {
  return {
    async take({ sha256, holder }, ms) {
      const taken = await db.run(
        `INSERT INTO file_lock (sha256, holder, until) VALUES ($sha256, $holder, ${SERVER_NOW} + $ms::bigint)
         ON CONFLICT (sha256) DO UPDATE SET holder = excluded.holder, until = excluded.until
           WHERE file_lock.until <= ${SERVER_NOW}`,
        { sha256, holder, ms },
      );
      return taken > 0;
    },
    async extend({ sha256, holder }, ms) {
      const extended = await db.run(
        `UPDATE file_lock SET until = ${SERVER_NOW} + $ms::bigint
         WHERE sha256 = $sha256 AND holder = $holder AND until > ${SERVER_NOW}`,
        { sha256, holder, ms },
      );
      return extended > 0;
    },
    async release({ sha256, holder }) {
      await db.run("DELETE FROM file_lock WHERE sha256 = $sha256 AND holder = $holder", { sha256, holder });
    },
  };
}
