// Whose text is written: everyone's, or that of one account.
import { memo, useRef, type KeyboardEvent } from "react";
import { Tile } from "../parts/Tile.tsx";
import type { Account } from "../today/queries.ts";
import { composeWords as words } from "../words/compose.ts";

interface Props {
  readonly accounts: readonly Account[];
  /** Ids of accounts with a text of their own. */
  readonly forked: readonly string[];
  /** Null for everyone. */
  readonly selected: string | null;
  readonly onSelect: (accountId: string | null) => void;
  /** The element that they change. */
  readonly panelId: string;
}

export const Tabs = memo(function Tabs({ accounts, forked, selected, onSelect, panelId }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const ids = [null, ...accounts.map(({ id }) => id)];
  const move = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = (ids.indexOf(selected) + by + ids.length) % ids.length;
    onSelect(ids[next] ?? null);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus();
  };
  const tab = (id: string | null) =>
    ({
      type: "button",
      role: "tab",
      "aria-selected": id === selected,
      "aria-controls": panelId,
      tabIndex: id === selected ? 0 : -1,
      onClick: () => onSelect(id),
      className: "text-tab",
    }) as const;
  return (
    <div
      className="text-tabs"
      role="tablist"
      aria-label={words.texts}
      ref={list}
      tabIndex={-1}
      onKeyDown={move}
    >
      <button {...tab(null)}>{words.everyone}</button>
      {accounts.map((account) => (
        <button key={account.id} {...tab(account.id)}>
          <Tile platform={account.platform} isSimulated={account.simulated} handle={account.handle} />
          {isTwin(account, accounts) && (
            <span dir="auto" className="chip-handle" aria-hidden="true">
              {account.handle}
            </span>
          )}
          {forked.includes(account.id) && (
            <span className="fork-dot" title={words.forkedAbout}>
              <span className="hidden">{words.forked}</span>
            </span>
          )}
        </button>
      ))}
    </div>
  );
});

/** Two letters don't tell two accounts of one network apart. */
const isTwin = ({ id, platform }: Account, all: readonly Account[]): boolean =>
  all.some((other) => other.id !== id && other.platform === platform);
