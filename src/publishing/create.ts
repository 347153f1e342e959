// Creates a post: resolves accounts, overrides and options, checks the rules of every network, stores all or nothing.
import { Problem } from "../errors.ts";
import { storeWithMedia } from "./unknown-media.ts";
import { auditEntry, type Actor } from "./actor.ts";
import {
  resolveTargets,
  resolveUnfinished,
  requirePlan,
  targetsOf,
  type DraftTargets,
  type Lenience,
  type PostRequest,
  type PublishingDeps,
} from "./targets.ts";
import type { Post } from "../domain/post.ts";
import type { IdempotencyClaim, IdempotencyRecord, NewPost } from "../domain/store/posts.ts";
import { needsReconciliation } from "./needs-reconciliation.ts";
import { targetMediaIds } from "./preflight/limits.ts";
import { placeAt } from "../domain/slot.ts";
import { readSchedule, slotPick, type ScheduleChoice } from "./schedule.ts";

export interface CreateResult {
  readonly post: Post;
  /** The key had made it before; nothing was stored now. */
  readonly replayed: boolean;
}

/**
 * Stores a post whose targets all passed pre-flight, or an unfinished draft where the request is lenient, or finds the one that its key made before.
 * @param schedule `now`, `draft`, a time, or null for the next free slot
 * @param claim the caller's idempotency key
 * @throws Problem for anything that is wrong with the request; then nothing was stored
 */
export async function createPost(
  actor: Actor,
  { lenient = false, ...request }: PostRequest & Lenience,
  schedule: string | null,
  claim: IdempotencyClaim | null,
  deps: PublishingDeps,
): Promise<CreateResult> {
  const { profileId } = actor;
  const claimed = claim && (await deps.posts.claimed(profileId, claim.key));
  if (claim && claimed) return await replay(profileId, claim, claimed, deps);
  const now = deps.clock.now();
  const plan = readSchedule(schedule, now);
  if (plan.schedule !== "draft") await requirePlan(deps);
  const unfinished = lenient && plan.schedule === "draft";
  const targets = unfinished
    ? await resolveUnfinished(actor, request, deps)
    : { intents: await resolveTargets(actor, request, deps), problems: [] };
  const slots = await slotPick(profileId, plan, deps.slots, now);
  const post = newPost(profileId, request, plan, claim, targets, deps);
  const audit = auditEntry(actor, {
    action: "post.create",
    subject: post.id,
    at: now,
    detail: { schedule: plan.schedule },
  });
  const created = await storeWithMedia(() => deps.posts.create(post, claim, slots, audit));
  if (created.kind === "created") return { post: created.post, replayed: false };
  // Another request with the same key was faster by a moment.
  return await replay(profileId, claim, created.claim, deps);
}

/** D19: the same key and request gives the post as it is now; nothing is ever sent by a replay. */
async function replay(
  profileId: string,
  claim: IdempotencyClaim | null,
  claimed: IdempotencyRecord,
  deps: PublishingDeps,
): Promise<CreateResult> {
  if (claim?.fingerprint !== claimed.fingerprint) {
    throw new Problem("idempotency_conflict", "This Idempotency-Key was used for another request.", {
      postId: claimed.postId,
    });
  }
  const post = await deps.posts.get(profileId, claimed.postId);
  if (!post) {
    throw new Problem("idempotency_conflict", "The post created with this key was deleted.", {
      postId: claimed.postId,
    });
  }
  if (post.targets.some(({ state }) => state === "uncertain")) {
    throw needsReconciliation(post, "A target of this post may be live. Nothing was sent.");
  }
  return { post, replayed: true };
}

function newPost(
  profileId: string,
  request: PostRequest,
  plan: ScheduleChoice,
  claim: IdempotencyClaim | null,
  { intents, problems }: DraftTargets,
  { clock, newId }: PublishingDeps,
): NewPost {
  const now = clock.now();
  const state = plan.schedule === "draft" ? "draft" : "pending";
  const { media: mediaIds, ...rest } = request;
  return {
    ...rest,
    labels: request.labels ?? [],
    ...(plan.at === null ? { scheduledFor: null, checkAt: null } : placeAt(plan.at, now)),
    id: newId(),
    profileId,
    mediaIds,
    targetMediaIds: targetMediaIds(mediaIds, request.options),
    schedule: plan.schedule,
    canceled: false,
    problems,
    idempotencyKey: claim?.key ?? null,
    createdAt: now,
    targets: targetsOf(intents, { state, dueAt: state === "draft" ? null : (plan.at ?? now) }, newId),
  };
}
