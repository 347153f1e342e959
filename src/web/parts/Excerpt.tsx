// The beginning of a text on a few lines: text only, in its own direction, and never taller than its lines.
import { targetsWords as words } from "../words/targets.ts";
import "./Excerpt.css";

/** More is never seen in a few lines. */
const LONGEST = 400;

interface Props {
  readonly text: string;
  readonly lines?: 1 | 2 | 3;
}

export function Excerpt({ text, lines = 2 }: Props) {
  const line = text.slice(0, LONGEST).replaceAll(/\s+/g, " ").trim();
  if (line === "") return <span className="excerpt none">{words.noWords}</span>;
  return (
    <span className={`excerpt lines-${lines}`} dir="auto">
      {line}
    </span>
  );
}
