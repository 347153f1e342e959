// Accounts that were found at a network: the one there is, or several to choose from.
import { useState } from "react";
import { Avatar } from "../parts/Avatar.tsx";
import { Button } from "../parts/Button.tsx";
import { connectWords as words } from "../words/connect.ts";
import type { Reconnected } from "./Connect.tsx";
import type { FoundAccount } from "./queries.ts";

interface Props {
  readonly found: readonly FoundAccount[];
  /** The one that is to be connected again. */
  readonly account: Reconnected | null;
  readonly isBusy: boolean;
  readonly onConnect: (remoteIds: readonly string[]) => void;
  /** Goes back to what was entered. */
  readonly onChange?: () => void;
}

export function Found({ found, account, isBusy, onConnect, onChange }: Props) {
  const [only] = found;
  const isOne = found.length === 1 && only !== undefined;
  const [chosen, setChosen] = useState<readonly string[]>(() =>
    isOne ? [only.remoteId] : found.filter(({ known }) => known).map(({ remoteId }) => remoteId),
  );
  const toggle = (id: string) =>
    setChosen(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]);
  const isOther = account !== null && !found.some(({ known }) => known);
  return (
    <section className="card">
      <h2>{isOne ? words.foundOne : words.foundSeveral}</h2>
      <ul className="found">
        {found.map((one) => (
          <li key={one.remoteId}>
            {isOne ? (
              <Face one={one} />
            ) : (
              <label className="found-choice">
                <input
                  type="checkbox"
                  checked={chosen.includes(one.remoteId)}
                  onChange={() => toggle(one.remoteId)}
                />
                <Face one={one} />
              </label>
            )}
          </li>
        ))}
      </ul>
      {isOther && <p className="problem">{words.other(account.handle)}</p>}
      <p className="small">{words.foundMore}</p>
      <div className="row end">
        {onChange && <Button onPress={onChange}>{words.change}</Button>}
        <Button
          kind="primary"
          isPending={isBusy}
          isDisabled={chosen.length === 0}
          onPress={() => onConnect(chosen)}
        >
          {isOne ? words.connectOne(only.handle) : words.connectSome(chosen.length)}
        </Button>
      </div>
    </section>
  );
}

function Face({ one }: { readonly one: FoundAccount }) {
  const { displayName, handle, avatarUrl, known } = one;
  return (
    <span className="found-face">
      <Avatar name={displayName} url={avatarUrl} />
      <span>
        <b dir="auto">{displayName}</b>{" "}
        <span className="small" dir="auto">
          {handle}
        </span>
        {known && <span className="small found-known">{words.known}</span>}
      </span>
    </span>
  );
}
