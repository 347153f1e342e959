// The events for webhooks and the feed that follow from an entry of a post's journal, and the rows that they become.
import { postBody, targetBody, webhookBody } from "../../domain/event-body.ts";
import type { PostStatus, PostWithoutContent, Schedule } from "../../domain/post.ts";
import { newsOf, type Entry, type EventType, type TypeAbout } from "../../domain/webhook-event.ts";
import type { Webhook } from "../../domain/webhook.ts";

/** An event that has no number yet. */
export interface NewWebhookEvent {
  readonly type: EventType;
  readonly profileId: string;
  readonly postId: string | null;
  readonly body: string;
  readonly at: number;
}

/** What was announced of a post so far. */
export interface NewsPlace {
  readonly profileId: string;
  readonly schedule: Schedule;
  /** Of its latest event. */
  readonly sequence: number;
  readonly announced: PostStatus | null;
}

/** What is known where an entry is written. */
interface Written {
  /** As it is after the change; called only where an event tells of it, or it matters for whether one does. */
  readonly post: () => PostWithoutContent;
  readonly place: NewsPlace;
  readonly at: number;
  /** Whether no entry of another target follows whose change is in the post already. */
  readonly isLast: boolean;
}

/** @returns the events of an entry, and the place of its post after them */
export function newsOfEntry(
  about: Entry,
  { post, place, at, isLast }: Written,
): { readonly events: readonly NewWebhookEvent[]; readonly place: NewsPlace } {
  const news = newsOf(about, place, post, isLast);
  const events: NewWebhookEvent[] = [];
  let { sequence } = place;
  if (news.target !== null && about.targetId !== null) {
    const body = targetBody(news.target, about.targetId, { at, post: post(), sequence: ++sequence });
    events.push({ ...placeOf(post()), type: news.target, body, at });
  }
  if (news.post !== null) {
    const body = postBody(news.post, { at, post: post(), sequence: ++sequence });
    events.push({ ...placeOf(post()), type: news.post, body, at });
  }
  return { events, place: { ...place, sequence, announced: news.announced } };
}

const placeOf = ({ id: postId, profileId }: PostWithoutContent) => ({ postId, profileId });

/** @param sequence of the post's latest event */
export function newsOfDeletion(post: PostWithoutContent, sequence: number, at: number): NewWebhookEvent {
  const type = "post.deleted";
  const body = postBody(type, { at, post, sequence: sequence + 1 });
  return { type, profileId: post.profileId, postId: post.id, body, at };
}

export function newsOfWebhook(type: TypeAbout<"webhook">, webhook: Webhook, at: number): NewWebhookEvent {
  return { type, profileId: webhook.profileId, postId: null, body: webhookBody(type, at, webhook), at };
}

/** Whether an endpoint with these types, as JSON, is sent events of a type. */
export const asksFor = (events: string | null, type: EventType): boolean =>
  events === null || (JSON.parse(events) as readonly string[]).includes(type);
