// Table oauth_result: what came of sign-ins at networks, for the browser that began them.
import { MAX_OAUTH_RESULTS, type StoredOAuthResults } from "../../domain/store/oauth-results.ts";
import type { Access } from "./access.ts";

const THIS = "WHERE browser = $browser AND platform = $platform AND until > $now";
interface Row {
  readonly sealed: Uint8Array;
}

export function openOAuthResults({ db, write }: Access): StoredOAuthResults {
  return {
    put: (browser, platform, result, now) =>
      write(async (db) => {
        await db.run("DELETE FROM oauth_result WHERE until <= $now", { now });
        await db.run(
          `INSERT INTO oauth_result (browser, platform, sealed, until) VALUES ($browser, $platform, $sealed, $until)
           ON CONFLICT (browser, platform) DO UPDATE SET sealed = excluded.sealed, until = excluded.until`,
          { browser, platform, ...result },
        );
        await db.run(
          `DELETE FROM oauth_result WHERE (browser, platform) IN (
             SELECT browser, platform FROM oauth_result ORDER BY until DESC OFFSET ${MAX_OAUTH_RESULTS})`,
        );
      }),
    async find(browser, platform, now) {
      const row = await db.get<Row>(`SELECT sealed FROM oauth_result ${THIS}`, { browser, platform, now });
      return row?.sealed ?? null;
    },
    async take(browser, platform, now) {
      const sql = `DELETE FROM oauth_result ${THIS} RETURNING sealed`;
      return (await db.get<Row>(sql, { browser, platform, now }))?.sealed ?? null;
    },
  };
}
