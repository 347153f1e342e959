// Marks accounts as expiring or needing reconnection, with an audit entry in the same transaction.
import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import { accountEntry } from "./audit.ts";
import type { Account } from "../domain/account.ts";
import type { Accounts } from "../domain/store/accounts.ts";

interface AccountStatusDeps<Operation extends keyof Accounts> {
  readonly accounts: Pick<Accounts, Operation>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * The account has to be connected again, unless it has other credentials than those of `version` by now.
 * @param detail why, for people
 */
export async function needReconnect(
  { accounts, clock, log }: AccountStatusDeps<"block">,
  account: Account,
  version: number,
  detail: string,
): Promise<void> {
  const act = { at: clock.now(), actor: "crier", action: "account.needs_reconnect" };
  const isBlocked = await accounts.block(
    account.id,
    version,
    detail,
    accountEntry(account, act, { why: detail }),
  );
  if (isBlocked) log.warn("needs_reconnect", { platform: account.platform, accountId: account.id, detail });
}

/**
 * The account will have to be connected again, unless that was said of this end before.
 * @param endsAt when its credentials end, ms since 1970
 * @param detail what to do, for people
 */
export async function warnOfEnd(
  { accounts, clock }: Omit<AccountStatusDeps<"noteExpiry">, "log">,
  account: Account,
  endsAt: number,
  detail: string,
): Promise<void> {
  const act = { at: clock.now(), actor: "crier", action: "account.expiring" };
  await accounts.noteExpiry(account.id, endsAt, detail, accountEntry(account, act, { why: detail }));
}
