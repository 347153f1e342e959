// One sentence for each event of a post, as a person would say it.
import type { EventActor, EventKind, JournalEvent } from "./event.ts";

/** What a sentence knows beside the event. */
export interface Place {
  /** The network, with the account's handle where the post has several accounts there: "Bluesky (@alice)". */
  readonly where: string;
}

interface Facts extends Pick<JournalEvent, "detail" | "data" | "at" | "attempt"> {
  readonly where: string;
  /** "Anna", "The key “shop”", "Someone at the command line"; null for Crier itself. */
  readonly who: string | null;
}

/**
 * One or more sentences without Crier's own vocabulary.
 * @param place where the target of the event is; null for an event of the whole post
 */
export function eventText({ kind, actor, ...event }: JournalEvent, place: Place | null): string {
  const facts = { ...event, where: place?.where ?? "the network", who: nameOf(actor) };
  return SENTENCES[kind](facts).replace(/\s+/g, " ").trim();
}

type Sentence = (facts: Facts) => string;

const SENTENCES: Record<EventKind, Sentence> = {
  created: ({ who, data }) => creation(who, data.schedule),
  edited: ({ who, data, detail }) =>
    `${who ?? "Crier"} changed ${changedParts(data.fields ?? detail.split(", "))}.`,
  scheduled: ({ who, data, detail }) => scheduling(who, data.schedule ?? detail),
  canceled: ({ who, detail }) =>
    `${who ?? "Crier"} ${detail === "undone" ? "undid the last change" : "canceled it"}: it is a draft again and will not be published.`,
  "review.asked": ({ who, detail }) => `${who ?? "Crier"} asked for a review.${quotedNote(detail)}`,
  "review.approved": ({ who, detail }) => `${who ?? "Crier"} approved it.${quotedNote(detail)}`,
  "review.returned": ({ who, detail }) => `${who ?? "Crier"} returned it.${quotedNote(detail)}`,
  "preflight.warning": ({ detail }) =>
    `Crier checked it before its time and found a possible problem. ${detail}`,
  restored: ({ detail }) => detail,

  schedule: ({ where }) => `It is waiting to go out on ${where}.`,
  cancel: ({ where }) => `It will not go out on ${where}.`,
  claim: ({ where, attempt, data }) =>
    `Crier started on ${where}${(attempt ?? 1) > 1 ? " again" : ""}${lateness(data.ms)}.`,
  converting: ({ where, data }) =>
    `Crier is converting the video for ${where}${data.percent === undefined ? "" : `: ${data.percent} % done`}.`,
  prepared: ({ where }) => `Everything is ready. Crier now asks ${where} to publish it.`,
  defer: ({ where, detail }) => `It has to wait for ${where}. ${detail}`,
  unsent: ({ where, data, at }) => `Nothing was sent to ${where}.${nextTry(data.dueAt, at)}`,
  interrupt: ({ where }) => `Crier stopped before anything was sent to ${where}, and will start again.`,
  postpone: ({ where, detail, data, at }) =>
    `It did not go out on ${where}. ${detail}${nextTry(data.dueAt, at)}`,
  reject: ({ where, detail }) => `It could not be sent to ${where}. ${detail}`,

  accept: ({ where, detail }) => `${where} accepted it.${noteIn(detail)}`,
  process: ({ where }) => `${where} accepted it and is still working on it.`,
  refuse: ({ where, detail }) => (saysSo(detail, where) ? detail : `${where} refused it. ${detail}`),
  lose: ({ where, data }) =>
    data.code === "interrupted"
      ? `Crier stopped while ${where} was publishing it. It may be live, so Crier checks before it sends anything again.`
      : `The answer from ${where} was lost. It may be live, so Crier checks before it sends anything again.`,
  look: lookText,
  find: (facts) => `${checkText(facts)} and found it: it is live. ${facts.detail}`,
  disprove: (facts) =>
    `${checkText(facts)} twice: it is not there, so it was not published.${nextTry(facts.data.dueAt, facts.at)}`,
  late: ({ where }) => `Another answer from ${where} came in after this was decided. It changed nothing.`,
  exhaust: ({ where, detail }) => `Crier stopped trying on ${where}. ${detail}`,
  miss: ({ where, detail }) => `It was too late for ${where}. ${detail}`,
  lapse: ({ where, detail }) => `It was not sent to ${where}. ${detail}`,

  hold: ({ where, detail }) => `Crier holds it back on ${where}. ${detail}`,
  retry: ({ who, where }) => `${who ?? "Crier"} asked to try ${where} again.`,
  markPublished: ({ who, where }) => `${who ?? "A person"} said that it is there on ${where}.`,
  confirmNotPublished: ({ who, where }) => `${who ?? "A person"} said that it is not there on ${where}.`,
};

const quotedNote = (note: string): string => (note === "" ? "" : ` “${note}”`);

function creation(who: string | null, schedule: string | undefined): string {
  const name = who ?? "Crier";
  switch (schedule) {
    case "now":
      return `${name} wrote it, to be published at once.`;
    case "queue":
      return `${name} wrote it and put it in the queue.`;
    case "time":
      return `${name} wrote it and scheduled it.`;
    default:
      return `${name} saved it as a draft.`;
  }
}

/** @param how a schedule, or another way to get a time */
function scheduling(who: string | null, how: string): string {
  const name = who ?? "Crier";
  switch (how) {
    case "now":
      return `${name} asked to publish it now.`;
    case "queue":
      return `${name} put it in the queue.`;
    case "time":
      return `${name} scheduled it.`;
    case "reordered":
      return `${name} changed the order of the queue, and it moved along.`;
    case "moved after the pause":
      return "Its slot passed while the queue was paused, so it moved to the next free one.";
    case "shifted":
      return `${name} moved it to another day.`;
    case "undone":
      return `${name} undid the last change, and it has its former time again.`;
    case "swapped":
      return `${name} had it exchange its time with another post.`;
    default:
      return `${name} changed the queue's times, and it moved along.`;
  }
}

const PARTS: Readonly<Record<string, string>> = {
  caption: "the text",
  media: "the media",
  accounts: "the accounts",
  overrides: "the texts for single accounts",
  options: "the options",
  labels: "the labels",
};

function changedParts(fields: readonly string[]): string {
  const parts = fields.flatMap((field) => PARTS[field] ?? []);
  const last = parts.at(-1);
  if (last === undefined) return "it";
  return parts.length === 1 ? last : `${parts.slice(0, -1).join(", ")} and ${last}`;
}

/** A look at the network. Without a verdict, the network was still processing the post. */
function lookText(facts: Facts): string {
  const { where, data, detail } = facts;
  switch (data.verdict) {
    case "absent":
      return `${checkText(facts)} and did not find it. ${detail}`;
    case "unknown":
      return `${checkText(facts)}, but it is still not clear whether it is live. ${detail}`;
    case "live":
      return `${checkText(facts)} and found it. ${detail}`;
    default:
      return `Crier asked ${where} how far it is. ${sentence(detail)}`;
  }
}

const checkText = ({ who, where }: Facts) =>
  who === null ? `Crier looked on ${where}` : `${who} asked Crier to look on ${where}. It looked`;

function nameOf({ kind, name }: EventActor): string | null {
  switch (kind) {
    case "crier":
      return null;
    case "command":
      return "Someone at the command line";
    case "key":
      return name === null ? "A program whose key is gone" : `The key “${name}”`;
    case "person":
      return name ?? "A person";
  }
}

/** Up to this it is on time, ms. */
const ON_TIME_MS = 1000;

function lateness(ms: number | undefined): string {
  if (ms === undefined) return "";
  return ms < ON_TIME_MS ? ", on time" : `, ${duration(ms)} after its time`;
}

function nextTry(dueAt: number | undefined, at: number): string {
  return dueAt === undefined || dueAt <= at ? "" : ` Crier tries again in ${duration(dueAt - at)}.`;
}

/** "35 seconds", "4 minutes", "2 hours", "3 days": as a person says it, never 0. */
function duration(ms: number): string {
  const units = [
    [86_400_000, "day"],
    [3_600_000, "hour"],
    [60_000, "minute"],
    [1000, "second"],
  ] as const;
  const [size, name] = units.find(([each]) => ms >= 2 * each) ?? ([1000, "second"] as const);
  const count = Math.max(1, Math.round(ms / size));
  return `${count} ${name}${count === 1 ? "" : "s"}`;
}

/** "Bluesky refused the post: …" needs no introduction. */
function saysSo(detail: string, where: string): boolean {
  const [network = where] = where.split(" (");
  return detail.startsWith(`${network} refused`);
}

/** What did not work as requested. */
function noteIn(detail: string): string {
  return detail.startsWith("live. ") ? ` ${detail.slice("live. ".length)}` : "";
}

/** "still processing" → "It is still processing.": a clause becomes a sentence. */
function sentence(detail: string): string {
  if (detail === "still processing") return "It is still working on it.";
  return detail;
}
