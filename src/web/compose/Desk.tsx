// The desk on which a post is written: on the left what is written, on the right how it looks, below when it goes out.
import { lazy, Suspense, useMemo, useRef, useState } from "react";
import { Stale } from "../parts/Stale.tsx";
import type { Account } from "../today/queries.ts";
import { AccountsRow } from "./AccountsRow.tsx";
import { DeskHead } from "./DeskHead.tsx";
import { isBlank } from "./draft.ts";
import { Look } from "./Look.tsx";
import { allFiles } from "./media/files-of.ts";
import type { Uploads } from "./media/useUploads.ts";
import { OptionsOfAll } from "./options/OptionsOfAll.tsx";
import { Hints, Problems } from "./Problems.tsx";
import { PublishBar } from "./PublishBar.tsx";
import { sameWhen } from "./publish.ts";
import { SaveBanners } from "./SaveMark.tsx";
import { TextCard } from "./TextCard.tsx";
import type { Trouble } from "./troubles.ts";
import type { Check } from "./useCheck.ts";
import type { Composer, Opened } from "./useComposer.ts";
import { useDeskKeys } from "./useDeskKeys.ts";
import { useFirstTrouble } from "./useFirstTrouble.ts";
import { useDeskControls } from "./useDeskControls.ts";
import { useLeaving } from "./useLeaving.ts";
import type { Publishing } from "./usePublish.ts";

const WhenDialog = lazy(() =>
  import("./when/WhenDialog.tsx").then(({ WhenDialog: dialog }) => ({ default: dialog })),
);

const CropDialog = lazy(() =>
  import("./media/CropDialog.tsx").then(({ CropDialog: dialog }) => ({ default: dialog })),
);

interface Props {
  readonly composer: Composer;
  readonly opened: Opened;
  readonly check: Check;
  readonly uploads: Uploads;
  readonly publishing: Publishing;
  readonly accounts: readonly Account[];
  readonly troubles: readonly Trouble[];
  readonly leavable: readonly string[];
  readonly isAsked: boolean;
  /** How often something in the way was to be shown. */
  readonly presses: number;
}

export function Desk(props: Props) {
  const { composer, opened, check, uploads, publishing, accounts, troubles, isAsked, presses } = props;
  const { draft, dispatch, isWaiting, stored } = composer;
  const [selected, setSelected] = useState<string | null>(null);
  const [isWall, setWall] = useState(false);
  const tab = selected !== null && draft.accounts.includes(selected) ? selected : null;
  const row = useRef<HTMLDivElement>(null);
  const region = useRef<HTMLElement>(null);
  const controls = useDeskControls(draft, dispatch, row);
  useFirstTrouble(presses, region);
  const leaving = useLeaving(composer);
  useDeskKeys({
    draft,
    publishing,
    leaving,
    setTab: setSelected,
    openWhen: controls.chooseWhen,
    wall: () => setWall((is) => !is),
  });
  const chosen = useMemo(
    () => accounts.filter(({ id }) => draft.accounts.includes(id)),
    [accounts, draft.accounts],
  );
  const { media, options } = draft;
  const files = useMemo(() => allFiles({ media, options }), [media, options]);
  return (
    <div className="compose">
      <DeskHead
        saving={composer.saving}
        isWaiting={isWaiting}
        isNew={stored === null && composer.saving.kind === "saved"}
        leaving={leaving}
      />
      <SaveBanners composer={composer} restoredAt={opened.restoredAt} onStartOver={leaving.startOver} />
      <Stale query={check} />
      <div className="compose-columns">
        <div className="compose-write">
          <AccountsRow
            {...{ accounts, dispatch, isAsked, row }}
            chosen={draft.accounts}
            targets={check.data?.targets ?? NONE}
          />
          <TextCard {...{ composer, check, uploads, controls, tab }} accounts={chosen} onTab={setSelected} />
          {check.data && (
            <Problems {...{ troubles, controls, region }} leavable={isAsked ? props.leavable : NONE} />
          )}
          {check.data && isAsked && <Hints check={check.data} />}
          <OptionsOfAll
            {...{ dispatch }}
            options={draft.options}
            media={draft.media}
            accounts={chosen}
            targets={check.data?.targets ?? NONE}
            asked={controls.asked}
          />
        </div>
        <Look check={check} accounts={chosen} media={files} selected={tab} {...{ isWall, setWall }} />
      </div>
      <PublishBar
        publishing={publishing}
        when={draft.when}
        slotAt={check.data?.scheduledFor ?? null}
        accounts={draft.accounts.length}
        keepsTime={isWaiting && sameWhen(draft.when, opened.draft.when)}
        canKeepDraft={!isWaiting && !isBlank(draft)}
        onWhen={controls.chooseWhen}
        onKeepDraft={leaving.keepDraft}
      />
      <Suspense>
        {controls.cropping && (
          <CropDialog
            crop={controls.cropping}
            accounts={chosen}
            {...{ media, options, dispatch }}
            onClose={controls.closeCrop}
          />
        )}
        {controls.isChoosingWhen && (
          <WhenDialog
            when={draft.when}
            postId={stored?.id ?? null}
            onChoose={(when) => dispatch({ type: "when", when })}
            onClose={controls.closeWhen}
          />
        )}
      </Suspense>
    </div>
  );
}

const NONE = [] as const;
