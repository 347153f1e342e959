// Table account: connected accounts and their encrypted credentials.
import type { AccountStatus, SealedCredentials } from "../../domain/account.ts";
import type { Accounts } from "../../domain/store/accounts.ts";
import type { AuditEntry } from "../../domain/audit.ts";
import { accountOf, ACCOUNT_COLUMNS, EVENT_OF_STATUS, type AccountRow } from "../rows/account.ts";
import type { Access } from "./access.ts";
import type { TypeAbout } from "../../domain/webhook-event.ts";
import { openAccountActivity } from "./account-activity.ts";
import { inOrder } from "../rows/account-order.ts";
import { openAccountOrder } from "./account-order.ts";
import { openAccountPause } from "./account-pause.ts";
import { announcementsOf } from "./announcements.ts";
import { appendAudit, auditIf } from "./audit.ts";
import { openWaits } from "./waits.ts";

export function openAccounts({ db, read, write }: Access): Accounts {
  const upsert = db.query(
    `INSERT INTO account (id, profile_id, platform, remote_id, server, handle, display_name, avatar_url, profile_url, status,
       status_detail, simulated, rules, credentials, token_expires_at, connected_at, credentials_at, renewal_asked_at, scopes)
     VALUES ($id, $profileId, $platform, $remoteId, $server, $handle, $displayName, $avatarUrl, $profileUrl, $status,
       $statusDetail, $simulated, $rules, $credentials, $tokenExpiresAt, $connectedAt, $credentialsAt, $refreshAskedAt, $scopes)
     ON CONFLICT (profile_id, platform, remote_id) DO UPDATE SET server = excluded.server, handle = excluded.handle,
       display_name = excluded.display_name, avatar_url = excluded.avatar_url, profile_url = excluded.profile_url,
       status = excluded.status, status_detail = excluded.status_detail, simulated = excluded.simulated,
       rules = excluded.rules, credentials = excluded.credentials, credentials_version = credentials_version + 1,
       token_expires_at = excluded.token_expires_at, connected_at = excluded.connected_at,
       credentials_at = excluded.credentials_at, renewal_asked_at = excluded.renewal_asked_at, end_told = NULL,
       scopes = excluded.scopes`,
  );
  const known = db.query<{ id: string }, [string, string, string]>(
    "SELECT id FROM account WHERE profile_id = ? AND platform = ? AND remote_id = ?",
  );
  const list = db.query<AccountRow, [string]>(`SELECT ${ACCOUNT_COLUMNS} FROM account WHERE profile_id = +?`);
  const one = db.query<AccountRow, [string]>(`SELECT ${ACCOUNT_COLUMNS} FROM account WHERE id = ?`);
  const sealed = db.query<SealedCredentials, [string]>(
    "SELECT credentials AS bytes, credentials_version AS version FROM account WHERE id = ? AND credentials IS NOT NULL",
  );
  const askRefresh = db.query(
    `UPDATE account SET renewal_asked_at = coalesce(renewal_asked_at, $at)
     WHERE id = $id AND credentials_version = $version AND credentials IS NOT NULL`,
  );
  const settleRefresh = db.query(
    "UPDATE account SET renewal_asked_at = $askedAt WHERE id = $id AND credentials_version = $version",
  );
  // What was said about the end of the old ones is over.
  const renew = db.query(
    `UPDATE account SET credentials = $sealed, credentials_version = credentials_version + 1, token_expires_at = $expiresAt,
       credentials_at = $at, renewal_asked_at = NULL, status_detail = iif(status = 'active', NULL, status_detail)
     WHERE id = $id AND credentials_version = $version`,
  );
  const block = db.query(
    `UPDATE account SET status = 'needs_reconnect', status_detail = $detail, status_at = $at
     WHERE id = $id AND status = 'active' AND credentials_version = $version`,
  );
  const ending = db.query<AccountRow, []>(
    `SELECT ${ACCOUNT_COLUMNS} FROM account WHERE status = 'active' AND simulated = 0 AND token_expires_at IS NOT NULL ORDER BY id`,
  );
  const noteExpiry = db.query(
    `UPDATE account SET status_detail = $detail, end_told = $endsAt
     WHERE id = $id AND status = 'active' AND token_expires_at = $endsAt AND end_told IS NOT $endsAt`,
  );
  const platforms = db.query<{ platform: string }, []>(
    "SELECT DISTINCT platform FROM account WHERE status <> 'disconnected' AND simulated = 0",
  );
  const atNetwork = db.query<AccountRow, [string]>(
    `SELECT ${ACCOUNT_COLUMNS} FROM account WHERE platform = +? AND status <> 'disconnected' AND simulated = 0 ORDER BY id`,
  );
  const setStatus = db.query<null, { id: string; status: AccountStatus; detail: string | null; at: number }>(
    `UPDATE account SET status = $status, status_detail = $detail, status_at = iif(status = $status, status_at, $at)
     WHERE id = $id AND status <> 'disconnected'`,
  );
  const setRules = db.query("UPDATE account SET rules = ? WHERE id = ?");
  const disconnect = db.query(
    `UPDATE account SET status = 'disconnected', status_detail = NULL, credentials = NULL,
       credentials_version = credentials_version + 1, token_expires_at = NULL, renewal_asked_at = NULL
     WHERE id = ? AND status <> 'disconnected'`,
  );
  const noteDisconnect = db.query<null, [string, string]>(
    "UPDATE account SET status_detail = ? WHERE id = ? AND status = 'disconnected'",
  );
  const { pause, resume } = openAccountPause(db);
  const { arrange } = openAccountOrder(db);
  const waits = openWaits(db);
  const { of: activityOf } = openAccountActivity(db);
  const setColour = db.query("UPDATE account SET colour = $colour WHERE id = $id AND colour IS NOT $colour");
  return {
    connect: (account, seal, audit) =>
      write(() => {
        const { simulated, rules, scopes, ...plain } = account;
        const id = known.get(account.profileId, account.platform, account.remoteId)?.id ?? account.id;
        const columns = { simulated: Number(simulated), rules: JSON.stringify(rules), credentials: seal(id) };
        upsert.run({ ...plain, ...columns, scopes: scopes && JSON.stringify(scopes), id });
        appendAudit(db, audit(id));
        announce("account.connected", id, account.connectedAt);
        const row = one.get(id);
        if (!row) throw new Error("the account was not stored");
        return accountOf(row);
      }),
    ofProfile: (profileId) => read(() => inOrder(list.all(profileId)).map(accountOf)),
    find: (id) =>
      read(() => {
        const row = one.get(id);
        return row && accountOf(row);
      }),
    sealed: (id) => read(() => sealed.get(id)),
    askRefresh: (id, version, at) => write(() => askRefresh.run({ id, version, at }).changes > 0),
    settleRefresh: (id, version, askedAt) => write(() => void settleRefresh.run({ id, version, askedAt })),
    renew: (id, version, renewed) => write(() => renew.run({ id, version, ...renewed }).changes > 0),
    setPaused: (id, paused, audit) =>
      write(
        () => auditIf(paused ? pause(id, audit.at, audit.actor) : resume(id, audit.at), db, audit),
        "large",
      ),
    endWait: (of, audit) => write(() => auditIf(waits.end(of, audit.at), db, audit), "large"),
    waiting: (now) => read(() => waits.accountsWaiting(now)),
    setColour: (id, colour, audit) =>
      write(() => auditIf(setColour.run({ id, colour }).changes > 0, db, audit)),
    arrange: (id, place, audit) => write(() => auditIf(arrange(id, place), db, audit)),
    activity: (profileId, now) => read(() => activityOf(profileId, now)),
    setRules: (id, rules) => write(() => void setRules.run(JSON.stringify(rules), id)),
    setStatus: (id, status, detail, audit) =>
      write(() => {
        const before = one.get(id)?.status;
        const isSet = auditIf(setStatus.run({ id, status, detail, at: audit.at }).changes > 0, db, audit);
        const type = EVENT_OF_STATUS[status];
        if (isSet && before !== status && type) announce(type, id, audit.at);
        return isSet;
      }),
    block: (id, version, detail, audit) =>
      write(() => {
        const { changes } = block.run({ id, version, detail, at: audit.at });
        return changedBy("account.needs_reconnect", id, changes, audit);
      }),
    ending: () => read(() => ending.all().map(accountOf)),
    noteExpiry: (id, endsAt, detail, audit) =>
      write(() => changedBy("account.expiring", id, noteExpiry.run({ id, endsAt, detail }).changes, audit)),
    platforms: () => read(() => platforms.all().map(({ platform }) => platform)),
    atNetwork: (platform) => read(() => atNetwork.all(platform).map(accountOf)),
    disconnect: (id, audit) =>
      write(() => changedBy("account.disconnected", id, disconnect.run(id).changes, audit)),
    noteDisconnect: (id, detail) => write(() => void noteDisconnect.run(detail, id)),
  };

  /** The audit entry and the event of a change, unless it found nothing to change. */
  function changedBy(type: TypeAbout<"account">, id: string, changes: number, audit: AuditEntry): boolean {
    if (changes > 0) announce(type, id, audit.at);
    return auditIf(changes > 0, db, audit);
  }

  function announce(type: TypeAbout<"account">, id: string, at: number): void {
    const row = one.get(id);
    if (row) announcementsOf(db).account(type, accountOf(row), at);
  }
}
