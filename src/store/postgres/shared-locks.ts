// Table file_lock: locks on files of media by their digest, and on whatever else has a name, by the server's clock.
import type { SharedLockRecords } from "../../domain/store/shared-locks.ts";
import type { Access } from "./access.ts";
import { SERVER_NOW } from "./nodes.ts";

export function openSharedLockRecords({ db }: Access): SharedLockRecords {
  return {
    async take({ name, holder }, ms) {
      const taken = await db.run(
        `INSERT INTO file_lock (sha256, holder, until) VALUES ($name, $holder, ${SERVER_NOW} + $ms::bigint)
         ON CONFLICT (sha256) DO UPDATE SET holder = excluded.holder, until = excluded.until
           WHERE file_lock.until <= ${SERVER_NOW}`,
        { name, holder, ms },
      );
      return taken > 0;
    },
    async extend({ name, holder }, ms) {
      const extended = await db.run(
        `UPDATE file_lock SET until = ${SERVER_NOW} + $ms::bigint
         WHERE sha256 = $name AND holder = $holder AND until > ${SERVER_NOW}`,
        { name, holder, ms },
      );
      return extended > 0;
    },
    async release({ name, holder }) {
      await db.run("DELETE FROM file_lock WHERE sha256 = $name AND holder = $holder", { name, holder });
    },
  };
}
