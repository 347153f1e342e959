// The public view of a post's events: each kind, with its meaning.
import { Type, type Static } from "@sinclair/typebox";
import type { JournalEvent } from "../../domain/event.ts";
import { iso, nullable, time, uuid, words } from "./shapes.ts";

/** What is written down → the word for it, and what it says. Words that webhooks have too are the same there. */
// prettier-ignore
const KINDS = {
  created: ["created", "the post was created"],
  edited: ["post.edited", "its content was changed; `detail` names the fields"],
  scheduled: ["post.scheduled", "it was scheduled, or moved with the slots"],
  canceled: ["post.canceled", "it became a draft and will not be published"],
  "preflight.warning": ["preflight.warning", "a check before the scheduled time found a possible problem; the post is not stopped"],
  restored: ["restored", "the post was restored from a backup"],
  schedule: ["schedule", "a target is waiting for its time"],
  cancel: ["cancel", "a target is no longer waiting"],
  claim: ["claim", "an attempt started"],
  converting: ["converting", "a file is being converted for the network"],
  prepared: ["prepared", "everything repeatable is done; the publishing request leaves next"],
  postpone: ["postpone", "certainly not published; it will be retried automatically"],
  interrupt: ["interrupt", "an attempt ended before anything was sent; it is waiting again"],
  defer: ["defer", "it is due but has to wait; `detail` says why"],
  reject: ["reject", "it failed before anything was sent"],
  accept: ["accept", "it is live"],
  process: ["process", "the network accepted it and is processing it"],
  refuse: ["refuse", "the network refused it; certainly not published"],
  lose: ["lose", "the response was lost: it may be live"],
  look: ["look", "Crier checked with the network"],
  find: ["find", "Crier checked with the network, and it is live"],
  disprove: ["disprove", "the network proves that it is not live; it will be retried"],
  late: ["late", "a response arrived after the outcome had been decided"],
  exhaust: ["exhaust", "all attempts are used up; it failed"],
  miss: ["miss", "it was overdue for too long"],
  lapse: ["lapse", "the plan had expired when it was due"],
  hold: ["hold", "held after a restore: it may have been published since the backup"],
  retry: ["retry", "it was retried on request"],
  markPublished: ["mark_published", "a person saw it on the network"],
  confirmNotPublished: ["confirm_not_published", "a person checked, and it is not on the network"],
} as const satisfies Record<JournalEvent["kind"], readonly [string, string]>;

const about = Object.values(KINDS).map(([word, meaning]) => `- \`${word}\`: ${meaning}`);

/** For the description of the operation. */
export const ABOUT_EVENTS = `Oldest first. \`kind\` is one of:\n\n${about.join("\n")}`;

export const EventView = Type.Object(
  {
    seq: Type.Integer({ description: "increasing; may have gaps" }),
    at: time,
    kind: words(Object.values(KINDS).map(([word]) => word)),
    targetId: nullable(uuid, "null for the post as a whole"),
    attempt: nullable(Type.Integer()),
    detail: Type.String({ description: "a sentence for a person" }),
  },
  { title: "Event" },
);

export const eventView = ({ kind, at, ...event }: JournalEvent): Static<typeof EventView> => ({
  ...event,
  kind: KINDS[kind][0],
  at: iso(at),
});
