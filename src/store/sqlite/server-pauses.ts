// Table server_failure: servers whose last requests failed, and the pauses that come of it.
import type { ServerPause } from "../../domain/pause.ts";
import type { ServerPauses } from "../../domain/store/server-pauses.ts";
import type { Access } from "./access.ts";

export function openServerPauses({ db, read, write }: Access): ServerPauses {
  const all = db.query<ServerPause, []>(
    "SELECT platform, server, failures, until FROM server_failure WHERE until IS NOT NULL ORDER BY platform, server",
  );
  const known = db.query<{ failures: number; until: number | null }, [string]>(
    "SELECT failures, until FROM server_failure WHERE server = ?",
  );
  const set = db.query(
    `INSERT INTO server_failure (server, platform, failures, until) VALUES ($server, $platform, $failures, $until)
     ON CONFLICT (server) DO UPDATE SET failures = $failures, until = $until`,
  );
  const remove = db.query<null, [string]>("DELETE FROM server_failure WHERE server = ?");
  return {
    all: () => read(() => all.all()),
    fail: ({ platform, server, at }, pausesMs) =>
      write(() => {
        const before = known.get(server);
        if ((before?.until ?? 0) > at) return;
        const failures = (before?.failures ?? 0) + 1;
        const pauseMs = pausesMs[Math.min(failures, pausesMs.length) - 1] ?? null;
        set.run({ server, platform, failures, until: pauseMs === null ? null : at + pauseMs });
      }),
    // Read first: nearly all servers respond nearly always, and a write would hold up others.
    async respond(server) {
      if (await read(() => known.get(server))) await write(() => void remove.run(server));
    },
  };
}
