// One entry that needs a person: what it is, since when, and what to do.
import { AlarmClock } from "lucide-react";
import { Link } from "wouter";
import { useMay } from "../may.ts";
import { Button } from "../parts/Button.tsx";
import { ROW } from "../parts/rows.ts";
import { Time } from "../parts/Time.tsx";
import { todayWords as words } from "../words/today.ts";
import { neededFor, type AttentionItem, type Places } from "./attention.ts";

/** So many have a key. */
export const WITH_KEY = 9;

interface Props {
  readonly item: AttentionItem;
  readonly places: Places;
  /** From 0, in the list. */
  readonly place: number;
  readonly isBusy: boolean;
  readonly onRetry: () => void;
  readonly onSnooze: () => void;
}

export function Entry({ item, places, place, isBusy, onRetry, onSnooze }: Props) {
  const { kind, title, detail, since } = item;
  const may = useMay();
  const { word, icon, tone } = words.kinds[kind];
  return (
    <li className="entry" data-of-row="">
      <span aria-hidden="true" className={`entry-icon ${tone}`}>
        {icon}
      </span>
      <div className="entry-text">
        <p className="entry-kind">
          <span className={`state ${tone}`}>{word}</span>
          {since !== null && (
            <span className="small">
              {words.since} <Time at={since} />
            </span>
          )}
        </p>
        <h3 className="entry-title">
          <About places={places} title={title} />
        </h3>
        {detail !== "" && <p className="small entry-detail">{detail}</p>}
      </div>
      <div className="entry-actions above">
        {may(neededFor(item)) && <Act {...{ item, places, place, isBusy, onRetry }} />}
        {may("publish") && (
          <Button kind="quiet" isDisabled={isBusy} aria-label={words.snoozeOne(title)} onPress={onSnooze}>
            <AlarmClock size={16} aria-hidden="true" />
            <span className="entry-snooze">{words.snooze}</span>
          </Button>
        )}
      </div>
    </li>
  );
}

/** Without a screen of its own, the row itself is selected by the keys. */
function About({ places: { about }, title }: { readonly places: Places; readonly title: string }) {
  if (about === null)
    return (
      <span {...ROW} tabIndex={-1} className="row-link">
        {title}
      </span>
    );
  return (
    <Link {...ROW} href={about} className="row-link">
      {title}
    </Link>
  );
}

type ActProps = Pick<Props, "item" | "places" | "place" | "isBusy" | "onRetry">;

function Act({ item: { action, title }, places, place, isBusy, onRetry }: ActProps) {
  const look = `button ${place === 0 ? "primary" : "plain"}`;
  const label = `${action.label}: ${title}`;
  // Drawn by the style sheet: it is no part of the button's name.
  const key = place < WITH_KEY ? { "data-key": String(place + 1) } : {};
  if (places.action === null)
    return (
      <Button
        kind={place === 0 ? "primary" : "plain"}
        isPending={isBusy}
        aria-label={label}
        onPress={onRetry}
        {...key}
      >
        {action.label}
      </Button>
    );
  return (
    <Link className={look} href={places.action} aria-label={label} {...key}>
      {action.label}
    </Link>
  );
}
