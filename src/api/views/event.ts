// The journal of a post as a caller sees it: one vocabulary, every word explained.
import { Type, type Static } from "@sinclair/typebox";
import type { JournalEvent } from "../../publishing/ports.ts";
import { iso, nullable, time, uuid, words } from "./shapes.ts";

/** What is written down → the word for it, and what it says. Words that webhooks have too are the same there. */
// prettier-ignore
const KINDS = {
  created: ["created", "the post was made"],
  edited: ["post.edited", "its content was changed; `detail` names the fields"],
  scheduled: ["post.scheduled", "it got its time, or moved with the slots"],
  canceled: ["post.canceled", "it became a draft and will not publish"],
  "preflight.warning": ["preflight.warning", "a check before its time found something; it stops nothing"],
  restored: ["restored", "the record came back from a backup"],
  schedule: ["schedule", "a target waits for its time"],
  cancel: ["cancel", "a target waits no more"],
  claim: ["claim", "an attempt began"],
  converting: ["converting", "a file is being converted for the network"],
  prepared: ["prepared", "everything repeatable is done; the publishing request leaves next"],
  postpone: ["postpone", "certainly not published; it is tried again by itself"],
  interrupt: ["interrupt", "an attempt ended before anything left; it waits again"],
  defer: ["defer", "it waits although its time has come; `detail` says why"],
  reject: ["reject", "it failed before anything left"],
  accept: ["accept", "it is live"],
  process: ["process", "the network took it and is processing"],
  refuse: ["refuse", "the network refused it; certainly not published"],
  lose: ["lose", "the answer was lost: it may be live"],
  look: ["look", "the network was asked how it stands"],
  find: ["find", "the network was asked, and it is live"],
  disprove: ["disprove", "the network proves that it is not live; it is tried again"],
  late: ["late", "an answer came after it had been decided otherwise"],
  exhaust: ["exhaust", "it was tried often enough and failed"],
  miss: ["miss", "its time was missed for too long"],
  lapse: ["lapse", "the plan had ended when it was due"],
  hold: ["hold", "held back after a restore: it may have gone out since the backup"],
  retry: ["retry", "somebody had it tried again"],
  markPublished: ["mark_published", "a person saw it on the network"],
  confirmNotPublished: ["confirm_not_published", "a person looked, and it is not on the network"],
} as const satisfies Record<JournalEvent["kind"], readonly [string, string]>;

const about = Object.values(KINDS).map(([word, meaning]) => `- \`${word}\`: ${meaning}`);

/** For the description of the operation. */
export const ABOUT_EVENTS = `Oldest first. \`kind\` is one of:\n\n${about.join("\n")}`;

export const EventView = Type.Object(
  {
    seq: Type.Integer({ description: "grows; not without gaps" }),
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
