// Table oauth_result: what came of sign-ins at networks, for the browser that began them.
import { MAX_OAUTH_RESULTS, type StoredOAuthResults } from "../../domain/store/oauth-results.ts";
import type { Access } from "./access.ts";

type Key = { browser: Uint8Array; platform: string; now: number };

export function openOAuthResults({ db, read, write }: Access): StoredOAuthResults {
  const sweep = db.query<null, [number]>("DELETE FROM oauth_result WHERE until <= ?");
  const replace = db.query(
    `INSERT INTO oauth_result (browser, platform, sealed, until) VALUES ($browser, $platform, $sealed, $until)
     ON CONFLICT (browser, platform) DO UPDATE SET sealed = excluded.sealed, until = excluded.until`,
  );
  const trim = db.query(
    `DELETE FROM oauth_result WHERE (browser, platform) NOT IN (
       SELECT browser, platform FROM oauth_result ORDER BY until DESC LIMIT ${MAX_OAUTH_RESULTS})`,
  );
  const one = db.query<{ sealed: Uint8Array }, Key>(
    "SELECT sealed FROM oauth_result WHERE browser = $browser AND platform = $platform AND until > $now",
  );
  const remove = db.query<{ sealed: Uint8Array }, Key>(
    "DELETE FROM oauth_result WHERE browser = $browser AND platform = $platform AND until > $now RETURNING sealed",
  );
  return {
    put: (browser, platform, result, now) =>
      write(() => {
        sweep.run(now);
        replace.run({ browser, platform, ...result });
        trim.run();
      }),
    find: (browser, platform, now) => read(() => one.get({ browser, platform, now })?.sealed ?? null),
    take: (browser, platform, now) => write(() => remove.get({ browser, platform, now })?.sealed ?? null),
  };
}
