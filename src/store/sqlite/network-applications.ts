// Table network_application: the operator's applications at networks, their secrets encrypted.
import type { NetworkApplications } from "../../domain/store/network-applications.ts";
import {
  APPLICATION_COLUMNS,
  applicationOf,
  applicationValues,
  type ApplicationRow,
} from "../rows/network-application.ts";
import type { Access } from "./access.ts";
import { appendAudit, auditIf } from "./audit.ts";

export function openNetworkApplications({ db, read, write }: Access): NetworkApplications {
  const one = db.query<ApplicationRow, [string]>(
    `SELECT ${APPLICATION_COLUMNS} FROM network_application WHERE network = ?`,
  );
  const all = db.query<{ network: string }, []>("SELECT network FROM network_application ORDER BY network");
  const put = db.query(
    `INSERT INTO network_application (network, client_id, sealed, scopes, set_at, set_by)
     VALUES ($network, $clientId, $sealed, $scopes, $setAt, $setBy)
     ON CONFLICT (network) DO UPDATE SET replaced_at = iif(client_id = excluded.client_id, replaced_at, excluded.set_at),
       client_id = excluded.client_id, sealed = excluded.sealed, scopes = excluded.scopes, set_at = excluded.set_at,
       set_by = excluded.set_by`,
  );
  const drop = db.query("DELETE FROM network_application WHERE network = ?");
  return {
    find: (network) =>
      read(() => {
        const row = one.get(network);
        return row && applicationOf(row);
      }),
    networks: () => read(() => all.all().map(({ network }) => network)),
    set: (application, audit) =>
      write(() => {
        put.run(applicationValues(application));
        appendAudit(db, audit);
        const row = one.get(application.network);
        if (!row) throw new Error("the application was not stored");
        return applicationOf(row);
      }),
    remove: (network, audit) => write(() => auditIf(drop.run(network).changes > 0, db, audit)),
  };
}
