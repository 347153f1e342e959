// One post in the calendar: its time, its first words, and how it stands on each network.
import { memo } from "react";
import { Excerpt } from "../parts/Excerpt.tsx";
import { Labels } from "../parts/Labels.tsx";
import { Realness, Targets } from "../parts/Targets.tsx";
import { usePath, useZone } from "../profile.tsx";
import { clockTime, exactly } from "../time.ts";
import { calendarWords as words } from "../words/calendar.ts";
import { STATE_OF, STATES } from "../words/states.ts";
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
  const zone = useZone();
  const { word, icon, tone } = STATES[STATE_OF[status]];
  const iso = new Date(at).toISOString();
  const simulated = targets.filter((target) => target.simulated).length;
  const isSimulated = simulated > 0 && simulated === targets.length;
  return (
    <a
      href={path(`posts/${id}`)}
      className={`post-card ${tone} ${isSimulated ? "is-simulated" : ""} ${isSmall ? "small-card" : ""}`}
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
        <time dateTime={iso} title={exactly(iso)}>
          {clockTime(iso, zone)}
        </time>
        <span className={`state ${tone}`} title={word}>
          <span aria-hidden="true">{icon}</span>
          <span className={isSmall ? "hidden" : "post-card-state"}>{word}</span>
        </span>
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
      <span className="post-card-foot">
        <Targets targets={targets} most={isSmall ? 3 : MOST_TILES} />
        {thumbnailUrl !== null && (
          <img
            src={thumbnailUrl}
            alt=""
            width={24}
            height={24}
            loading="lazy"
            decoding="async"
            draggable={false}
          />
        )}
      </span>
    </a>
  );
});
