// Table consent: sign-ins in progress, found by the hash of their `state`.
import type { OAuthState, OAuthStates } from "../../accounts/ports.ts";
import type { Access } from "./access.ts";

/** How long one that is over is kept, so that whoever comes back late is told why. */
const KEEP_MS = 24 * 3_600_000;

/** So many may be on their way for one network and profile: whoever has a link can open it as often as they like. */
const MOST = 50;

export function openOAuthStates({ db, read, write }: Access): OAuthStates {
  const insert = db.query(
    `INSERT INTO consent (hash, browser, profile_id, platform, actor, until)
     VALUES ($hash, $browser, $profileId, $platform, $actor, $until)`,
  );
  const sweep = db.query<null, [number]>("DELETE FROM consent WHERE until < ?");
  const trim = db.query(
    `DELETE FROM consent WHERE profile_id = +$profileId AND platform = +$platform AND used_at IS NULL AND hash NOT IN (
       SELECT hash FROM consent WHERE profile_id = +$profileId AND platform = +$platform AND used_at IS NULL
       ORDER BY until DESC LIMIT ${MOST - 1})`,
  );
  const one = db.query<OAuthState & { usedAt: number | null }, [Uint8Array]>(
    `SELECT browser, profile_id AS profileId, platform, actor, until, used_at AS usedAt FROM consent WHERE hash = ?`,
  );
  const use = db.query<null, [number, Uint8Array]>(
    "UPDATE consent SET used_at = ? WHERE hash = ? AND used_at IS NULL",
  );
  return {
    add: (consent, hash, now) =>
      write(() => {
        sweep.run(now - KEEP_MS);
        trim.run({ profileId: consent.profileId, platform: consent.platform });
        insert.run({ ...consent, hash });
      }),
    find: (hash) => read(() => one.get(hash)),
    use: (hash, at) => write(() => use.run(at, hash).changes > 0),
  };
}
