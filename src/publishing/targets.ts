// Resolves a post request into one target per account, with its text, options and files, and runs the checks.
import type { Nodes } from "../domain/store/nodes.ts";
import type { Clock } from "../clock.ts";
import { Problem } from "../errors.ts";
import { unknownMedia, unknownTargetMedia } from "./unknown-media.ts";
import { shareLoop } from "../event-loop.ts";
import type { NewId } from "../id.ts";
import type { LiveOptions, Json, Network } from "../networks/network.ts";
import { areValid, splitOptions } from "../networks/options.ts";
import { withChanges } from "../domain/rules.ts";
import { chosenContent, limitsOf, targetMediaIds, wordsOf, type Content } from "./preflight/limits.ts";
import { withGifsAsVideo, isMovingGif } from "./preflight/moving-gif.ts";
import type { DraftProblem, Post } from "../domain/post.ts";
import type { Media } from "../domain/media.ts";
import type { NewTarget, Posts } from "../domain/store/posts.ts";
import type { Plans, TargetAccount, TargetAccounts } from "./dependencies.ts";
import type { Slots } from "../domain/store/slots.ts";
import { preflight, type Intent } from "./preflight/index.ts";
import { mostSpecific, resolveAccounts, type AccountNames } from "./preflight/accounts.ts";
import type { FindCachedCard } from "../domain/link-card.ts";
import { accountsFor, reachable, type Reach } from "./reach.ts";
import type { MissingCapability, PostFiles } from "../domain/post-files.ts";

/** A post as the caller requests it. */
export interface PostRequest {
  readonly caption: string;
  readonly accounts: AccountNames;
  readonly media: readonly string[];
  readonly overrides: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, Json>>;
  /** Ids; default: none. */
  readonly labels?: readonly string[];
}

/** What is to go to one account, and under which keys of the request it stands. */
type TargetIntent = Intent & Pick<NewTarget, "overrideKey" | "optionsKey">;

/** What is to be stored, and whether a draft may be unfinished (D46). */
export interface Lenience {
  readonly lenient?: boolean;
}

/** What the verbs on posts need. */
export interface PublishingDeps {
  readonly posts: Posts;
  readonly accounts: TargetAccounts;
  readonly files: PostFiles;
  readonly slots: Slots;
  readonly plans: Plans;
  readonly network: (platform: string) => Network | null;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Where networks could fetch files from this appliance; null when the operator has named no address. */
  readonly publicUrl: string | null;
  /** What an account's network says of it now; null when it can't be asked just now, which does not prevent anything. */
  readonly live: (accountId: string) => Promise<LiveOptions | null>;
  /** What it said last, without asking anybody; null when this process has not heard anything yet. */
  readonly lastLive: (accountId: string) => LiveOptions | null;
  readonly cachedCard: FindCachedCard;
  /** The process that may still be sending an uncertain target. */
  readonly sender: Nodes["sender"];
}

/**
 * The targets of a request.
 * @throws Problem for names that fit nothing, files that are not there, and everything a network would refuse
 */
export async function resolveTargets(
  by: Reach,
  request: PostRequest,
  deps: PublishingDeps,
): Promise<TargetIntent[]> {
  const intents = await intentsFor(by, request, deps);
  if (intents.length === 0) throw new Problem("no_accounts", NO_ACCOUNTS);
  const networks = await preflight(intents);
  if (networks.length === 0) return intents;
  const names = networks.map(({ platform, handle }) => `${platform} (${handle})`).join(", ");
  throw new Problem(
    "preflight_failed",
    `Nothing was stored. The post cannot be published as it is on ${names}.`,
    {
      networks,
    },
  );
}

export const NO_ACCOUNTS = "Choose at least one account.";

/** The targets of a draft, and what still prevents its publication. */
export interface DraftTargets {
  readonly intents: readonly TargetIntent[];
  readonly problems: readonly DraftProblem[];
}

/**
 * The targets of an unfinished draft (D46): without accounts, and with whatever the networks would refuse.
 * @throws Problem for names that fit nothing, and files that are not there
 */
export async function resolveUnfinished(
  by: Reach,
  request: PostRequest,
  deps: PublishingDeps,
): Promise<DraftTargets> {
  const known = reachable(by, await deps.accounts.ofProfile(by.profileId));
  // All of none is none yet.
  const isEmpty = !Array.isArray(request.accounts) && !known.some(({ status }) => status === "active");
  const intents = await intentsFor(by, isEmpty ? { ...request, accounts: [] } : request, deps);
  const networks = await preflight(intents);
  const found = networks.flatMap(({ platform, accountId, problems }) =>
    problems.map(({ rule, message, limit, actual }) => ({
      rule,
      message,
      limit,
      actual,
      platform,
      accountId,
    })),
  );
  const none = { rule: "no_accounts", message: NO_ACCOUNTS, limit: 1, actual: 0 };
  return { intents, problems: intents.length === 0 ? [none] : found };
}

/** Without the check. */
export async function intentsFor(
  by: Reach,
  request: PostRequest,
  deps: PublishingDeps,
): Promise<TargetIntent[]> {
  const { profileId } = by;
  const all = await deps.accounts.ofProfile(profileId);
  const accounts = resolveAccounts(request.accounts, accountsFor(by, request.accounts, all));
  const texts = mostSpecific("overrides", request.overrides, accounts);
  const options = mostSpecific("options", request.options, accounts);
  const media = await filesOf(profileId, request.media, deps.files);
  const others = await othersOf(profileId, request, deps.files);
  const unable = await conversionsOf([...media, ...others], deps);
  return await Promise.all(
    accounts.map(async (account) => {
      const { id } = account;
      const network = networkOf(account, deps);
      const [own, choice] = [texts.get(id), options.get(id)];
      const requested = { text: own?.value ?? request.caption, media, options: choice?.value ?? {} };
      await shareLoop(requested.text.length);
      const live = dependsOnLive(network, requested.options) ? await deps.live(id) : null;
      const context = { network, live, unable, others, publicUrl: deps.publicUrl };
      const keys = { overrideKey: own?.key ?? null, optionsKey: choice?.key ?? null };
      return { ...intentOf(account, requested, context), ...keys };
    }),
  );
}

/** The files that only targets have. @throws Problem unknown_media */
async function othersOf(profileId: string, request: PostRequest, files: PostFiles): Promise<Media[]> {
  const ids = targetMediaIds(request.media, request.options);
  const found = await files.find(profileId, ids);
  const missing = ids.filter((_, n) => !found[n]);
  if (missing.length > 0) throw unknownTargetMedia(missing, request.options);
  return found.filter((file) => file !== null);
}

/** What this machine can't convert; looked up only where something may have to be converted with ffmpeg. */
export async function conversionsOf(
  media: readonly Media[],
  { files }: PublishingDeps,
): Promise<MissingCapability> {
  const mayNeed = media.some((file) => file.kind === "video" || isMovingGif(file));
  return mayNeed ? await files.unable() : () => null;
}

export function networkOf({ id, platform }: TargetAccount, { network }: PublishingDeps): Network {
  const found = network(platform);
  if (!found) throw new Error(`account ${id} is on the unknown network ${platform}`);
  return found;
}

/** Everything that decides what one account gets. */
export function intentOf(
  account: TargetAccount,
  requested: Content,
  context: Pick<Intent, "network" | "live" | "publicUrl"> & {
    readonly unable: MissingCapability;
    /** Files that only targets have. */
    readonly others: readonly Media[];
  },
): Intent {
  const { network, live, publicUrl, unable, others } = context;
  const all = withChanges(account.rules, live?.rules ?? {});
  const content = withGifsAsVideo(network, all, chosenContent(requested, others));
  const means = { framing: splitOptions(content.options).framing, unable };
  const words = wordsOf(network, content);
  return { account, network, publicUrl, live, means, words, ...content, ...limitsOf(network, all, content) };
}

/** Whether these options contain choices that only the network can judge. */
export function dependsOnLive({ liveOptionRules: live, options: schema }: Network, options: Json): boolean {
  const { own } = splitOptions(options);
  return live !== undefined && areValid(schema, own) && live.applyTo(own as never);
}

/** @throws Problem payment_required or too_many_accounts (D26) */
export async function requirePlan({ plans, clock }: PublishingDeps): Promise<void> {
  const state = await plans.state(clock.now());
  if (state === "payment_required")
    throw new Problem(state, "The plan is not active, so nothing can be published.");
  if (state === "too_many_accounts")
    throw new Problem(state, "More accounts are connected than the plan allows.");
}

/** The targets to store. `before` are the post's targets so far: an account that stays keeps its target. */
export function targetsOf(
  intents: readonly TargetIntent[],
  when: { state: "draft" | "pending"; dueAt: number | null },
  newId: NewId,
  before: Post["targets"] = [],
): NewTarget[] {
  return intents.map(({ account, overrideKey, optionsKey }) => ({
    id: before.find(({ accountId }) => accountId === account.id)?.id ?? newId(),
    accountId: account.id,
    platform: account.platform,
    handle: account.handle,
    simulated: account.simulated,
    ...when,
    overrideKey,
    optionsKey,
  }));
}

async function filesOf(profileId: string, ids: readonly string[], source: PostFiles): Promise<Media[]> {
  const files = await source.find(profileId, ids);
  const missing = files.flatMap((file, position) => (file ? [] : [position]));
  if (missing.length > 0) throw unknownMedia(missing);
  return files.filter((file) => file !== null);
}
