// Table sign_in_try: recent attempts to sign in.
import { MAX_SIGN_IN_TRIES, type SignInTries } from "../../domain/store/sign-in-tries.ts";
import type { Access } from "./access.ts";
import type { Connection } from "./pool.ts";

/** Rows of this table stay where they are, so their place names them. */
const TRIM = `DELETE FROM sign_in_try WHERE ctid = ANY (ARRAY(
  SELECT ctid FROM sign_in_try ORDER BY at DESC OFFSET ${MAX_SIGN_IN_TRIES}))`;

export function openSignInTries({ db, writeLocked }: Access): SignInTries {
  return {
    of: (who, since, now) => triesOf(db, who, since, now),
    add: (who, since, now, most) =>
      writeLocked(async (db) => {
        await lockTries(db, who);
        const before = await triesOf(db, who, since, now);
        if (before.length >= most) return before;
        await db.run("DELETE FROM sign_in_try WHERE at <= $since", { since });
        await db.run("INSERT INTO sign_in_try (who, at) VALUES ($who, $now)", { who, now });
        await db.run(TRIM);
        return before;
      }),
    async forget(who) {
      await db.run("DELETE FROM sign_in_try WHERE who = $who", { who });
    },
  };
}

async function triesOf(db: Connection, who: Uint8Array, since: number, now: number): Promise<number[]> {
  const rows = await db.all<{ at: number }>(
    "SELECT at FROM sign_in_try WHERE who = $who AND at > $since AND at <= $now ORDER BY at",
    { who, since, now },
  );
  return rows.map(({ at }) => at);
}

/** A number of our own among the server's locks. */
const TRIES = 0x63726969;

/** However many try at once, each is counted before the next. A few others may share the lock. */
async function lockTries(db: Connection, who: Uint8Array): Promise<void> {
  const part = new DataView(who.buffer, who.byteOffset).getInt32(0);
  await db.get("SELECT pg_advisory_xact_lock($tries, $part)", { tries: TRIES, part });
}
