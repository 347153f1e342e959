// The settings of each account, opened one at a time, and the sentences that always stand beside them.
import { ChevronDown } from "lucide-react";
import { memo, useState } from "react";
import { Tile } from "../../parts/Tile.tsx";
import { useNetworkNames } from "../../networks.ts";
import { placeOf } from "../../post/places.ts";
import type { Account } from "../../today/queries.ts";
import { composeWords as words } from "../../words/compose.ts";
import { mediaOf } from "../account-options.ts";
import type { Dispatch, Draft } from "../draft.ts";
import { allFiles } from "../media/files-of.ts";
import { useMedia } from "../../media/queries.ts";
import type { CheckedTarget } from "../useCheck.ts";
import type { AskedOption } from "../useDeskControls.ts";
import { Consents } from "./Consents.tsx";
import { OptionsForm } from "./OptionsForm.tsx";
import "./Options.css";

interface Props {
  readonly options: Draft["options"];
  readonly media: readonly string[];
  readonly dispatch: Dispatch;
  /** The accounts that are chosen. */
  readonly accounts: readonly Account[];
  readonly targets: readonly CheckedTarget[];
  readonly asked: AskedOption | null;
}

export const OptionsOfAll = memo(function OptionsOfAll(props: Props) {
  const { options, media, dispatch, accounts, targets, asked } = props;
  const [open, setOpen] = useState<string | null>(null);
  const [before, setBefore] = useState(asked);
  if (before !== asked) {
    setBefore(asked);
    if (asked) setOpen(asked.accountId);
  }
  const nameOf = useNetworkNames();
  const kindsOf = useKinds(options, media);
  const needsOf = (id: string) => targets.find(({ accountId }) => accountId === id)?.needs ?? NO_NEEDS;
  const isSet = (id: string) => Object.keys(options[id] ?? {}).length > 0;
  const account = accounts.find(({ id }) => id === open);
  if (accounts.length === 0) return null;
  return (
    <section className="compose-options" aria-label={words.options}>
      <div className="options-head">
        <h2>{words.options}</h2>
        {accounts.map((each) => (
          <button
            key={each.id}
            type="button"
            className={`options-toggle ${needsOf(each.id).length > 0 ? "needs" : ""} ${isSet(each.id) ? "set" : ""}`}
            aria-expanded={each.id === open}
            onClick={() => setOpen(each.id === open ? null : each.id)}
          >
            <Tile platform={each.platform} isSimulated={each.simulated} isLabelled={false} />
            <span className="hidden">{words.optionsOf(placeOf(each, nameOf))}</span>
            <ChevronDown size={12} aria-hidden="true" />
          </button>
        ))}
      </div>
      {account && (
        <OptionsForm
          key={account.id}
          account={account}
          chosen={options[account.id] ?? NONE}
          kinds={kindsOf(account.id)}
          needs={needsOf(account.id)}
          dispatch={dispatch}
          asked={asked?.accountId === account.id ? asked : null}
        />
      )}
      <Consents
        accounts={accounts.filter(({ id }) => id === open || isSet(id) || needsOf(id).length > 0)}
        {...{ options, kindsOf }}
      />
    </section>
  );
});

const NONE = {};
const NO_NEEDS: readonly string[] = [];

/** The kinds of the files that an account gets. */
function useKinds(options: Draft["options"], media: readonly string[]) {
  const files = useMedia(allFiles({ media, options }));
  return (accountId: string) =>
    (mediaOf({ options }, accountId) ?? media).flatMap(
      (id) => files.find((file) => file?.id === id)?.kind ?? [],
    );
}
