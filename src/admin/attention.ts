// The attention list: everything that waits for a person, worst first, and what they put off.
import {
  longestSnoozeMs,
  SEVERITIES,
  SNOOZE_MS,
  type AttentionItem,
  type AttentionKind,
  type Severity,
} from "../domain/attention.ts";
import { roleMay } from "../domain/permission.ts";
import type { Access } from "../domain/person.ts";
import type { AttentionRecords } from "../domain/store/attention.ts";
import type { Webhooks } from "../domain/store/webhooks.ts";
import type { Outcomes } from "../domain/store/outcomes.ts";
import { Problem } from "../errors.ts";
import {
  accountItem,
  backupItem,
  diskItem,
  EXPIRING_MS,
  failedItem,
  planItem,
  reviewItem,
  uncertainItem,
  warnedItem,
  webhookItem,
  type BackupStanding,
  type DiskSpace,
  type NameOf,
} from "./attention-items.ts";
import { entryOf, invalid, type AdminDeps } from "./deps.ts";
import { planNow, type PlanDeps } from "./plan.ts";

export interface AttentionDeps extends Pick<AdminDeps, "clock"> {
  readonly store: PlanDeps["store"] & {
    readonly attention: AttentionRecords;
    readonly outcomes: Pick<Outcomes, "lastPosted">;
    readonly webhooks: Pick<Webhooks, "paused">;
  };
  readonly nameOf: NameOf;
  readonly disk: () => DiskSpace;
  readonly backup: () => Promise<BackupStanding>;
}

export interface Attention {
  /** The first 200, worst first. */
  readonly items: readonly AttentionItem[];
  /** Of all that are not put off. */
  readonly counts: Readonly<Record<Severity, number>>;
  /** How many are put off. */
  readonly snoozed: number;
}

const MOST_ITEMS = 200;
/** So many of each kind are read: the list has room for fewer, and the counts stop there. */
const MOST_OF_A_KIND = 1000;
const DAY_MS = 86_400_000;
const FAILED_MS = 30 * DAY_MS;

/** @param profileId null: of all profiles of the person. What concerns the whole server is only for those who run it */
export async function attentionOf(
  person: Access,
  profileId: string | null,
  deps: AttentionDeps,
): Promise<Attention> {
  const now = deps.clock.now();
  const snoozes = new Map((await deps.store.attention.snoozes(now)).map((each) => [each.id, each]));
  const all = await itemsFor(person, profileId, now, deps);
  // What has begun anew since it was put off is shown.
  const shown = all.filter(({ id, since }) => (since ?? 0) > (snoozes.get(id)?.since ?? -Infinity));
  const count = (severity: Severity) => shown.filter((item) => item.severity === severity).length;
  return {
    items: shown.toSorted(byUrgency).slice(0, MOST_ITEMS),
    counts: { now: count("now"), soon: count("soon"), note: count("note") },
    snoozed: all.length - shown.length,
  };
}

/**
 * Puts an entry off.
 * @param until ms since 1970; null: a day from now
 * @throws Problem not_found, invalid_request
 */
export async function snooze(
  actor: string,
  person: Access,
  id: string,
  until: number | null,
  deps: AttentionDeps,
): Promise<void> {
  const now = deps.clock.now();
  const item = await itemWith(id, person, now, deps);
  const end = until ?? now + SNOOZE_MS;
  const longest = longestSnoozeMs(item.kind);
  if (end <= now) throw invalid("/until", "must be in the future", "`until` must be in the future.");
  if (end > now + longest) {
    const most = longest === DAY_MS ? "24 hours" : `${longest / DAY_MS} days`;
    throw invalid("/until", `must be at most ${most} from now`, `This can be put off for at most ${most}.`);
  }
  const detail = { until: new Date(end).toISOString() };
  const act = { action: "attention.snooze", profileId: item.profileId, subject: id, detail };
  await deps.store.attention.snooze({ id, since: item.since ?? 0, until: end }, entryOf(actor, deps, act));
}

/**
 * Shows an entry again that was put off.
 * @throws Problem not_found
 */
export async function unsnooze(
  actor: string,
  person: Access,
  id: string,
  deps: AttentionDeps,
): Promise<void> {
  const now = deps.clock.now();
  const item = await itemWith(id, person, now, deps);
  const act = { action: "attention.unsnooze", profileId: item.profileId, subject: id, detail: null };
  await deps.store.attention.snooze({ id, since: item.since ?? 0, until: now }, entryOf(actor, deps, act));
}

/** @throws Problem not_found */
async function itemWith(
  id: string,
  person: Access,
  now: number,
  deps: AttentionDeps,
): Promise<AttentionItem> {
  const item = (await itemsFor(person, null, now, deps)).find((each) => each.id === id);
  if (!item) throw new Problem("not_found", "Nothing in the attention list has this id.");
  return item;
}

/** What concerns this person. @param profileId null: of all their profiles */
async function itemsFor(
  person: Access,
  profileId: string | null,
  now: number,
  deps: AttentionDeps,
): Promise<AttentionItem[]> {
  const profiles = profileId !== null ? [profileId] : person.profiles === "all" ? [null] : person.profiles;
  const items = (await Promise.all(profiles.map((each) => itemsOf(each, now, deps)))).flat();
  const reviews = roleMay(person.role, "publish")
    ? await Promise.all(profiles.map((each) => deps.store.attention.inReview(each, MOST_OF_A_KIND)))
    : [];
  items.push(...reviews.flat().map(reviewItem));
  const plan = planItem(await planNow(deps));
  if (plan) items.push(plan);
  return roleMay(person.role, "administer") ? [...items, ...(await serverItems(now, deps))] : items;
}

/** What concerns the whole server. */
async function serverItems(now: number, deps: AttentionDeps): Promise<AttentionItem[]> {
  const standing = await deps.backup();
  // Somebody who only tries it out has nothing to lose yet.
  const isAsked = standing.dueAt !== null || (await deps.store.outcomes.lastPosted()).size > 0;
  const own = [isAsked ? backupItem(standing, now) : null, diskItem(deps.disk())];
  return own.filter((item) => item !== null);
}

async function itemsOf(profileId: string | null, now: number, deps: AttentionDeps): Promise<AttentionItem[]> {
  const { store, nameOf } = deps;
  const { attention } = store;
  const [uncertain, failed, accounts, warned, webhooks] = await Promise.all([
    attention.uncertain(profileId, MOST_OF_A_KIND),
    attention.failed(profileId, now - FAILED_MS, MOST_OF_A_KIND),
    attention.accounts(profileId, now + EXPIRING_MS),
    attention.warned(profileId, now, now + DAY_MS, MOST_OF_A_KIND),
    store.webhooks.paused(profileId, MOST_OF_A_KIND),
  ]);
  // A sign-in that is about to end matters only if posts wait for the account.
  const troubled = accounts.filter(({ status, waiting }) => status === "needs_reconnect" || waiting > 0);
  return [
    ...uncertain.map((target) => uncertainItem(target, nameOf)),
    ...troubled.map((account) => accountItem(account, now, nameOf)),
    ...failed.map((target) => failedItem(target, nameOf)),
    ...warned.map((post) => warnedItem(post, nameOf)),
    ...webhooks.map(webhookItem),
  ];
}

/** Worst first: by severity, then by kind; of one kind, what failed last and what has waited longest. */
function byUrgency(a: AttentionItem, b: AttentionItem): number {
  return (
    SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
    ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) ||
    (a.kind === "failed" ? -1 : 1) * ((a.since ?? 0) - (b.since ?? 0)) ||
    (a.id < b.id ? -1 : 1)
  );
}

const ORDER: readonly AttentionKind[] = [
  ...([
    "uncertain",
    "held",
    "plan",
    "account",
    "disk",
    "failed",
    "expiring",
    "review",
    "warning",
    "webhook",
    "backup",
  ] as const),
];
