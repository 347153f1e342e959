// What publishing needs from other folders apart from the store, as interfaces.
import type { Rules } from "../domain/rules.ts";
import type { Network } from "../networks/network.ts";
import type { AccountStatus } from "../domain/account.ts";
import type { AccountIo, AttemptProgress, Tries } from "../networks/account-io.ts";
import type { PlanState } from "../domain/plan.ts";

/** Whether the workspace may publish now (D26). */
export interface Plans {
  state(now: number): Promise<PlanState>;
}

/** The accounts a post can go to. */
export interface TargetAccounts {
  ofProfile(profileId: string): Promise<TargetAccount[]>;
}

export interface TargetAccount {
  readonly id: string;
  readonly platform: string;
  readonly handle: string;
  readonly profileUrl: string | null;
  readonly status: AccountStatus;
  readonly simulated: boolean;
  readonly rules: Rules;
}

/** The outside world of one attempt. */
export interface AccountConnections {
  network(platform: string): Network | null;
  /** Throws StepFailed when the account's credentials can't be had. */
  io(accountId: string, progress: AttemptProgress): Promise<AccountIo>;
  /**
   * Whether there are others than the credentials of version `used`, which the network refused in the last of
   * `tries`; new ones are asked for. False when there is no way, and when those were new already.
   * Throws StepFailed when the network can't be asked now.
   */
  refreshCredentials(accountId: string, used: number, tries: Tries): Promise<boolean>;
  /** The network no longer takes the credentials of version `used`. */
  needsReconnect(accountId: string, used: number, detail: string): Promise<void>;
}

/** Where everything is written down. */
export interface Disk {
  /** Too little room to begin anything new. */
  isLow(): boolean;
  /** A write failed: makes room for what must be written. */
  release(): void;
}
