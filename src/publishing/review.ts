// Reviews: a person asks for one, and somebody who may publish approves the draft or returns it (D49).
import { Problem } from "../errors.ts";
import { notAllowed, roleMay } from "../domain/permission.ts";
import { requireOwn } from "../domain/person.ts";
import { statusOf, type Post } from "../domain/post.ts";
import type { ReviewState, StoredReview } from "../domain/review.ts";
import type { Revision } from "../domain/store/posts.ts";
import { auditEntry, requirePublish, type Actor } from "./actor.ts";
import { revise } from "./existing-post.ts";
import { schedulePost } from "./manage.ts";
import { anyRevision, type Precondition } from "./precondition.ts";
import { readSchedule } from "./schedule.ts";
import type { PublishingDeps } from "./targets.ts";

export interface ReviewInput {
  readonly state: ReviewState;
  readonly note: string | null;
  /** When it is to go out: `queue`, `now` or a time with an offset; null: as it was asked for, or not at all yet. */
  readonly schedule: string | null;
}

/**
 * Asks for a review, or decides. An approved draft for which a time was asked for gets it at once, both or neither.
 * @throws Problem not_found, not_allowed, insufficient_scope, already_started, invalid_schedule, and as schedulePost does
 */
export async function reviewPost(
  actor: Actor,
  id: string,
  input: ReviewInput,
  deps: PublishingDeps,
  precondition: Precondition = anyRevision,
): Promise<Post> {
  const at = deps.clock.now();
  requireRight(actor, input.state);
  if (input.schedule !== null) requireTime(input.schedule, at);
  const before = await deps.posts.get(actor.profileId, id);
  const schedule = input.schedule ?? before?.review?.schedule ?? null;
  if (input.state !== "approved" || schedule === null)
    return await revise(actor, id, deps, (post) => {
      precondition(post);
      return reviewRevision(actor, post, input, at);
    });
  const unchanged: Precondition = (post) => {
    precondition(post);
    // Somebody asked for another time meanwhile, or edited what is approved here.
    if (post.revision !== before?.revision) throw overtaken();
  };
  const when = schedule === "queue" ? null : schedule;
  return await schedulePost(actor, id, when, deps, unchanged, (post) =>
    reviewRevision(actor, post, input, at),
  );
}

/** @throws Problem not_allowed, insufficient_scope */
function requireRight(actor: Actor, state: ReviewState): void {
  if (state !== "asked") return requirePublish(actor, "This decides what is published.");
  if (actor.role !== null && !roleMay(actor.role, "ask_review")) throw notAllowed(actor.role, "ask_review");
}

/** @throws Problem invalid_schedule */
function requireTime(schedule: string, now: number): void {
  if (schedule === "queue") return;
  if (readSchedule(schedule, now).schedule === "draft")
    throw new Problem("invalid_schedule", "Leave `schedule` out for a draft that is to stay one.");
}

const overtaken = () =>
  new Problem(
    "edit_conflict",
    "This post was changed at the same time. Nothing was approved: look at it again.",
  );

/** @throws Problem not_allowed for what somebody else has made, already_started */
function reviewRevision(
  actor: Actor,
  post: Post,
  { state, note, schedule }: ReviewInput,
  at: number,
): Revision {
  if (state === "asked") requireOwn(actor, post.createdBy);
  if (statusOf(post) !== "draft")
    throw new Problem("already_started", "This post is no longer a draft: there is nothing to review.");
  const review: StoredReview = {
    state,
    by: actor.name,
    at,
    note,
    schedule: schedule ?? (state === "asked" ? null : (post.review?.schedule ?? null)),
  };
  return {
    at,
    post: { review },
    event: { kind: `review.${state}`, detail: note ?? "" },
    audit: auditEntry(actor, {
      action: "post.review",
      subject: post.id,
      at,
      detail: { state, note, schedule },
    }),
  };
}
