// Table consent: sign-ins in progress, found by the hash of their `state`.
import { MAX_OAUTH_STATES, OAUTH_STATE_KEPT_MS, type OAuthState } from "../../domain/oauth-state.ts";
import type { OAuthStates } from "../../domain/store/oauth-states.ts";
import type { Access } from "./access.ts";
import { lockProfile } from "./locks.ts";

/** All that are open but the latest, so that there is room for one more. */
const TRIM = `DELETE FROM consent WHERE used_at IS NULL AND hash IN (
  SELECT hash FROM consent WHERE profile_id = $profileId AND platform = $platform AND used_at IS NULL
  ORDER BY until DESC OFFSET ${MAX_OAUTH_STATES - 1})`;

export function openOAuthStates({ db, writeLocked }: Access): OAuthStates {
  return {
    add: (consent, hash, now) =>
      writeLocked(async (db) => {
        const { profileId, platform } = consent;
        await lockProfile(db, profileId);
        await db.run("DELETE FROM consent WHERE until < $until", { until: now - OAUTH_STATE_KEPT_MS });
        await db.run(TRIM, { profileId, platform });
        await db.run(
          `INSERT INTO consent (hash, browser, profile_id, platform, actor, until, return_to)
           VALUES ($hash, $browser, $profileId, $platform, $actor, $until, $returnTo)`,
          { ...consent, hash },
        );
      }),
    find: (hash) =>
      db.get<OAuthState & { usedAt: number | null }>(
        `SELECT browser, profile_id AS "profileId", platform, actor, until, return_to AS "returnTo",
           used_at AS "usedAt" FROM consent WHERE hash = $hash`,
        { hash },
      ),
    use: async (hash, at) =>
      (await db.run("UPDATE consent SET used_at = $at WHERE hash = $hash AND used_at IS NULL", {
        hash,
        at,
      })) > 0,
  };
}
