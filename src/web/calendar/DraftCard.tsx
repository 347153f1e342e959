// A draft that stands at the time it is meant for: one press leads to the rest of its words.
import { memo } from "react";
import { Link } from "wouter";
import { Excerpt } from "../parts/Excerpt.tsx";
import { usePath } from "../profile.tsx";
import { STATES } from "../words/states.ts";
import { CardFoot, CardWhen } from "./CardParts.tsx";
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
        <CardWhen at={iso} state={STATES.draft} isSmall={isSmall} />
      </span>
      <Excerpt text={excerpt} lines={isSmall ? 1 : 2} />
      <CardFoot targets={targets} most={MOST_TILES} thumbnailUrl={thumbnailUrl} />
    </Link>
  );
});
