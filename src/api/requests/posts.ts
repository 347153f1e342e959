// The operations on posts that the HTTP API and the MCP tools share.
import type { Static } from "@sinclair/typebox";
import type { Caller } from "../../domain/caller.ts";
import { Problem } from "../../errors.ts";
import { checkPost, type PostCheck } from "../../publishing/check/index.ts";
import type { BulkDeps } from "../../publishing/bulk.ts";
import { createPost } from "../../publishing/create.ts";
import { dryRun, type DryRun } from "../../publishing/dry-run.ts";
import { editPost } from "../../publishing/edit.ts";
import { existingPost } from "../../publishing/existing-post.ts";
import type { MediaLinks } from "../../media/links.ts";
import type { Watch } from "../../publishing/delivery/watch.ts";
import type { PostRequest } from "../../publishing/targets.ts";
import { type Post, isUnstarted } from "../../domain/post.ts";
import type { Labels } from "../../domain/store/labels.ts";
import type { Queue } from "../../domain/store/queue.ts";
import { anyRevision, type Precondition } from "../../publishing/precondition.ts";
import type { RetryPolicy } from "../../publishing/delivery/retry-policy.ts";
import { sendAndWait, waitUntil } from "../../publishing/delivery/wait.ts";
import { isLookDue, requestLook } from "../../publishing/look.ts";
import {
  reconcile,
  retryPost,
  schedulePost,
  type Reconciliation,
  type When,
} from "../../publishing/manage.ts";
import { reviewPost, type ReviewInput } from "../../publishing/review.ts";
import { requireLabels, setLabels } from "../../publishing/labels.ts";
import { swapPosts } from "../../publishing/moves.ts";
import { actorOf, mustHave } from "../http/caller.ts";
import { claimOf } from "../http/idempotency.ts";
import { invalidRequest } from "../http/problem.ts";
import { etagOf, expectedRevisions } from "../http/revision.ts";
import { momentOf } from "../../time.ts";
import { characters } from "../views/text.ts";
import type { ReceiptDeps } from "./receipt.ts";
import { MAX_OPTIONS, type NewPost, type NewTime, type PostChange, type PostToCheck } from "./post-input.ts";
import { postView } from "../views/post.ts";

export interface PostsDeps extends BulkDeps, Pick<ReceiptDeps, "signing" | "baseUrl"> {
  readonly watch: Watch;
  readonly queue: Queue;
  readonly labels: Labels;
  readonly links: MediaLinks;
  /** How long `now` waits for the networks, ms. */
  readonly nowWaitMs: number;
  readonly retryPolicy: Pick<RetryPolicy, "lastAskAt">;
  /** Every network there is. */
  readonly platforms: readonly string[];
  /** Something may have become due. */
  readonly wake: () => void;
}

/** A request for a new post. */
export interface PostCall {
  readonly caller: Caller;
  readonly body: Static<typeof NewPost>;
  /** The idempotency key. */
  readonly key: string | null;
  /** Whether the draft may be unfinished (D46). */
  readonly lenient: boolean;
  /** How long `now` waits for the networks. */
  readonly waitMs: number;
  /** The caller has left. */
  readonly signal: AbortSignal;
}

export type Answer =
  | { readonly kind: "checked"; readonly dryRun: DryRun }
  | { readonly kind: "made"; readonly post: Post; readonly replayed: boolean };

/** @throws Problem for a missing scope and for anything that is wrong with the post; then nothing was stored */
export async function createFromCall(call: PostCall, deps: PostsDeps): Promise<Answer> {
  const { caller, body, key, lenient, waitMs, signal } = call;
  const { profileId } = caller;
  const schedule = body.schedule ?? null;
  const request = requestOf(body);
  if (body.dryRun) await requireLabels(profileId, request.labels ?? [], deps);
  if (body.dryRun) return { kind: "checked", dryRun: await dryRun(profileId, request, schedule, deps) };
  if (schedule !== "draft") mustHave(caller, "publish");
  // Left out or false, it is the same request.
  const claim = claimOf(key, { ...body, dryRun: false, ...(lenient && { lenient }) });
  const content = { ...request, lenient };
  const { post, replayed } = await createPost(actorOf(caller), content, schedule, claim, deps);
  if (replayed || post.schedule !== "now") return { kind: "made", post, replayed };
  return { kind: "made", post: await sendAndWait(post, waitMs, deps, signal), replayed };
}

/** @throws Problem invalid_request for options that are too large; everything else is an answer */
export async function checkFromCall(
  { profileId }: Caller,
  body: Static<typeof PostToCheck>,
  deps: PostsDeps,
): Promise<PostCheck> {
  const { caption = "", accounts, media = [], overrides = {}, options = {}, schedule } = body;
  const request = {
    caption,
    accounts: accounts ?? null,
    media: [...new Set(media.map((id) => id.toLowerCase()))],
    overrides,
    options: boundedOptions(options),
  };
  return await checkPost(profileId, request, schedule ?? null, deps);
}

/** A request to edit a post. */
export interface EditCall {
  readonly caller: Caller;
  readonly id: string;
  readonly body: Static<typeof PostChange>;
  /** Whether the draft may be unfinished (D46). */
  readonly lenient: boolean;
  readonly precondition?: Precondition;
}

/** Only labels may be changed in any state. @throws Problem as editPost and setLabels do, edit_conflict */
export async function editFromCall(
  { caller, id, body, lenient, precondition = anyRevision }: EditCall,
  deps: PostsDeps,
): Promise<Post> {
  const { labels, ...content } = changeOf(body);
  const [actor, postId] = [actorOf(caller), id.toLowerCase()];
  if (labels && Object.keys(content).length === 0)
    return await setLabels(actor, postId, labels, deps, precondition);
  const change = { ...changeOf(body), lenient };
  const { kind, post } = await editPost(actor, postId, change, deps, precondition);
  if (kind === "edited") return post;
  throw new Problem("edit_conflict", "This post was edited at the same time. Nothing was changed.", {
    post: postView(post, deps.links),
  });
}

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
  return isUnstarted(post) ? post : await settled(post, call, deps);
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
  return post.schedule === "now" ? await settled(post, call, deps) : post;
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
  return post.schedule === "now" ? await settled(post, call, deps) : post;
}

/** @throws Problem invalid_request */
function requireOneTime(body: Static<typeof NewTime>): void {
  const [, second] = Object.keys(body);
  if (second === undefined) return;
  throw invalidRequest([
    { pointer: `/${second}`, message: "send only one of schedule, slotAt and swapWith" },
  ]);
}

/** ms since 1970. @throws Problem invalid_schedule */
export function momentAt(pointer: string, text: string): number {
  const at = momentOf(text);
  if (at !== null) return at;
  const message = `${JSON.stringify(text)} is not a time with an offset, such as 2027-01-31T09:00:00+01:00`;
  throw new Problem("invalid_schedule", `${message}.`, { errors: [{ pointer, message }] });
}

/** A person's word about targets that may be live. @throws Problem as reconcile does */
export async function reconcileFromCall(
  caller: Caller,
  id: string,
  word: Reconciliation,
  deps: PostsDeps,
  precondition = anyRevision,
): Promise<Post> {
  const targetIds = differentIds("targetIds", "target", word.targetIds);
  const post = await reconcile(actorOf(caller), id.toLowerCase(), { ...word, targetIds }, deps, precondition);
  deps.watch.changed(post.id);
  return post;
}

/** What a request's If-Match requires of the post. @throws Problem invalid_request for a header that is malformed */
export function preconditionOf(request: Request, deps: PostsDeps): Precondition {
  return revisionIn(expectedRevisions(request), deps);
}

/** Refuses a post with another revision. @param expected null allows every revision */
export function revisionIn(expected: readonly number[] | null, { links }: PostsDeps): Precondition {
  if (expected === null) return anyRevision;
  return (post) => {
    if (expected.includes(post.revision)) return;
    const detail = `This post was changed meanwhile: it has revision ${post.revision}. Nothing was changed now.`;
    const headers = { etag: etagOf(post.revision) };
    throw new Problem("revision_conflict", detail, { post: postView(post, links), headers });
  };
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

const settled = (post: Post, { waitMs, signal }: PostActionCall, deps: PostsDeps): Promise<Post> =>
  sendAndWait(post, waitMs, deps, signal);

/** @throws Problem not_found */
export const getPost = (profileId: string, id: string, deps: PostsDeps): Promise<Post> =>
  existingPost(profileId, id.toLowerCase(), deps);

function requestOf(body: Static<typeof NewPost>): PostRequest {
  return {
    caption: body.caption,
    accounts: null,
    media: [],
    overrides: {},
    options: {},
    ...changeOf(body),
  };
}

/** The fields that were given. Options are checked against each network's own schema in pre-flight. */
function changeOf(body: Static<typeof PostChange>): Partial<PostRequest> {
  const { caption, accounts, media, labels, overrides, options } = body;
  return {
    ...(caption !== undefined && { caption }),
    ...(accounts !== undefined && { accounts }),
    ...(media !== undefined && { media: differentIds("media", "file", media) }),
    ...(labels !== undefined && { labels: differentIds("labels", "label", labels) }),
    ...(overrides !== undefined && { overrides }),
    ...(options !== undefined && { options: boundedOptions(options) }),
  };
}

/** In small letters. @throws Problem invalid_request where two are the same but for that */
export function differentIds(field: string, what: string, given: readonly string[]): string[] {
  const ids = given.map((id) => id.toLowerCase());
  const errors = ids.flatMap((id, index) => {
    const first = ids.indexOf(id);
    return first === index
      ? []
      : [{ pointer: `/${field}/${index}`, message: `is the same ${what} as /${field}/${first}` }];
  });
  if (errors.length > 0) throw invalidRequest(errors);
  return ids;
}

/** @throws Problem invalid_request */
function boundedOptions(options: object): PostRequest["options"] {
  const length = characters(JSON.stringify(options));
  const message = `must have at most ${MAX_OPTIONS} characters as JSON; this has ${length}`;
  if (length > MAX_OPTIONS) throw invalidRequest([{ pointer: "/options", message }]);
  // JSON it is, having come through the parser.
  return options as PostRequest["options"];
}
