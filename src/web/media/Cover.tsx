// Chooses the frame of a video that stands for it.
import { useState } from "react";
import { call, v1 } from "../api.ts";
import type { LibraryMedia } from "./queries.ts";
import { Button } from "../parts/Button.tsx";
import { ErrorBox } from "../parts/Region.tsx";
import { useProfile } from "../profile.tsx";
import { mediaWords as words } from "../words/media.ts";
import { playTime } from "./facts.ts";
import { useChange } from "./useChange.ts";

interface Props {
  readonly file: LibraryMedia;
  readonly lengthMs: number;
  /** Shows the frame. @param ms from the start */
  readonly onMove: (ms: number) => void;
}

const STEP_MS = 100;

export function Cover({ file: { id, posterMs }, lengthMs, onMove }: Props) {
  const { id: profileId } = useProfile();
  const [at, setAt] = useState(posterMs ?? 0);
  const { change, isBusy, error } = useChange();
  const move = (ms: number) => {
    setAt(ms);
    onMove(ms);
  };
  const save = () =>
    change(() => call(() => v1(profileId).media({ id }).poster.post({ atMs: at })), words.coverSaved);
  return (
    <section className="cover">
      <h3>{words.cover}</h3>
      <p className="small">
        {posterMs === null ? words.coverUsual : words.coverAt(playTime(posterMs, true))} {words.coverHint}
      </p>
      <div className="cover-row">
        <input
          type="range"
          min={0}
          max={lastFrame(lengthMs)}
          step={STEP_MS}
          value={at}
          aria-label={words.coverTime}
          aria-valuetext={playTime(at, true)}
          onChange={({ target }) => move(target.valueAsNumber)}
        />
        <Button size="small" isPending={isBusy} onPress={() => void save()}>
          {words.useFrame(playTime(at, true))}
        </Button>
      </div>
      {error !== null && <ErrorBox error={error} retry={save} />}
    </section>
  );
}

/** At the very end there is no frame. */
const lastFrame = (lengthMs: number): number => Math.max(0, Math.floor((lengthMs - 1) / STEP_MS) * STEP_MS);
