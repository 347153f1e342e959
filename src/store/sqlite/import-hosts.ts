// Table import_host: hosts from which files may be imported.
import type { ImportHost } from "../../domain/import-host.ts";
import type { ImportHosts } from "../../domain/store/import-hosts.ts";
import type { Access } from "./access.ts";
import { auditIf } from "./audit.ts";

export function openImportHosts({ db, read, write }: Access): ImportHosts {
  const insert = db.query(
    "INSERT INTO import_host (host, created_at) VALUES ($host, $createdAt) ON CONFLICT DO NOTHING",
  );
  const all = db.query<ImportHost, []>("SELECT host, created_at AS createdAt FROM import_host ORDER BY host");
  const drop = db.query("DELETE FROM import_host WHERE host = ?");
  return {
    add: (host, audit) => write(() => auditIf(insert.run({ ...host }).changes > 0, db, audit)),
    list: () => read(() => all.all()),
    remove: (host, audit) => write(() => auditIf(drop.run(host).changes > 0, db, audit)),
  };
}
