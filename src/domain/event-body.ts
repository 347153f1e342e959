// The body of an event: fixed when it happens, in the shapes of the API, without texts, files and people (D36).
import type { Account } from "./account.ts";
import { isUnstarted, publishedAt, statusOf, type PostWithoutContent } from "./post.ts";
import { targetView } from "./target-view.ts";
import type { EventType, TypeAbout } from "./webhook-event.ts";
import type { Webhook } from "./webhook.ts";
import { iso, isoOrNull } from "../time.ts";

/** A longer body leaves out the targets of the post. */
const MAX_BODY = 20_000;

/** JSON text of the envelope. */
function envelope(type: EventType, at: number, data: object): string {
  return JSON.stringify({ type, timestamp: iso(at), data });
}

interface PostNews {
  readonly at: number;
  readonly post: PostWithoutContent;
  /** Grows within a post. */
  readonly sequence: number;
}

export function postBody(type: TypeAbout<"post">, { at, post, sequence }: PostNews): string {
  const head = { postId: post.id, sequence };
  return within(
    envelope(type, at, {
      ...head,
      post: { ...postView(post), targets: post.targets.map((each) => targetView(each, [])) },
    }),
    () => envelope(type, at, { ...head, post: postView(post) }),
  );
}

/** @throws Error when the post has no such target */
export function targetBody(
  type: TypeAbout<"target">,
  targetId: string,
  { at, post, sequence }: PostNews,
): string {
  const target = post.targets.find(({ id }) => id === targetId);
  if (!target) throw new Error(`the post ${post.id} has no target ${targetId}`);
  const data = { postId: post.id, sequence, post: postView(post), target: targetView(target, []) };
  return envelope(type, at, data);
}

export function accountBody(type: TypeAbout<"account">, at: number, account: Account): string {
  return envelope(type, at, { account: accountView(account) });
}

export function webhookBody(type: TypeAbout<"webhook">, at: number, webhook: Webhook): string {
  return envelope(type, at, { webhook: webhookView(webhook) });
}

function within(body: string, shorter: () => string): string {
  return body.length <= MAX_BODY && Buffer.byteLength(body) <= MAX_BODY ? body : shorter();
}

function postView(post: PostWithoutContent) {
  return {
    id: post.id,
    revision: post.revision,
    status: statusOf(post),
    labels: post.labels,
    schedule: post.schedule,
    scheduledFor: isoOrNull(post.scheduledFor),
    createdAt: iso(post.createdAt),
    updatedAt: iso(post.updatedAt),
    publishedAt: isoOrNull(publishedAt(post)),
    canceled: post.canceled,
    idempotencyKey: post.idempotencyKey,
    warnings: isUnstarted(post) ? post.warnings : [],
  };
}

function accountView(account: Account) {
  const { id, platform, handle, displayName, profileUrl, status, statusDetail, simulated } = account;
  return {
    id,
    platform,
    handle,
    displayName,
    profileUrl,
    status,
    statusDetail,
    canPublish: status === "active",
    blockedReason: status === "active" ? null : (statusDetail ?? "Connect the account again."),
    simulated,
    connectedAt: iso(account.connectedAt),
    tokenExpiresAt: isoOrNull(account.tokenExpiresAt),
  };
}

/** A webhook in the shape that programs see, without its address: that may hold a token of another receiver. */
function webhookView({ id, events, description, status, pausedReason, createdAt }: Webhook) {
  return { id, events, description, status, pausedReason, createdAt: iso(createdAt) };
}
