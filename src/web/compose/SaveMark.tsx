// How safe the text is: on the server, or only on this device; and what to do when two people wrote at once.
import { Button } from "../parts/Button.tsx";
import { ErrorBox } from "../parts/Region.tsx";
import { Copy } from "../parts/Copy.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { Banner } from "../post/ChangeStatus.tsx";
import { distance } from "../time.ts";
import { serverTimeOf } from "../api.ts";
import { composeWords as words } from "../words/compose.ts";
import { contentOfPost, type Content, type Draft } from "./draft.ts";
import type { Saver, SaveState } from "./saver.ts";
import type { Composer } from "./useComposer.ts";

interface MarkProps {
  readonly saving: SaveState;
  readonly isWaiting: boolean;
  readonly isNew: boolean;
}

export function SaveMark({ saving, isWaiting, isNew }: MarkProps) {
  const text = isNew
    ? words.blank
    : isWaiting && saving.kind === "changed"
      ? words.unsaved
      : words.saves[saving.kind];
  return (
    <p className={`small save-mark ${saving.kind}`} role="status">
      {text}
    </p>
  );
}

interface BannersProps {
  readonly composer: Composer;
  readonly restoredAt: number | null;
  readonly onStartOver: () => void;
}

export function SaveBanners({ composer, restoredAt, onStartOver }: BannersProps) {
  const { saving, saver, isUncopied, stored } = composer;
  const isUnsafe = isUncopied && saving.kind !== "saved";
  return (
    <>
      {restoredAt !== null && (
        <Banner
          tone="waiting"
          title={words.restored(distance(new Date(serverTimeOf(restoredAt)).toISOString()))}
          more={words.restoredMore}
        >
          {stored === null && (
            <Button size="small" onPress={onStartOver}>
              {words.startOver}
            </Button>
          )}
        </Banner>
      )}
      {isUnsafe && <Banner tone="failed" title={words.uncopied} more={words.uncopiedMore} />}
      {saving.kind === "refused" && <ErrorBox error={saving.error} />}
      {saving.kind === "gone" && (
        <Banner tone="waiting" title={words.goneTitle} more={words.goneMore}>
          <Button size="small" onPress={saver.keepAsNew}>
            {words.keepAsNew}
          </Button>
        </Banner>
      )}
      {saving.kind === "conflict" && <Conflict {...{ saving, saver }} draft={composer.draft} />}
    </>
  );
}

interface ConflictProps {
  readonly saving: Extract<SaveState, { kind: "conflict" }>;
  readonly saver: Saver;
  readonly draft: Draft;
}

/** Both versions side by side. It can't be dismissed: until somebody decides, nothing is saved. */
function Conflict({ saving: { theirs, fields }, saver, draft }: ConflictProps) {
  return (
    <Dialog title={words.conflictTitle} isOpen>
      <p>{words.conflictMore(fields.map((field) => words.conflictFields[field]))}</p>
      <div className="versions">
        <Version title={words.mine} content={draft} />
        <Version title={words.theirs} content={contentOfPost(theirs)} />
      </div>
      <div className="row end">
        <Copy text={draft.caption}>{words.copyMine}</Copy>
        <Button onPress={() => saver.resolve("theirs")}>{words.takeTheirs}</Button>
        <Button kind="primary" onPress={() => saver.resolve("mine")}>
          {words.keepMine}
        </Button>
      </div>
    </Dialog>
  );
}

function Version({ title, content }: { readonly title: string; readonly content: Content }) {
  const { caption, accounts, media, overrides } = content;
  return (
    <section className="version" aria-label={title}>
      <h3>{title}</h3>
      <p dir="auto" className="version-text">
        {caption === "" ? words.noText : caption}
      </p>
      {Object.entries(overrides).map(([id, text]) => (
        <p key={id} dir="auto" className="version-text">
          {text}
        </p>
      ))}
      <p className="small">
        {words.accountCount(accounts.length)}, {words.files(media.length)}
      </p>
    </section>
  );
}
