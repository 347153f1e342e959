// Connected accounts, and their credentials as the store holds them.
import type { RuleChanges } from "../networks/rules.ts";

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
