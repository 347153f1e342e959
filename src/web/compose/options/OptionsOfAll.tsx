// The settings of each account, opened one at a time.
import { ChevronDown } from "lucide-react";
import { memo, useState } from "react";
import { Tile } from "../../parts/Tile.tsx";
import { placeOf, useNameOf } from "../../post/places.ts";
import type { Account } from "../../today/queries.ts";
import { composeWords as words } from "../../words/compose.ts";
import type { Dispatch, Draft } from "../draft.ts";
import type { CheckedTarget } from "../useCheck.ts";
import type { AskedOption } from "../useHands.ts";
import { OptionsForm } from "./OptionsForm.tsx";
import "./Options.css";

interface Props {
  readonly options: Draft["options"];
  readonly dispatch: Dispatch;
  /** The accounts that are chosen. */
  readonly accounts: readonly Account[];
  readonly targets: readonly CheckedTarget[];
  readonly asked: AskedOption | null;
}

export const OptionsOfAll = memo(function OptionsOfAll({
  options,
  dispatch,
  accounts,
  targets,
  asked,
}: Props) {
  const [open, setOpen] = useState<string | null>(null);
  const [before, setBefore] = useState(asked);
  if (before !== asked) {
    setBefore(asked);
    if (asked) setOpen(asked.accountId);
  }
  const nameOf = useNameOf();
  const account = accounts.find(({ id }) => id === open);
  if (accounts.length === 0) return null;
  return (
    <section className="compose-options" aria-label={words.options}>
      <div className="options-head">
        <h2>{words.options}</h2>
        {accounts.map((each) => {
          const needs = targets.find(({ accountId }) => accountId === each.id)?.needs.length ?? 0;
          const isSet = Object.keys(options[each.id] ?? {}).length > 0;
          return (
            <button
              key={each.id}
              type="button"
              className={`options-toggle ${needs > 0 ? "needs" : ""} ${isSet ? "set" : ""}`}
              aria-expanded={each.id === open}
              onClick={() => setOpen(each.id === open ? null : each.id)}
            >
              <Tile platform={each.platform} isSimulated={each.simulated} isLabelled={false} />
              <span className="hidden">{words.optionsOf(placeOf(each, nameOf))}</span>
              <ChevronDown size={12} aria-hidden="true" />
            </button>
          );
        })}
      </div>
      {account && (
        <OptionsForm
          key={account.id}
          account={account}
          chosen={options[account.id] ?? NONE}
          needs={targets.find(({ accountId }) => accountId === account.id)?.needs ?? NO_NEEDS}
          dispatch={dispatch}
          asked={asked?.accountId === account.id ? asked : null}
        />
      )}
    </section>
  );
});

const NONE = {};
const NO_NEEDS: readonly string[] = [];
