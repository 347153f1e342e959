// The entries of the attention list, in words: one function for each source.
import {
  MOST_COUNTED,
  type AttentionItem,
  type DraftInReview,
  type OpenTarget,
  type TroubledAccount,
  type WarnedPost,
} from "../domain/attention.ts";
import { emailIn } from "../domain/event.ts";
import type { Webhook } from "../domain/webhook.ts";
import { oneLine } from "../one-line.ts";
import type { PlanNow } from "./plan.ts";

/** The name of a network, for people. */
export type NameOf = (platform: string) => string;

const DAY_MS = 86_400_000;
const NOTHING = { postId: null, targetId: null, accountId: null };

/** The answer was lost, or a restore holds it. */
export function uncertainItem(target: OpenTarget, nameOf: NameOf): AttentionItem {
  const isHeld = target.failure?.code === "restored";
  const needsPerson = target.dueAt === null || target.verification?.verdict === "unknown";
  const place = placeOf(target, nameOf);
  return {
    ...ofTarget(target, isHeld ? "held" : "uncertain"),
    severity: needsPerson ? "now" : "soon",
    title: isHeld
      ? `${quote(target)} may have been published on ${place} before the restore`
      : `It is not certain whether ${quote(target)} is live on ${place}`,
    detail: [target.failure?.detail, lookText(target)].filter((text) => text !== undefined).join(" "),
    action: { kind: "reconcile", label: "Settle it" },
  };
}

function lookText({ verification }: OpenTarget): string | undefined {
  if (verification === null) return undefined;
  const { checks, evidence } = verification;
  const times = checks === 1 ? "once" : `${checks} times`;
  return `Crier has checked ${times}: ${sentence(evidence)}`;
}

export function failedItem(target: OpenTarget, nameOf: NameOf): AttentionItem {
  return {
    ...ofTarget(target, "failed"),
    severity: "soon",
    title: `${quote(target)} was not published on ${placeOf(target, nameOf)}`,
    detail: target.failure?.detail ?? "",
    action: afterFailure(target),
  };
}

function afterFailure({ failure }: OpenTarget): AttentionItem["action"] {
  switch (failure?.category) {
    case "auth":
      return { kind: "reconnect", label: "Reconnect" };
    case "content":
    case "media":
      return { kind: "fix", label: "Fix" };
    default:
      return { kind: "retry", label: "Try again" };
  }
}

export function accountItem(account: TroubledAccount, now: number, nameOf: NameOf): AttentionItem {
  const { id, profileId } = account;
  const about =
    account.status === "needs_reconnect" ? blockedItem(account, nameOf) : expiring(account, now, nameOf);
  return {
    ...about,
    id: `${about.kind}:${id}`,
    profileId,
    subject: { ...NOTHING, accountId: id },
    action: { kind: "reconnect", label: "Reconnect" },
  };
}

type AboutAccount = Pick<AttentionItem, "kind" | "severity" | "since" | "title" | "detail">;

function blockedItem(account: TroubledAccount, nameOf: NameOf): AboutAccount {
  const { statusDetail, since, waiting } = account;
  return {
    kind: "account",
    severity: waiting > 0 ? "now" : "soon",
    since,
    title: `${placeOf(account, nameOf)} can't publish`,
    detail: [...(statusDetail === null ? [] : [sentence(statusDetail)]), waitingWords(waiting)].join(" "),
  };
}

/** An account whose sign-in ends within this time is in the list, ms. */
export const EXPIRING_MS = 7 * DAY_MS;

function expiring(account: TroubledAccount, now: number, nameOf: NameOf): AboutAccount {
  const endsAt = account.tokenExpiresAt ?? now;
  const days = Math.floor(Math.max(0, endsAt - now) / DAY_MS);
  const end = days === 0 ? "today" : days === 1 ? "tomorrow" : `in ${days} days`;
  return {
    kind: "expiring",
    severity: days < 2 ? "now" : "soon",
    since: endsAt - EXPIRING_MS,
    title: `The sign-in of ${placeOf(account, nameOf)} ends ${end}`,
    detail: `Connect the account again before then. ${waitingWords(account.waiting)}`,
  };
}

function waitingWords(waiting: number): string {
  if (waiting === 0) return "No post waits for it.";
  if (waiting >= MOST_COUNTED) return `${MOST_COUNTED} posts or more wait for it.`;
  return waiting === 1 ? "1 post waits for it." : `${waiting} posts wait for it.`;
}

export function warnedItem(post: WarnedPost, nameOf: NameOf): AttentionItem {
  const platforms = [...new Set(post.warnings.map(({ platform }) => nameOf(platform)))];
  return {
    id: `warning:${post.id}`,
    kind: "warning",
    severity: "soon",
    profileId: post.profileId,
    // It is a day before its time at the earliest that this is found.
    since: post.scheduledFor - DAY_MS,
    title: `${quote(post)} may not go out on ${platforms.join(", ")}`,
    detail: [...new Set(post.warnings.map(({ message }) => sentence(message)))].join(" "),
    subject: { ...NOTHING, postId: post.id },
    action: { kind: "open", label: "Look at it" },
  };
}

/** Of a draft that somebody is to look at. */
export function reviewItem({ id, profileId, since, by, note, caption }: DraftInReview): AttentionItem {
  const who = emailIn(by) ?? (by === "cli" ? "Somebody at the command line" : "A program");
  return {
    id: `review:${id}`,
    kind: "review",
    severity: "soon",
    profileId,
    since,
    title: `${who} asks for a review of ${quote({ caption })}`,
    detail: note ?? "",
    subject: { ...NOTHING, postId: id },
    action: { kind: "review", label: "Review it" },
  };
}

/** How the backups of this server stand. Times in ms since 1970. */
export interface BackupStanding {
  /** The last one; null when none is known. */
  readonly lastAt: number | null;
  /** When the next one is due by the schedule; null without one. */
  readonly dueAt: number | null;
  /** The last one was checked and is damaged. */
  readonly isDamaged: boolean;
  /** Why the last try failed, in a sentence; null when it did not. */
  readonly failure: string | null;
}

/** Without a schedule, a backup older than this is overdue. */
const BACKUP_EVERY_MS = 7 * DAY_MS;
/** One that is being made takes its time. */
const BACKUP_TAKES_MS = 3_600_000;

/** @returns null while there is nothing to do */
export function backupItem({ lastAt, dueAt, isDamaged, failure }: BackupStanding, now: number) {
  const overdueAt = dueAt === null ? (lastAt ?? 0) + BACKUP_EVERY_MS : dueAt + BACKUP_TAKES_MS;
  if (now < overdueAt && !isDamaged) return null;
  const why = failure === null ? "" : `The last try failed: ${sentence(failure)} `;
  return {
    id: "backup:last",
    kind: "backup",
    severity: "soon",
    profileId: null,
    subject: NOTHING,
    since: lastAt === null ? null : isDamaged ? lastAt : overdueAt,
    title: backupTitle(lastAt, isDamaged, now),
    detail: `${why}Back up now, or have the server do it every night.`,
    action: { kind: "backup", label: "See the backups" },
  } satisfies AttentionItem;
}

function backupTitle(lastAt: number | null, isDamaged: boolean, now: number): string {
  if (lastAt === null) return "There is no backup yet";
  if (isDamaged) return "The last backup is damaged";
  const hours = Math.floor((now - lastAt) / 3_600_000);
  return `The last backup is ${hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`} old`;
}

export interface DiskSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
  /** Below this, posts wait. */
  readonly minFreeBytes: number;
}

/** @returns null while there is enough room */
export function diskItem({ freeBytes, minFreeBytes }: DiskSpace): AttentionItem | null {
  if (minFreeBytes === 0 || freeBytes >= 2 * minFreeBytes) return null;
  const isLow = freeBytes < minFreeBytes;
  const megabytes = (bytes: number) => `${Math.floor(bytes / 1e6).toLocaleString("en")} MB`;
  return {
    id: "disk:free",
    kind: "disk",
    profileId: null,
    subject: NOTHING,
    since: null,
    severity: isLow ? "now" : "soon",
    title: isLow ? "The disk is full, and posts wait" : "The disk is nearly full",
    detail: `${megabytes(freeBytes)} are free; below ${megabytes(minFreeBytes)} nothing is published. Free some space.`,
    action: { kind: "disk", label: "See how" },
  };
}

/** @returns null while the plan allows publishing */
export function planItem({ state, endsAt, accounts, connectedAccounts }: PlanNow): AttentionItem | null {
  if (state === "live") return null;
  const hasEnded = state === "payment_required";
  const why = `The plan covers ${accounts ?? 0} accounts, and ${connectedAccounts} are connected.`;
  return {
    id: "plan:workspace",
    kind: "plan",
    severity: "now",
    profileId: null,
    subject: NOTHING,
    since: hasEnded ? endsAt : null,
    title: hasEnded
      ? "The plan has ended, and nothing is published"
      : "The plan covers too few accounts, and nothing is published",
    detail: `${hasEnded ? "" : `${why} `}Posts that come due fail, and can be tried again later. An owner can change the plan.`,
    action: { kind: "plan", label: "See the plan" },
  };
}

/** Of one that Crier paused. */
export function webhookItem({ id, profileId, url, pausedReason, failingSince }: Webhook): AttentionItem {
  const { host } = new URL(url);
  const isGone = pausedReason === "gone";
  return {
    id: `webhook:${id}`,
    kind: "webhook",
    severity: "soon",
    since: failingSince,
    title: isGone ? `${host} wants no more events` : `Events no longer arrive at ${host}`,
    detail: isGone
      ? "Its server answered 410 Gone, so the webhook is paused. Resume it if that was a mistake, or delete it."
      : "No message was delivered for 5 days, so the webhook is paused. Send a test, then resume it.",
    profileId,
    subject: NOTHING,
    action: { kind: "webhook", label: "See the webhook" },
  };
}

function ofTarget(target: OpenTarget, kind: "uncertain" | "held" | "failed") {
  const { id, postId, accountId, profileId, since } = target;
  return { id: `${kind}:${id}`, kind, since, profileId, subject: { postId, targetId: id, accountId } };
}

/** "Mastodon (@harbour@example.social)". */
const placeOf = ({ platform, handle }: { platform: string; handle: string }, nameOf: NameOf): string =>
  `${nameOf(platform)} (${handle})`;

/** The beginning of a text in quotation marks, on one line. */
const quote = ({ caption }: { caption: string }): string => `“${oneLine(caption, LONGEST)}”`;
const LONGEST = 60;

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
