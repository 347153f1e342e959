// The newest lines of the server's log, from a level on.
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { admin, call } from "../api.ts";
import { Button } from "../parts/Button.tsx";
import { Choice } from "../parts/Choice.tsx";
import { ErrorBox, Skeleton } from "../parts/Region.tsx";
import { Time } from "../parts/Time.tsx";
import { exactTime } from "../time.ts";
import { systemWords as words } from "../words/system.ts";

type Level = keyof typeof words.levels;
const LEVELS = Object.entries(words.levels).map(([value, name]) => ({ value: value as Level, name }));
/** Nobody is told of new lines: while the log is open, it is read this often, ms. */
const READ_EVERY_MS = 5000;

/** So many lines are shown at first. */
const FIRST = 30;

const logQuery = (level: Level) =>
  queryOptions({
    queryKey: ["getLog", level],
    queryFn: () => call(() => admin().log.get({ query: { level } })),
    placeholderData: keepPreviousData,
    refetchInterval: READ_EVERY_MS,
  });

export function Log() {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="card" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <h2>{words.log}</h2>
      </summary>
      {isOpen && <Lines />}
    </details>
  );
}

const TONES = { debug: "", info: "", warn: "unsure", error: "failed" } as const;

function Lines() {
  const [level, setLevel] = useState<Level>("info");
  const [most, setMost] = useState(FIRST);
  const { data, error, refetch } = useQuery(logQuery(level));
  const shown = data?.lines.toReversed().slice(0, most) ?? [];
  return (
    <>
      <div className="row">
        <Choice label={words.level} value={level} options={LEVELS} usual="info" onChange={setLevel} />
        <span className="small">{words.logMore}</span>
      </div>
      {error && !data && <ErrorBox error={error} retry={refetch} />}
      {!data && !error && <Skeleton rows={4} />}
      {data?.lines.length === 0 && <p>{words.noLines}</p>}
      {data && data.lines.length > 0 && (
        <ol className="log-lines" aria-label={words.log}>
          {shown.map(({ seq, at, level: each, text }) => (
            <li key={seq}>
              <span className="small">
                <Time at={at} format={exactTime} />
              </span>{" "}
              <b className={`state ${TONES[each]}`}>{words.levelNames[each]}</b>{" "}
              <span className="log-text">{text}</span>
            </li>
          ))}
        </ol>
      )}
      {data && data.lines.length > shown.length && (
        <div>
          <Button size="small" onPress={() => setMost(data.lines.length)}>
            {words.allLines}
          </Button>
        </div>
      )}
    </>
  );
}
