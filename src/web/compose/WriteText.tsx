// The text area: it grows with its text, and marks links and what is over the limit as the server's check says.
import { memo, useDeferredValue, useEffect, type RefObject } from "react";
import { piecesOf, shift } from "./pieces.ts";
import type { CheckedTarget } from "./useCheck.ts";

interface Props {
  readonly id: string;
  readonly label: string;
  readonly placeholder: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
  /** The check of the account whose text this is, or of the one with the least room left. */
  readonly target: CheckedTarget | undefined;
  readonly onFiles: (files: readonly File[]) => void;
  readonly area: RefObject<HTMLTextAreaElement | null>;
}

/** Longer ones are only slowly marked, and nobody reads their marks. */
const MOST_MARKED = 10_000;

export function WriteText({ id, label, placeholder, text, onChange, target, onFiles, area }: Props) {
  // What is typed is there at once; its marks follow when there is time.
  const marked = useDeferredValue(text);
  // The page was opened to write.
  useEffect(() => area.current?.focus({ preventScroll: true }), [area]);
  return (
    <div className="write-text">
      <Marks text={marked} target={target} />
      <textarea
        id={id}
        ref={area}
        dir="auto"
        aria-label={label}
        placeholder={placeholder}
        value={text}
        onChange={({ target: { value } }) => onChange(value)}
        onPaste={(event) => {
          const files = [...event.clipboardData.files];
          if (files.length === 0) return;
          event.preventDefault();
          onFiles(files);
        }}
      />
    </div>
  );
}

/** The same text in the same metrics below the field: it carries the marks, and gives the field its height. */
const Marks = memo(function Marks({ text, target }: Pick<Props, "text" | "target">) {
  const isMarked = target !== undefined && text.length <= MOST_MARKED;
  const pieces = piecesOf(text, isMarked ? shift(target.segments, target.text, text) : []);
  return (
    <div className="write-marks" aria-hidden="true" dir="auto">
      {pieces.map(({ text: part, marks, from }) => (
        <span key={from} className={marks}>
          {part}
        </span>
      ))}
      {"\n"}
    </div>
  );
});
