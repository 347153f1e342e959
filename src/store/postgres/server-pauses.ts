// Table server_failure: servers whose last requests failed, and the pauses that come of it.
import type { ServerPauses } from "../../domain/store/server-pauses.ts";
import type { Access } from "./access.ts";

/** In one statement: of two failures at once each counts. */
const FAIL = `INSERT INTO server_failure AS known (server, platform, failures, until)
  VALUES ($server, $platform, 1, $at::bigint + ($pauses::bigint[])[1])
  ON CONFLICT (server) DO UPDATE SET failures = known.failures + 1,
    until = $at::bigint + ($pauses::bigint[])[least(known.failures + 1, cardinality($pauses::bigint[]))]
  WHERE coalesce(known.until, 0) <= $at::bigint`;

export function openServerPauses({ db }: Access): ServerPauses {
  return {
    all: () =>
      db.all(
        `SELECT platform, server, failures, until FROM server_failure WHERE until IS NOT NULL
         ORDER BY platform, server`,
      ),
    async fail(failure, pauses) {
      await db.run(FAIL, { ...failure, pauses });
    },
    async respond(server) {
      await db.run("DELETE FROM server_failure WHERE server = $server", { server });
    },
  };
}
