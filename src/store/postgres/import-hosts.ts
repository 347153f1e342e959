// Table import_host: hosts from which files may be imported.
import type { ImportHosts } from "../../domain/store/import-hosts.ts";
import type { Access } from "./access.ts";

export function openImportHosts({ db, writeLocked }: Access): ImportHosts {
  return {
    add: (host, audit) =>
      writeLocked(async (db) => {
        const sql =
          "INSERT INTO import_host (host, created_at) VALUES ($host, $createdAt) ON CONFLICT DO NOTHING";
        return db.records.auditIf((await db.run(sql, { ...host })) > 0, audit);
      }),
    list: () => db.all('SELECT host, created_at AS "createdAt" FROM import_host ORDER BY host'),
    remove: (host, audit) =>
      writeLocked(async (db) => {
        const dropped = await db.run("DELETE FROM import_host WHERE host = $host", { host });
        return db.records.auditIf(dropped > 0, audit);
      }),
  };
}
