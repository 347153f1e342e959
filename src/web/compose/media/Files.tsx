// The files of the post: added, described, put in order, and taken out again.
import { memo, useState } from "react";
import { Button } from "../../parts/Button.tsx";
import { useNotice } from "../../parts/Notices.tsx";
import type { Account } from "../../today/queries.ts";
import { composeWords as words } from "../../words/compose.ts";
import type { Dispatch, Draft } from "../draft.ts";
import type { DeskHands } from "../useHands.ts";
import { FileDialog } from "./FileDialog.tsx";
import { FileGrid } from "./FileGrid.tsx";
import { LibraryDialog } from "./LibraryDialog.tsx";
import { useMedia } from "./queries.ts";
import { UploadList } from "./UploadList.tsx";
import type { Uploads } from "./useUploads.ts";
import "./Files.css";

interface Props {
  readonly media: Draft["media"];
  readonly options: Draft["options"];
  readonly accounts: readonly Account[];
  readonly dispatch: Dispatch;
  readonly uploads: Uploads;
  readonly hands: DeskHands;
}

export const Files = memo(function Files({ media, options, accounts, dispatch, uploads, hands }: Props) {
  const [open, setOpen] = useState<{ readonly id: string } | "library" | null>(null);
  const files = useMedia(media);
  const notice = useNotice();
  const opened = open !== null && open !== "library" ? files.find((file) => file?.id === open.id) : null;
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
        onOpen={(id) => setOpen({ id })}
        onRemove={remove}
        onOrder={(ids) => dispatch({ type: "media", ids })}
      />
      <UploadList uploads={uploads} />
      {uploads.isDropping && <p className="drop-note">{words.dropHere}</p>}
      <div className="row">
        <input
          type="file"
          multiple
          accept="image/*,video/*"
          className="hidden"
          tabIndex={-1}
          aria-label={words.addMedia}
          ref={hands.fileInput}
          onChange={({ target }) => {
            uploads.add([...(target.files ?? [])]);
            // The same file can be chosen again.
            target.value = "";
          }}
        />
        <Button size="small" onPress={hands.addMedia}>
          {words.addMedia}
        </Button>
        <Button size="small" kind="quiet" onPress={() => setOpen("library")}>
          {words.fromLibrary}
        </Button>
      </div>
      {opened && (
        <FileDialog
          file={opened}
          {...{ media, options, accounts, dispatch }}
          onRemove={() => remove(opened.id)}
          onClose={() => setOpen(null)}
        />
      )}
      {open === "library" && (
        <LibraryDialog
          chosen={media}
          onAdd={(ids) => dispatch({ type: "media", ids: [...media, ...ids] })}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  );
});
