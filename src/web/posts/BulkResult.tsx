// What was done with several posts, of each in words, with the way back where there is one.
import { useEffect, useRef } from "react";
import { Link } from "wouter";
import { isProblem } from "../api.ts";
import { Button } from "../parts/Button.tsx";
import { Excerpt } from "../parts/Excerpt.tsx";
import { ErrorBox } from "../parts/Region.tsx";
import { usePath } from "../profile.tsx";
import { bulkWords as words } from "../words/bulk.ts";
import type { Bulk, BulkOutcome, BulkResult as Result } from "./useBulk.ts";
import "./BulkResult.css";

/** How it stands with what was asked for. */
export function BulkStatus({ bulk: { state, dismiss } }: { readonly bulk: Bulk }) {
  if (state.kind === "idle") return null;
  if (state.kind === "done") return <Outcome outcome={state.outcome} onClose={dismiss} />;
  return (
    <div className={state.isLost ? "bulk-result unsure" : "hidden"} role="status">
      <p>{state.isLost ? words.lost : words.doing(state.count)}</p>
    </div>
  );
}

interface Props {
  readonly outcome: BulkOutcome;
  readonly onClose: () => void;
}

function Outcome({ outcome, onClose }: Props) {
  const { name, detail, results, error, undo } = outcome;
  const box = useRef<HTMLDivElement>(null);
  // What was pressed is gone, with the selection.
  useEffect(() => box.current?.focus({ preventScroll: true }), []);
  const alone = results.filter(({ problem }) => problem !== null);
  const done = results.filter(({ problem }) => problem === null);
  const isGone = name === "undo" && isProblem(error, "not_found");
  return (
    <div className="bulk-result" ref={box} tabIndex={-1} role="region" aria-label={words.result}>
      <div className="bulk-summary">
        <p role="status">
          {done.length > 0 && words.did[name](done.length, detail)}{" "}
          {alone.length > 0 && <b>{words.leftAlone(alone.length)}</b>}
          {isGone && words.undoGone}
        </p>
        {undo && (
          <Button size="small" onPress={undo}>
            {words.undo}
          </Button>
        )}
        <Button kind="quiet" size="small" aria-label={words.close} onPress={onClose}>
          ✕
        </Button>
      </div>
      {error && !isGone && <ErrorBox error={error} />}
      {results.length > 0 && (
        <details open={alone.length > 0}>
          <summary>{words.showEach}</summary>
          <ul>
            {[...alone, ...done].map((result) => (
              <Line key={result.id} result={result} isDeleted={name === "delete"} />
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function Line({ result, isDeleted }: { readonly result: Result; readonly isDeleted: boolean }) {
  const { id, excerpt, problem } = result;
  const path = usePath();
  const isGone = problem === null ? isDeleted : problem.code === "not_found";
  const text = <Excerpt text={excerpt} lines={1} />;
  return (
    <li className={problem ? "alone" : ""}>
      <span aria-hidden="true" className="bulk-mark">
        {problem ? "✕" : "✓"}
      </span>
      <span>
        {isGone ? text : <Link href={path(`posts/${id}`)}>{text}</Link>}
        <span className="small">{problem ? wordsOf(problem) : words.fine}</span>
      </span>
    </li>
  );
}

function wordsOf({ code, message }: NonNullable<Result["problem"]>): string {
  if (code === "revision_conflict") return words.changedMeanwhile;
  return code === "not_found" ? words.gone : message;
}
