// How the HTTP API and the MCP tools make, check, edit and read posts.
import type { Static } from "@sinclair/typebox";
import type { Caller } from "../../domain/caller.ts";
import { unitsIn } from "../../domain/json.ts";
import { Problem } from "../../errors.ts";
import { shareLoop } from "../../event-loop.ts";
import { checkPost, type PostCheck } from "../../publishing/check/index.ts";
import type { BulkDeps } from "../../publishing/bulk.ts";
import { createPost } from "../../publishing/create.ts";
import { dryRun, type DryRun } from "../../publishing/dry-run.ts";
import { editPost } from "../../publishing/edit.ts";
import { existingPost } from "../../publishing/existing-post.ts";
import type { MediaLinks } from "../../media/links.ts";
import type { Watch } from "../../publishing/delivery/watch.ts";
import type { PostRequest } from "../../publishing/targets.ts";
import type { Post } from "../../domain/post.ts";
import type { Labels } from "../../domain/store/labels.ts";
import type { Queue } from "../../domain/store/queue.ts";
import { anyRevision, type Precondition } from "../../publishing/precondition.ts";
import type { RetryPolicy } from "../../publishing/delivery/retry-policy.ts";
import { sendAndWait } from "../../publishing/delivery/wait.ts";
import { requireLabels, setLabels } from "../../publishing/labels.ts";
import type { SharedLocks } from "../../shared-locks.ts";
import { actorOf, mustHave } from "../http/caller.ts";
import { claimOf } from "../http/idempotency.ts";
import { invalidRequest } from "../http/problem.ts";
import { characters } from "../views/text.ts";
import type { ReceiptDeps } from "./receipt.ts";
import { MAX_OPTIONS, type NewPost, type PostChange, type PostToCheck } from "./post-input.ts";
import { postView } from "../views/post.ts";

export interface PostsDeps extends BulkDeps, Pick<ReceiptDeps, "signing" | "baseUrl"> {
  readonly watch: Watch;
  /** Among all processes of the store. */
  readonly locks: SharedLocks;
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
  const schedule = body.schedule ?? null;
  const request = requestOf(body);
  if (body.dryRun) await requireLabels(caller.profileId, request.labels ?? [], deps);
  if (body.dryRun) return { kind: "checked", dryRun: await dryRun(caller, request, schedule, deps) };
  if (schedule !== "draft") mustHave(caller, "publish");
  // Left out or false, it is the same request.
  const claim = await claimOf(key, { ...body, dryRun: false, ...(lenient && { lenient }) });
  const content = { ...request, lenient };
  const { post, replayed } = await createPost(actorOf(caller), content, schedule, claim, deps);
  if (replayed || post.schedule !== "now") return { kind: "made", post, replayed };
  return { kind: "made", post: await sendAndWait(post, waitMs, deps, signal), replayed };
}

/** @throws Problem invalid_request for options that are too large; everything else is an answer */
export async function checkFromCall(
  caller: Caller,
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
  return await checkPost(caller, request, schedule ?? null, deps);
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
  // To check a long body and to read a long post are not for the same turn of the loop.
  await shareLoop(unitsIn(body));
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
  const tooLong = (length: string) =>
    invalidRequest([
      {
        pointer: "/options",
        message: `must have at most ${MAX_OPTIONS} characters as JSON; this has ${length}`,
      },
    ]);
  // A character has at most two units. To write many millions of them only to count them would stall everyone.
  if (unitsIn(options) > 2 * MAX_OPTIONS) throw tooLong("more than twice as many");
  const length = characters(JSON.stringify(options));
  if (length > MAX_OPTIONS) throw tooLong(String(length));
  // JSON it is, having come through the parser.
  return options as PostRequest["options"];
}
