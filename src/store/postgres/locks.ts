// What is locked until a transaction ends, so that what is decided by it stays true. In this order: people, pauses, profile,
// posts, accounts.
import type { Connection, SessionPool } from "./pool.ts";

/** Numbers of our own among the server's locks. */
const [PAUSES, PEOPLE] = [0x63726967, 0x63726968];

/** Lets only one transaction at a time change the slots and the queue of a profile. False when there is no such profile. */
export async function lockProfile(db: Connection, id: string): Promise<boolean> {
  return (await db.get("SELECT id FROM profile WHERE id = $id FOR NO KEY UPDATE", { id })) !== null;
}

/** In the order of their ids: two that lock some of the same never wait for each other. */
export async function lockPosts(db: Connection, ids: readonly string[]): Promise<void> {
  await db.all("SELECT id FROM post WHERE id = ANY($ids::text[]) ORDER BY id FOR NO KEY UPDATE", { ids });
}

/** Leaves out those that another transaction has locked: two that begin attempts of the same accounts never wait for each other. */
export async function lockFreeAccounts(db: Connection, ids: readonly string[]): Promise<Set<string>> {
  const sql = "SELECT id FROM account WHERE id = ANY($ids::text[]) FOR NO KEY UPDATE SKIP LOCKED";
  return new Set((await db.all<{ id: string }>(sql, { ids })).map(({ id }) => id));
}

/** @returns which of these profiles exist; none of them can be removed until the transaction ends */
export async function keepProfiles(db: Connection, ids: readonly string[]): Promise<string[]> {
  const sql = "SELECT id FROM profile WHERE id = ANY($ids::text[]) ORDER BY id FOR KEY SHARE";
  return (await db.all<{ id: string }>(sql, { ids })).map(({ id }) => id);
}

/** Lets only one transaction at a time add or remove people, or change their roles. */
export async function lockPeople(db: Connection): Promise<void> {
  await db.get("SELECT pg_advisory_xact_lock($people)", { people: PEOPLE });
}

/** No pause can begin until the transaction ends, so attempts that it starts come before the next pause. */
export async function blockPauses(db: Connection): Promise<void> {
  await db.get("SELECT pg_advisory_xact_lock_shared($pauses)", { pauses: PAUSES });
}

/** Waits for attempts that are being started. None can start until the transaction ends. */
export async function blockAttempts(db: Connection): Promise<void> {
  await db.get("SELECT pg_advisory_xact_lock($pauses)", { pauses: PAUSES });
}

/**
 * A lock by name that lasts longer than a transaction: as long as the session in which it was taken.
 * @returns null while another process has it
 */
export async function takeSessionLock(pool: SessionPool, name: string): Promise<AsyncDisposable | null> {
  const taken = Promise.withResolvers<boolean>();
  const release = Promise.withResolvers<void>();
  const ended = pool.use(async (session) => {
    const row = await session.get<{ taken: number }>(
      "SELECT pg_try_advisory_lock(hashtextextended($name, 0)) AS taken",
      { name },
    );
    taken.resolve(row?.taken === 1);
    if (row?.taken !== 1) return;
    await release.promise;
    await session.get("SELECT pg_advisory_unlock(hashtextextended($name, 0))", { name });
  });
  ended.catch(taken.reject);
  if (!(await taken.promise)) return null;
  return {
    async [Symbol.asyncDispose]() {
      release.resolve();
      await ended;
    },
  };
}
