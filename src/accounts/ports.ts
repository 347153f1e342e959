// What the accounts room needs remembered, and the records it speaks of.
import type { RuleChanges } from "../networks/rules.ts";

export interface Profile {
  readonly id: string;
  readonly name: string;
  /** IANA zone. */
  readonly timezone: string;
  readonly createdAt: number;
}

export interface Profiles {
  /** False when the name is taken. */
  add(profile: Profile): Promise<boolean>;
  list(): Promise<Profile[]>;
  /** By id or name. */
  find(idOrName: string): Promise<Profile | null>;
  /** With everything that belongs to it. */
  remove(id: string): Promise<void>;
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

export interface Keys {
  add(key: KeyRecord, hash: Uint8Array): Promise<void>;
  byHash(hash: Uint8Array): Promise<KeyRecord | null>;
  ofProfile(profileId: string | null): Promise<KeyRecord[]>;
  find(id: string): Promise<KeyRecord | null>;
  /** The key stops working at `at`, unless it stops earlier. */
  expire(id: string, at: number): Promise<void>;
  revoke(id: string, at: number): Promise<void>;
  used(id: string, at: number): Promise<void>;
}

export type AccountStatus = "active" | "needs_reconnect" | "disconnected";

export interface Account {
  readonly id: string;
  readonly profileId: string;
  readonly platform: string;
  /** The network's own id of the account. */
  readonly remoteId: string;
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
}

/** Credentials as stored; the version grows with every change, so that of two refreshes one wins. */
export interface Sealed {
  readonly bytes: Uint8Array;
  readonly version: number;
}

export interface Accounts {
  /** The same account of the network connected again keeps its id. */
  connect(account: Account, sealed: Uint8Array): Promise<void>;
  /** The id an account of the network already has in this profile. */
  known(profileId: string, platform: string, remoteId: string): Promise<string | null>;
  ofProfile(profileId: string): Promise<Account[]>;
  find(id: string): Promise<Account | null>;
  sealed(id: string): Promise<Sealed | null>;
  /** False when the credentials were changed by somebody else since `version`. */
  renew(id: string, version: number, sealed: Uint8Array, expiresAt: number | null): Promise<boolean>;
  setRules(id: string, rules: RuleChanges): Promise<void>;
  setStatus(id: string, status: AccountStatus, detail: string | null): Promise<void>;
  /** Credentials are forgotten; the record stays for the posts that name it. */
  disconnect(id: string): Promise<void>;
}

export interface Workspace {
  secretKid(): Promise<string | null>;
  setSecretKid(kid: string): Promise<void>;
}
