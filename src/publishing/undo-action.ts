// Undoes an action on several posts: each gets its former time back, unless it was changed or has begun since.
import { Problem } from "../errors.ts";
import { isUnstarted, type PostWithoutContent } from "../domain/post.ts";
import type { HeldSlots } from "../domain/slot.ts";
import { placeAt } from "../domain/slot.ts";
import type { PostRevision } from "../domain/store/posts.ts";
import { moveOf } from "../domain/target-move.ts";
import type { PostMoment, UndoStep } from "../domain/undo.ts";
import { postGroups } from "./post-groups.ts";
import { auditEntry, type Actor } from "./actor.ts";
import type { BulkDeps, BulkResult } from "./bulk.ts";
import { approvalProblem } from "./approval.ts";
import { postNotFound, reviseAll } from "./existing-post.ts";
import { reachProblem } from "./reach.ts";
import { requirePlan } from "./targets.ts";

/**
 * Can be repeated: a post that is as it was before is left alone.
 * @throws Problem not_found for a token that is unknown or older than ten minutes, payment_required
 */
export async function undoAction(
  actor: Actor,
  token: string,
  deps: BulkDeps,
): Promise<readonly BulkResult[]> {
  const at = deps.clock.now();
  const steps = await deps.actions.findUndo(actor.profileId, token, at);
  if (!steps)
    throw new Problem("not_found", "There is nothing to undo: an action can be undone for 10 minutes.");
  if (steps.some(({ before, after }) => after.schedule === "draft" && before.schedule !== "draft"))
    await requirePlan(deps);
  // The last that moved goes first: the slot that it had is free again for the one before.
  const ids = steps.map(({ id }) => id).toReversed();
  const done = new Map<string, Problem | null>();
  for (const group of await postGroups(actor, ids, at, deps)) {
    const own = steps.filter(({ id }) => group.includes(id));
    await reviseAll(actor, group, at, deps, (posts, held) => {
      const found = new Map(posts.map((post) => [post.id, post]));
      const problems = problemsOf(own, found, held, { actor, at });
      for (const { id } of own) done.set(id, problems.get(id) ?? null);
      return own.flatMap((step) => {
        const post = found.get(step.id);
        if (!post || problems.has(step.id) || isSame(post, step.before)) return [];
        return [backTo(post, step.before, actor, at)];
      });
    });
  }
  return steps.map(({ id }) => ({ id, problem: done.has(id) ? (done.get(id) ?? null) : postNotFound() }));
}

/** Why some posts stay as they are. One that stays keeps its slot from another, so it is looked at until nothing changes. */
function problemsOf(
  steps: readonly UndoStep[],
  posts: ReadonlyMap<string, PostWithoutContent>,
  held: HeldSlots,
  { actor, at }: { readonly actor: Actor; readonly at: number },
): Map<string, Problem> {
  const problems = new Map<string, Problem>();
  const isMoving = (id: string) => posts.has(id) && steps.some((step) => step.id === id) && !problems.has(id);
  for (let known = -1; known < problems.size;) {
    known = problems.size;
    for (const { id, before, after } of steps) {
      if (problems.has(id)) continue;
      const post = posts.get(id);
      const problem =
        reachProblem(actor, post?.targets ?? []) ??
        problemWith(post, before, after, at) ??
        slotProblem(id, before, held, isMoving);
      if (problem) problems.set(id, problem);
    }
  }
  return problems;
}

function problemWith(
  post: PostWithoutContent | undefined,
  before: PostMoment,
  after: PostMoment,
  now: number,
): Problem | null {
  if (!post) return postNotFound();
  if (!isUnstarted(post))
    return new Problem("already_started", "Publishing of this post has started or finished.");
  // It was edited while it was a draft.
  const unapproved = before.schedule === "draft" ? null : approvalProblem(post);
  if (unapproved) return unapproved;
  if (isSame(post, before)) return null;
  if (!isSame(post, after)) return new Problem("edit_conflict", "Its time was changed since.");
  if (before.scheduledFor !== null && before.scheduledFor <= now)
    return new Problem("invalid_schedule", "The time that it had has passed.");
  return null;
}

function slotProblem(
  id: string,
  { schedule, scheduledFor }: PostMoment,
  held: HeldSlots,
  isMoving: (id: string) => boolean,
): Problem | null {
  if (schedule !== "queue" || scheduledFor === null) return null;
  const holder = held.holder(scheduledFor);
  if (holder === null || holder === id || isMoving(holder)) return null;
  return new Problem("slot_taken", "Another post has taken its slot.", { postId: holder });
}

const isSame = (post: PostMoment, { schedule, scheduledFor, canceled }: PostMoment): boolean =>
  post.schedule === schedule && post.scheduledFor === scheduledFor && post.canceled === canceled;

/** A post with the time, or without one, that it had before. */
function backTo(post: PostWithoutContent, before: PostMoment, actor: Actor, at: number): PostRevision {
  const { schedule, scheduledFor, canceled } = before;
  const place = scheduledFor === null ? { scheduledFor, checkAt: null } : placeAt(scheduledFor, at);
  const facts = { at, dueAt: scheduledFor, failure: null, detail: "undone" };
  const moves = post.targets.flatMap((target) => {
    if (target.state === "draft" && scheduledFor !== null)
      return [moveOf(target, "draft", "schedule", facts)];
    if (target.state === "pending" && scheduledFor === null)
      return [moveOf(target, "pending", "cancel", facts)];
    return [];
  });
  const kind = scheduledFor === null ? "canceled" : "scheduled";
  const revision = {
    at,
    moves,
    ...(scheduledFor !== null && { dueAt: scheduledFor }),
    post: { ...place, schedule, canceled, warnings: [] },
    event: {
      kind,
      detail: "undone",
      ...(scheduledFor !== null && { data: { dueAt: scheduledFor } }),
    } as const,
    audit: auditEntry(actor, { action: "post.undo", subject: post.id, at, detail: { schedule } }),
  };
  return { post, revision };
}
