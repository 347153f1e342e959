// Connected accounts, and their credentials as the store holds them.
import type { RuleChanges } from "./rules.ts";

export type AccountStatus = "active" | "needs_reconnect" | "disconnected";

export interface Account {
  readonly id: string;
  readonly profileId: string;
  readonly platform: string;
  /** The network's own id of the account. */
  readonly remoteId: string;
  /** Host of its server, on a network with many servers; null on the others. */
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
  /** When the network issued the credentials. */
  readonly credentialsAt: number;
  /** Grows with every change of the credentials. */
  readonly credentialsVersion: number;
  /** When new credentials were requested, while no answer is on record; otherwise null. */
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
