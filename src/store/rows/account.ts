// Rows of the table account, as both stores read them.
import type { Account, AccountStatus } from "../../domain/account.ts";
import type { RuleChanges } from "../../domain/rules.ts";
import type { TypeAbout } from "../../domain/webhook-event.ts";

export type AccountRow = Omit<Account, "simulated" | "rules" | "scopes"> & {
  readonly simulated: number;
  readonly rules: string;
  readonly scopes: string | null;
};

export const ACCOUNT_COLUMNS = `id, profile_id AS "profileId", platform, remote_id AS "remoteId", server, handle, display_name AS "displayName",
  avatar_url AS "avatarUrl", profile_url AS "profileUrl", status, status_detail AS "statusDetail", simulated, rules,
  token_expires_at AS "tokenExpiresAt", connected_at AS "connectedAt", coalesce(credentials_at, connected_at) AS "credentialsAt",
  credentials_version AS "credentialsVersion", renewal_asked_at AS "refreshAskedAt",
  paused_at AS "pausedAt", paused_by AS "pausedBy", colour, group_name AS "group", place, scopes`;

/** The event of a status that an account came into: after a sign-in that works again it is as if connected anew. */
export const EVENT_OF_STATUS: Partial<Record<AccountStatus, TypeAbout<"account">>> = {
  active: "account.connected",
  needs_reconnect: "account.needs_reconnect",
};

export function accountOf(row: AccountRow): Account {
  return {
    ...row,
    simulated: row.simulated === 1,
    rules: JSON.parse(row.rules) as RuleChanges,
    scopes: row.scopes === null ? null : (JSON.parse(row.scopes) as string[]),
  };
}
