// One account of a post: where it stands there, what can be done, and what happened step by step.
import { ChevronDown } from "lucide-react";
import { useId } from "react";
import { Button as AriaButton } from "react-aria-components";
import { State } from "../parts/State.tsx";
import { Tile } from "../parts/Tile.tsx";
import { duration } from "../time.ts";
import { postWords as words } from "../words/post.ts";
import { LaneOutcome } from "./LaneOutcome.tsx";
import { placeOf, type NameOf } from "./places.ts";
import type { Changes } from "./change.ts";
import type { PostEvent, PostRecord, TargetEvidence, TargetRecord } from "./queries.ts";
import { PostText } from "../parts/PostText.tsx";
import { TimeSpent } from "./TimeSpent.tsx";
import { Timeline } from "./Timeline.tsx";
import { timelineOf } from "./timeline.ts";
import "./Lane.css";

export interface LaneProps {
  readonly post: PostRecord;
  readonly target: TargetRecord;
  readonly events: readonly PostEvent[];
  readonly evidence: TargetEvidence | undefined;
  readonly nameOf: NameOf;
  readonly changes: Changes;
  readonly isOpen: boolean;
  /** With every step's evidence. */
  readonly isAllOpen: boolean;
  readonly onToggle: () => void;
}

export function Lane(props: LaneProps) {
  const { post, target, events, evidence, nameOf, isOpen, isAllOpen, onToggle } = props;
  const id = useId();
  const place = placeOf(target, nameOf);
  const steps = timelineOf(target.id, events, evidence);
  const sent = evidence?.sent?.caption;
  return (
    <li
      id={`lane-${target.id}`}
      className={`lane ${target.simulated ? "simulated" : ""}`}
      data-status={target.status}
    >
      <AriaButton className="lane-head" aria-expanded={isOpen} aria-controls={id} onPress={onToggle}>
        <Tile platform={target.platform} isSimulated={target.simulated} isLabelled={false} />
        <span className="lane-name">
          <b dir="auto">{target.handle}</b>
          <span className="small">
            {nameOf(target.platform)}
            {target.simulated && `, ${words.simulated}`}
          </span>
        </span>
        <State status={target.status} />
        <ChevronDown size={16} aria-hidden="true" className="lane-fold" />
      </AriaButton>
      <LaneOutcome {...props} last={steps.at(-1)?.event} />
      <div id={id} className="lane-steps" hidden={!isOpen} role="group" aria-label={words.happened(place)}>
        {isOpen && (
          <>
            <Timeline steps={steps} evidence={evidence} remoteId={target.remoteId} isOpen={isAllOpen} />
            {evidence && <TimeSpent attempts={evidence.attempts} />}
            {(target.lateness ?? 0) >= LATE_MS && (
              <p className="small">{words.late(duration(target.lateness ?? 0))}</p>
            )}
            {sent !== undefined && sent !== post.caption && (
              <div className="lane-sent">
                <p className="small">{words.sentText}</p>
                <PostText text={sent} title={words.sentText} />
              </div>
            )}
          </>
        )}
      </div>
    </li>
  );
}

/** Below, it was on time. */
const LATE_MS = 1000;
