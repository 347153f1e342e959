// A draft that stands at the time it is meant for: one press leads to the rest of its words.
import { memo } from "react";
import { Link } from "wouter";
import { Excerpt } from "../parts/Excerpt.tsx";
import { Targets } from "../parts/Targets.tsx";
import { usePath, useZone } from "../profile.tsx";
import { clockTime, exactly } from "../time.ts";
import { STATES } from "../words/states.ts";
import type { Draft } from "./queries.ts";

interface Props {
  readonly draft: Draft;
  /** ms since 1970. */
  readonly at: number;
  /** A line each: in a month there is no more place. */
  readonly isSmall: boolean;
}

/** Beside the picture. */
const MOST_TILES = 3;

export const DraftCard = memo(function DraftCard({ draft, at, isSmall }: Props) {
  const { id, excerpt, targets, thumbnailUrl } = draft;
  const path = usePath();
  const zone = useZone();
  const { word, icon, tone } = STATES.draft;
  const iso = new Date(at).toISOString();
  return (
    <Link
      href={path(`write/${id}`)}
      className={`post-card planned-draft ${isSmall ? "small-card" : ""}`}
      data-stop={`draft:${id}`}
      tabIndex={-1}
      data-draft={id}
      data-movable=""
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
      </span>
      <Excerpt text={excerpt} lines={isSmall ? 1 : 2} />
      <span className="post-card-foot">
        <Targets targets={targets} most={MOST_TILES} />
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
    </Link>
  );
});
