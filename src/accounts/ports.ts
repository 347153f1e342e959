// What the accounts folder needs from the store, as interfaces, and its records.
import type { RuleChanges } from "../networks/rules.ts";
import type { AuditEntry } from "../domain/audit.ts";
import type { Plan, PlanFacts } from "../domain/plan.ts";
import type { Slot } from "../domain/slot.ts";

export interface Profile {
  readonly id: string;
  readonly name: string;
  /** IANA zone. */
  readonly timezone: string;
  /** What it sends keeps what its files tell of place and camera (D33). */
  readonly keepMetadata: boolean;
  readonly createdAt: number;
}

/** Null leaves it as it is. */
export interface ProfileChanges {
  readonly name: string | null;
  readonly timezone: string | null;
  readonly keepMetadata: boolean | null;
}

export interface Profiles {
  /** With its queue slots. False when the name is taken. */
  create(profile: Profile, slots: readonly Slot[], audit: AuditEntry): Promise<boolean>;
  list(): Promise<Profile[]>;
  /** By id or name. */
  find(idOrName: string): Promise<Profile | null>;
  /**
   * Changes what is not null. @param audit the entry, for the profile as it is then
   * @returns that profile
   */
  update(
    id: string,
    changes: ProfileChanges,
    audit: (changed: Profile) => AuditEntry,
  ): Promise<Profile | "name_taken" | "missing">;
  /** With everything that belongs to it. False when there is no such profile. */
  remove(id: string, audit: AuditEntry): Promise<boolean>;
}

export const SCOPES = ["read", "write", "publish"] as const;
export type Scope = (typeof SCOPES)[number];

/** A key as it is stored: never the key itself. */
export interface KeyRecord {
  readonly id: string;
  readonly profileId: string;
  readonly name: string;
  readonly last4: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
}

/** What a key does not share with the one it replaces. */
export type CreatedKey = Pick<KeyRecord, "id" | "last4" | "createdAt">;

export interface Keys {
  /** False when there is no such profile. */
  create(key: KeyRecord, hash: Uint8Array, audit: AuditEntry): Promise<boolean>;
  byHash(hash: Uint8Array): Promise<KeyRecord | null>;
  ofProfile(profileId: string | null): Promise<KeyRecord[]>;
  find(id: string): Promise<KeyRecord | null>;
  /**
   * A fresh key with the rights of key `id`, which stops working at `endsAt` unless it stops earlier. Null when that key
   * is revoked or expired, or there is none.
   */
  rotate(
    id: string,
    fresh: CreatedKey,
    hash: Uint8Array,
    endsAt: number,
    audit: AuditEntry,
  ): Promise<KeyRecord | null>;
  /** False when it is revoked already, or there is none. */
  revoke(id: string, at: number, audit: AuditEntry): Promise<boolean>;
  used(id: string, at: number): Promise<void>;
}

export type AccountStatus = "active" | "needs_reconnect" | "disconnected";

export interface Account {
  readonly id: string;
  readonly profileId: string;
  readonly platform: string;
  /** The network's own id of the account. */
  readonly remoteId: string;
  /** Host of its server, where the network has many: accounts of one server share its fate. */
  readonly server: string | null;
  readonly handle: string;
  readonly displayName: string;
  readonly avatarUrl: string | null;
  readonly profileUrl: string | null;
  readonly status: AccountStatus;
  readonly statusDetail: string | null;
  readonly simulated: boolean;
  readonly rules: RuleChanges;
  readonly tokenExpiresAt: number | null;
  readonly connectedAt: number;
  /** When the credentials were handed out. */
  readonly credentialsAt: number;
  /** Grows with every change of them. */
  readonly credentialsVersion: number;
  /** New credentials were asked for then, and no answer is on record; null when nothing is open. */
  readonly refreshAskedAt: number | null;
}

/** Credentials as stored; the version grows with every change, so that of two refreshes one wins. */
export interface SealedCredentials {
  readonly bytes: Uint8Array;
  readonly version: number;
}

/** New credentials, as they are stored. */
export interface RefreshedCredentials {
  readonly sealed: Uint8Array;
  readonly expiresAt: number | null;
  readonly at: number;
}

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
  /** Takes the mark away too. False when the credentials have changed since `version`. */
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

/** Somebody who was sent to a network's page. */
export interface OAuthState {
  readonly profileId: string;
  readonly platform: string;
  /** As in the audit log. */
  readonly actor: string;
  /** Hash of what their browser's cookie holds. */
  readonly browser: Uint8Array;
  readonly until: number;
}

export interface OAuthStates {
  /** Those that have been over for a while are swept. */
  add(oauthFlow: OAuthState, hash: Uint8Array, now: number): Promise<void>;
  find(hash: Uint8Array): Promise<(OAuthState & { readonly usedAt: number | null }) | null>;
  /** False when another request was faster: each can be used once. */
  use(hash: Uint8Array, at: number): Promise<boolean>;
}

export interface Workspace {
  secretKid(): Promise<string | null>;
  setSecretKid(kid: string): Promise<void>;
  planFacts(): Promise<PlanFacts>;
  setPlan(plan: Plan, audit: AuditEntry): Promise<void>;
}

/** A person who may sign in. */
export interface Owner {
  readonly id: string;
  /** In small letters. */
  readonly email: string;
  readonly passwordHash: string;
  readonly createdAt: number;
}

export interface Owners {
  /** False when there is one with this e-mail address. */
  create(owner: Owner, audit: AuditEntry): Promise<boolean>;
  byEmail(email: string): Promise<Owner | null>;
  /** Ends all their sessions too. False when there is no such owner. */
  setPassword(id: string, passwordHash: string, audit: AuditEntry): Promise<boolean>;
}

/** A session as it is stored: never its token. */
export interface SessionRecord {
  readonly ownerId: string;
  readonly email: string;
  readonly createdAt: number;
  readonly lastUsedAt: number;
}

export interface Sessions {
  /** @param replaces hash of the session this browser had before */
  add(
    session: SessionRecord,
    hash: Uint8Array,
    replaces: Uint8Array | null,
    audit: AuditEntry,
  ): Promise<void>;
  byHash(hash: Uint8Array): Promise<SessionRecord | null>;
  used(hash: Uint8Array, at: number): Promise<void>;
  /** False when there is none. */
  remove(hash: Uint8Array, audit: AuditEntry): Promise<boolean>;
  /** Removes what was made or last used at these times or before. */
  sweep(createdUntil: number, usedUntil: number): Promise<void>;
}

export interface ImportHost {
  /** `host` or `*.host`, as `importHost` writes it. */
  readonly host: string;
  readonly createdAt: number;
}

export interface ImportHosts {
  /** False when it is on the list. */
  add(host: ImportHost, audit: AuditEntry): Promise<boolean>;
  list(): Promise<ImportHost[]>;
  /** False when it is not on the list. */
  remove(host: string, audit: AuditEntry): Promise<boolean>;
}
