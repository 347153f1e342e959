// The files of the post: added, described, put in order, and taken out again.
import { memo, useState } from "react";
import { useNotice } from "../../parts/Notices.tsx";
import type { Account } from "../../today/queries.ts";
import { composeWords as words } from "../../words/compose.ts";
import type { Dispatch, Draft } from "../draft.ts";
import { FileDialog } from "./FileDialog.tsx";
import { FileGrid, type Changes } from "./FileGrid.tsx";
import { useMedia } from "../../media/queries.ts";
import { useOwnFiles, type OwnFiles } from "./own-files.ts";
import { UploadList } from "../../uploads/UploadList.tsx";
import type { Uploads } from "./useUploads.ts";
import "./Files.css";

interface Props {
  readonly media: Draft["media"];
  readonly options: Draft["options"];
  readonly accounts: readonly Account[];
  readonly dispatch: Dispatch;
  readonly uploads: Uploads;
  readonly onCrop: (id: string) => void;
}

export const Files = memo(function Files({ media, options, accounts, dispatch, uploads, onCrop }: Props) {
  const [open, setOpen] = useState<string | null>(null);
  const files = useMedia(media);
  const own = useOwnFiles({ media, options });
  const notice = useNotice();
  const opened = files.find((file) => file?.id === open);
  const remove = (id: string) => {
    const name = files.find((file) => file?.id === id)?.filename;
    for (const each of [id, ...own.madeFrom(id)]) dispatch({ type: "removeMedia", id: each });
    setOpen(null);
    notice({
      text: words.removed(name),
      action: { label: words.undo, run: () => dispatch({ type: "files", media, options }) },
    });
  };
  return (
    <div className={`compose-files ${uploads.isDropping ? "dropping" : ""}`}>
      <FileGrid
        {...{ media, files }}
        changesOf={(id) => changesOf(id, own, accounts)}
        onOpen={setOpen}
        onRemove={remove}
        onOrder={(ids) => dispatch({ type: "media", ids })}
      />
      <UploadList list={uploads.list} resume={uploads.resume} forget={uploads.forget} />
      {uploads.isDropping && <p className="drop-note">{words.dropHere}</p>}
      {opened && (
        <FileDialog
          file={opened}
          {...{ media, options, own, accounts, dispatch }}
          onCrop={() => {
            setOpen(null);
            onCrop(opened.id);
          }}
          onRemove={() => remove(opened.id)}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  );
});

/** How many accounts leave a file out, and how many get a crop of it. */
function changesOf(id: string, { sentFor }: OwnFiles, accounts: readonly Account[]): Changes {
  const sent = accounts.map((account) => sentFor(account.id, id));
  return {
    out: sent.filter((each) => each === null).length,
    cropped: sent.filter((each) => each !== null && each !== id).length,
  };
}
