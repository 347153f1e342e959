// Edits a post that has not started. Omitted fields and the choice of accounts keep their value (D28).
import { auditEntry, requirePublish, type Actor } from "./actor.ts";
import {
  resolveTargets,
  resolveUnfinished,
  targetsOf,
  type Lenience,
  type PostRequest,
  type PublishingDeps,
} from "./targets.ts";
import { requireOwn } from "../domain/person.ts";
import { anyRevision, type Precondition } from "./precondition.ts";
import { statusOf, type Post } from "../domain/post.ts";
import type { Revision } from "../domain/store/posts.ts";
import { targetMediaIds } from "./preflight/limits.ts";
import { existingPost, requireUnstarted, revise } from "./existing-post.ts";
import { requestOf } from "./manage.ts";

export type EditResult =
  | { readonly kind: "edited"; readonly post: Post }
  /** Another edit was faster; the post is as that one left it. */
  | { readonly kind: "overtaken"; readonly post: Post };

/**
 * Checked as a new post is. What waits to be published is edited only by those who may publish.
 * @throws Problem as creating does, already_started, insufficient_scope, not_allowed
 */
export async function editPost(
  actor: Actor,
  id: string,
  { lenient = false, ...change }: Partial<PostRequest> & Lenience,
  deps: PublishingDeps,
  precondition: Precondition = anyRevision,
): Promise<EditResult> {
  const before = await existingPost(actor.profileId, id, deps);
  precondition(before);
  requireEditable(before, actor);
  const request = { ...requestOf(before), ...change };
  const unfinished = lenient && statusOf(before) === "draft";
  const { intents, problems } = unfinished
    ? await resolveUnfinished(actor, request, deps)
    : { intents: await resolveTargets(actor, request, deps), problems: [] };
  const at = deps.clock.now();
  const { media: _media, ...fields } = change;
  const files = { mediaIds: request.media, targetMediaIds: targetMediaIds(request.media, request.options) };
  let overtaken = false;
  const decide = (now: Post): Revision => {
    precondition(now);
    requireEditable(now, actor);
    // What was checked as a draft must not be scheduled by now.
    overtaken =
      !Bun.deepEquals(contentOf(now), contentOf(before)) || (unfinished && statusOf(now) !== "draft");
    if (overtaken) return { at };
    const [first] = now.targets;
    const state = first?.state === "pending" ? "pending" : "draft";
    const edited = Object.keys(change);
    return {
      at,
      // What was approved is not this any more.
      post: {
        ...fields,
        ...files,
        warnings: [],
        problems,
        ...(voidsApproval(now, actor) && { review: null }),
      },
      targets: targetsOf(intents, { state, dueAt: first?.dueAt ?? null }, deps.newId, now.targets),
      event: { kind: "edited", detail: edited.join(", "), data: { fields: edited } },
      audit: auditEntry(actor, { action: "post.edit", subject: id, at, detail: { fields: edited } }),
    };
  };
  const post = await revise(actor, id, deps, decide, before);
  return { kind: overtaken ? "overtaken" : "edited", post };
}

/** Somebody who may not approve changes what was approved. */
const voidsApproval = ({ review }: Post, { mayPublish }: Actor): boolean =>
  !mayPublish && review?.state === "approved";

function requireEditable(post: Post, actor: Actor): void {
  requireOwn(actor, post.createdBy);
  requireUnstarted(post);
  if (statusOf(post) !== "draft") requirePublish(actor, "This post is waiting to be published.");
}

/** What an edit was checked against: two edits of one moment bear the same time, but not the same content. */
function contentOf({ caption, accounts, media, overrides, options, targets }: Post) {
  const chosen = targets.map(({ accountId }) => accountId);
  return { caption, accounts, media: media.map(({ id }) => id), overrides, options, chosen };
}
