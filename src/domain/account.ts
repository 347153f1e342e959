// Connected accounts, and their credentials as the store holds them.
import type { Colour } from "./label.ts";
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
  /** Since when its posts wait, ms since 1970; null while they do not. */
  readonly pausedAt: number | null;
  /** Who paused it, as in the audit log. */
  readonly pausedBy: string | null;
  /** With which the app marks it. */
  readonly colour: Colour | null;
  /** With which the app shows it together; null: in none. */
  readonly group: string | null;
  /** Where somebody put it among the others, from 1; null: nobody has moved it. */
  readonly place: number | null;
  /** The permissions requested when a person signed in; null when it was connected otherwise. */
  readonly scopes: readonly string[] | null;
}

/** An account as it is connected; what people set on it later is no part of that. */
export type NewAccount = Omit<
  Account,
  "credentialsVersion" | "pausedAt" | "pausedBy" | "colour" | "group" | "place"
>;

/** Where an account is among those of its profile. */
export interface AccountPlace {
  /** null: in none. */
  readonly group?: string | null;
  /** From 1; the others make room. */
  readonly order?: number;
}

/** The longest name of a group, in characters. */
export const MAX_GROUP_NAME = 50;

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
