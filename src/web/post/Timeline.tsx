// What happened to one delivery, in words; each step opens its evidence.
import { ChevronRight } from "lucide-react";
import { useZone } from "../profile.tsx";
import { day, duration, exactly, exactTime } from "../time.ts";
import { postWords as words } from "../words/post.ts";
import type { PostEvent, TargetEvidence } from "./queries.ts";
import { RequestLines } from "./RequestLines.tsx";
import type { TimelineStep, Tone } from "./timeline.ts";
import "./Timeline.css";

interface Props {
  readonly steps: readonly TimelineStep[];
  readonly evidence: TargetEvidence | undefined;
  readonly remoteId: string | null;
  /** Every step shows its evidence. */
  readonly isOpen?: boolean;
}

export function Timeline({ steps, evidence, remoteId, isOpen = false }: Props) {
  const zone = useZone();
  if (steps.length === 0) return <p className="small">{words.notYet}</p>;
  return (
    <ol className="timeline">
      {steps.map((step, index) => {
        const { kind, at } = step.event;
        const before = steps[index - 1]?.event.at;
        const date = day(at, zone);
        return (
          <Step
            key={step.event.seq}
            step={step}
            isOpen={isOpen}
            gapMs={before === undefined ? null : Date.parse(at) - Date.parse(before)}
            newDay={before === undefined || day(before, zone) !== date ? date : null}
            certainty={ASKED.has(kind) ? (evidence?.certainty ?? null) : null}
            remoteId={PROVEN.has(kind) ? remoteId : null}
          />
        );
      })}
    </ol>
  );
}

/** Kinds after which the network's own id is known. */
const PROVEN: ReadonlySet<PostEvent["kind"]> = new Set(["accept", "process", "find", "mark_published"]);
/** Kinds for which the network was asked after a lost answer. */
const ASKED: ReadonlySet<PostEvent["kind"]> = new Set(["look", "find", "disprove"]);

const ICONS: Readonly<Record<Tone, string>> = {
  posted: "●",
  waiting: "◷",
  unsure: "◆",
  failed: "✕",
  quiet: "·",
};

interface StepProps {
  readonly step: TimelineStep;
  readonly isOpen: boolean;
  readonly gapMs: number | null;
  /** The date above the first step of a day. */
  readonly newDay: string | null;
  readonly certainty: string | null;
  readonly remoteId: string | null;
}

function Step({ step, isOpen, gapMs, newDay, certainty, remoteId }: StepProps) {
  const { event, tone, requests, repeats } = step;
  const facts = factsOf(event, { certainty, remoteId, isMeasured: requests.length > 0 });
  const hasEvidence = requests.length > 0 || facts.length > 0 || repeats.length > 0;
  return (
    <li className={`step ${tone}`}>
      {newDay !== null && <p className="step-day small">{newDay}</p>}
      {hasEvidence ? (
        <details open={isOpen}>
          <summary>
            <Line event={event} tone={tone} gapMs={gapMs} repeats={repeats.length} />
            <ChevronRight size={14} aria-hidden="true" className="step-open" />
          </summary>
          <div className="evidence">
            {requests.length > 0 && <RequestLines requests={requests} />}
            <Facts facts={facts} />
            <Repeats events={repeats} />
          </div>
        </details>
      ) : (
        <div className="step-line">
          <Line event={event} tone={tone} gapMs={gapMs} repeats={0} />
        </div>
      )}
    </li>
  );
}

interface LineProps {
  readonly event: PostEvent;
  readonly tone: Tone;
  readonly gapMs: number | null;
  readonly repeats: number;
}

function Line({ event: { at, text }, tone, gapMs, repeats }: LineProps) {
  const zone = useZone();
  return (
    <>
      <time dateTime={at} title={exactly(at)}>
        {exactTime(at, zone)}
      </time>
      <span className={`step-icon state ${tone}`} aria-hidden="true">
        {ICONS[tone]}
      </span>
      <span className="step-text" dir="auto">
        {text}
        {repeats > 0 && <span className="step-more"> {words.sameAgain(repeats)}</span>}
      </span>
      {gapMs !== null && gapMs > 0 && <span className="step-gap">+{duration(gapMs)}</span>}
    </>
  );
}

function Repeats({ events }: { readonly events: readonly PostEvent[] }) {
  const zone = useZone();
  if (events.length === 0) return null;
  return (
    <p className="small repeats">
      {events.map(({ seq, at }) => (
        <time key={seq} dateTime={at} title={exactly(at)}>
          {day(at, zone)} {exactTime(at, zone).slice(0, 8)}
        </time>
      ))}
    </p>
  );
}

type Fact = readonly [name: string, value: string];

interface Known {
  readonly certainty: string | null;
  readonly remoteId: string | null;
  /** Its requests stand beside, with their status and time. */
  readonly isMeasured: boolean;
}

/** Kinds whose detail is what the network answered, or why there was no answer. */
const KINDS_WITH_DETAIL = [
  "postpone",
  "defer",
  "reject",
  "refuse",
  "lose",
  "look",
  "find",
  "disprove",
  "late",
  "exhaust",
] as const satisfies readonly PostEvent["kind"][];
const WITH_DETAIL: ReadonlySet<PostEvent["kind"]> = new Set(KINDS_WITH_DETAIL);

function factsOf(event: PostEvent, { certainty, remoteId, isMeasured }: Known) {
  const { kind, detail, text, data, attempt } = event;
  const facts: (Fact | null)[] = [
    // Most sentences end with it already.
    !WITH_DETAIL.has(kind) || text.includes(detail) ? null : [words.said, detail],
    data.verdict === undefined ? null : [words.verdict, words.verdicts[data.verdict]],
    data.status === undefined || isMeasured ? null : [words.status, String(data.status)],
    data.ms === undefined || isMeasured || kind === "claim" ? null : [words.networkTook, duration(data.ms)],
    remoteId === null ? null : [words.theirId, remoteId],
    certainty === null ? null : [words.certainty, certainty],
    attempt === null || attempt < 2 || !isMeasured ? null : [words.tryNumber, String(attempt)],
  ];
  return facts.filter((fact) => fact !== null);
}

function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  if (facts.length === 0) return null;
  return (
    <dl className="evidence-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
