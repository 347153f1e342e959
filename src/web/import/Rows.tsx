// The rows of a file, each with what is wrong with it, or with its post.
import { useState } from "react";
import { Link } from "wouter";
import { Button } from "../parts/Button.tsx";
import { ErrorBox } from "../parts/Region.tsx";
import { Excerpt } from "../parts/Excerpt.tsx";
import { usePath, useZone } from "../profile.tsx";
import { moment } from "../time.ts";
import { importWords as words } from "../words/import.ts";
import { EditRow } from "./EditRow.tsx";
import type { Answer, Row } from "./requests.ts";
import type { Repair, RowRepairs } from "./useRepairs.ts";

const COLUMNS = [words.row, words.text, words.when, words.result];

interface Props {
  readonly answer: Answer;
  readonly isDone: boolean;
  /** Null once it is too late. */
  readonly editing: RowRepairs | null;
}

export function Rows({ answer: { rows, ok, failed }, isDone, editing }: Props) {
  const [isNarrow, setNarrow] = useState(false);
  // What is being repaired stays.
  const shown = isNarrow ? rows.filter((row) => !row.ok || editing?.repairs.has(row.row)) : rows;
  return (
    <>
      {ok > 0 && failed > 0 && (
        <div className="row">
          <Button size="small" onPress={() => setNarrow(!isNarrow)}>
            {isNarrow ? words.allRows : words.onlyProblems(failed)}
          </Button>
        </div>
      )}
      <table aria-label={words.table} className="import-rows">
        <thead>
          <tr>
            {COLUMNS.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <Line key={row.row} row={row} isDone={isDone} editing={editing} />
          ))}
        </tbody>
      </table>
    </>
  );
}

function Line({ row, isDone, editing }: Pick<Props, "isDone" | "editing"> & { readonly row: Row }) {
  const [isOpen, setOpen] = useState(false);
  const { excerpt, ok, fields, row: number } = row;
  const repair = editing?.repairs.get(number);
  const isUnread = !ok && excerpt === "" && repair === undefined;
  const canEdit = editing !== null && (!ok || repair !== undefined);
  return (
    <>
      <tr className={ok ? "" : "wrong"}>
        <td className="number import-number">{number}</td>
        <td>{isUnread ? <span className="small">{words.unread}</span> : <Excerpt text={excerpt} />}</td>
        <td className="small">{isUnread ? "" : <When schedule={row.schedule} />}</td>
        <td>
          <State row={row} isDone={isDone} repair={repair} />
          {canEdit && (
            <Button
              size="small"
              aria-expanded={isOpen}
              aria-label={isOpen ? words.closeOf(number) : words.editOf(number)}
              onPress={() => setOpen(!isOpen)}
            >
              {isOpen ? words.close : words.edit}
            </Button>
          )}
        </td>
      </tr>
      {canEdit && isOpen && (
        <tr className="edit-line">
          <td colSpan={COLUMNS.length}>
            <EditRow
              number={number}
              fields={repair?.fields ?? fields ?? {}}
              onChange={(next) => editing.change(number, next)}
            />
          </td>
        </tr>
      )}
    </>
  );
}

interface StateProps extends Pick<Props, "isDone"> {
  readonly row: Row;
  readonly repair: Repair | undefined;
}

/** What the server says of it. */
function State({ row, isDone, repair }: StateProps) {
  const error = repair?.error ?? null;
  const isAsked = repair?.isFresh === false && error === null;
  return (
    <div role={repair ? "status" : undefined}>
      {isAsked && <span className="small">{words.checkingRow}</span>}
      {error !== null && <ErrorBox error={error} />}
      {row.ok ? (
        <Result row={row} isDone={isDone} />
      ) : (
        <ul className="import-problems">
          {row.problems.map(({ code, message }) => (
            <li key={`${code} ${message}`}>{message}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Result({
  row: { postId, replayed, excerpt },
  isDone,
}: {
  readonly row: Row;
  readonly isDone: boolean;
}) {
  const path = usePath();
  if (!isDone || postId === null) return <span className="import-fine">✓ {words.fine}</span>;
  const word = replayed ? words.there : words.created;
  return (
    <Link
      href={path(`posts/${postId}`)}
      className="import-link"
      aria-label={`${word}. ${words.open(excerpt)}`}
    >
      {word}
    </Link>
  );
}

function When({ schedule }: { readonly schedule: string | null }) {
  const zone = useZone();
  if (schedule === null) return words.schedules.queue;
  if (schedule === "now" || schedule === "draft") return words.schedules[schedule];
  const at = Date.parse(schedule);
  return Number.isNaN(at) ? schedule : moment(new Date(at).toISOString(), zone);
}
