// A post and its targets, as everybody outside the store sees them.
import type { Category, Json } from "../networks/network.ts";
import type { State } from "./life.ts";

export interface Post {
  readonly id: string;
  readonly profileId: string;
  readonly caption: string;
  /** As the caller gave them; null when omitted. */
  readonly accounts: "all" | readonly string[] | null;
  readonly media: readonly Media[];
  readonly overrides: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, Json>>;
  readonly schedule: Schedule;
  /** ms since 1970. */
  readonly scheduledFor: number | null;
  readonly canceled: boolean;
  readonly idempotencyKey: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly targets: readonly Target[];
}

export const SCHEDULES = ["draft", "now", "queue", "time"] as const;
export type Schedule = (typeof SCHEDULES)[number];

export interface Target {
  readonly id: string;
  readonly postId: string;
  readonly accountId: string;
  readonly platform: string;
  readonly handle: string;
  readonly simulated: boolean;
  readonly state: State;
  /** Number of the latest attempt; also the fence of every change (RELIABILITY 1.6). */
  readonly attempt: number;
  /** When something must be done about it next, ms since 1970. */
  readonly dueAt: number | null;
  /** The text for this account: the caption or its most specific override. */
  readonly caption: string;
  readonly options: Json;
  readonly remoteId: string | null;
  readonly url: string | null;
  readonly publishedAt: number | null;
  /** Why it failed, is uncertain or is being retried. */
  readonly failure: Failure | null;
  readonly verification: Verification | null;
  readonly reconciled: Reconciled | null;
}

/** Stable words for `errorCode`. */
export type FailureCode =
  | "refused"
  | "not_sent"
  | "busy"
  | "lost_answer"
  | "interrupted"
  | "missed_schedule"
  | "payment_required"
  | "reconnect_needed"
  | "not_published"
  | "internal";

export interface Failure {
  readonly code: FailureCode;
  readonly category: Category | "plan" | "missed" | "interrupted";
  /** A sentence a person understands, with what to do. */
  readonly detail: string;
}

export interface Verification {
  readonly method: string;
  readonly verdict: "live" | "absent" | "unknown";
  readonly checkedAt: number;
  readonly evidence: string;
  /** How often the network has been asked. */
  readonly checks: number;
}

export interface Reconciled {
  readonly action: "mark_published" | "confirm_not_published";
  readonly at: number;
  readonly note: string | null;
}

/** A file of the profile, as measured. */
export interface Media {
  readonly id: string;
  readonly profileId: string;
  readonly sha256: string;
  readonly filename: string;
  readonly kind: "image" | "video";
  readonly mime: string;
  readonly size: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly durationMs: number | null;
  readonly altText: string | null;
  readonly createdAt: number;
}

export const TARGET_STATUSES = [
  "draft",
  "pending",
  "publishing",
  "retrying",
  "posted",
  "failed",
  "uncertain",
] as const;
export type TargetStatus = (typeof TARGET_STATUSES)[number];

export const POST_STATUSES = [
  "draft",
  "queued",
  "scheduled",
  "publishing",
  "uncertain",
  "posted",
  "failed",
  "partial",
] as const;
export type PostStatus = (typeof POST_STATUSES)[number];

/** What a caller sees of a target's state (D14). */
export function targetStatus(state: State): TargetStatus {
  return state === "preparing" || state === "committing" || state === "processing" ? "publishing" : state;
}

/** The one place that decides a post's status (D15). */
export function postStatus(schedule: Schedule, states: readonly State[]): PostStatus {
  const statuses = states.map(targetStatus);
  const some = (status: TargetStatus) => statuses.includes(status);
  const all = (status: TargetStatus) => statuses.every((each) => each === status);

  if (all("draft")) return "draft";
  if (all("pending"))
    return schedule === "queue" ? "queued" : schedule === "time" ? "scheduled" : "publishing";
  if (some("publishing") || some("retrying") || some("pending")) return "publishing";
  if (some("uncertain")) return "uncertain";
  if (all("posted")) return "posted";
  if (all("failed")) return "failed";
  return "partial";
}

/** When the first target went live, ms since 1970. */
export function publishedAt(post: Post): number | null {
  const times = post.targets.flatMap((target) => target.publishedAt ?? []);
  return times.length > 0 ? Math.min(...times) : null;
}

/** Nothing happens to the post any more unless somebody asks for it, or a network answers a question late. */
export function isSettled(post: Post): boolean {
  const firstQuestion = post.targets.some(({ state, dueAt, verification }) => {
    return state === "uncertain" && dueAt !== null && verification === null;
  });
  return !firstQuestion && !["queued", "scheduled", "publishing"].includes(statusOf(post));
}

export function statusOf(post: Post): PostStatus {
  return postStatus(
    post.schedule,
    post.targets.map((target) => target.state),
  );
}
