// A post and its targets, as every folder outside the store uses them.
import type { EventActor } from "./event.ts";
import type { Json } from "./json.ts";
import type { Review } from "./review.ts";
import { isPausedFailure } from "./pause.ts";
import { IN_FLIGHT, type State } from "./target-state.ts";
import type { Media } from "./media.ts";

export interface Post extends PostWithoutContent, PostTexts {
  readonly media: readonly Media[];
  /** Files that only some targets have: their options name them (D47). */
  readonly targetMedia: readonly Media[];
  readonly targets: readonly Target[];
}

/** What its author wrote. The text and the options of each target are among these. */
export interface PostTexts {
  readonly caption: string;
  /** By names of targets (D16), as the caller gave them. */
  readonly overrides: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, Json>>;
}

/** All that decides when and where a post goes out, and what became of it: quick to read, however long its texts are. */
export interface PostWithoutContent {
  readonly id: string;
  readonly profileId: string;
  /** As the caller gave them; null when omitted. */
  readonly accounts: "all" | readonly string[] | null;
  /** Ids. */
  readonly labels: readonly string[];
  readonly schedule: Schedule;
  /** ms since 1970. */
  readonly scheduledFor: number | null;
  readonly canceled: boolean;
  readonly idempotencyKey: string | null;
  /** Results of the last check before its time; they stop nothing. */
  readonly warnings: readonly Warning[];
  /** What prevented the publication of an unfinished draft when it was stored (D46); empty when it was whole. */
  readonly problems: readonly DraftProblem[];
  /** Null: nobody asked for a review or decided about it, or the draft was changed since. */
  readonly review: Review | null;
  /** As a draft it gets no time without an approval: an author wrote it, and the profile asks for reviews. */
  readonly needsApproval: boolean;
  readonly createdAt: number;
  readonly createdBy: EventActor;
  readonly updatedAt: number;
  /** From 1; grows with each change that a person or program makes, not with deliveries. */
  readonly revision: number;
  readonly targets: readonly TargetWithoutContent[];
}

/** Something that may prevent a waiting post from being published to one account (D25a). */
export interface Warning {
  /** Stable word, as in pre-flight. */
  readonly rule: string;
  /** A sentence for a person. */
  readonly message: string;
  readonly platform: string;
  readonly accountId: string;
}

/** A broken rule of an unfinished draft, with the numbers. */
export interface DraftProblem {
  /** Stable word, as in pre-flight. */
  readonly rule: string;
  readonly message: string;
  readonly limit: number | string | null;
  readonly actual: number | string | null;
  /** Of the account that it is about; missing when it is about the post itself. */
  readonly platform?: string;
  readonly accountId?: string;
}

export const SCHEDULES = ["draft", "now", "queue", "time"] as const;
export type Schedule = (typeof SCHEDULES)[number];

export interface Target extends TargetWithoutContent {
  /** The text for this account: the caption or its most specific override. */
  readonly caption: string;
  readonly options: Json;
}

export interface TargetWithoutContent {
  readonly id: string;
  readonly postId: string;
  readonly accountId: string;
  readonly platform: string;
  readonly handle: string;
  readonly simulated: boolean;
  readonly state: State;
  /** Number of the latest attempt; also the fence of every change (delivery.facts.md 1.6). */
  readonly attempt: number;
  /** When something must be done about it next, ms since 1970. */
  readonly dueAt: number | null;
  /** A person has asked for a look at the network that is not answered yet. While it is being looked, `dueAt` may be later. */
  readonly lookAsked: boolean;
  readonly remoteId: string | null;
  readonly url: string | null;
  readonly publishedAt: number | null;
  /** How long after its time the first attempt began, ms. */
  readonly lateness: number | null;
  /** Why it failed, is uncertain, is being retried or has to wait. */
  readonly failure: Failure | null;
  readonly verification: Verification | null;
  readonly reconciled: Reconciled | null;
}

/** Stable words for `errorCode`. */
export type FailureCode =
  | "refused"
  | "not_sent"
  | "busy"
  /** It is due, and its server, its account or its quota asks to wait, or publishing is paused (category `interrupted`). */
  | "waiting"
  | "lost_answer"
  | "interrupted"
  | "restored"
  | "missed_schedule"
  | "payment_required"
  | "reconnect_needed"
  | "not_published"
  | "internal";

/** Why a network refused, for programs (D13). */
export type Category = "auth" | "content" | "media" | "rate_limit" | "quota" | "network_down" | "unknown";

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
  /** How often the network has been asked as planned; what people ask for on top of that is not counted. */
  readonly checks: number;
}

export interface Reconciled {
  readonly action: "mark_published" | "confirm_not_published";
  readonly at: number;
  readonly note: string | null;
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

const isInFlight = (state: State): state is (typeof IN_FLIGHT)[number] =>
  IN_FLIGHT.some((each) => each === state);

/** What a caller sees of a target's state (D14). */
export function targetStatus(state: State): TargetStatus {
  return isInFlight(state) ? "publishing" : state;
}

/** Until when a target waits although it is due, ms since 1970, and why; null for any other target. */
export function waitOf({
  state,
  dueAt,
  failure,
}: TargetWithoutContent): { until: number | null; reason: string } | null {
  const waits = state === "retrying" || (state === "pending" && failure?.code === "waiting");
  // Nobody knows when a pause ends.
  return waits && failure ? { until: isPausedFailure(failure) ? null : dueAt, reason: failure.detail } : null;
}

/** What of a target decides the post's status: a target that was begun and waits again is no longer waiting to begin. */
export type Phase = TargetStatus;
export function phaseOf({ state, attempt }: Pick<Target, "state" | "attempt">): Phase {
  return state === "pending" && attempt > 0 ? "retrying" : targetStatus(state);
}

interface StatusRule {
  readonly status: PostStatus;
  /** All targets are in one of these… */
  readonly all?: readonly Phase[];
  /** …or at least one is. */
  readonly some?: readonly Phase[];
  readonly schedules?: readonly Schedule[];
}

/** D15, read top to bottom: the first rule that holds names the status. The database keeps it by the same rules, for lists. */
const STATUS_RULES: readonly StatusRule[] = [
  { status: "draft", all: ["draft"] },
  { status: "queued", all: ["pending"], schedules: ["queue"] },
  { status: "scheduled", all: ["pending"], schedules: ["time"] },
  { status: "publishing", some: ["pending", "publishing", "retrying"] },
  { status: "uncertain", some: ["uncertain"] },
  { status: "posted", all: ["posted"] },
  { status: "failed", all: ["failed"] },
  { status: "partial", some: TARGET_STATUSES },
];

/** The one place that decides a post's status (D15). */
export function postStatus(schedule: Schedule, phases: readonly Phase[]): PostStatus {
  const holds = ({ all, some, schedules }: StatusRule) =>
    (schedules?.includes(schedule) ?? true) &&
    (all === undefined || phases.every((phase) => all.includes(phase))) &&
    (some === undefined || phases.some((phase) => some.includes(phase)));
  return STATUS_RULES.find(holds)?.status ?? "partial";
}

/** Every status that a post can have while a target of it is in this phase. */
export function statusesWith(phase: Phase): PostStatus[] {
  const possible = STATUS_RULES.filter(({ all }) => all?.includes(phase) ?? true);
  // This rule holds at the latest: those after it name posts without such a target.
  const last = possible.findIndex(({ some }) => some?.includes(phase));
  return possible.slice(0, last + 1).map(({ status }) => status);
}

/** When the first target went live, ms since 1970. */
export function publishedAt(post: PostWithoutContent): number | null {
  const times = post.targets.flatMap((target) => target.publishedAt ?? []);
  return times.length > 0 ? Math.min(...times) : null;
}

/** Nothing happens to the post any more, unless on request or when a network answers a question late. */
export function isSettled(post: PostWithoutContent): boolean {
  const firstQuestion = post.targets.some(({ state, dueAt, verification }) => {
    return state === "uncertain" && dueAt !== null && verification === null;
  });
  return !firstQuestion && !["queued", "scheduled", "publishing"].includes(statusOf(post));
}

/** The post has settled, or what is left of it waits until publishing is resumed. */
export function isAtRest(post: PostWithoutContent): boolean {
  const open = post.targets.filter(
    ({ state }) => !["draft", "uncertain", "failed", "posted"].includes(state),
  );
  return isSettled(post) || (open.length > 0 && open.every(({ failure }) => isPausedFailure(failure)));
}

export function statusOf(post: PostWithoutContent): PostStatus {
  return postStatus(post.schedule, post.targets.map(phaseOf));
}

/** Nothing of it has begun: it can still be edited, moved or canceled. */
export function isUnstarted(post: PostWithoutContent): boolean {
  return post.targets.every(
    ({ state, attempt }) => state === "draft" || (state === "pending" && attempt === 0),
  );
}
