// A titled region of a screen around one query: loading, failed, or what it holds.
import { useId, type ReactNode } from "react";
import { ProblemError } from "../api.ts";
import { ErrorBox, Skeleton } from "./Region.tsx";
import "./Band.css";

interface Props<Data> {
  readonly title: string;
  /** How many there are, or a word beside the title. */
  readonly note?: ReactNode;
  readonly query: {
    readonly data: Data | undefined;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
  /** In the skeleton. */
  readonly rows?: number;
  readonly children: (data: Data) => ReactNode;
}

export function Band<Data>({ title, note, query, rows = 3, children }: Props<Data>) {
  const { data, error, refetch } = query;
  const id = useId();
  // What was refused is said also above older data; that nobody answers, the screen says once.
  const isShown = error !== null && (data === undefined || error instanceof ProblemError);
  return (
    <section className="band" aria-labelledby={id}>
      <div className="band-head">
        <h2 id={id}>{title}</h2>
        {note}
      </div>
      {isShown && <ErrorBox error={error} retry={refetch} />}
      {data === undefined ? error === null && <Skeleton rows={rows} /> : children(data)}
    </section>
  );
}
