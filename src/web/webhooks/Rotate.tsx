// Gives a webhook a new secret, while the present one works a little longer.
import { useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { Label, Radio, RadioGroup } from "react-aria-components";
import { call } from "../api.ts";
import { Button } from "../parts/Button.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { ErrorBox } from "../parts/Region.tsx";
import { useApi } from "../profile.tsx";
import { webhookWords as words } from "../words/webhooks.ts";
import type { Hook } from "./queries.ts";

interface Props {
  readonly hook: Hook;
  readonly onClose: () => void;
  readonly onSecret: (secret: string) => void;
}

const SECONDS = { day: 86_400, hour: 3600, none: 0 } as const;
const OVERLAPS = ["day", "hour", "none"] as const;
type Overlap = (typeof OVERLAPS)[number];

export function Rotate({ hook, onClose, onSecret }: Props) {
  const api = useApi();
  const queries = useQueryClient();
  const [overlap, setOverlap] = useState<Overlap>("day");
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const rotate = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    try {
      const body = { overlapSeconds: SECONDS[overlap] };
      onSecret((await call(() => api.webhooks({ id: hook.id }).rotate.post(body))).secret);
      onClose();
    } catch (fault) {
      setError(fault);
    }
    setBusy(false);
    await queries.invalidateQueries({ queryKey: ["listWebhooks"] });
  };
  return (
    <Dialog title={words.rotateTitle} isOpen onClose={onClose}>
      <form className="form" onSubmit={(event) => void rotate(event)}>
        <p>{words.rotateMore}</p>
        <RadioGroup
          className="hook-which"
          value={overlap}
          onChange={(value) => setOverlap(OVERLAPS.find((each) => each === value) ?? "day")}
        >
          <Label>{words.overlap}</Label>
          {OVERLAPS.map((each) => (
            <Radio key={each} value={each} className="hook-radio">
              {words.overlaps[each]}
            </Radio>
          ))}
        </RadioGroup>
        {error !== null && <ErrorBox error={error} />}
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
