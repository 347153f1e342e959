// The card in which a post is written: whose text, the text, how long it is, and its files.
import { useCallback, useMemo, useRef } from "react";
import { Button } from "../parts/Button.tsx";
import { useNetworkNames } from "../networks.ts";
import { placeOf } from "../post/places.ts";
import type { Account } from "../today/queries.ts";
import { composeWords as words } from "../words/compose.ts";
import { Count, tightest } from "./Count.tsx";
import type { Draft } from "./draft.ts";
import { AddFiles } from "./media/AddFiles.tsx";
import { Files } from "./media/Files.tsx";
import { TEXT_ID } from "./Problems.tsx";
import { Tabs } from "./Tabs.tsx";
import type { Check } from "./useCheck.ts";
import type { Composer } from "./useComposer.ts";
import type { DeskControls } from "./useDeskControls.ts";
import type { Uploads } from "./media/useUploads.ts";
import { WriteText } from "./WriteText.tsx";

interface Props {
  readonly composer: Composer;
  readonly check: Check;
  readonly uploads: Uploads;
  readonly controls: DeskControls;
  /** The accounts that are chosen. */
  readonly accounts: readonly Account[];
  /** Whose text is shown; null for everyone's. */
  readonly tab: string | null;
  readonly onTab: (accountId: string | null) => void;
}

export function TextCard({ composer, check, uploads, controls, accounts, tab, onTab }: Props) {
  const { draft, dispatch } = composer;
  const area = useRef<HTMLTextAreaElement>(null);
  const forked = useForked(draft);
  const nameOf = useNetworkNames();
  const account = accounts.find(({ id }) => id === tab);
  const targets = useTargets(check, forked, tab);
  const write = useCallback(
    (text: string) => dispatch({ type: "write", text, accountId: tab }),
    [dispatch, tab],
  );
  const { crop } = controls;
  const cropFile = useCallback((id: string) => crop(id, null, null), [crop]);
  const place = account && placeOf(account, nameOf);
  return (
    <section className="text-card" aria-label={words.textForEveryone} {...uploads.dropProps}>
      {accounts.length > 1 && (
        <Tabs {...{ accounts, forked }} selected={tab} onSelect={onTab} panelId={TEXT_ID} />
      )}
      {tab !== null && (
        <p className="small fork-note">
          {forked.includes(tab) ? words.forkedAbout : words.followsAbout}
          {forked.includes(tab) && (
            <Button
              size="small"
              onPress={() => {
                dispatch({ type: "rejoin", accountId: tab });
                area.current?.focus();
              }}
            >
              {words.rejoin}
            </Button>
          )}
        </p>
      )}
      <WriteText
        id={TEXT_ID}
        area={area}
        label={place === undefined ? words.textForEveryone : words.textFor(place)}
        placeholder={words.placeholder}
        text={(tab === null ? undefined : draft.overrides[tab]) ?? draft.caption}
        onChange={write}
        target={tightest(targets)}
        onFiles={uploads.add}
      />
      <Files
        {...{ uploads, accounts, dispatch }}
        onCrop={cropFile}
        media={draft.media}
        options={draft.options}
      />
      <div className="text-foot">
        <AddFiles media={draft.media} dispatch={dispatch} onFiles={uploads.add} input={controls.fileInput} />
        <Count targets={targets} />
      </div>
    </section>
  );
}

/** The same list as long as nothing in it changes, so that a key redraws only what it changes. */
function useForked({ overrides, accounts }: Draft): readonly string[] {
  const key = accounts.filter((id) => id in overrides).join(" ");
  return useMemo(() => (key === "" ? [] : key.split(" ")), [key]);
}

/** The checks of the accounts that get the text which is shown. */
function useTargets({ data }: Check, forked: readonly string[], tab: string | null) {
  return useMemo(
    () =>
      (data?.targets ?? []).filter(({ accountId }) =>
        tab === null ? !forked.includes(accountId) : accountId === tab,
      ),
    [data, forked, tab],
  );
}
