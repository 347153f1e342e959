// Rows of the table network_application, as both stores read and write them.
import type { NetworkApplication } from "../../domain/network-application.ts";

export const APPLICATION_COLUMNS = `network, client_id AS "clientId", sealed, scopes, set_at AS "setAt", set_by AS "setBy",
  replaced_at AS "replacedAt"`;
export type ApplicationRow = Omit<NetworkApplication, "scopes"> & { readonly scopes: string | null };

export const applicationOf = (row: ApplicationRow): NetworkApplication => ({
  ...row,
  scopes: row.scopes === null ? null : (JSON.parse(row.scopes) as string[]),
});

/** As its columns have it. */
export const applicationValues = (application: Omit<NetworkApplication, "replacedAt">) => ({
  ...application,
  scopes: application.scopes && JSON.stringify(application.scopes),
});
