// Replaces a key by a new one with the same rights, while the present one works a little longer.
import { useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { Label, Radio, RadioGroup } from "react-aria-components";
import { admin, call, NoAnswerError } from "../api.ts";
import { Button } from "../parts/Button.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { ErrorBox } from "../parts/Region.tsx";
import { keyWords as words } from "../words/keys.ts";
import type { FreshKey, Key } from "./queries.ts";
import "../parts/Radios.css";

interface Props {
  readonly of: Key;
  readonly onClose: () => void;
  readonly onMade: (fresh: FreshKey) => void;
}

const OVERLAP_MS = { day: 86_400_000, week: 7 * 86_400_000, none: 0 } as const;
const OVERLAPS = ["day", "week", "none"] as const;
type Overlap = (typeof OVERLAPS)[number];

export function RotateKey({ of: { id, name }, onClose, onMade }: Props) {
  const queries = useQueryClient();
  const [overlap, setOverlap] = useState<Overlap>("day");
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const rotate = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setError(null);
    try {
      const body = { overlapMs: OVERLAP_MS[overlap] };
      const { key, ...record } = await call(() => admin().keys({ id }).rotate.post(body));
      onMade({ key, record });
      onClose();
    } catch (fault) {
      setError(fault);
    }
    setBusy(false);
    await queries.invalidateQueries({ queryKey: ["listKeys"] });
  };
  const isLost = error instanceof NoAnswerError;
  return (
    <Dialog title={words.rotateTitle(name)} isOpen onClose={onClose}>
      <form className="form" onSubmit={(event) => void rotate(event)}>
        <p>{words.rotateMore}</p>
        <RadioGroup
          className="radios"
          value={overlap}
          onChange={(value) => setOverlap(OVERLAPS.find((each) => each === value) ?? "day")}
        >
          <Label>{words.overlap}</Label>
          {OVERLAPS.map((each) => (
            <Radio key={each} value={each} className="radio">
              {words.overlaps[each]}
            </Radio>
          ))}
        </RadioGroup>
        {isLost && <p className="problem">{words.lostAnswer}</p>}
        {error !== null && !isLost && <ErrorBox error={error} />}
        <div className="row end">
          <Button onPress={onClose}>{words.cancel}</Button>
          <Button kind="primary" type="submit" isPending={isBusy}>
            {words.rotateButton}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
