// The files of the post: added, described, put in order, and taken out again.
import { memo, useState } from "react";
import { useNotice } from "../../parts/Notices.tsx";
import type { Account } from "../../today/queries.ts";
import { composeWords as words } from "../../words/compose.ts";
import type { Dispatch, Draft } from "../draft.ts";
import { FileDialog } from "./FileDialog.tsx";
import { FileGrid } from "./FileGrid.tsx";
import { useMedia } from "../../media/queries.ts";
import { UploadList } from "../../uploads/UploadList.tsx";
import type { Uploads } from "./useUploads.ts";
import "./Files.css";

interface Props {
  readonly media: Draft["media"];
  readonly options: Draft["options"];
  readonly accounts: readonly Account[];
  readonly dispatch: Dispatch;
  readonly uploads: Uploads;
}

export const Files = memo(function Files({ media, options, accounts, dispatch, uploads }: Props) {
  const [open, setOpen] = useState<string | null>(null);
  const files = useMedia(media);
  const notice = useNotice();
  const opened = files.find((file) => file?.id === open);
  const remove = (id: string) => {
    const name = files.find((file) => file?.id === id)?.filename ?? "";
    const before = media;
    dispatch({ type: "removeMedia", id });
    setOpen(null);
    notice({
      text: words.removed(name),
      action: { label: words.undo, run: () => dispatch({ type: "media", ids: before }) },
    });
  };
  return (
    <div className={`compose-files ${uploads.isDropping ? "dropping" : ""}`}>
      <FileGrid
        {...{ media, files, options }}
        onOpen={setOpen}
        onRemove={remove}
        onOrder={(ids) => dispatch({ type: "media", ids })}
      />
      <UploadList list={uploads.list} resume={uploads.resume} forget={uploads.forget} />
      {uploads.isDropping && <p className="drop-note">{words.dropHere}</p>}
      {opened && (
        <FileDialog
          file={opened}
          {...{ media, options, accounts, dispatch }}
          onRemove={() => remove(opened.id)}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  );
});
