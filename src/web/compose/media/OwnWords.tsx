// What a file shows, in other words for single accounts: kept with the post, as the file's own words are for all.
import { ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import { Tile } from "../../parts/Tile.tsx";
import { useNetworkNames } from "../../networks.ts";
import { placeOf } from "../../post/places.ts";
import type { Account } from "../../today/queries.ts";
import { composeWords as words } from "../../words/compose.ts";
import type { Dispatch, Draft } from "../draft.ts";
import { useAllOptions } from "../options/queries.ts";
import type { OptionSchema } from "../options/schema.ts";
import { LONGEST_ALT } from "./AltForm.tsx";
import { altTextsOf } from "./files-of.ts";
import type { OwnFiles } from "./own-files.ts";

interface Props {
  readonly fileId: string;
  /** What is sent where nothing else is written. */
  readonly usual: string;
  readonly options: Draft["options"];
  readonly own: OwnFiles;
  readonly accounts: readonly Account[];
  readonly dispatch: Dispatch;
}

export function OwnWords({ fileId, usual, options, own, accounts, dispatch }: Props) {
  const sent = useDescribed(accounts).flatMap((account) => {
    const id = own.sentFor(account.id, fileId);
    return id === null ? [] : [{ account, id }];
  });
  const isWritten = sent.some(({ account, id }) => id in altTextsOf(options, account.id));
  const [isOpen, setOpen] = useState<boolean | null>(null);
  // As soon as it is known, and it stays open when the last word is deleted.
  if (isOpen === null && isWritten) setOpen(true);
  if (sent.length === 0) return null;
  return (
    <section className="own-words">
      <button
        type="button"
        className="own-words-head"
        aria-expanded={isOpen === true}
        onClick={() => setOpen(!isOpen)}
      >
        {words.ownWords} <ChevronDown size={14} aria-hidden="true" />
      </button>
      {isOpen && (
        <>
          <p className="small">{words.ownWordsMore}</p>
          {sent.map(({ account, id }) => (
            <Words
              key={account.id}
              account={account}
              usual={usual}
              text={altTextsOf(options, account.id)[id] ?? ""}
              onChange={(text) => dispatch({ type: "altText", accountId: account.id, id, text })}
            />
          ))}
        </>
      )}
    </section>
  );
}

/** Those whose network shows such words. */
function useDescribed(accounts: readonly Account[]): readonly Account[] {
  const all = useAllOptions(accounts.map(({ id }) => id));
  return accounts.filter((_, n) => {
    const schema = all[n]?.options as OptionSchema | undefined;
    return schema?.properties?.["alt_text"] !== undefined;
  });
}

interface WordsProps {
  readonly account: Account;
  readonly usual: string;
  readonly text: string;
  readonly onChange: (text: string | null) => void;
}

function Words({ account, usual, text, onChange }: WordsProps) {
  const id = useId();
  const nameOf = useNetworkNames();
  return (
    <div className="own-words-line">
      <Tile platform={account.platform} isSimulated={account.simulated} isLabelled={false} />
      <label className="hidden" htmlFor={id}>
        {words.ownWordsFor(placeOf(account, nameOf))}
      </label>
      <div>
        <p className="small" dir="auto" aria-hidden="true">
          {account.handle}
        </p>
        <textarea
          id={id}
          rows={2}
          dir="auto"
          className="text-area"
          maxLength={LONGEST_ALT}
          placeholder={usual}
          value={text}
          // Blanks alone say nothing: then the usual words are sent.
          onChange={({ target: { value } }) => onChange(value.trim() === "" ? null : value)}
        />
      </div>
    </div>
  );
}
