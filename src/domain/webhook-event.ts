// The events that webhooks and the event feed tell of: the one table of their types, and which change makes which event.
import type { EventKind } from "./event.ts";
import { isSettled, statusOf, type PostStatus, type PostWithoutContent, type Schedule } from "./post.ts";

/** What an event is about decides its `data`. */
export const EVENT_SUBJECTS = ["post", "target", "account", "webhook"] as const;
export type EventSubject = (typeof EVENT_SUBJECTS)[number];

interface EventFacts {
  readonly subject: EventSubject;
  /** When it happens; the documents and the app are made from this. */
  readonly when: string;
}

// prettier-ignore
export const EVENT_TYPES = {
  "post.scheduled":          { subject: "post",    when: "A post got a time or a slot of the queue, or another one." },
  "post.edited":             { subject: "post",    when: "Somebody changed a post." },
  "post.publishing":         { subject: "post",    when: "The first attempt of a post has begun; again after a retry." },
  "post.settled":            { subject: "post",    when: "Every account has its outcome: `posted`, `failed`, `partial` or `uncertain`; again after a retry, and when an uncertain outcome became clear." },
  "post.canceled":           { subject: "post",    when: "Somebody took a scheduled post back; it is a draft now." },
  "post.deleted":            { subject: "post",    when: "Somebody deleted a post; `post` is how it was." },
  "target.posted":           { subject: "target",  when: "The post is live on one account." },
  "target.failed":           { subject: "target",  when: "The post was certainly not published on one account, and Crier does not try again." },
  "target.uncertain":        { subject: "target",  when: "The network's answer was lost: the post may be live. Crier looks, or a person decides." },
  "target.reconciled":       { subject: "target",  when: "A person said whether an uncertain post is live." },
  "preflight.warning":       { subject: "post",    when: "The check a day or an hour before its time found something that may prevent a post." },
  "account.connected":       { subject: "account", when: "Somebody connected an account, or connected it again." },
  "account.expiring":        { subject: "account", when: "The sign-in of an account ends soon." },
  "account.needs_reconnect": { subject: "account", when: "The network no longer accepts the sign-in of an account." },
  "account.disconnected":    { subject: "account", when: "Somebody disconnected an account." },
  "webhook.test":            { subject: "webhook", when: "Somebody asked for a test message. It is sent whatever `events` says, and once." },
  "webhook.paused":          { subject: "webhook", when: "Crier paused another webhook of the profile, because nothing arrived there." },
} as const satisfies Record<string, EventFacts>;

export type EventType = keyof typeof EVENT_TYPES;
/** The types about one subject: an event about something else does not compile. */
export type TypeAbout<S extends EventSubject> = {
  [T in EventType]: (typeof EVENT_TYPES)[T]["subject"] extends S ? T : never;
}[EventType];

const isEventType = (text: string): text is EventType => Object.hasOwn(EVENT_TYPES, text);
export const eventTypes: readonly EventType[] = Object.keys(EVENT_TYPES).filter(isEventType);

/** What the journal calls a change → the event of the target that it happened to. */
const OF_TARGET: Partial<Record<EventKind, TypeAbout<"target">>> = {
  accept: "target.posted",
  find: "target.posted",
  refuse: "target.failed",
  reject: "target.failed",
  exhaust: "target.failed",
  miss: "target.failed",
  lapse: "target.failed",
  lose: "target.uncertain",
  hold: "target.uncertain",
  markPublished: "target.reconciled",
  confirmNotPublished: "target.reconciled",
};

const OF_POST: Partial<Record<EventKind, TypeAbout<"post">>> = {
  created: "post.scheduled",
  scheduled: "post.scheduled",
  edited: "post.edited",
  canceled: "post.canceled",
  "preflight.warning": "preflight.warning",
};

/** Something of a target changed that may change what is said of its post. A new try makes what was said before old. */
const TELLS_NOTHING: readonly EventKind[] = [
  "prepared",
  "postpone",
  "interrupt",
  "unsent",
  "process",
  "defer",
  "late",
  "converting",
];
const BEGINS_ANEW: readonly EventKind[] = ["retry", "schedule", "cancel"];

/** The journal's entry that may be an event for others. */
export interface Entry {
  readonly kind: EventKind;
  readonly targetId: string | null;
  /** Of its post, if whoever writes the entry knows it. */
  readonly schedule?: Schedule | undefined;
}

/** Whether an entry can be an event at all: most are steps on the way. @param schedule of its post */
export const mayTell = ({ kind, targetId }: Entry, schedule: Schedule): boolean =>
  targetId === null ? postNews(kind, schedule) !== null : !TELLS_NOTHING.includes(kind);

/** What is announced of a post. */
export interface News {
  readonly target: TypeAbout<"target"> | null;
  readonly post: TypeAbout<"post"> | null;
  /** What `announced` becomes. */
  readonly announced: PostStatus | null;
}

/**
 * The events of one entry of a post's journal.
 * @param announced the status of its post that an event announced last; null: none since it was scheduled
 * @param post as it is after the change; asked for only where it matters
 * @param isLast false when entries of other targets follow whose changes are in the post already: it is settled after them
 */
export function newsOf(
  { kind, targetId }: Entry,
  { schedule, announced }: { readonly schedule: Schedule; readonly announced: PostStatus | null },
  post: () => PostWithoutContent,
  isLast: boolean,
): News {
  if (targetId === null) return { target: null, post: postNews(kind, schedule), announced };
  const target = OF_TARGET[kind] ?? null;
  if (BEGINS_ANEW.includes(kind)) return { target, post: null, announced: null };
  if (kind === "claim")
    return { target, post: announced === "publishing" ? null : "post.publishing", announced: "publishing" };
  const status = statusOf(post());
  const settled = isLast && status !== "draft" && isSettled(post()) && announced !== status;
  return { target, post: settled ? "post.settled" : null, announced: settled ? status : announced };
}

/** The event of a post as a whole; null: none. A draft, or a post that is published at once, was not scheduled. */
export function postNews(kind: EventKind, schedule: Schedule): TypeAbout<"post"> | null {
  const type = OF_POST[kind] ?? null;
  return type === "post.scheduled" && schedule !== "time" && schedule !== "queue" ? null : type;
}
