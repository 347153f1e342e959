// The public view of a post's events: each kind with its meaning, who did it, and a sentence for people.
import { Type, type Static } from "@sinclair/typebox";
import type { EventData, JournalEvent } from "../../domain/event.ts";
import { eventText } from "../../domain/event-text.ts";
import { SCHEDULES, type Target } from "../../domain/post.ts";
import { ActorView, actorView } from "./actor.ts";
import { iso, nullable, time, uuid, words } from "./shapes.ts";

/** What is written down → the word for it, and what it says. Words that webhooks have too are the same there. */
// prettier-ignore
const KINDS = {
  created: ["created", "the post was created"],
  edited: ["post.edited", "its content was changed; `detail` names the fields"],
  scheduled: ["post.scheduled", "it was scheduled, or moved with the slots"],
  canceled: ["post.canceled", "it became a draft and will not be published"],
  "review.asked": ["review.asked", "somebody asked for a review; `detail` is their note"],
  "review.approved": ["review.approved", "the draft was approved; `detail` is the note"],
  "review.returned": ["review.returned", "the draft was returned to its author; `detail` is the note"],
  "preflight.warning": ["preflight.warning", "a check before the scheduled time found a possible problem; the post is not stopped"],
  restored: ["restored", "the post was restored from a backup"],
  schedule: ["schedule", "a target is waiting for its time"],
  cancel: ["cancel", "a target is no longer waiting"],
  claim: ["claim", "an attempt started"],
  converting: ["converting", "a file is being converted for the network"],
  prepared: ["prepared", "everything repeatable is done; the publishing request leaves next"],
  postpone: ["postpone", "certainly not published; it will be retried automatically"],
  unsent: ["unsent", "the attempt had sent nothing after all; it will be retried automatically"],
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

/** The word for it that callers see. */
export const kindWord = (kind: JournalEvent["kind"]): string => KINDS[kind][0];

export const EventView = Type.Object(
  {
    seq: Type.Integer({ description: "increasing; may have gaps" }),
    at: time,
    kind: words(Object.values(KINDS).map(([word]) => word)),
    targetId: nullable(uuid, "null for the post as a whole"),
    attempt: nullable(Type.Integer()),
    actor: ActorView,
    text: Type.String({ description: "what happened, in a sentence for people" }),
    detail: Type.String({ description: "the reason or the network's evidence, as Crier wrote it down" }),
    data: Type.Object(
      {
        dueAt: Type.Optional({ ...time, description: "when something happens next" }),
        ms: Type.Optional(
          Type.Integer({ description: "how long the network took; of `claim`, how late it started" }),
        ),
        status: Type.Optional(Type.Integer({ description: "HTTP status of the network's answer" })),
        verdict: Type.Optional(words(["live", "absent", "unknown"])),
        code: Type.Optional(Type.String({ description: "as `errorCode` of the target" })),
        category: Type.Optional(Type.String()),
        schedule: Type.Optional(words(SCHEDULES)),
        fields: Type.Optional(Type.Array(Type.String())),
        percent: Type.Optional(Type.Integer()),
        url: Type.Optional(Type.String()),
      },
      { title: "EventData", description: "figures of the event; each kind has some of them" },
    ),
  },
  { title: "Event" },
);

/** A target and the name of its network, for the sentences. */
export type NamedTarget = Pick<Target, "id" | "platform" | "handle"> & { readonly network: string };

export function eventView(event: JournalEvent, targets: readonly NamedTarget[]): Static<typeof EventView> {
  const { seq, targetId, attempt, kind, detail, at, actor, data } = event;
  return {
    seq,
    at: iso(at),
    kind: KINDS[kind][0],
    targetId,
    attempt,
    actor: actorView(actor),
    text: eventText(event, targetId === null ? null : placeOf(targetId, targets)),
    detail,
    data: dataView(data),
  };
}

function dataView({ dueAt, fields, ...data }: EventData): Static<typeof EventView>["data"] {
  return {
    ...data,
    ...(dueAt !== undefined && { dueAt: iso(dueAt) }),
    ...(fields && { fields: [...fields] }),
  };
}

/** The handle is named only where the post has several accounts of the network. */
function placeOf(targetId: string, targets: readonly NamedTarget[]) {
  const target = targets.find(({ id }) => id === targetId);
  if (!target) return null;
  const { network, handle, platform } = target;
  const isOnly = targets.every((each) => each === target || each.platform !== platform);
  return { where: isOnly ? network : `${network} (${handle})` };
}
