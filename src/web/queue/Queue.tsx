// The queue: its rhythm, what is coming, and its pause.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useMay } from "../may.ts";
import { Button } from "../parts/Button.tsx";
import { ErrorBox, Skeleton } from "../parts/Region.tsx";
import { Stale } from "../parts/Stale.tsx";
import { useProfile } from "../profile.tsx";
import { queueWords as words } from "../words/queue.ts";
import { Coming } from "./Coming.tsx";
import { PauseDialog, useResume } from "./Pause.tsx";
import { queueQuery } from "./queries.ts";
import { Rhythm } from "./Rhythm.tsx";
import { RhythmEditor } from "./RhythmEditor.tsx";
import "./Queue.css";

export function Queue() {
  const { id } = useProfile();
  const may = useMay();
  const query = useQuery(queueQuery(id));
  const { data, error, refetch } = query;
  const [isAsking, setAsking] = useState(false);
  const { resume, isBusy } = useResume();
  return (
    <div className="queue">
      <header className="queue-head">
        <div>
          <h1>{words.title}</h1>
          <p className="small">{words.about}</p>
        </div>
        {may("publish") && data?.paused && (
          <Button kind="primary" isPending={isBusy} onPress={resume}>
            {words.resume}
          </Button>
        )}
        {may("publish") && data?.paused === null && (
          <Button onPress={() => setAsking(true)}>{words.pause}</Button>
        )}
      </header>
      <Stale query={query} />
      {data === undefined && (error ? <ErrorBox error={error} retry={refetch} /> : <Skeleton rows={8} />)}
      {data && (
        <div className="queue-parts">
          {may("manage") ? <RhythmEditor slots={data.slots} /> : <Rhythm slots={data.slots} />}
          <Coming queue={data} />
        </div>
      )}
      {isAsking && <PauseDialog onClose={() => setAsking(false)} />}
    </div>
  );
}
