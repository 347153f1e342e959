// Says of a post being written what every network would be sent and what is still wrong with it, without storing anything.
import { shareLoop } from "../../event-loop.ts";
import { Problem } from "../../errors.ts";
import type { Media } from "../../domain/media.ts";
import { occurrences } from "../../domain/slot.ts";
import { matchAccounts, matchKeys, type UnclearName } from "../preflight/accounts.ts";
import { preflight, type Intent } from "../preflight/index.ts";
import { cardLinkOf, targetMediaIds } from "../preflight/limits.ts";
import type { TargetAccount } from "../dependencies.ts";
import { accountsFor, type Reach } from "../reach.ts";
import { readSchedule, slotPick } from "../schedule.ts";
import {
  conversionsOf,
  dependsOnLive,
  intentOf,
  networkOf,
  NO_ACCOUNTS,
  requirePlan,
  type PostRequest,
  type PublishingDeps,
} from "../targets.ts";
import { targetCheck, type TargetCheck } from "./target.ts";

export interface PostCheck {
  /** ms since 1970; null for now, for a draft, and when there is no such time. */
  readonly scheduledFor: number | null;
  /** The place in the queue that the post would take now. */
  readonly slot: { readonly at: number; readonly slotId: string } | null;
  /** Why the plan allows no publishing now; null when it does. */
  readonly plan: string | null;
  readonly targets: readonly TargetCheck[];
  /** Entries of `accounts` that name no account, or several. */
  readonly unknown: readonly UnclearName[];
  /** What is wrong with the post itself. */
  readonly problems: readonly PostProblem[];
}

/** What creating would refuse with status 400. */
export interface PostProblem {
  /** A code of the API's problems. */
  readonly rule: string;
  readonly message: string;
  /** The field of the request. */
  readonly field: string;
  readonly mediaId: string | null;
}

/**
 * Finds everything that creating, pre-flight and delivery would find, by the same functions. Only reads, and asks no
 * network: of live options, what was heard last counts.
 */
export async function checkPost(
  by: Reach,
  request: PostRequest,
  schedule: string | null,
  deps: PublishingDeps,
): Promise<PostCheck> {
  const { profileId } = by;
  const [when, plan, files, others] = await Promise.all([
    whenOf(profileId, schedule, deps),
    refusalOf(() => requirePlan(deps)),
    filesOf(profileId, request.media, "media", deps),
    filesOf(profileId, targetMediaIds(request.media, request.options), "options", deps),
  ]);
  const chosen = chosenAccounts(by, request, await deps.accounts.ofProfile(profileId));
  const { intents, problems } = await intentsOf(request, chosen.accounts, [files.media, others.media], deps);
  return {
    scheduledFor: when.scheduledFor,
    slot: when.slot,
    plan: plan && plan.detail,
    targets: await targetsOf(intents, deps),
    unknown: chosen.unknown,
    problems: [...when.problems, ...chosen.problems, ...files.problems, ...others.problems, ...problems],
  };
}

async function targetsOf(
  intents: readonly Intent[],
  { cachedCard }: Pick<PublishingDeps, "cachedCard">,
): Promise<TargetCheck[]> {
  const found = await preflight(intents);
  const targets: TargetCheck[] = [];
  for (const intent of intents) {
    await shareLoop(intent.text.length);
    const own = found.find(({ accountId }) => accountId === intent.account.id);
    const link = cardLinkOf(intent.network, intent);
    const card = link === null ? null : await cachedCard(link);
    targets.push(targetCheck(intent, own?.problems ?? [], card));
  }
  return targets;
}

// ---- when

type When = Pick<PostCheck, "scheduledFor" | "slot" | "problems">;

async function whenOf(profileId: string, schedule: string | null, deps: PublishingDeps): Promise<When> {
  try {
    const now = deps.clock.now();
    const plan = readSchedule(schedule, now);
    const slots = plan.schedule === "queue" ? await deps.slots.list(profileId) : [];
    const pick = await slotPick(profileId, plan, deps.slots, now);
    if (!pick) return { scheduledFor: plan.at, slot: null, problems: [] };
    const { scheduledFor: at } = await deps.posts.amongHeld(profileId, now, pick);
    const slotId = occurrences(slots, at - 1).next().value?.slotId;
    return { scheduledFor: at, slot: slotId === undefined ? null : { at, slotId }, problems: [] };
  } catch (error) {
    return { scheduledFor: null, slot: null, problems: [problemIn(error, "schedule")] };
  }
}

// ---- accounts, files and what is chosen for them

interface Chosen {
  readonly accounts: readonly TargetAccount[];
  readonly unknown: readonly UnclearName[];
  readonly problems: readonly PostProblem[];
}

function chosenAccounts(by: Reach, { accounts: names }: PostRequest, all: readonly TargetAccount[]): Chosen {
  try {
    const { named, unclear } = matchAccounts(names, accountsFor(by, names, all));
    const problems = names?.length === 0 ? [NONE_CHOSEN] : [];
    return { accounts: named, unknown: unclear, problems };
  } catch (error) {
    return { accounts: [], unknown: [], problems: [problemIn(error, "accounts")] };
  }
}

const NONE_CHOSEN: PostProblem = {
  rule: "no_accounts",
  message: NO_ACCOUNTS,
  field: "accounts",
  mediaId: null,
};

async function filesOf(profileId: string, ids: readonly string[], field: string, { files }: PublishingDeps) {
  const found = await files.find(profileId, ids);
  const media: Media[] = found.filter((file) => file !== null);
  const problems = ids.flatMap((mediaId, n): PostProblem[] => {
    if (found[n]) return [];
    const message = "This profile has no media with this id.";
    return [{ rule: "unknown_media", message, field, mediaId }];
  });
  return { media, problems };
}

async function intentsOf(
  { caption, overrides, options }: PostRequest,
  accounts: readonly TargetAccount[],
  [media, others]: readonly [readonly Media[], readonly Media[]],
  deps: PublishingDeps,
) {
  const texts = matchKeys("overrides", overrides, accounts);
  const choices = matchKeys("options", options, accounts);
  const unable = await conversionsOf([...media, ...others], deps);
  const intents: Intent[] = [];
  for (const account of accounts) {
    const network = networkOf(account, deps);
    const text = texts.chosen.get(account.id)?.value ?? caption;
    const requested = { text, media, options: choices.chosen.get(account.id)?.value ?? {} };
    await shareLoop(text.length);
    const live = dependsOnLive(network, requested.options) ? deps.lastLive(account.id) : null;
    const context = { network, live, unable, others, publicUrl: deps.publicUrl };
    intents.push(intentOf(account, requested, context));
  }
  const problems = [
    ...texts.problems.map((problem) => postProblem(problem, "overrides")),
    ...choices.problems.map((problem) => postProblem(problem, "options")),
  ];
  return { intents, problems };
}

// ---- problems as values

async function refusalOf(check: () => Promise<void>): Promise<Problem | null> {
  try {
    await check();
    return null;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

function problemIn(error: unknown, field: string): PostProblem {
  if (error instanceof Problem) return postProblem(error, field);
  throw error;
}

function postProblem({ code, detail }: Problem, field: string): PostProblem {
  return { rule: code, message: detail, field, mediaId: null };
}
