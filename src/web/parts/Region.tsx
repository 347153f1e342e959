// The states of a region while it has nothing to show: empty, loading, failed.
import type { ReactNode } from "react";
import { useEffect, useState } from "react";
import { NoAnswerError, ProblemError } from "../api.ts";
import { regionWords as words } from "../words/region.ts";
import { Button } from "./Button.tsx";
import { Copy } from "./Copy.tsx";
import "./Region.css";

interface EmptyProps {
  readonly title: string;
  /** Nothing else is on the page. */
  readonly isPage?: boolean;
  readonly children?: ReactNode;
}

export function Empty({ title, isPage = false, children }: EmptyProps) {
  const Heading = isPage ? "h1" : "h2";
  return (
    <div className="empty">
      <Heading>{title}</Heading>
      {children}
    </div>
  );
}

interface SkeletonProps {
  readonly rows?: number;
  /** Nothing else is on the page. */
  readonly isPage?: boolean;
  /** Beside each other, like days. */
  readonly isColumns?: boolean;
}

/** Grey lines in the shape of what is coming, once it takes longer than a blink. */
export function Skeleton({ rows = 3, isPage = false, isColumns = false }: SkeletonProps) {
  const Label = isPage ? "h1" : "span";
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 150);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={`skeleton ${isColumns ? "columns" : ""}`} aria-busy="true">
      <Label className="hidden">{words.loading}</Label>
      {isLate && Array.from({ length: rows }, (_, row) => <div key={row} />)}
    </div>
  );
}

/** While the code of a screen is loaded. */
export const ScreenLoading = () => <Skeleton rows={5} isPage />;

interface ErrorProps {
  readonly error: unknown;
  readonly retry?: () => unknown;
}

/** What failed, in the server's words, with the id under which its log has the cause. */
export function ErrorBox({ error, retry }: ErrorProps) {
  const problem = error instanceof ProblemError ? error.problem : null;
  return (
    <div className="error-box" role="alert">
      <p>
        <b>{problem?.title ?? (error instanceof NoAnswerError ? words.noAnswer : words.failed)}</b>{" "}
        {problem?.detail ?? words.noAnswerMore}
      </p>
      <div className="row">
        {retry && <Button onPress={() => void retry()}>{words.tryAgain}</Button>}
        {problem?.instance !== undefined && (
          <span className="small">
            {words.requestId} <Copy text={problem.instance.replace(/^urn:uuid:/, "")} />
          </span>
        )}
      </div>
    </div>
  );
}
