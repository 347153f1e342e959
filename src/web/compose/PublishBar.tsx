// The bar at the end of the composer: when it goes out, and the one button that makes it so.
import { ChevronDown } from "lucide-react";
import { memo, useEffect, useState } from "react";
import { useMay } from "../may.ts";
import { keepMessagesAbove } from "../parts/bottom-bar.ts";
import { Button } from "../parts/Button.tsx";
import { ErrorBox } from "../parts/Region.tsx";
import { Banner } from "../post/ChangeStatus.tsx";
import { useZone } from "../profile.tsx";
import { moment } from "../time.ts";
import { composeWords as words } from "../words/compose.ts";
import type { When } from "./draft.ts";
import type { Sending } from "./publish.ts";
import type { Publishing } from "./usePublish.ts";

interface Props {
  readonly publishing: Publishing;
  readonly when: When;
  /** Where a queued post would go out; null while it is not known. */
  readonly slotAt: string | null;
  readonly accounts: number;
  /** Only changes of a post that has its time are saved. */
  readonly keepsTime: boolean;
  readonly canKeepDraft: boolean;
  readonly onWhen: () => void;
  readonly onKeepDraft: () => void;
}

export const PublishBar = memo(function PublishBar(props: Props) {
  const { publishing, when, slotAt, accounts, keepsTime, canKeepDraft, onWhen, onKeepDraft } = props;
  const zone = useZone();
  const { sending, press, undo } = publishing;
  const busy = BUSY.get(sending.kind);
  const mayPublish = useMay()("publish");
  const label = keepsTime
    ? words.saveChanges
    : mayPublish
      ? labelOf(when, slotAt, accounts, zone)
      : words.askReview;
  return (
    <div className="publish-bar" ref={keepMessagesAbove}>
      <div aria-live="polite" className="publish-status">
        <Status sending={sending} publishing={publishing} />
      </div>
      <div className="publish-row">
        {sending.kind === "held" ? (
          <Held until={sending.until} accounts={accounts} onUndo={undo} />
        ) : (
          <>
            <Button onPress={onWhen} aria-label={`${words.when}: ${nameOf(when)}${atOf(when, slotAt, zone)}`}>
              <span className="when-text">
                {nameOf(when)}
                {when.kind !== "now" && <span className="when-at">{atOf(when, slotAt, zone)}</span>}
              </span>
              <ChevronDown size={14} aria-hidden="true" />
            </Button>
            {canKeepDraft && (
              <Button kind="quiet" isDisabled={busy !== undefined} onPress={onKeepDraft}>
                {words.keepDraft}
              </Button>
            )}
          </>
        )}
        {/* It stays where it is, so that the second click of two hits nothing else. */}
        <Button kind="primary" isPending={busy !== undefined} onPress={press}>
          {busy ?? label}
        </Button>
      </div>
    </div>
  );
});

/** What the button says while it can't be pressed. */
const BUSY: ReadonlyMap<Sending["kind"], string> = new Map([
  ["checking", words.checking],
  ["held", words.held],
  ["saving", words.stillSaving],
  ["sending", words.sending],
  ["unknown", words.sending],
]);

function labelOf(when: When, slotAt: string | null, accounts: number, zone: string): string {
  switch (when.kind) {
    case "now":
      return accounts === 0 ? words.publishNone : words.publish(accounts);
    case "queue":
      return words.queue(slotAt && moment(slotAt, zone));
    case "slot":
      return words.queue(moment(when.at, zone));
    case "time":
      return words.schedule(moment(when.at, zone));
  }
}

function nameOf({ kind }: When): string {
  return { now: words.now, queue: words.nextSlot, slot: words.slot, time: words.time }[kind];
}

function atOf(when: When, slotAt: string | null, zone: string): string {
  const at = "at" in when ? when.at : slotAt;
  return at === null || when.kind === "now" ? "" : ` · ${moment(at, zone)}`;
}

interface HeldProps {
  readonly until: number;
  readonly accounts: number;
  readonly onUndo: () => void;
}

function Held({ until, accounts, onUndo }: HeldProps) {
  const [left, setLeft] = useState(() => secondsTo(until));
  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsTo(until)), 250);
    return () => clearInterval(timer);
  }, [until]);
  return (
    <>
      <p className="held number" role="timer">
        {words.holding(accounts, left)}
      </p>
      <Button onPress={onUndo}>{words.undo}</Button>
    </>
  );
}

const secondsTo = (until: number): number => Math.max(0, Math.ceil((until - Date.now()) / 1000));

function Status({ sending, publishing }: { readonly sending: Sending; readonly publishing: Publishing }) {
  const close = (
    <Button size="small" kind="quiet" onPress={publishing.dismiss}>
      {words.close}
    </Button>
  );
  switch (sending.kind) {
    case "unknown":
      return <Banner tone="unsure" title={words.unknown} more={words.unknownMore} />;
    case "missed":
    case "unreached":
      return (
        <Banner tone="waiting" title={words[sending.kind]} more={words[`${sending.kind}More`]}>
          <Button size="small" onPress={publishing.press}>
            {words.sendAgain}
          </Button>
          {close}
        </Banner>
      );
    case "refused":
      return (
        <>
          <ErrorBox error={sending.error} />
          {close}
        </>
      );
    case "idle":
    case "held":
    case "checking":
    case "saving":
    case "sending":
      return null;
  }
}
