// How the server is doing: health, address, delivery, storage, backups, its log and settings, and the switch that stops everything.
import { useQuery } from "@tanstack/react-query";
import { bytes } from "../bytes.ts";
import { ErrorBox, Skeleton } from "../parts/Region.tsx";
import { Stale } from "../parts/Stale.tsx";
import { Time } from "../parts/Time.tsx";
import { duration } from "../time.ts";
import { Address } from "./Address.tsx";
import { Backups } from "./Backups.tsx";
import { Health } from "./Health.tsx";
import { Log } from "./Log.tsx";
import { PlanLine } from "./PlanLine.tsx";
import { systemQuery, type SystemFacts } from "./query.ts";
import { ServerSettings } from "./ServerSettings.tsx";
import { systemWords as words } from "../words/system.ts";
import { StopEverything } from "./StopEverything.tsx";
import "./System.css";

export function System() {
  const query = useQuery(systemQuery);
  const { data, error, refetch } = query;
  return (
    <>
      <h1>{words.title}</h1>
      <Stale query={query} />
      {error && !data && <ErrorBox error={error} retry={refetch} />}
      {!data && !error && <Skeleton rows={5} />}
      {data && (
        <>
          <Health facts={data} />
          <Backups />
          <Delivery facts={data} />
          <Address url={data.publicUrl} />
          <Storage facts={data} />
          <StopEverything paused={data.paused} />
          <Log />
          <ServerSettings />
          <PlanLine />
        </>
      )}
    </>
  );
}

interface Facts {
  readonly facts: SystemFacts;
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

function Storage({ facts: { database, media, disk } }: Facts) {
  const { profiles, bucket, quotaBytes } = media;
  return (
    <section className="card">
      <h2>{words.storage}</h2>
      <dl className="facts">
        <Fact name={words.database}>{bytes(database.bytes)}</Fact>
        <Fact name={words.media(media.files)}>{bytes(media.bytes)}</Fact>
        <Fact name={words.disk}>
          {bytes(disk.freeBytes)} {words.of} {bytes(disk.totalBytes)}
        </Fact>
        {bucket && (
          <Fact name={words.bucket}>
            {bucket.bucket} <span className="small">{`${bucket.endpoint}, ${bucket.prefix}/`}</span>
          </Fact>
        )}
      </dl>
      {(profiles.length > 1 || quotaBytes !== null) && (
        <>
          <h3>{words.byProfile}</h3>
          <dl className="facts">
            {profiles.map(({ name, bytes: used }) => (
              <Fact key={name} name={name}>
                {bytes(used)}
                {quotaBytes !== null && ` ${words.of} ${bytes(quotaBytes)}`}
              </Fact>
            ))}
          </dl>
        </>
      )}
    </section>
  );
}

const Fact = ({ name, children }: { readonly name: string; readonly children: React.ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
