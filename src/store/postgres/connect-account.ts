// Adds an account, or updates it when the profile has it already (table account).
import type { Account, NewAccount } from "../../domain/account.ts";
import type { AuditEntry } from "../../domain/audit.ts";
import { accountOf, ACCOUNT_COLUMNS, type AccountRow } from "../rows/account.ts";
import type { Transaction } from "./access.ts";

const UPSERT = `INSERT INTO account (id, profile_id, platform, remote_id, server, handle, display_name, avatar_url, profile_url,
    status, status_detail, simulated, rules, credentials, token_expires_at, connected_at, credentials_at, renewal_asked_at, scopes)
  VALUES ($id, $profileId, $platform, $remoteId, $server, $handle, $displayName, $avatarUrl, $profileUrl, $status,
    $statusDetail, $simulated, $rules, $credentials, $tokenExpiresAt, $connectedAt, $credentialsAt, $refreshAskedAt, $scopes)
  ON CONFLICT (profile_id, platform, remote_id) DO UPDATE SET server = excluded.server, handle = excluded.handle,
    display_name = excluded.display_name, avatar_url = excluded.avatar_url, profile_url = excluded.profile_url,
    status = excluded.status, status_detail = excluded.status_detail, simulated = excluded.simulated,
    rules = excluded.rules, credentials = excluded.credentials, credentials_version = account.credentials_version + 1,
    token_expires_at = excluded.token_expires_at, connected_at = excluded.connected_at,
    credentials_at = excluded.credentials_at, renewal_asked_at = excluded.renewal_asked_at, end_told = NULL,
    scopes = excluded.scopes
  RETURNING ${ACCOUNT_COLUMNS}`;

/**
 * @param seal the credentials, for the id that the account has
 * @param audit the entry, for that id
 */
export async function connectAccount(
  db: Transaction,
  account: NewAccount,
  seal: (id: string) => Uint8Array,
  audit: (id: string) => AuditEntry,
): Promise<Account> {
  const { simulated, rules, scopes, ...plain } = account;
  const { profileId, platform, remoteId } = account;
  const known = await db.get<{ id: string }>(
    "SELECT id FROM account WHERE profile_id = $profileId AND platform = $platform AND remote_id = $remoteId",
    { profileId, platform, remoteId },
  );
  const id = known?.id ?? account.id;
  const row = await db.get<AccountRow>(UPSERT, {
    ...plain,
    id,
    simulated: Number(simulated),
    rules: JSON.stringify(rules),
    credentials: seal(id),
    scopes: scopes && JSON.stringify(scopes),
  });
  if (!row) throw new Error("the account was not stored");
  const connected = accountOf(row);
  db.records.announceAccount("account.connected", connected, account.connectedAt);
  db.records.audit(audit(id));
  return connected;
}
