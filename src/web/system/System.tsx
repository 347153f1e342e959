// How the server is doing: health, delivery, storage, backups, and the switch that stops everything.
import { useQuery } from "@tanstack/react-query";
import { admin, call } from "../api.ts";
import { bytes } from "../bytes.ts";
import { ErrorBox, Skeleton } from "../parts/Region.tsx";
import { Time } from "../parts/Time.tsx";
import { duration } from "../time.ts";
import { systemWords as words } from "../words/system.ts";
import { StopEverything } from "./StopEverything.tsx";
import "./System.css";

const systemQuery = {
  queryKey: ["getSystem"],
  queryFn: () => call(() => admin().system.get()),
};

type SystemFacts = Awaited<ReturnType<typeof systemQuery.queryFn>>;

export function System() {
  const { data, error, refetch } = useQuery(systemQuery);
  return (
    <>
      <h1>{words.title}</h1>
      {error && !data && <ErrorBox error={error} retry={refetch} />}
      {!data && !error && <Skeleton rows={5} />}
      {data && (
        <>
          <Health facts={data} />
          <Delivery facts={data} />
          <Storage facts={data} />
          <StopEverything paused={data.paused} />
        </>
      )}
    </>
  );
}

interface Facts {
  readonly facts: SystemFacts;
}

const LEVELS = {
  error: { word: words.broken, icon: "✕", tone: "failed" },
  warn: { word: words.attention, icon: "⚠", tone: "unsure" },
  ok: { word: words.healthy, icon: "●", tone: "posted" },
} as const;

function Health({ facts: { findings, version, uptimeSeconds, publicUrl } }: Facts) {
  const worst =
    (["error", "warn"] as const).find((each) => findings.some(({ level }) => level === each)) ?? "ok";
  const { word, icon, tone } = LEVELS[worst];
  return (
    <section className="card">
      <h2 className={`state ${tone} headline`}>
        <span aria-hidden="true">{icon}</span> {word}
      </h2>
      <p>{words.running(version, duration(uptimeSeconds * 1000))}</p>
      <ul className="lines">
        {findings.map(({ level, text, fix }) => (
          <li key={text}>
            <div>
              <p>
                <span aria-hidden="true" className={`state ${LEVELS[level].tone}`}>
                  {LEVELS[level].icon}
                </span>{" "}
                {text}
              </p>
              {fix !== null && <p className="small">{fix}</p>}
            </div>
          </li>
        ))}
      </ul>
      {publicUrl !== null && (
        <p className="small">
          {words.address} <a href={publicUrl}>{publicUrl}</a>
        </p>
      )}
    </section>
  );
}

function Delivery({ facts: { delivery, pausedServers } }: Facts) {
  const { due, running, latenessMs } = delivery;
  return (
    <section className="card">
      <h2>{words.delivery}</h2>
      <p>
        {words.due(due)}, {words.runningNow(running)}
        {latenessMs && `, ${words.lateness(duration(latenessMs.p50), duration(latenessMs.p99))}`}.
      </p>
      {pausedServers.map(({ server, until, reason }) => (
        <p key={server}>
          {words.pausedServers} <b>{server}</b>: {reason} (<Time at={until} />)
        </p>
      ))}
    </section>
  );
}

function Storage({ facts: { database, media, disk, backups } }: Facts) {
  return (
    <section className="card">
      <h2>{words.storage}</h2>
      <dl className="facts">
        <Fact name={words.database}>{bytes(database.bytes)}</Fact>
        <Fact name={words.media(media.files)}>{bytes(media.bytes)}</Fact>
        <Fact name={words.disk}>
          {bytes(disk.freeBytes)} {words.of} {bytes(disk.totalBytes)}
        </Fact>
        <Fact name={words.lastBackup}>
          {backups.lastAt === null ? words.never : <Time at={backups.lastAt} />}
        </Fact>
        {backups.verifiedAt !== null && (
          <Fact name={words.verified}>
            <Time at={backups.verifiedAt} />
          </Fact>
        )}
      </dl>
      <p className="small">
        {words.backupHow} <code>crier backup /mnt/backups</code>
      </p>
    </section>
  );
}

const Fact = ({ name, children }: { readonly name: string; readonly children: React.ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
