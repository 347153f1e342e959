// Table network_application: the operator's applications at networks, their secrets encrypted.
import type { NetworkApplications } from "../../domain/store/network-applications.ts";
import {
  APPLICATION_COLUMNS,
  applicationOf,
  applicationValues,
  type ApplicationRow,
} from "../rows/network-application.ts";
import type { Access } from "./access.ts";

const PUT = `INSERT INTO network_application AS old (network, client_id, sealed, scopes, set_at, set_by)
  VALUES ($network, $clientId, $sealed, $scopes, $setAt, $setBy)
  ON CONFLICT (network) DO UPDATE SET
    replaced_at = CASE WHEN old.client_id = excluded.client_id THEN old.replaced_at ELSE excluded.set_at END,
    client_id = excluded.client_id, sealed = excluded.sealed, scopes = excluded.scopes, set_at = excluded.set_at,
    set_by = excluded.set_by
  RETURNING ${APPLICATION_COLUMNS}`;

export function openNetworkApplications({ db, writeLocked }: Access): NetworkApplications {
  return {
    async find(network) {
      const row = await db.get<ApplicationRow>(
        `SELECT ${APPLICATION_COLUMNS} FROM network_application WHERE network = $network`,
        { network },
      );
      return row && applicationOf(row);
    },
    async networks() {
      const sql = "SELECT network FROM network_application ORDER BY network";
      return (await db.all<{ network: string }>(sql)).map(({ network }) => network);
    },
    set: (application, audit) =>
      writeLocked(async (db) => {
        const row = await db.get<ApplicationRow>(PUT, applicationValues(application));
        if (!row) throw new Error("the application was not stored");
        db.records.audit(audit);
        return applicationOf(row);
      }),
    remove: (network, audit) =>
      writeLocked(async (db) => {
        const dropped = await db.run("DELETE FROM network_application WHERE network = $network", { network });
        return db.records.auditIf(dropped > 0, audit);
      }),
  };
}
