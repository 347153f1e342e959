// Backups: what there is, making and verifying them, and the command that restores one.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useKeys } from "../keys.tsx";
import { Button } from "../parts/Button.tsx";
import { ErrorBox, Skeleton } from "../parts/Region.tsx";
import { Time } from "../parts/Time.tsx";
import { useZone } from "../profile.tsx";
import { moment } from "../time.ts";
import { backupWords as words } from "../words/backups.ts";
import { backupsQuery, useBackups, type Backup, type BackupActs, type BackupFacts } from "./backups.ts";
import { Restore } from "./Restore.tsx";
import { SchedulePlace } from "./Schedule.tsx";
import { SecretKey } from "./SecretKey.tsx";

/** So many are shown at first. */
const FIRST = 5;

export function Backups() {
  const { data, error, refetch } = useQuery(backupsQuery);
  const acts = useBackups();
  useReadAgainAfter(data);
  useKeys([{ key: "b", does: words.keyName, run: () => void acts.backUp() }]);
  return (
    <section className="card" aria-labelledby="backups-title">
      <div className="card-top">
        <h2 id="backups-title">{words.title}</h2>
        <Button
          kind="primary"
          isPending={acts.isBusy || (data?.running ?? null) !== null}
          onPress={() => void acts.backUp()}
        >
          {words.now}
        </Button>
      </div>
      {error && !data && <ErrorBox error={error} retry={refetch} />}
      {!data && !error && <Skeleton rows={3} />}
      {data && (
        <>
          <Job facts={data} />
          <List facts={data} acts={acts} />
          <SchedulePlace schedule={data.schedule} />
          <SecretKey secret={data.key} acts={acts} />
        </>
      )}
    </section>
  );
}

/** The rest of the page tells of the last backup, too. */
function useReadAgainAfter(data: BackupFacts | undefined): void {
  const queries = useQueryClient();
  const endedAt = data?.last?.endedAt;
  useEffect(() => {
    if (endedAt === undefined) return;
    for (const operation of ["getSystem", "getAttention"])
      void queries.invalidateQueries({ queryKey: [operation] });
  }, [endedAt, queries]);
}

/** What is being done, or how the last thing ended. Only the end is spoken. */
function Job({ facts: { running, last, fault } }: { readonly facts: BackupFacts }) {
  const failure = fault ?? last?.failure ?? null;
  return (
    <div>
      {running && <Running job={running} />}
      {!running && failure !== null && (
        <p className="job-failed" role="alert">
          <b>{words.failed[last?.kind ?? "backup"]}.</b> {failure}
        </p>
      )}
      <div role="status">{!running && failure === null && last && <p>{words.done(last.copiedBytes)}</p>}</div>
    </div>
  );
}

function Running({ job: { kind, stage, percent } }: { readonly job: NonNullable<BackupFacts["running"]> }) {
  return (
    <div className="job">
      <p>
        {words.running[kind]}: {words.stages[stage] ?? stage}, <span className="number">{percent} %</span>
      </p>
      <progress max={100} value={percent} aria-label={words.running[kind]} />
    </div>
  );
}

interface ListProps {
  readonly facts: BackupFacts;
  readonly acts: BackupActs;
}

function List({ facts: { backups, running }, acts }: ListProps) {
  const [all, setAll] = useState(false);
  const [restored, setRestored] = useState<Backup | null>(null);
  // The one that is being made is told about above.
  const shown = running?.kind === "backup" ? backups.filter(({ isComplete }) => isComplete) : backups;
  if (shown.length === 0)
    return (
      <div className="empty">
        <h3>{words.noneTitle}</h3>
        <p>{words.none}</p>
      </div>
    );
  const rest = shown.length - FIRST;
  return (
    <div>
      <ul className="lines backups">
        {(all ? shown : shown.slice(0, FIRST)).map((backup) => (
          <Row
            key={backup.name}
            backup={backup}
            acts={acts}
            isBusy={running !== null}
            onRestore={setRestored}
          />
        ))}
      </ul>
      {!all && rest > 0 && <Button onPress={() => setAll(true)}>{words.more(rest)}</Button>}
      {restored && <Restore backup={restored} onClose={() => setRestored(null)} />}
    </div>
  );
}

interface RowProps {
  readonly backup: Backup;
  readonly acts: BackupActs;
  readonly isBusy: boolean;
  readonly onRestore: (backup: Backup) => void;
}

function Row({ backup, acts, isBusy, onRestore }: RowProps) {
  const zone = useZone();
  const { name, takenAt } = backup;
  if (takenAt === null)
    return (
      <li>
        <div>
          <p>
            <code>{name}</code>{" "}
            <span className="state unsure">
              <span aria-hidden="true">⚠</span> {words.incomplete}
            </span>
          </p>
          <p className="small">{words.incompleteMore}</p>
        </div>
      </li>
    );
  const at = moment(takenAt, zone);
  return (
    <li>
      <div>
        <p>
          <b>
            <Time at={takenAt} />
          </b>{" "}
          <Checked backup={backup} />
        </p>
        <p className="small">{aboutOf(backup)}</p>
      </div>
      <div className="row">
        <Button
          size="small"
          isDisabled={isBusy}
          aria-label={words.verifyLabel(at)}
          onPress={() => void acts.verify(name)}
        >
          {words.verify}
        </Button>
        <Button size="small" aria-label={words.restoreLabel(at)} onPress={() => onRestore(backup)}>
          {words.restore}
        </Button>
      </div>
    </li>
  );
}

function Checked({ backup: { verified } }: { readonly backup: Backup }) {
  if (verified === null) return <span className="small">{words.unverified}</span>;
  const [icon, word, tone] = verified.sound ? ["✓", words.sound, "posted"] : ["✕", words.damaged, "failed"];
  return (
    <span className={`state ${tone}`}>
      <span aria-hidden="true">{icon}</span> {word} <Time at={verified.at} />
    </span>
  );
}

function aboutOf({ bytes, missingFiles, bucketFiles, hasKey }: Backup): string {
  return [
    ...(bytes === null ? [] : [words.size(bytes)]),
    ...(bucketFiles > 0 ? [words.elsewhere(bucketFiles)] : []),
    ...(missingFiles > 0 ? [words.missing(missingFiles)] : []),
    ...(hasKey ? [words.withKey] : []),
  ].join(" · ");
}
