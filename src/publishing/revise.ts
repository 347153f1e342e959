// What a person or caller does to a post that exists: edit, schedule, cancel, retry, reconcile, delete. Each is decided
// inside the transaction that makes it true, so that of two racers exactly one wins.
import { Problem } from "../errors.ts";
import type { Json } from "../networks/network.ts";
import { intend, requirePlan, targetsOf, type PostWish, type PublishingDeps } from "./intent.ts";
import { isUnstarted, statusOf, type Post, type Target } from "./post.ts";
import { needsReconciliation } from "./uncertain.ts";
import { moveOf, type Revision, type TargetMove } from "./ports.ts";
import { placeAt, readSchedule, slotPick, type Plan } from "./schedule.ts";

type Deps = PublishingDeps;

/** D22. Repeating it is safe. @throws Problem not_found, already_started */
export function cancelPost(profileId: string, id: string, deps: Deps): Promise<Post> {
  const at = deps.clock.now();
  return revise(profileId, id, deps, (post) => {
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
      post: { schedule: "draft", scheduledFor: null, checkAt: null, canceled: true },
    };
  });
}

/** D23: only failures, which are known not to have published. @throws Problem not_found, publishing, needs_reconciliation, media_deleted, 402 */
export async function retryPost(profileId: string, id: string, deps: Deps): Promise<Post> {
  const current = await existing(profileId, id, deps);
  if (current.targets.some(({ state }) => state === "failed")) await requirePlan(deps);
  const at = deps.clock.now();
  return await revise(profileId, id, deps, (post) => {
    if (statusOf(post) === "publishing")
      throw new Problem("publishing", "Some targets of this post are being published.");
    const failed = post.targets.filter(({ state }) => state === "failed");
    if (failed.length === 0 && post.targets.some(({ state }) => state === "uncertain")) {
      throw needsReconciliation(post, "What is left is uncertain: it may be live. Nothing was sent.");
    }
    const gone = post.media.find(({ deletedAt }) => deletedAt !== undefined);
    if (gone && failed.length > 0)
      throw new Problem("media_deleted", `${gone.filename} was deleted, so it can't be sent again.`);
    const facts = { at, dueAt: at, failure: null, detail: "tried again because somebody asked" };
    return { at, moves: failed.map((target) => moveOf(target, "failed", "retry", facts)) };
  });
}

export interface Reconciliation {
  readonly targetId: string;
  readonly action: "mark_published" | "confirm_not_published";
  readonly remoteId: string | null;
  readonly remoteUrl: string | null;
  readonly note: string | null;
  /** For the audit log: who says so. */
  readonly actor: string;
}

/** D24: a person has looked. Nothing is sent. @throws Problem not_found, not_reconcilable */
export function reconcile(profileId: string, id: string, word: Reconciliation, deps: Deps): Promise<Post> {
  const at = deps.clock.now();
  return revise(profileId, id, deps, (post) => {
    const target = post.targets.find((each) => each.id === word.targetId);
    if (target?.state !== "uncertain") {
      throw new Problem(
        "not_reconcilable",
        "There is no target with this id in this post that is uncertain.",
      );
    }
    const { actor, action, note, ...remote } = word;
    const detail: Json = { postId: id, action, note, ...remote };
    return {
      at,
      moves: [reconcileMove(target, word, at)],
      reconciled: { targetId: target.id, as: { action, at, note } },
      audit: { at, actor, action: "post.reconcile", profileId, subject: target.id, detail },
    };
  });
}

function reconcileMove(
  target: Target,
  { action, remoteId, remoteUrl }: Reconciliation,
  at: number,
): TargetMove {
  if (action === "mark_published") {
    const detail = "a person saw it on the network";
    const remote = { id: remoteId, url: remoteUrl };
    return moveOf(target, "uncertain", "markPublished", {
      at,
      dueAt: null,
      failure: null,
      remote,
      publishedAt: at,
      detail,
    });
  }
  const detail = "A person looked: it was not published. It can be retried.";
  const failure = { code: "not_published", category: "unknown", detail } as const;
  return moveOf(target, "uncertain", "confirmNotPublished", { at, dueAt: null, failure, detail });
}

/** Edits what has not begun; what is left out stays. @throws Problem as creating does, already_started */
export async function editPost(
  profileId: string,
  id: string,
  change: Partial<PostWish>,
  deps: Deps,
): Promise<Post> {
  const before = await existing(profileId, id, deps);
  requireUnstarted(before);
  const wish = { ...wishOf(before), ...change };
  const intents = await intend(profileId, wish, deps);
  const at = deps.clock.now();
  const { media: mediaIds, ...fields } = wish;
  return await revise(profileId, id, deps, (post) => {
    requireUnstarted(post);
    // Two edits at once: the second was checked against a post that is no more.
    if (post.updatedAt !== before.updatedAt)
      throw new Problem("temporarily_unavailable", "The post changed at this moment.");
    const [first] = post.targets;
    const when = {
      state: first?.state === "pending" ? "pending" : "draft",
      dueAt: first?.dueAt ?? null,
    } as const;
    const targets = targetsOf(intents, when, deps.newId, post.targets);
    return {
      at,
      post: { ...fields, mediaIds },
      targets,
      event: { kind: "edited", detail: Object.keys(change).join(", ") },
    };
  });
}

/** A draft (or a waiting post) gets its time. @throws Problem as creating does, already_started */
export async function schedulePost(
  profileId: string,
  id: string,
  schedule: string | null,
  deps: Deps,
): Promise<Post> {
  const at = deps.clock.now();
  const plan = readSchedule(schedule, at);
  if (plan.schedule === "draft")
    throw new Problem("invalid_schedule", "POST /posts/{id}/cancel makes a draft of it.");
  const before = await existing(profileId, id, deps);
  requireUnstarted(before);
  await requirePlan(deps);
  await intend(profileId, asTargeted(before), deps);
  const slots = await slotPick(profileId, plan, deps.slots, at);
  return await revise(profileId, id, deps, (post) => {
    requireUnstarted(post);
    return { slots, ...scheduled(post, plan, at) };
  });
}

function scheduled(post: Post, plan: Plan, at: number): Revision {
  const dueAt = plan.at ?? at;
  const drafts = post.targets.filter(({ state }) => state === "draft");
  const moves = drafts.map((target) =>
    moveOf(target, "draft", "schedule", { at, dueAt, detail: plan.schedule }),
  );
  const place = plan.at === null ? { scheduledFor: null, checkAt: null } : placeAt(plan.at, at);
  const event = { kind: "scheduled", detail: plan.schedule } as const;
  return { at, dueAt, moves, event, post: { ...place, schedule: plan.schedule, canceled: false } };
}

/** Removes the record; no network is touched. @throws Problem not_found, already_started, publishing, needs_reconciliation */
export async function deletePost(profileId: string, id: string, deps: Deps): Promise<void> {
  const at = deps.clock.now();
  await revise(profileId, id, deps, (post) => {
    const status = statusOf(post);
    if (status === "queued" || status === "scheduled")
      throw new Problem("already_started", "It waits to be published: cancel it first.");
    if (status === "publishing")
      throw new Problem("publishing", "Some targets of this post are being published.");
    if (status === "uncertain") {
      throw needsReconciliation(post, "A target may be live: reconcile it first, so that nobody forgets it.");
    }
    return { at, remove: true };
  });
}

/** The post as a wish for the accounts it has, not for whoever `all` would mean now. */
export function asTargeted(post: Post): PostWish {
  return { ...wishOf(post), accounts: post.targets.map(({ accountId }) => accountId) };
}

function wishOf({ caption, accounts, media, overrides, options }: Post): PostWish {
  return { caption, accounts, media: media.map(({ id }) => id), overrides, options };
}

function requireUnstarted(post: Post): void {
  if (!isUnstarted(post))
    throw new Problem("already_started", "Publishing of this post has started or is over.");
}

async function existing(profileId: string, id: string, { posts }: Deps): Promise<Post> {
  return (await posts.get(profileId, id)) ?? notFound();
}

async function revise(
  profileId: string,
  id: string,
  { posts }: Deps,
  decide: (post: Post) => Revision,
): Promise<Post> {
  return (await posts.revise(profileId, id, decide)) ?? notFound();
}

function notFound(): never {
  throw new Problem("not_found", "There is no such post in this profile.");
}
