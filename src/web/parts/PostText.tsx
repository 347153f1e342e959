// The words of a post, exactly as they are: text and nothing else. Long ones fold.
import { useId, useState } from "react";
import { regionWords as words } from "../words/region.ts";
import { Button } from "./Button.tsx";
import "./PostText.css";

/** Longer ones fold: characters, and lines. */
const FOLD_AT = 700;
const FOLD_LINES = 14;

export function PostText({ text, title }: { readonly text: string; readonly title?: string }) {
  const [isWhole, setWhole] = useState(false);
  const id = useId();
  const folded = foldedOf(text);
  return (
    <div className="post-text">
      {/* Each paragraph runs in the direction of its first letter. */}
      <p id={id} dir="auto" {...(title !== undefined && { "aria-label": title })}>
        {folded === null || isWhole ? text : folded}
      </p>
      {folded !== null && (
        <Button
          kind="quiet"
          size="small"
          aria-expanded={isWhole}
          aria-controls={id}
          onPress={() => setWhole(!isWhole)}
        >
          {isWhole ? words.showLess : words.showAll(countOf(text))}
        </Button>
      )}
    </div>
  );
}

/** The beginning of a long text, cut between characters as people see them; null for a text that is shown whole. */
function foldedOf(text: string): string | null {
  const lines = text.split("\n", FOLD_LINES + 1);
  const inLines = lines.length > FOLD_LINES ? lines.slice(0, FOLD_LINES).join("\n") : text;
  if (inLines === text && text.length <= FOLD_AT) return null;
  return `${[...graphemes(inLines.slice(0, FOLD_AT * 2))].slice(0, FOLD_AT).join("").trimEnd()} …`;
}

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

function* graphemes(text: string): Generator<string> {
  for (const { segment } of segmenter.segment(text)) yield segment;
}

function countOf(text: string): number {
  let count = 0;
  for (const _ of graphemes(text)) count += 1;
  return count;
}
