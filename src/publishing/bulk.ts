// One action on several posts, each with a result of its own. For ten minutes, it can be undone.
import { Problem } from "../errors.ts";
import { isUnstarted, statusOf, type PostWithoutContent } from "../domain/post.ts";
import type { HeldSlots, Slot } from "../domain/slot.ts";
import { SLOT_LEAD_MS } from "../domain/slot.ts";
import type { ActionRecords } from "../domain/store/actions.ts";
import type { DecideAll } from "../domain/store/posts.ts";
import type { Labels } from "../domain/store/labels.ts";
import type { Profiles } from "../domain/store/profiles.ts";
import { momentOfPost, type UndoStep } from "../domain/undo.ts";
import { daysLater } from "../time.ts";
import type { Actor } from "./actor.ts";
import { postNotFound, reviseAll } from "./existing-post.ts";
import { changeLabels, requireLabels } from "./labels.ts";
import { cancelPost, deletePost, retryPost, schedulePost } from "./manage.ts";
import { moveTo, type Moment } from "./moves.ts";
import { postGroups } from "./post-groups.ts";
import type { Precondition } from "./precondition.ts";
import { reachProblem } from "./reach.ts";
import { FARTHEST_MS, isSlot } from "./schedule.ts";
import type { PublishingDeps } from "./targets.ts";

export type BulkAction =
  | { readonly action: "schedule"; /** With an offset. */ readonly at: string }
  | {
      readonly action: "shift";
      /** Whole days, back or forth, by the profile's calendar. */ readonly days: number;
    }
  | {
      readonly action: "label";
      /** Ids of labels. */ readonly add: readonly string[];
      readonly remove: readonly string[];
    }
  | { readonly action: "queue" | "cancel" | "delete" | "retry" };

export interface BulkResult {
  readonly id: string;
  /** Null when it was done. */
  readonly problem: Problem | null;
}

export interface BulkOutcome {
  readonly results: readonly BulkResult[];
  /** Undoes what was done; null when there is nothing that can be undone. */
  readonly undo: string | null;
}

export interface BulkDeps extends PublishingDeps {
  readonly actions: ActionRecords;
  readonly profiles: Pick<Profiles, "find">;
  readonly labels: Labels;
}

/** What must hold of one of the posts for it to be changed. */
export type PreconditionFor = (id: string) => Precondition<PostWithoutContent>;

/**
 * Does the same with every post; what is not possible with one does not keep the others from it.
 * @throws Problem unknown_label
 */
export async function actOnPosts(
  actor: Actor,
  ids: readonly string[],
  act: BulkAction,
  preconditionFor: PreconditionFor,
  deps: BulkDeps,
): Promise<BulkOutcome> {
  if (act.action === "label") await requireLabels(actor.profileId, act.add, deps);
  const { results, steps } =
    act.action === "shift"
      ? await shift(actor, ids, act.days, preconditionFor, deps)
      : await oneByOne(actor, ids, act, preconditionFor, deps);
  return { results, undo: steps.length > 0 ? await keepUndo(actor.profileId, steps, deps) : null };
}

/** How long an action can be undone, ms. */
export const UNDO_MS = 10 * 60_000;

/** @returns the token that undoes these steps */
async function keepUndo(profileId: string, steps: readonly UndoStep[], deps: BulkDeps): Promise<string> {
  const [token, now] = [deps.newId(), deps.clock.now()];
  await deps.actions.addUndo({ token, profileId, steps, until: now + UNDO_MS }, now);
  return token;
}

interface Done {
  readonly results: readonly BulkResult[];
  readonly steps: readonly UndoStep[];
}

type Single = Exclude<BulkAction, { readonly action: "shift" }>;

async function oneByOne(
  actor: Actor,
  ids: readonly string[],
  act: Single,
  preconditionFor: PreconditionFor,
  deps: BulkDeps,
): Promise<Done> {
  const results: BulkResult[] = [];
  const steps: UndoStep[] = [];
  for (const id of ids) {
    const seen: PostWithoutContent[] = [];
    const precondition = preconditionFor(id);
    const see: Precondition = (post) => {
      precondition(post);
      seen.push(post);
    };
    const problem = await problemOf(doOne(actor, id, act, deps, see));
    results.push({ id, problem });
    const before = seen.at(-1);
    const after =
      problem === null && before && isUndoable(act, before)
        ? await deps.posts.get(actor.profileId, id)
        : null;
    if (before && after) steps.push({ id, before: momentOfPost(before), after: momentOfPost(after) });
  }
  return { results, steps };
}

/** @param see called with the post as it is in the transaction that changes it */
async function doOne(
  actor: Actor,
  id: string,
  act: Single,
  deps: BulkDeps,
  see: Precondition,
): Promise<unknown> {
  switch (act.action) {
    case "schedule":
      return await schedulePost(actor, id, act.at, deps, see);
    case "queue":
      return await schedulePost(actor, id, null, deps, see);
    case "cancel":
      return await cancelPost(actor, id, deps, see);
    case "retry":
      return await retryPost(actor, id, deps, see);
    case "label":
      return await changeLabels(actor, id, act, deps, see);
    case "delete":
      return await deletePost(actor, id, deps, see);
  }
}

const isUndoable = ({ action }: Single, before: PostWithoutContent) =>
  (action === "schedule" || action === "queue" || action === "cancel") && before.schedule !== "now";

/** Null when it was done. What is a bug is thrown. */
async function problemOf(done: Promise<unknown>): Promise<Problem | null> {
  try {
    await done;
    return null;
  } catch (cause) {
    const problem = Problem.from(cause);
    if (problem.code === "internal") throw cause;
    return problem;
  }
}

/**
 * Moves waiting posts by whole days; the local time stays. A queued post stays in the queue where its new time is a free
 * slot, and is scheduled for that time where it is not. They may take each other's slots: the farthest goes first.
 */
async function shift(
  actor: Actor,
  ids: readonly string[],
  days: number,
  preconditionFor: PreconditionFor,
  deps: BulkDeps,
): Promise<Done> {
  const { profileId } = actor;
  const at = deps.clock.now();
  const slots = await deps.slots.list(profileId);
  const zone = (await deps.profiles.find(profileId))?.timezone ?? "UTC";
  const problems = new Map<string, Problem>();
  const before = new Map<string, PostWithoutContent>();
  const move: DecideAll = (posts, held) => {
    const moving = posts.flatMap((post) => {
      const to = daysLater(post.scheduledFor ?? at, days, zone);
      const problem =
        reachProblem(actor, post.targets) ??
        refusalOf(post, preconditionFor(post.id)) ??
        moveRefusal(post, to, at);
      if (problem) problems.set(post.id, problem);
      else before.set(post.id, post);
      return problem ? [] : [{ post, to }];
    });
    const place = placeAmong(new Set(moving.map(({ post }) => post.id)), held, slots, at);
    return moving.map(({ post, to }) => moveTo(post, place(post, to), { actor, at, kind: "shifted" }));
  };
  const farthestFirst = (posts: readonly PostWithoutContent[]) =>
    posts.toSorted((a, b) => days * ((b.scheduledFor ?? at) - (a.scheduledFor ?? at)));
  const steps: UndoStep[] = [];
  for (const group of await postGroups(actor, ids, at, deps, farthestFirst))
    for (const post of await reviseAll(actor, group, at, deps, move)) {
      const was = before.get(post.id);
      if (was) steps.push({ id: post.id, before: momentOfPost(was), after: momentOfPost(post) });
    }
  const done = new Set(steps.map(({ id }) => id));
  const results = ids.map((id) => ({
    id,
    problem: done.has(id) ? null : (problems.get(id) ?? postNotFound()),
  }));
  return { results, steps };
}

/** Where each moved post stands: a slot that is free, or that one of the posts that move leaves, goes to the first. */
function placeAmong(moving: ReadonlySet<string>, held: HeldSlots, slots: readonly Slot[], now: number) {
  const taken = new Set<number>();
  return ({ schedule }: PostWithoutContent, to: number): Moment => {
    const holder = held.holder(to);
    const isFree = (holder === null || moving.has(holder)) && !taken.has(to);
    const keeps = schedule === "queue" && to >= now + SLOT_LEAD_MS && isFree && isSlot(slots, to);
    if (keeps) taken.add(to);
    return { schedule: keeps ? "queue" : "time", scheduledFor: to };
  };
}

function refusalOf(post: PostWithoutContent, precondition: ReturnType<PreconditionFor>): Problem | null {
  try {
    precondition(post);
    return null;
  } catch (cause) {
    return Problem.from(cause);
  }
}

function moveRefusal(post: PostWithoutContent, to: number, now: number): Problem | null {
  const status = statusOf(post);
  if (status === "draft") return new Problem("not_waiting", "It is a draft: it has no time to move.");
  if (!isUnstarted(post) || post.scheduledFor === null)
    return new Problem("already_started", "Publishing of this post has started or finished.");
  if (to <= now) return new Problem("invalid_schedule", "It would be in the past.");
  if (to > now + FARTHEST_MS)
    return new Problem("invalid_schedule", "It would be more than two years ahead.");
  return null;
}
