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

const readLog = (level: Level) => call(() => admin().log.get({ query: { level } }));
type Answer = Awaited<ReturnType<typeof readLog>>;
type Line = Answer["lines"][number] & Pick<Answer, "process">;

const logQuery = (level: Level) =>
  queryOptions({
    queryKey: ["getLog", level],
    queryFn: async ({ client, queryKey }) =>
      merge(client.getQueryData<readonly Line[]>(queryKey) ?? [], await readLog(level)),
    placeholderData: keepPreviousData,
    refetchInterval: READ_EVERY_MS,
  });

/** Of several processes behind one address any may answer; the lines of the others stay as they were read last. */
function merge(before: readonly Line[], { process, lines }: Answer): readonly Line[] {
  const others = before.filter((line) => line.process !== process);
  const own = lines.map((line) => ({ ...line, process }));
  return [...others, ...own].toSorted((a, b) => a.at.localeCompare(b.at));
}

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
  const shown = data?.toReversed().slice(0, most) ?? [];
  return (
    <>
      <div className="row">
        <Choice label={words.level} value={level} options={LEVELS} usual="info" onChange={setLevel} />
        <span className="small">{words.logMore}</span>
      </div>
      {error && !data && <ErrorBox error={error} retry={refetch} />}
      {!data && !error && <Skeleton rows={4} />}
      {data?.length === 0 && <p>{words.noLines}</p>}
      {data && data.length > 0 && (
        <ol className="log-lines" aria-label={words.log}>
          {shown.map(({ seq, process, at, level: each, text }) => (
            <li key={`${process} ${seq}`}>
              <span className="small">
                <Time at={at} format={exactTime} /> {process}
              </span>{" "}
              <b className={`state ${TONES[each]}`}>{words.levelNames[each]}</b>{" "}
              <span className="log-text">{text}</span>
            </li>
          ))}
        </ol>
      )}
      {data && data.length > shown.length && (
        <div>
          <Button size="small" onPress={() => setMost(data.length)}>
            {words.allLines}
          </Button>
        </div>
      )}
    </>
  );
}
