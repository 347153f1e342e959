// One post on Today: its time, its words, and its accounts.
import type { ReactNode } from "react";
import { Link } from "wouter";
import { Excerpt } from "../parts/Excerpt.tsx";
import { ROW } from "../parts/rows.ts";
import { Realness, Targets, type ShownTarget } from "../parts/Targets.tsx";
import { usePath } from "../profile.tsx";

interface Props {
  readonly post: {
    readonly id: string;
    readonly caption: string;
    readonly targets: readonly ShownTarget[];
  };
  readonly when: ReactNode;
  /** Below the words. */
  readonly note?: ReactNode;
  readonly isLarge?: boolean;
}

export function PostLine({ post: { id, caption, targets }, when, note, isLarge = false }: Props) {
  const path = usePath();
  const isSimulated = targets.length > 0 && targets.every(({ simulated }) => simulated);
  return (
    <li data-of-row="" className={`post-line ${isLarge ? "large" : ""} ${isSimulated ? "hatched-edge" : ""}`}>
      <div className="post-line-when">{when}</div>
      <div className="post-line-words">
        <Link {...ROW} href={path(`posts/${id}`)} className="row-link">
          <Excerpt text={caption} lines={isLarge ? 3 : 2} />
        </Link>
        <p className="post-line-note small">
          {note}
          <Realness of={targets} />
        </p>
      </div>
      <div className="above">
        <Targets targets={targets} />
      </div>
    </li>
  );
}
