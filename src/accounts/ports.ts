// What the accounts room needs remembered, and the records it speaks of.
import type { Json } from "../networks/network.ts";
import type { RuleChanges } from "../networks/rules.ts";
import type { Plan } from "./plan.ts";

export interface Profile {
  readonly id: string;
  readonly name: string;
  /** IANA zone. */
  readonly timezone: string;
  /** What it sends keeps what its files tell of place and camera (D33). */
  readonly keepMetadata: boolean;
  readonly createdAt: number;
}

export interface Profiles {
  /** False when the name is taken. */
  add(profile: Profile): Promise<boolean>;
  list(): Promise<Profile[]>;
  /** By id or name. */
  find(idOrName: string): Promise<Profile | null>;
  /** Name, zone and whether metadata is kept. False when the name is another profile's, or there is no such profile. */
  update(profile: Profile): Promise<boolean>;
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
  /** How many of the whole workspace are not disconnected. */
  connected(): Promise<number>;
  /** Credentials are forgotten; the record stays for the posts that name it. */
  disconnect(id: string): Promise<void>;
}

export interface Workspace {
  secretKid(): Promise<string | null>;
  setSecretKid(kid: string): Promise<void>;
  plan(): Promise<Plan>;
  setPlan(plan: Plan): Promise<void>;
  /** When the first profile was made, also if that one is gone: a trial runs from there. */
  firstProfileAt(): Promise<number | null>;
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
  add(owner: Owner): Promise<boolean>;
  byEmail(email: string): Promise<Owner | null>;
  /** Ends all their sessions too. False when there is no such owner. */
  setPassword(id: string, passwordHash: string): Promise<boolean>;
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
  add(session: SessionRecord, hash: Uint8Array, replaces: Uint8Array | null): Promise<void>;
  byHash(hash: Uint8Array): Promise<SessionRecord | null>;
  used(hash: Uint8Array, at: number): Promise<void>;
  /** False when there is none. */
  remove(hash: Uint8Array): Promise<boolean>;
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
  add(host: ImportHost): Promise<boolean>;
  list(): Promise<ImportHost[]>;
  /** False when it is not on the list. */
  remove(host: string): Promise<boolean>;
}

export interface AuditEntry {
  readonly at: number;
  /** `owner:<email>`, `key:<id>`, `cli` or `crier`. */
  readonly actor: string;
  /** What was done, as `thing.verb`. */
  readonly action: string;
  readonly profileId: string | null;
  /** Id or name of what it was done to. */
  readonly subject: string;
  /** Never a secret. */
  readonly detail: Json;
}
export type AuditRow = AuditEntry & { readonly seq: number };

/** Append-only. */
export interface Audit {
  add(entry: AuditEntry): Promise<void>;
  /** Newest first, older than `before`. */
  page(limit: number, before: number | null): Promise<AuditRow[]>;
}
