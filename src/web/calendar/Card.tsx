// One post in the calendar: its time, its first words, and how it stands on each network.
import { memo } from "react";
import { Excerpt } from "../parts/Excerpt.tsx";
import { Labels } from "../parts/Labels.tsx";
import { Realness } from "../parts/Targets.tsx";
import { usePath } from "../profile.tsx";
import { calendarWords as words } from "../words/calendar.ts";
import { STATE_OF, STATES } from "../words/states.ts";
import { CardFoot, CardWhen } from "./CardParts.tsx";
import type { CalendarPost } from "./queries.ts";
import "./Card.css";

interface Props {
  readonly post: CalendarPost;
  /** ms since 1970. */
  readonly at: number;
  readonly isMoving: boolean;
  readonly isSelected: boolean;
  /** A line each: in a month there is no more place. */
  readonly isSmall: boolean;
}

/** Tiles on a card. */
const MOST_TILES = 5;

export const Card = memo(function Card({ post, at, isMoving, isSelected, isSmall }: Props) {
  const { id, excerpt, status, targets, thumbnailUrl, movable, labels } = post;
  const path = usePath();
  const state = STATES[STATE_OF[status]];
  const iso = new Date(at).toISOString();
  const simulated = targets.filter((target) => target.simulated).length;
  const isSimulated = simulated > 0 && simulated === targets.length;
  return (
    <a
      href={path(`posts/${id}`)}
      className={`post-card ${state.tone} ${isSimulated ? "is-simulated" : ""} ${isSmall ? "small-card" : ""}`}
      data-stop={`post:${id}`}
      data-post={id}
      data-movable={movable ? "" : undefined}
      data-moving={isMoving ? "" : undefined}
      data-selected={isSelected ? "" : undefined}
      aria-haspopup="dialog"
      tabIndex={-1}
      draggable
    >
      <span className="post-card-head">
        <CardWhen at={iso} state={state} isSmall={isSmall} />
        {isSelected && (
          <span className="post-card-check">
            <span aria-hidden="true">✓</span>
            <span className="hidden">{words.selected}</span>
          </span>
        )}
        {simulated > 0 && !isSimulated && <Realness of={targets} />}
        {isMoving && <span className="hidden">{words.moving}</span>}
      </span>
      <Excerpt text={excerpt} lines={isSmall ? 1 : 2} />
      {labels.length > 0 && <Labels ids={labels} areDots={isSmall} />}
      <CardFoot targets={targets} most={isSmall ? 3 : MOST_TILES} thumbnailUrl={thumbnailUrl} />
    </a>
  );
});
