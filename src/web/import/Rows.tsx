// The rows of a file, each with what is wrong with it, or with its post.
import { useState } from "react";
import { Link } from "wouter";
import { Button } from "../parts/Button.tsx";
import { Excerpt } from "../parts/Excerpt.tsx";
import { usePath, useZone } from "../profile.tsx";
import { moment } from "../time.ts";
import { importWords as words } from "../words/import.ts";
import type { Answer, Row } from "./useImport.ts";

interface Props {
  readonly answer: Answer;
  readonly isDone: boolean;
}

export function Rows({ answer: { rows, ok, failed }, isDone }: Props) {
  const [isNarrow, setNarrow] = useState(false);
  const shown = isNarrow ? rows.filter((row) => !row.ok) : rows;
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
            {[words.row, words.text, words.when, words.result].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <Line key={row.row} row={row} isDone={isDone} />
          ))}
        </tbody>
      </table>
    </>
  );
}

function Line({ row, isDone }: { readonly row: Row; readonly isDone: boolean }) {
  const { excerpt, ok, problems } = row;
  const isUnread = !ok && excerpt === "";
  return (
    <tr className={ok ? "" : "wrong"}>
      <td className="number import-number">{row.row}</td>
      <td>{isUnread ? <span className="small">{words.unread}</span> : <Excerpt text={excerpt} />}</td>
      <td className="small">{isUnread ? "" : <When schedule={row.schedule} />}</td>
      <td>
        {ok ? (
          <Result row={row} isDone={isDone} />
        ) : (
          <ul className="import-problems">
            {problems.map(({ code, message }) => (
              <li key={`${code} ${message}`}>{message}</li>
            ))}
          </ul>
        )}
      </td>
    </tr>
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
