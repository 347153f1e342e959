// What the cards of posts and of drafts have in common: their time and state on top, their accounts and picture below.
import type { ComponentProps } from "react";
import { Targets } from "../parts/Targets.tsx";
import { useZone } from "../profile.tsx";
import { clockTime, exactly } from "../time.ts";
import type { STATES } from "../words/states.ts";

interface WhenProps {
  /** ISO 8601. */
  readonly at: string;
  readonly state: (typeof STATES)[keyof typeof STATES];
  /** Its word is only read aloud. */
  readonly isSmall: boolean;
}

export function CardWhen({ at, state: { word, icon, tone }, isSmall }: WhenProps) {
  const zone = useZone();
  return (
    <>
      <time dateTime={at} title={exactly(at)}>
        {clockTime(at, zone)}
      </time>
      <span className={`state ${tone}`} title={word}>
        <span aria-hidden="true">{icon}</span>
        <span className={isSmall ? "hidden" : "post-card-state"}>{word}</span>
      </span>
    </>
  );
}

interface FootProps extends ComponentProps<typeof Targets> {
  readonly thumbnailUrl: string | null;
}

export function CardFoot({ thumbnailUrl, ...targets }: FootProps) {
  return (
    <span className="post-card-foot">
      <Targets {...targets} />
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
  );
}
