// Marks accounts as expiring or needing reconnection, with an audit entry in the same transaction.
import type { Clock } from "../clock.ts";
import type { Account, Accounts, AuditEntry } from "./ports.ts";

/** The records for one act: its first change writes the entry too. */
export type Audited = (entry: AuditEntry) => { readonly accounts: Accounts };

interface BlameDeps {
  readonly audited: Audited;
  readonly clock: Clock;
}

/** For the change that says that an account has to be connected again. */
export function blocking(deps: BlameDeps, account: Account): Accounts {
  return noted(deps, account, "account.needs_reconnect");
}

/** For the change that says that an account will have to be. */
export function expiring(deps: BlameDeps, account: Account): Accounts {
  return noted(deps, account, "account.expiring");
}

function noted({ audited, clock }: BlameDeps, account: Account, action: string): Accounts {
  const { id, profileId, platform, handle } = account;
  return audited({
    ...{ at: clock.now(), actor: "crier", action, profileId, subject: id },
    detail: { platform, handle },
  }).accounts;
}
