// Connected accounts and their sealed credentials: table account.
import type { Database } from "bun:sqlite";
import type { Account, Accounts, AccountStatus, Sealed } from "../accounts/ports.ts";
import type { RuleChanges } from "../networks/rules.ts";
import type { Write } from "./writer.ts";

type Row = Omit<Account, "simulated" | "rules"> & { simulated: number; rules: string };

const COLUMNS = `id, profile_id AS profileId, platform, remote_id AS remoteId, server, handle, display_name AS displayName,
  avatar_url AS avatarUrl, profile_url AS profileUrl, status, status_detail AS statusDetail, simulated, rules,
  token_expires_at AS tokenExpiresAt, connected_at AS connectedAt`;

export function openAccounts(db: Database, write: Write): Accounts {
  const upsert = db.query(
    `INSERT INTO account (id, profile_id, platform, remote_id, server, handle, display_name, avatar_url, profile_url, status,
       status_detail, simulated, rules, credentials, token_expires_at, connected_at)
     VALUES ($id, $profileId, $platform, $remoteId, $server, $handle, $displayName, $avatarUrl, $profileUrl, $status,
       $statusDetail, $simulated, $rules, $credentials, $tokenExpiresAt, $connectedAt)
     ON CONFLICT (profile_id, platform, remote_id) DO UPDATE SET server = excluded.server, handle = excluded.handle,
       display_name = excluded.display_name, avatar_url = excluded.avatar_url, profile_url = excluded.profile_url,
       status = excluded.status, status_detail = excluded.status_detail, simulated = excluded.simulated,
       rules = excluded.rules, credentials = excluded.credentials, credentials_version = credentials_version + 1,
       token_expires_at = excluded.token_expires_at, connected_at = excluded.connected_at`,
  );
  const known = db.query<{ id: string }, [string, string, string]>(
    "SELECT id FROM account WHERE profile_id = ? AND platform = ? AND remote_id = ?",
  );
  const list = db.query<Row, [string]>(`SELECT ${COLUMNS} FROM account WHERE profile_id = +? ORDER BY id`);
  const one = db.query<Row, [string]>(`SELECT ${COLUMNS} FROM account WHERE id = ?`);
  const sealed = db.query<Sealed, [string]>(
    "SELECT credentials AS bytes, credentials_version AS version FROM account WHERE id = ? AND credentials IS NOT NULL",
  );
  const renew = db.query(
    `UPDATE account SET credentials = $sealed, credentials_version = credentials_version + 1, token_expires_at = $expiresAt
     WHERE id = $id AND credentials_version = $version`,
  );
  const setStatus = db.query<null, [AccountStatus, string | null, string]>(
    "UPDATE account SET status = ?, status_detail = ? WHERE id = ? AND status <> 'disconnected'",
  );
  const setRules = db.query("UPDATE account SET rules = ? WHERE id = ?");
  const connected = db.query<{ n: number }, []>(
    "SELECT count(*) AS n FROM account WHERE status <> 'disconnected'",
  );
  const disconnect = db.query(
    `UPDATE account SET status = 'disconnected', status_detail = NULL, credentials = NULL,
       credentials_version = credentials_version + 1, token_expires_at = NULL WHERE id = ?`,
  );
  return {
    connect: (account, credentials) =>
      write(() => {
        const { simulated, rules, ...plain } = account;
        upsert.run({ ...plain, simulated: Number(simulated), rules: JSON.stringify(rules), credentials });
      }),
    async known(profileId, platform, remoteId) {
      return known.get(profileId, platform, remoteId)?.id ?? null;
    },
    async ofProfile(profileId) {
      return list.all(profileId).map(accountOf);
    },
    async find(id) {
      const row = one.get(id);
      return row && accountOf(row);
    },
    async sealed(id) {
      return sealed.get(id);
    },
    renew: (id, version, bytes, expiresAt) =>
      write(() => renew.run({ id, version, sealed: bytes, expiresAt }).changes > 0),
    setRules: (id, rules) => write(() => void setRules.run(JSON.stringify(rules), id)),
    setStatus: (id, status, detail) => write(() => void setStatus.run(status, detail, id)),
    async connected() {
      return connected.get()?.n ?? 0;
    },
    disconnect: (id) => write(() => void disconnect.run(id)),
  };
}

function accountOf(row: Row): Account {
  return { ...row, simulated: row.simulated === 1, rules: JSON.parse(row.rules) as RuleChanges };
}
