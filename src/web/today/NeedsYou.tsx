// Everything that waits for a person, worst first, each entry with the one thing to do about it.
import { useQuery } from "@tanstack/react-query";
import { useRef, useState, type RefObject } from "react";
import { useLocation } from "wouter";
import { useKeys } from "../keys.tsx";
import { useMay } from "../may.ts";
import { Button } from "../parts/Button.tsx";
import { Band } from "../parts/Band.tsx";
import { currentRow } from "../parts/rows.ts";
import { useProfile } from "../profile.tsx";
import { todayWords as words } from "../words/today.ts";
import { attentionQuery, placesOf, type AttentionItem, type Places, neededFor } from "./attention.ts";
import { Entry, WITH_KEY } from "./Entry.tsx";
import type { Account } from "./queries.ts";
import { useEntryActions } from "./useEntryActions.ts";

/** More than these are shown when somebody asks: what goes out next is below. */
const SHOWN = 8;

interface OfAccounts {
  readonly accounts: readonly Account[];
}

export function NeedsYou({ accounts }: OfAccounts) {
  const { id } = useProfile();
  const query = useQuery(attentionQuery(id));
  const count = query.data ? needing(query.data.counts) : 0;
  const note = count > 0 && <span className="badge">{count}</span>;
  return (
    <Band title={words.needsYou} note={note} query={query} rows={2}>
      {({ items, snoozed }) =>
        items.length === 0 ? (
          <Nothing snoozed={snoozed} />
        ) : (
          <Entries items={items} count={count} snoozed={snoozed} accounts={accounts} />
        )
      }
    </Band>
  );
}

interface EntriesProps extends OfAccounts {
  readonly items: readonly AttentionItem[];
  /** Also those that the server left out. */
  readonly count: number;
  readonly snoozed: number;
}

function Entries({ items, count, snoozed, accounts }: EntriesProps) {
  const profile = useProfile();
  const [isWhole, setWhole] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const { retry, snooze, busy } = useEntryActions();
  const shown = isWhole ? items : items.slice(0, SHOWN);
  const placed = shown.map((item) => ({ item, places: placesOf(item, profile, accounts) }));
  useEntryKeys(placed, list, retry, snooze);
  return (
    <>
      <ul className="rows" ref={list}>
        {placed.map(({ item, places }, place) => (
          <Entry
            key={item.id}
            {...{ item, places, place }}
            isBusy={busy.has(item.id)}
            onRetry={() => retry(item)}
            onSnooze={() => snooze(item)}
          />
        ))}
      </ul>
      <div className="row small">
        {items.length > shown.length && (
          <Button size="small" onPress={() => setWhole(true)}>
            {words.showAll(items.length)}
          </Button>
        )}
        {count > items.length && <span>{words.more(items.length, count)}</span>}
        {snoozed > 0 && <span>{words.nothingSnoozed(snoozed)}</span>}
      </div>
    </>
  );
}

interface Placed {
  readonly item: AttentionItem;
  readonly places: Places;
}
type Act = (item: AttentionItem) => void;

/** The numbers do what the entries offer, `S` puts the selected one off; the first, when none is selected. */
function useEntryKeys(
  entries: readonly Placed[],
  list: RefObject<HTMLElement | null>,
  retry: Act,
  snooze: Act,
): void {
  const [, navigate] = useLocation();
  const act = ({ item, places: { action } }: Placed) => {
    if (action === null) retry(item);
    else navigate(action);
  };
  const snoozeSelected = () => {
    const entry = entries[placeOf(list.current)] ?? entries[0];
    if (entry) snooze(entry.item);
  };
  const may = useMay();
  const keyed = entries.slice(0, WITH_KEY).map((entry, n) => [entry, n] as const);
  useKeys([
    ...keyed
      .filter(([{ item }]) => may(neededFor(item)))
      .map(([entry, n]) => ({
        key: String(n + 1),
        does: words.keys.act(entry.item.action.label, n + 1),
        run: () => act(entry),
      })),
    ...(may("publish") ? [{ key: "s", does: words.keys.snooze, run: snoozeSelected }] : []),
  ]);
}

/** As the frame counts them. */
const needing = ({ now, soon }: { readonly now: number; readonly soon: number }): number => now + soon;

function Nothing({ snoozed }: { readonly snoozed: number }) {
  return (
    <p className="nothing">
      <span aria-hidden="true" className="state posted">
        ●
      </span>{" "}
      {words.nothing} {snoozed > 0 && <span className="small">{words.nothingSnoozed(snoozed)}</span>}
    </p>
  );
}

/** The place of the selected entry in the list; -1 for none. */
function placeOf(list: HTMLElement | null): number {
  const row = currentRow()?.closest("[data-of-row]");
  return list === null || !row ? -1 : [...list.children].indexOf(row);
}
