// Everything that waits for a person, worst first, each entry with the one thing to do about it.
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { useLocation } from "wouter";
import { useKeys } from "../keys.tsx";
import { Band } from "../parts/Band.tsx";
import { currentRow } from "../parts/rows.ts";
import { useProfile } from "../profile.tsx";
import { todayWords as words } from "../words/today.ts";
import { attentionQuery, placesOf, type AttentionItem } from "./attention.ts";
import { Entry, WITH_KEY } from "./Entry.tsx";
import type { Account } from "./queries.ts";
import { useEntryActions } from "./useEntryActions.ts";

export function NeedsYou({ accounts }: { readonly accounts: readonly Account[] }) {
  const profile = useProfile();
  const query = useQuery(attentionQuery(profile.id));
  const items = query.data?.items ?? [];
  const list = useRef<HTMLUListElement>(null);
  const { retry, snooze, busy } = useEntryActions();
  const [, navigate] = useLocation();
  const act = (item: AttentionItem) => {
    const { action } = placesOf(item, profile, accounts);
    if (action === null) return retry(item);
    if (action.isOutside) location.assign(action.href);
    else navigate(action.href);
  };
  const selected = () => items[placeOf(list.current)] ?? items[0];
  useKeys([
    ...items.slice(0, WITH_KEY).map((item, n) => ({
      key: String(n + 1),
      does: words.keys.act(item.action.label, n + 1),
      run: () => act(item),
    })),
    ...(items.length === 0
      ? []
      : [
          {
            key: "s",
            does: words.keys.snooze,
            run: () => {
              const item = selected();
              if (item) snooze(item);
            },
          },
        ]),
  ]);
  const count = query.data ? needing(query.data.counts) : 0;
  const note = count > 0 && <span className="badge">{count}</span>;
  return (
    <Band title={words.needsYou} note={note} query={query} rows={2}>
      {({ items: entries, snoozed }) =>
        entries.length === 0 ? (
          <Nothing snoozed={snoozed} />
        ) : (
          <>
            <ul className="rows" ref={list}>
              {entries.map((item, n) => (
                <Entry
                  key={item.id}
                  item={item}
                  places={placesOf(item, profile, accounts)}
                  place={n}
                  isBusy={busy === item.id}
                  onRetry={() => retry(item)}
                  onSnooze={() => snooze(item)}
                />
              ))}
            </ul>
            {(count > entries.length || snoozed > 0) && (
              <p className="small">
                {count > entries.length && `${words.more(entries.length, count)}. `}
                {snoozed > 0 && words.nothingSnoozed(snoozed)}
              </p>
            )}
          </>
        )
      }
    </Band>
  );
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
