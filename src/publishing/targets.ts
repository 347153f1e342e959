// Resolves a post request into one target per account, with its text, options and files, and runs the checks.
import type { Clock } from "../clock.ts";
import { Problem } from "../errors.ts";
import { unknownMedia } from "./unknown-media.ts";
import { shareLoop } from "../event-loop.ts";
import type { NewId } from "../id.ts";
import type { LiveOptions, Json, Network } from "../networks/network.ts";
import { areValid, splitOptions } from "../networks/options.ts";
import { withChanges } from "../domain/rules.ts";
import { limitsOf } from "./preflight/limits.ts";
import { withGifsAsVideo, isMovingGif } from "./preflight/moving-gif.ts";
import type { Post } from "../domain/post.ts";
import type { Media } from "../domain/media.ts";
import type { NewTarget, Posts } from "../domain/store/posts.ts";
import type { Plans, TargetAccount, TargetAccounts } from "./dependencies.ts";
import type { Slots } from "../domain/store/slots.ts";
import { preflight, type Intent } from "./preflight/index.ts";
import { mostSpecific, resolveAccounts, type AccountNames } from "./preflight/accounts.ts";
import type { PostFiles } from "../domain/post-files.ts";

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
}

/**
 * The targets of a request.
 * @throws Problem for names that fit nothing, files that are not there, and everything a network would refuse
 */
export async function resolveTargets(
  profileId: string,
  request: PostRequest,
  deps: PublishingDeps,
): Promise<Intent[]> {
  const intents = await intentsFor(profileId, request, deps);
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

/** Without the check. */
export async function intentsFor(
  profileId: string,
  request: PostRequest,
  deps: PublishingDeps,
): Promise<Intent[]> {
  const accounts = resolveAccounts(request.accounts, await deps.accounts.ofProfile(profileId));
  const texts = mostSpecific("overrides", request.overrides, accounts);
  const options = mostSpecific("options", request.options, accounts);
  const media = await filesOf(profileId, request.media, deps.files);
  const unable = media.some((file) => file.kind === "video" || isMovingGif(file))
    ? await deps.files.unable()
    : () => null;
  return await Promise.all(
    accounts.map(async (account) => {
      const { id, platform } = account;
      const network = deps.network(platform);
      if (!network) throw new Error(`account ${id} is on the unknown network ${platform}`);
      const requested = { text: texts.get(id) ?? request.caption, media, options: options.get(id) ?? {} };
      await shareLoop(requested.text.length);
      const live = await liveOf(account, network, requested.options, deps);
      const all = withChanges(account.rules, live?.rules ?? {});
      const content = withGifsAsVideo(network, all, requested);
      const means = { framing: splitOptions(content.options).framing, unable };
      const { publicUrl } = deps;
      return { account, network, publicUrl, live, means, ...content, ...limitsOf(network, all, content) };
    }),
  );
}

/** Asked only where a choice depends on it. */
async function liveOf(
  { id }: TargetAccount,
  { liveOptionRules: live, options: schema }: Network,
  options: Json,
  deps: PublishingDeps,
): Promise<LiveOptions | null> {
  const { own } = splitOptions(options);
  if (!live || !areValid(schema, own) || !live.applyTo(own as never)) return null;
  return await deps.live(id);
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
  intents: readonly Intent[],
  when: { state: "draft" | "pending"; dueAt: number | null },
  newId: NewId,
  before: Post["targets"] = [],
): NewTarget[] {
  return intents.map(({ account, text, options }) => ({
    id: before.find(({ accountId }) => accountId === account.id)?.id ?? newId(),
    accountId: account.id,
    platform: account.platform,
    handle: account.handle,
    simulated: account.simulated,
    ...when,
    caption: text,
    options,
  }));
}

async function filesOf(profileId: string, ids: readonly string[], source: PostFiles): Promise<Media[]> {
  const files = await source.find(profileId, ids);
  const missing = files.flatMap((file, position) => (file ? [] : [position]));
  if (missing.length > 0) throw unknownMedia(missing);
  return files.filter((file) => file !== null);
}
