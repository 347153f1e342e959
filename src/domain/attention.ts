// What needs a person: the entries of the attention list, and how long each kind may be put off.
import type { Failure, Verification, Warning } from "./post.ts";

export const SEVERITIES = ["now", "soon", "note"] as const;
export type Severity = (typeof SEVERITIES)[number];

export const ATTENTION_KINDS = [
  /** The answer of a network was lost: the post may be live. */
  "uncertain",
  /** It may have been published between a backup and its restore. */
  "held",
  /** The plan allows no publishing. */
  "plan",
  /** An account can't publish until it is connected again. */
  "account",
  "failed",
  /** The sign-in of an account ends soon, and posts wait for it. */
  "expiring",
  /** The last check before its time found a problem in a post. */
  "warning",
  /** Somebody asked for a review of a draft. */
  "review",
  /** Crier paused a webhook: its server took nothing for days, or wants no more. */
  "webhook",
  "backup",
  "disk",
] as const;
export type AttentionKind = (typeof ATTENTION_KINDS)[number];

export const ATTENTION_ACTIONS = [
  "reconcile",
  "reconnect",
  "retry",
  "fix",
  "open",
  "review",
  "webhook",
  "plan",
  "backup",
  "disk",
] as const;

export interface AttentionItem {
  /** The same while the reason lasts: the kind and an id, such as `uncertain:<targetId>`. */
  readonly id: string;
  readonly kind: AttentionKind;
  readonly severity: Severity;
  /** ms since 1970; null where that is not known. */
  readonly since: number | null;
  /** For people, without a full stop. */
  readonly title: string;
  /** Sentences for people. */
  readonly detail: string;
  /** Null when it concerns the whole server. */
  readonly profileId: string | null;
  readonly subject: {
    readonly postId: string | null;
    readonly targetId: string | null;
    readonly accountId: string | null;
  };
  readonly action: { readonly kind: (typeof ATTENTION_ACTIONS)[number]; readonly label: string };
}

const HOUR_MS = 3_600_000;
export const SNOOZE_MS = 24 * HOUR_MS;

/** How long an entry can be put off at most, ms: what may be live must not be forgotten. */
export const longestSnoozeMs = (kind: AttentionKind): number =>
  kind === "uncertain" || kind === "held" ? 24 * HOUR_MS : 30 * 24 * HOUR_MS;

/** An entry that a person put off: hidden until then, unless it has begun anew. Times in ms since 1970. */
export interface Snooze {
  readonly id: string;
  readonly since: number;
  readonly until: number;
}

/** A target that a person has to decide about. */
export interface OpenTarget {
  readonly id: string;
  readonly postId: string;
  readonly profileId: string;
  readonly accountId: string;
  readonly platform: string;
  readonly handle: string;
  readonly caption: string;
  /** When it came into its state, ms since 1970. */
  readonly since: number;
  /** When the network is asked again; null: not automatically. */
  readonly dueAt: number | null;
  readonly failure: Failure | null;
  readonly verification: Verification | null;
}

/** An account that can't publish, or not for long. */
export interface TroubledAccount {
  readonly id: string;
  readonly profileId: string;
  readonly platform: string;
  readonly handle: string;
  readonly status: "active" | "needs_reconnect";
  readonly statusDetail: string | null;
  /** When it came into its status, ms since 1970; when it was connected, where that is not known. */
  readonly since: number;
  readonly tokenExpiresAt: number | null;
  /** Posts that wait for it; at most `MOST_COUNTED`. */
  readonly waiting: number;
}

/** More waiting posts of an account are not counted. */
export const MOST_COUNTED = 1000;

/** A waiting post in which a problem was found. */
export interface WarnedPost {
  readonly id: string;
  readonly profileId: string;
  readonly caption: string;
  readonly scheduledFor: number;
  readonly warnings: readonly Warning[];
}

/** A draft for which a review was asked. */
export interface DraftInReview {
  readonly id: string;
  readonly profileId: string;
  readonly caption: string;
  /** When it was asked for, ms since 1970. */
  readonly since: number;
  /** Who asked, as the audit log names them. */
  readonly by: string;
  readonly note: string | null;
}
