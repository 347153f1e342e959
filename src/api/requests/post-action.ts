// What the HTTP API and the MCP tools do with a post that exists: another time, another try, a look, a person's word.
import type { Static } from "@sinclair/typebox";
import type { Caller } from "../../domain/caller.ts";
import { type Post, isUnstarted } from "../../domain/post.ts";
import { Problem } from "../../errors.ts";
import { sendAndWait, waitUntil } from "../../publishing/delivery/wait.ts";
import { isLookDue, requestLook } from "../../publishing/look.ts";
import { retryPost, schedulePost, type When } from "../../publishing/manage.ts";
import { reconcile, type Reconciliation } from "../../publishing/reconcile.ts";
import { swapPosts } from "../../publishing/moves.ts";
import { anyRevision, type Precondition } from "../../publishing/precondition.ts";
import { reviewPost, type ReviewInput } from "../../publishing/review.ts";
import { momentOf } from "../../time.ts";
import { actorOf } from "../http/caller.ts";
import { invalidRequest } from "../http/problem.ts";
import type { NewTime } from "./post-input.ts";
import { differentIds, type PostsDeps } from "./posts.ts";

/** What a caller asks of a post that exists. */
export interface PostActionCall {
  readonly caller: Caller;
  readonly id: string;
  readonly precondition?: Precondition;
  /** How long publishing now waits for the networks, ms. */
  readonly waitMs: number;
  /** The caller has left. */
  readonly signal: AbortSignal;
}

/** Tries the failed targets again and waits for the networks. @throws Problem as retryPost does */
export async function retryFromCall(call: PostActionCall, deps: PostsDeps): Promise<Post> {
  const post = await retryPost(actorOf(call.caller), call.id.toLowerCase(), deps, call.precondition);
  // One that waits for its time has nothing to retry, and does not settle while the caller waits here.
  return isUnstarted(post) ? post : await settle(post, call, deps);
}

/** Gives the post a time; `now` waits for the networks. @throws Problem as schedulePost and swapPosts do */
export async function scheduleFromCall(
  call: PostActionCall,
  body: Static<typeof NewTime>,
  deps: PostsDeps,
): Promise<Post> {
  const { caller, precondition } = call;
  const [actor, id] = [actorOf(caller), call.id.toLowerCase()];
  requireOneTime(body);
  if (body.swapWith !== undefined)
    return await swapPosts(actor, id, body.swapWith.toLowerCase(), deps, precondition);
  const when: When =
    body.slotAt === undefined ? (body.schedule ?? null) : { slotAt: momentAt("/slotAt", body.slotAt) };
  const post = await schedulePost(actor, id, when, deps, precondition);
  return post.schedule === "now" ? await settle(post, call, deps) : post;
}

/** Asks for a review, or decides; publishing now waits for the networks. @throws Problem as reviewPost does */
export async function reviewFromCall(
  call: PostActionCall,
  review: ReviewInput,
  deps: PostsDeps,
): Promise<Post> {
  const { caller, id, precondition } = call;
  if (review.state === "returned" && review.schedule !== null)
    throw invalidRequest([{ pointer: "/schedule", message: "is not for `returned`" }]);
  const post = await reviewPost(actorOf(caller), id.toLowerCase(), review, deps, precondition);
  deps.wake();
  return post.schedule === "now" ? await settle(post, call, deps) : post;
}

/** @throws Problem invalid_request */
function requireOneTime(body: Static<typeof NewTime>): void {
  const [, second] = Object.keys(body);
  if (second === undefined) return;
  throw invalidRequest([
    { pointer: `/${second}`, message: "send only one of schedule, slotAt and swapWith" },
  ]);
}

/** A person's word about targets that may be live. @throws Problem as reconcile does */
export async function reconcileFromCall(
  caller: Caller,
  id: string,
  word: Reconciliation,
  deps: PostsDeps,
  precondition: Precondition = anyRevision,
): Promise<Post> {
  const targetIds = differentIds("targetIds", "target", word.targetIds);
  const post = await reconcile(actorOf(caller), id.toLowerCase(), { ...word, targetIds }, deps, precondition);
  deps.watch.changed(post.id);
  return post;
}

/** Has the network asked about an uncertain target, and waits for its answer. @throws Problem as requestLook does */
export async function lookFromCall(call: PostActionCall, targetId: string, deps: PostsDeps): Promise<Post> {
  const { caller, waitMs, signal } = call;
  const target = targetId.toLowerCase();
  const post = await requestLook(actorOf(caller), call.id.toLowerCase(), target, deps);
  const at = deps.clock.now();
  deps.wake();
  const isAnswered = ({ targets }: Post) =>
    !targets.some((each) => each.id === target && isLookDue(each, at));
  return await waitUntil(isAnswered, post, waitMs, deps, signal);
}

const settle = (post: Post, { waitMs, signal }: PostActionCall, deps: PostsDeps): Promise<Post> =>
  sendAndWait(post, waitMs, deps, signal);

/** ms since 1970. @throws Problem invalid_schedule */
export function momentAt(pointer: string, text: string): number {
  const at = momentOf(text);
  if (at !== null) return at;
  const message = `${JSON.stringify(text)} is not a time with an offset, such as 2027-01-31T09:00:00+01:00`;
  throw new Problem("invalid_schedule", `${message}.`, { errors: [{ pointer, message }] });
}
