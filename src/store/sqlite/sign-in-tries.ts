// Table sign_in_try: recent attempts to sign in.
import { MAX_SIGN_IN_TRIES, type SignInTries } from "../../domain/store/sign-in-tries.ts";
import type { Access } from "./access.ts";

export function openSignInTries({ db, read, write }: Access): SignInTries {
  const recent = db.query<{ at: number }, [Uint8Array, number, number]>(
    "SELECT at FROM sign_in_try WHERE who = ? AND at > ? AND at <= ? ORDER BY at",
  );
  const insert = db.query<null, [Uint8Array, number]>("INSERT INTO sign_in_try (who, at) VALUES (?, ?)");
  const sweep = db.query<null, [number]>("DELETE FROM sign_in_try WHERE at <= ?");
  // Numbers of rows grow, so the oldest have the lowest.
  const trim = db.query(
    `DELETE FROM sign_in_try WHERE rowid <= (SELECT max(rowid) FROM sign_in_try) - ${MAX_SIGN_IN_TRIES}`,
  );
  const remove = db.query<null, [Uint8Array]>("DELETE FROM sign_in_try WHERE who = ?");
  const triesOf = (who: Uint8Array, since: number, now: number) =>
    recent.all(who, since, now).map(({ at }) => at);
  return {
    of: (who, since, now) => read(() => triesOf(who, since, now)),
    add: (who, since, now, most) =>
      write(() => {
        const before = triesOf(who, since, now);
        if (before.length >= most) return before;
        sweep.run(since);
        insert.run(who, now);
        trim.run();
        return before;
      }),
    forget: (who) => write(() => void remove.run(who)),
  };
}
