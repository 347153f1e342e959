// What happened to one delivery, step by step, each with the requests that belong to it.
import type { PostEvent, TargetEvidence } from "./queries.ts";

export type RequestLine = TargetEvidence["attempts"][number]["steps"][number];
export type Tone = "posted" | "waiting" | "unsure" | "failed" | "quiet";

export interface TimelineStep {
  readonly event: PostEvent;
  readonly tone: Tone;
  /** What was exchanged with the network since the step before. */
  readonly requests: readonly RequestLine[];
  /** Later steps that say the same, folded into this one. */
  readonly repeats: readonly PostEvent[];
}

const TONES: Readonly<Partial<Record<PostEvent["kind"], Tone>>> = {
  accept: "posted",
  find: "posted",
  mark_published: "posted",
  lose: "unsure",
  look: "unsure",
  hold: "unsure",
  postpone: "waiting",
  unsent: "waiting",
  defer: "waiting",
  disprove: "waiting",
  process: "waiting",
  reject: "failed",
  refuse: "failed",
  exhaust: "failed",
  miss: "failed",
  lapse: "failed",
  confirm_not_published: "failed",
};

/** The steps of one delivery, oldest first. */
export function timelineOf(
  targetId: string,
  events: readonly PostEvent[],
  evidence: TargetEvidence | undefined,
): readonly TimelineStep[] {
  const own = events.filter((event) => event.targetId === targetId);
  const requests = requestsByEvent(own, evidence);
  const steps = own.map((event) => ({
    event,
    tone: TONES[event.kind] ?? ("quiet" as const),
    requests: requests.get(event) ?? [],
    repeats: [],
  }));
  return foldRepeats(steps);
}

/** What each request led to. Times alone don't tell: several things happen within a millisecond. */
const LED_TO: Readonly<Record<RequestLine["name"], readonly PostEvent["kind"][]>> = {
  prepare: ["prepared", "converting", "reject", "postpone", "interrupt", "unsent", "exhaust"],
  publish: ["accept", "process", "refuse", "lose", "postpone", "reject", "exhaust", "interrupt", "unsent"],
  settle: ["accept", "process", "refuse", "lose", "look", "find", "postpone", "unsent", "exhaust"],
  look: ["look", "find", "disprove", "accept", "process", "exhaust"],
};

/** A request belongs to the first event that it may have led to, written down once it had ended. */
function requestsByEvent(events: readonly PostEvent[], evidence: TargetEvidence | undefined) {
  const byEvent = new Map<PostEvent, RequestLine[]>();
  for (const { attempt, steps } of evidence?.attempts ?? []) {
    const ofAttempt = events.filter((event) => event.attempt === attempt);
    for (const step of steps) {
      const end = Date.parse(step.at) + step.ms;
      const kinds = LED_TO[step.name];
      const event =
        ofAttempt.find(({ at, kind }) => Date.parse(at) >= end && kinds.includes(kind)) ?? ofAttempt.at(-1);
      if (event) byEvent.set(event, [...(byEvent.get(event) ?? []), step]);
    }
  }
  return byEvent;
}

/** Kinds that come many times with nothing new. */
const REPEATING: ReadonlySet<PostEvent["kind"]> = new Set(["look", "defer", "converting"]);
/** So many at the end of a row of alike stay visible. */
const LAST = 1;

/** In a row of alike the first and the last stay; those in between are folded into the first. */
function foldRepeats(steps: readonly TimelineStep[]): readonly TimelineStep[] {
  const rows: TimelineStep[][] = [];
  for (const step of steps) {
    const row = rows.at(-1);
    const first = row?.[0];
    if (row && first && isAlike(first.event, step.event)) row.push(step);
    else rows.push([step]);
  }
  return rows.flatMap((row) => {
    const [first, ...rest] = row;
    if (first === undefined || rest.length <= LAST + 1) return row;
    const between = rest.slice(0, -LAST);
    return [{ ...first, repeats: between.map(({ event }) => event) }, ...rest.slice(-LAST)];
  });
}

const isAlike = (one: PostEvent, other: PostEvent): boolean =>
  REPEATING.has(one.kind) &&
  one.kind === other.kind &&
  one.data.verdict === other.data.verdict &&
  one.actor.kind === other.actor.kind;

export interface TimePart {
  readonly name: RequestLine["name"] | "rest";
  readonly ms: number;
}

/** Where the time of one try went, in order; empty when nothing was measured. */
export function timePartsOf({ startedAt, endedAt, steps }: TargetEvidence["attempts"][number]): TimePart[] {
  const parts: TimePart[] = [];
  let at = Date.parse(startedAt);
  const own = steps.filter(({ name }) => name !== "look");
  if (own.length === 0) return [];
  const add = (name: TimePart["name"], ms: number) => {
    const last = parts.at(-1);
    if (ms <= 0) return;
    if (last?.name === name) parts.splice(-1, 1, { name, ms: last.ms + ms });
    else parts.push({ name, ms });
  };
  for (const step of own) {
    const start = Date.parse(step.at);
    add("rest", start - at);
    add(step.name, step.ms);
    at = Math.max(at, start + step.ms);
  }
  if (endedAt !== null) add("rest", Date.parse(endedAt) - at);
  return parts;
}
