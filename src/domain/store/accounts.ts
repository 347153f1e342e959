// Store interface: connected accounts and their encrypted credentials.
import type {
  Account,
  AccountPlace,
  NewAccount,
  SealedCredentials,
  RefreshedCredentials,
  AccountStatus,
} from "../account.ts";
import type { AccountActivity } from "../account-activity.ts";
import type { AccountWait } from "../pause.ts";
import type { AuditEntry } from "../audit.ts";
import type { Colour } from "../label.ts";
import type { RuleChanges } from "../rules.ts";

/** A server that failed again and again, or an account that its network asked to wait. */
export type WaitedFor = { readonly server: string } | { readonly accountId: string };

export interface Accounts {
  /**
   * Adds an account, or updates it when the profile has it already: it keeps its id.
   * @param seal the credentials, for the id that the account has
   * @param audit the entry, for that id
   */
  connect(
    account: NewAccount,
    seal: (id: string) => Uint8Array,
    audit: (id: string) => AuditEntry,
  ): Promise<Account>;
  /** In their order: those of a group together, accounts without a group after them; new ones last. */
  ofProfile(profileId: string): Promise<Account[]>;
  find(id: string): Promise<Account | null>;
  sealed(id: string): Promise<SealedCredentials | null>;
  /**
   * Records that new credentials are being requested at `at`. False when the credentials are no longer those of `version`.
   * An older mark stays: the answer to that request never came.
   */
  askRefresh(id: string, version: number, at: number): Promise<boolean>;
  /** Sets or clears that mark after the network gave a clear answer without new credentials. */
  settleRefresh(id: string, version: number, askedAt: number | null): Promise<void>;
  /** Stores new credentials and clears the mark. False when the credentials have changed since `version`. */
  renew(id: string, version: number, renewed: RefreshedCredentials): Promise<boolean>;
  /**
   * Pauses an account: its posts wait, and no attempt begins. Or resumes it: what came due meanwhile is due at once, and not late.
   * False when that changes nothing.
   */
  setPaused(id: string, paused: boolean, audit: AuditEntry): Promise<boolean>;
  /**
   * What waits for a server or an account is due at once, and keeps its own time, from which its lateness counts.
   * False when nothing has to wait for it: nothing is stored.
   */
  endWait(of: WaitedFor, audit: AuditEntry): Promise<boolean>;
  /** Accounts whose network asked them to wait. @param now ms since 1970 */
  waiting(now: number): Promise<AccountWait[]>;
  /** False when it has this one. */
  setColour(id: string, colour: Colour | null, audit: AuditEntry): Promise<boolean>;
  /**
   * Moves an account to another place or group. Groups stay together: one stands where its first account does.
   * False when that changes nothing.
   */
  arrange(id: string, place: AccountPlace, audit: AuditEntry): Promise<boolean>;
  /** What waits, what went out and what did not, of each account of a profile. @param now ms since 1970 */
  activity(profileId: string, now: number): Promise<AccountActivity[]>;
  setRules(id: string, rules: RuleChanges): Promise<void>;
  /** False when the account is disconnected or does not exist. */
  setStatus(id: string, status: AccountStatus, detail: string | null, audit: AuditEntry): Promise<boolean>;
  /**
   * Marks that the account has to be connected again. False when it was not active, or has other credentials than those
   * of `version`.
   */
  block(id: string, version: number, detail: string, audit: AuditEntry): Promise<boolean>;
  /** Active accounts, not simulated, whose credentials expire. */
  ending(): Promise<Account[]>;
  /** Warns on the account that its credentials expire at `endsAt`. False when it has that warning already. */
  noteExpiry(id: string, endsAt: number, detail: string, audit: AuditEntry): Promise<boolean>;
  /** Networks with an account that is neither simulated nor disconnected. */
  platforms(): Promise<string[]>;
  /** All accounts of a network that are neither simulated nor disconnected. */
  atNetwork(platform: string): Promise<Account[]>;
  /** Deletes the credentials; the record stays for the posts that name it. False when it was disconnected already. */
  disconnect(id: string, audit: AuditEntry): Promise<boolean>;
  /** Notes on a disconnected account whether its sign-in at the network could be ended. */
  noteDisconnect(id: string, detail: string): Promise<void>;
}
