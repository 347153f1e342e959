// What a person or caller does to a post that exists: schedule, cancel, retry, delete (edit.ts edits it, reconcile.ts reconciles).
// Each is decided inside the transaction that makes it true, so that of two racers exactly one wins.
import { Problem } from "../errors.ts";
import { existingPost, requireUnstarted, revise } from "./existing-post.ts";
import { auditEntry, requirePublish, type Actor } from "./actor.ts";
import { resolveTargets, requirePlan, type PostRequest, type PublishingDeps } from "./targets.ts";
import { statusOf, type Post } from "../domain/post.ts";
import { requireOwn } from "../domain/person.ts";
import { anyRevision, type Precondition } from "./precondition.ts";
import { needsReconciliation } from "./needs-reconciliation.ts";
import { moveOf } from "../domain/target-move.ts";
import type { Revision } from "../domain/store/posts.ts";
import { filesOfTarget } from "./preflight/limits.ts";
import { placeAt } from "../domain/slot.ts";
import { requireApproval } from "./approval.ts";
import { pickSlot, readSchedule, slotPick, type ScheduleChoice } from "./schedule.ts";

type Deps = PublishingDeps;

/** D22. Repeating it is safe. @throws Problem not_found, already_started */
export function cancelPost(
  actor: Actor,
  id: string,
  deps: Deps,
  precondition: Precondition = anyRevision,
): Promise<Post> {
  const at = deps.clock.now();
  return revise(actor, id, deps, (post) => {
    precondition(post);
    requireUnstarted(post);
    // Canceled before: there is nothing to say again.
    if (post.canceled && statusOf(post) === "draft") return { at };
    const waiting = post.targets.filter(({ state }) => state === "pending");
    const moves = waiting.map((target) =>
      moveOf(target, "pending", "cancel", { at, dueAt: null, failure: null, detail: "canceled" }),
    );
    const event = { kind: "canceled", detail: "It will not publish." } as const;
    return {
      at,
      moves,
      event,
      audit: auditEntry(actor, { action: "post.cancel", subject: id, at }),
      post: { schedule: "draft", scheduledFor: null, checkAt: null, canceled: true, warnings: [] },
    };
  });
}

/** D23: only failures, which are known not to have published. @throws Problem not_found, publishing, needs_reconciliation, media_deleted, 402 */
export async function retryPost(
  actor: Actor,
  id: string,
  deps: Deps,
  precondition: Precondition = anyRevision,
): Promise<Post> {
  const { profileId } = actor;
  const current = await existingPost(profileId, id, deps);
  precondition(current);
  if (current.targets.some(({ state }) => state === "failed")) await requirePlan(deps);
  const at = deps.clock.now();
  return await revise(actor, id, deps, (post) => {
    precondition(post);
    if (statusOf(post) === "publishing")
      throw new Problem("publishing", "Some targets of this post are being published.");
    const failed = post.targets.filter(({ state }) => state === "failed");
    if (failed.length === 0 && post.targets.some(({ state }) => state === "uncertain")) {
      throw needsReconciliation(
        post,
        "The remaining targets are uncertain: they may be live. Nothing was sent.",
      );
    }
    const files = failed.flatMap((target) => filesOfTarget(post, target));
    const deletedFile = files.find(({ deletedAt }) => deletedAt !== undefined);
    if (deletedFile)
      throw new Problem("media_deleted", `${deletedFile.filename} was deleted, so it can't be sent again.`);
    const facts = { at, dueAt: at, failure: null, detail: "retried on request" };
    return {
      at,
      moves: failed.map((target) => moveOf(target, "failed", "retry", facts)),
      audit: auditEntry(actor, { action: "post.retry", subject: id, at }),
    };
  });
}

/** A time as it was written, null for the next free slot; or one slot of the queue, ms since 1970. */
export type When = string | null | { readonly slotAt: number };

/**
 * A draft (or a waiting post) gets its time. A queued post that is queued again keeps its slot, so that repeating the
 * call is safe.
 * @param approve approves it as well; without, an author's draft may have to be approved before
 * @throws Problem as creating does, already_started, slot_taken, review_required
 */
export async function schedulePost(
  actor: Actor,
  id: string,
  when: When,
  deps: Deps,
  precondition: Precondition = anyRevision,
  approve: Approve | null = null,
): Promise<Post> {
  const { profileId } = actor;
  const at = deps.clock.now();
  const slotAt = when !== null && typeof when === "object" ? when.slotAt : null;
  const plan = readSchedule(typeof when === "string" ? when : null, at);
  if (plan.schedule === "draft")
    throw new Problem("invalid_schedule", "POST /posts/{id}/cancel turns it into a draft.");
  const before = await existingPost(profileId, id, deps);
  precondition(before);
  requireUnstarted(before);
  if (!approve) requireApproval(before);
  await requirePlan(deps);
  await resolveTargets(actor, requestOf(before), deps);
  const slots =
    slotAt === null
      ? await slotPick(profileId, plan, deps.slots, at)
      : pickSlot(await deps.slots.list(profileId), slotAt, id, at);
  let overtaken = false;
  const decide = (post: Post): Revision => {
    precondition(post);
    requireUnstarted(post);
    // An edit has made an unfinished draft of it since it was checked.
    overtaken = post.problems.length > 0 && post.revision !== before.revision;
    if (overtaken) return { at };
    const isThere = slotAt === null || post.scheduledFor === slotAt;
    if (plan.schedule === "queue" && statusOf(post) === "queued" && isThere) return { at };
    const approval = approve?.(post);
    if (!approval) requireApproval(post);
    const detail = { schedule: plan.schedule };
    const audit = approval?.audit ?? auditEntry(actor, { action: "post.schedule", subject: id, at, detail });
    return { slots, ...withApproval(scheduling(post, plan, at), approval), audit };
  };
  const scheduledPost = await revise(actor, id, deps, decide, before);
  return overtaken ? await schedulePost(actor, id, when, deps, precondition, approve) : scheduledPost;
}

/** What approves the draft in the same transaction. */
type Approve = (post: Post) => Revision;

const withApproval = (revision: Revision, approval: Revision | undefined): Revision => ({
  ...revision,
  ...(approval && {
    post: { ...revision.post, ...approval.post },
    event: [approval.event ?? [], revision.event ?? []].flat(),
  }),
});

function scheduling(post: Post, plan: ScheduleChoice, at: number): Revision {
  const dueAt = plan.at ?? at;
  const drafts = post.targets.filter(({ state }) => state === "draft");
  const moves = drafts.map((target) =>
    moveOf(target, "draft", "schedule", { at, dueAt, schedule: plan.schedule, detail: plan.schedule }),
  );
  const place = plan.at === null ? { scheduledFor: null, checkAt: null } : placeAt(plan.at, at);
  const data = { schedule: plan.schedule, ...(plan.at !== null && { dueAt: plan.at }) };
  const event = { kind: "scheduled", detail: plan.schedule, data } as const;
  return {
    at,
    dueAt,
    moves,
    event,
    post: { ...place, schedule: plan.schedule, canceled: false, warnings: [], problems: [] },
  };
}

/**
 * Removes the record; no network is touched.
 * @throws Problem not_found, already_started, publishing, needs_reconciliation; insufficient_scope for what is settled
 */
export async function deletePost(
  actor: Actor,
  id: string,
  deps: Deps,
  precondition: Precondition = anyRevision,
): Promise<void> {
  const at = deps.clock.now();
  await revise(actor, id, deps, (post) => {
    precondition(post);
    requireOwn(actor, post.createdBy);
    const status = statusOf(post);
    if (status === "queued" || status === "scheduled")
      throw new Problem("already_started", "It is waiting to be published: cancel it first.");
    if (status === "publishing")
      throw new Problem("publishing", "Some targets of this post are being published.");
    if (status === "uncertain") {
      throw needsReconciliation(
        post,
        "A target may be live: reconcile it first, so that it is not forgotten.",
      );
    }
    if (status !== "draft") requirePublish(actor, "This deletes the record of what was published.");
    const audit = auditEntry(actor, { action: "post.delete", subject: id, at, detail: { status } });
    return { at, remove: true, audit };
  });
}

/** The post as a request for the accounts it already has, not for those that `all` would mean now. */
export function requestOf({ caption, media, overrides, options, targets }: Post): PostRequest {
  const accounts = targets.map(({ accountId }) => accountId);
  return { caption, accounts, media: media.map(({ id }) => id), overrides, options };
}
