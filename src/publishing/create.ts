// Makes a post: accounts, overrides and options resolved, checked by every network's rules, stored whole or not at all.
import type { Clock } from "../clock.ts";
import { Problem } from "../errors.ts";
import type { NewId } from "../id.ts";
import type { Json, Network } from "../networks/network.ts";
import { preflight, type Intent } from "./preflight.ts";
import type { Media, Post } from "./post.ts";
import type { NewPost, NewTarget, Posts, Shelf, TargetAccounts } from "./ports.ts";
import { mostSpecific, resolveAccounts, type AccountNames } from "./resolve.ts";
import { readSchedule, type Plan } from "./schedule.ts";

export interface PostWish {
  readonly caption: string;
  readonly accounts: AccountNames;
  readonly media: readonly string[];
  readonly overrides: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, Json>>;
  /** Null: the next free queue slot. */
  readonly schedule: string | null;
}

export interface CreateDeps {
  readonly posts: Posts;
  readonly accounts: TargetAccounts;
  readonly shelf: Shelf;
  readonly network: (platform: string) => Network | null;
  readonly clock: Clock;
  readonly newId: NewId;
}

/**
 * Stores a post whose targets all passed pre-flight.
 * @throws Problem for anything that is wrong with the wish; then nothing was stored
 */
export async function createPost(profileId: string, wish: PostWish, deps: CreateDeps): Promise<Post> {
  const { id, plan } = { id: deps.newId(), plan: readSchedule(wish.schedule, deps.clock.now()) };
  const intents = await intentsOf(profileId, wish, deps);
  refuseProblems(intents);
  const post = newPost(id, profileId, wish, plan, intents, deps);
  await deps.posts.create(post);
  const stored = await deps.posts.get(profileId, id);
  if (!stored) throw new Error(`post ${id} is gone right after it was stored`);
  return stored;
}

async function intentsOf(profileId: string, wish: PostWish, deps: CreateDeps): Promise<Intent[]> {
  const accounts = resolveAccounts(wish.accounts, await deps.accounts.ofProfile(profileId));
  const texts = mostSpecific(wish.overrides, accounts, "unknown_override");
  const options = mostSpecific(wish.options, accounts, "unknown_option");
  const media = await filesOf(profileId, wish.media, deps.shelf);
  return accounts.map((account) => {
    const network = deps.network(account.platform);
    if (!network) throw new Error(`account ${account.id} is on the unknown network ${account.platform}`);
    return {
      account,
      network,
      media,
      text: texts.get(account.id) ?? wish.caption,
      options: options.get(account.id) ?? {},
    };
  });
}

async function filesOf(profileId: string, ids: readonly string[], shelf: Shelf): Promise<Media[]> {
  const files = await shelf.find(profileId, ids);
  const errors = files.flatMap((file, index) =>
    file ? [] : [{ pointer: `/media/${index}`, message: "no media of this profile has this id" }],
  );
  if (errors.length > 0)
    throw new Problem("unknown_media", "Some media of this post do not exist.", { errors });
  return files.filter((file) => file !== null);
}

function refuseProblems(intents: readonly Intent[]): void {
  const networks = preflight(intents);
  if (networks.length === 0) return;
  const names = networks.map(({ platform, handle }) => `${platform} (${handle})`).join(", ");
  throw new Problem("preflight_failed", `Nothing was stored. Can't be published as it is on ${names}.`, {
    networks,
  });
}

function newPost(
  id: string,
  profileId: string,
  wish: PostWish,
  plan: Plan,
  intents: readonly Intent[],
  { clock, newId }: CreateDeps,
): NewPost {
  const now = clock.now();
  const dueAt = plan.schedule === "draft" ? null : (plan.at ?? now);
  const targets = intents.map(({ account, text, options }): NewTarget => ({
    id: newId(),
    accountId: account.id,
    platform: account.platform,
    handle: account.handle,
    simulated: account.simulated,
    state: plan.schedule === "draft" ? "draft" : "pending",
    dueAt,
    caption: text,
    options,
  }));
  return {
    id,
    profileId,
    caption: wish.caption,
    accounts: wish.accounts,
    mediaIds: wish.media,
    overrides: wish.overrides,
    options: wish.options,
    schedule: plan.schedule,
    scheduledFor: plan.at,
    canceled: false,
    idempotencyKey: null,
    createdAt: now,
    updatedAt: now,
    targets,
  };
}
