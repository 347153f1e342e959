// Table account: connected accounts and their encrypted credentials.
import type { Account } from "../../domain/account.ts";
import type { AuditEntry } from "../../domain/audit.ts";
import type { Accounts } from "../../domain/store/accounts.ts";
import type { TypeAbout } from "../../domain/webhook-event.ts";
import { inOrder } from "../rows/account-order.ts";
import { accountOf, ACCOUNT_COLUMNS, EVENT_OF_STATUS, type AccountRow } from "../rows/account.ts";
import type { Access, Transaction } from "./access.ts";
import { activityOf } from "./account-activity.ts";
import { arrangeAccount } from "./account-order.ts";
import { pauseAccount, resumeAccount } from "./account-pause.ts";
import { connectAccount } from "./connect-account.ts";
import { openGroup } from "./groups.ts";
import type { Connection } from "./pool.ts";
import { accountsWaiting, endWait } from "./waits.ts";

export function openAccounts({ db, read, write, writeLocked }: Access): Accounts {
  const list = async (where: string, values: Record<string, string> = {}): Promise<Account[]> => {
    const rows = await db.all<AccountRow>(`SELECT ${ACCOUNT_COLUMNS} FROM account WHERE ${where}`, values);
    return rows.map(accountOf);
  };
  /** Many requests ask for them: those of one moment are one query. */
  const ofProfiles = openGroup(async (profileIds: readonly string[]) => {
    const all = await db.all<AccountRow>(
      `SELECT ${ACCOUNT_COLUMNS} FROM account WHERE profile_id = ANY($profileIds::text[])`,
      { profileIds: [...new Set(profileIds)] },
    );
    const found = Map.groupBy(all.map(accountOf), ({ profileId }) => profileId);
    return profileIds.map((profileId) => inOrder(found.get(profileId) ?? []));
  });
  return {
    connect: (account, seal, audit) => write((db) => connectAccount(db, account, seal, audit)),
    ofProfile: ofProfiles,
    find: (id) => findAccount(db, id),
    sealed: (id) =>
      db.get(
        `SELECT credentials AS bytes, credentials_version AS version FROM account
         WHERE id = $id AND credentials IS NOT NULL`,
        { id },
      ),
    askRefresh: async (id, version, at) =>
      (await db.run(
        `UPDATE account SET renewal_asked_at = coalesce(renewal_asked_at, $at)
         WHERE id = $id AND credentials_version = $version AND credentials IS NOT NULL`,
        { id, version, at },
      )) > 0,
    async settleRefresh(id, version, askedAt) {
      await db.run(
        "UPDATE account SET renewal_asked_at = $askedAt WHERE id = $id AND credentials_version = $version",
        { id, version, askedAt },
      );
    },
    // What was said about the end of the old ones is over.
    renew: async (id, version, { sealed, expiresAt, at }) =>
      (await db.run(
        `UPDATE account SET credentials = $sealed, credentials_version = credentials_version + 1,
           token_expires_at = $expiresAt, credentials_at = $at, renewal_asked_at = NULL,
           status_detail = CASE WHEN status = 'active' THEN NULL ELSE status_detail END
         WHERE id = $id AND credentials_version = $version`,
        { id, version, sealed, expiresAt, at },
      )) > 0,
    setPaused: (id, paused, audit) =>
      writeLocked(async (db) => {
        const { at, actor } = audit;
        const changed = paused ? await pauseAccount(db, id, at, actor) : await resumeAccount(db, id, at);
        return db.records.auditIf(changed, audit);
      }),
    endWait: (of, audit) =>
      writeLocked(async (db) => db.records.auditIf(await endWait(db, of, audit.at), audit)),
    waiting: (now) => accountsWaiting(db, now),
    setColour: (id, colour, audit) =>
      writeLocked(async (db) => {
        const sql =
          "UPDATE account SET colour = $colour::text WHERE id = $id AND colour IS DISTINCT FROM $colour::text";
        return db.records.auditIf((await db.run(sql, { id, colour })) > 0, audit);
      }),
    arrange: (id, place, audit) =>
      writeLocked(async (db) => db.records.auditIf(await arrangeAccount(db, id, place), audit)),
    activity: (profileId, now) => read((db) => activityOf(db, profileId, now)),
    async setRules(id, rules) {
      await db.run("UPDATE account SET rules = $rules WHERE id = $id", { id, rules: JSON.stringify(rules) });
    },
    setStatus: (id, status, detail, audit) =>
      write(async (db) => {
        const before = await findAccount(db, id);
        const changed = await db.run(
          `UPDATE account SET status = $status::text, status_detail = $detail,
             status_at = CASE WHEN status = $status::text THEN status_at ELSE $at END
           WHERE id = $id AND status <> 'disconnected'`,
          { id, status, detail, at: audit.at },
        );
        const type = EVENT_OF_STATUS[status];
        if (changed > 0 && before?.status !== status && type) await announce(db, type, id, audit.at);
        return db.records.auditIf(changed > 0, audit);
      }),
    block: (id, version, detail, audit) =>
      writeLocked(async (db) => {
        const changes = await db.run(
          `UPDATE account SET status = 'needs_reconnect', status_detail = $detail, status_at = $at
           WHERE id = $id AND status = 'active' AND credentials_version = $version`,
          { id, version, detail, at: audit.at },
        );
        return await changedBy(db, "account.needs_reconnect", id, changes, audit);
      }),
    ending: () => list("status = 'active' AND simulated = 0 AND token_expires_at IS NOT NULL ORDER BY id"),
    noteExpiry: (id, endsAt, detail, audit) =>
      writeLocked(async (db) => {
        const changes = await db.run(
          `UPDATE account SET status_detail = $detail, end_told = $endsAt
           WHERE id = $id AND status = 'active' AND token_expires_at = $endsAt AND end_told IS DISTINCT FROM $endsAt::bigint`,
          { id, endsAt, detail },
        );
        return await changedBy(db, "account.expiring", id, changes, audit);
      }),
    async platforms() {
      const rows = await db.all<{ platform: string }>(
        "SELECT DISTINCT platform FROM account WHERE status <> 'disconnected' AND simulated = 0",
      );
      return rows.map(({ platform }) => platform);
    },
    atNetwork: (platform) =>
      list("platform = $platform AND status <> 'disconnected' AND simulated = 0 ORDER BY id", { platform }),
    disconnect: (id, audit) =>
      writeLocked(async (db) => {
        const changes = await db.run(
          `UPDATE account SET status = 'disconnected', status_detail = NULL, credentials = NULL,
             credentials_version = credentials_version + 1, token_expires_at = NULL, renewal_asked_at = NULL
           WHERE id = $id AND status <> 'disconnected'`,
          { id },
        );
        return await changedBy(db, "account.disconnected", id, changes, audit);
      }),
    async noteDisconnect(id, detail) {
      await db.run("UPDATE account SET status_detail = $detail WHERE id = $id AND status = 'disconnected'", {
        id,
        detail,
      });
    },
  };
}

export async function findAccount(db: Connection, id: string): Promise<Account | null> {
  const row = await db.get<AccountRow>(`SELECT ${ACCOUNT_COLUMNS} FROM account WHERE id = $id`, { id });
  return row && accountOf(row);
}

/** The audit entry and the event of a change, unless it found nothing to change. */
async function changedBy(
  db: Transaction,
  type: TypeAbout<"account">,
  id: string,
  changes: number,
  audit: AuditEntry,
): Promise<boolean> {
  if (changes > 0) await announce(db, type, id, audit.at);
  return db.records.auditIf(changes > 0, audit);
}

async function announce(db: Transaction, type: TypeAbout<"account">, id: string, at: number): Promise<void> {
  const account = await findAccount(db, id);
  if (account) db.records.announceAccount(type, account, at);
}
