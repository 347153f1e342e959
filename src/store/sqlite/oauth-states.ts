// Table consent: sign-ins in progress, found by the hash of their `state`.
import { MAX_OAUTH_STATES, OAUTH_STATE_KEPT_MS, type OAuthState } from "../../domain/oauth-state.ts";
import type { OAuthStates } from "../../domain/store/oauth-states.ts";
import type { Access } from "./access.ts";

export function openOAuthStates({ db, read, write }: Access): OAuthStates {
  const insert = db.query(
    `INSERT INTO consent (hash, browser, profile_id, platform, actor, until, return_to)
     VALUES ($hash, $browser, $profileId, $platform, $actor, $until, $returnTo)`,
  );
  const sweep = db.query<null, [number]>("DELETE FROM consent WHERE until < ?");
  const trim = db.query(
    `DELETE FROM consent WHERE profile_id = +$profileId AND platform = +$platform AND used_at IS NULL AND hash NOT IN (
       SELECT hash FROM consent WHERE profile_id = +$profileId AND platform = +$platform AND used_at IS NULL
       ORDER BY until DESC LIMIT ${MAX_OAUTH_STATES - 1})`,
  );
  const one = db.query<OAuthState & { usedAt: number | null }, [Uint8Array]>(
    `SELECT browser, profile_id AS profileId, platform, actor, until, return_to AS returnTo,
       used_at AS usedAt FROM consent WHERE hash = ?`,
  );
  const use = db.query<null, [number, Uint8Array]>(
    "UPDATE consent SET used_at = ? WHERE hash = ? AND used_at IS NULL",
  );
  return {
    add: (consent, hash, now) =>
      write(() => {
        sweep.run(now - OAUTH_STATE_KEPT_MS);
        trim.run({ profileId: consent.profileId, platform: consent.platform });
        insert.run({ ...consent, hash });
      }),
    find: (hash) => read(() => one.get(hash)),
    use: (hash, at) => write(() => use.run(at, hash).changes > 0),
  };
}
