// Store interface: connected accounts and their encrypted credentials.
import type { Account, SealedCredentials, RefreshedCredentials, AccountStatus } from "../account.ts";
import type { AuditEntry } from "../audit.ts";
import type { RuleChanges } from "../../networks/rules.ts";

export interface Accounts {
  /**
   * The same account of the network connected again keeps its id.
   * @param seal the credentials, for the id that the account has
   * @param audit the entry, for that id
   */
  connect(
    account: Omit<Account, "credentialsVersion">,
    seal: (id: string) => Uint8Array,
    audit: (id: string) => AuditEntry,
  ): Promise<Account>;
  ofProfile(profileId: string): Promise<Account[]>;
  find(id: string): Promise<Account | null>;
  sealed(id: string): Promise<SealedCredentials | null>;
  /**
   * Marks that new credentials are asked for at `at`. False when the credentials are not those of `version` any more.
   * An older mark stays: its answer never came.
   */
  askRefresh(id: string, version: number, at: number): Promise<boolean>;
  /** What the mark becomes when the network gave a clear answer and no new credentials. */
  settleRefresh(id: string, version: number, askedAt: number | null): Promise<void>;
  /** Takes the mark away too. False when the credentials were changed by somebody else since `version`. */
  renew(id: string, version: number, renewed: RefreshedCredentials): Promise<boolean>;
  setRules(id: string, rules: RuleChanges): Promise<void>;
  /** False when it is disconnected, or there is none. */
  setStatus(id: string, status: AccountStatus, detail: string | null, audit: AuditEntry): Promise<boolean>;
  /**
   * The account needs to be connected again. False when it was not active, or has other credentials than those of
   * `version` by now.
   */
  block(id: string, version: number, detail: string, audit: AuditEntry): Promise<boolean>;
  /** Active, real accounts whose credentials end some day. */
  ending(): Promise<Account[]>;
  /** Says on the account that its credentials end. False when this end was told before. */
  noteExpiry(id: string, endsAt: number, detail: string, audit: AuditEntry): Promise<boolean>;
  /** Networks with a real account that is not disconnected. */
  platforms(): Promise<string[]>;
  /** All real accounts of a network that are not disconnected. */
  atNetwork(platform: string): Promise<Account[]>;
  /** Credentials are forgotten; the record stays for the posts that name it. False when they were forgotten before. */
  disconnect(id: string, audit: AuditEntry): Promise<boolean>;
  /** What became of the sign-in of an account that is disconnected. */
  noteDisconnect(id: string, detail: string): Promise<void>;
}
