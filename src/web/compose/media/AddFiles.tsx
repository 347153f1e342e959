// The ways to add files: from this device, or from what was uploaded before.
import { lazy, memo, Suspense, useState, type RefObject } from "react";
import { Button } from "../../parts/Button.tsx";
import { composeWords as words } from "../../words/compose.ts";
import type { Dispatch } from "../draft.ts";
import { FileInput } from "../../uploads/FileInput.tsx";

const LibraryDialog = lazy(() =>
  import("./LibraryDialog.tsx").then(({ LibraryDialog: dialog }) => ({ default: dialog })),
);

interface Props {
  readonly media: readonly string[];
  readonly dispatch: Dispatch;
  readonly onFiles: (files: readonly File[]) => void;
  readonly input: RefObject<HTMLInputElement | null>;
}

export const AddFiles = memo(function AddFiles({ media, dispatch, onFiles, input }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="row add-files">
      <FileInput label={words.addMedia} input={input} onFiles={onFiles} />
      <Button size="small" onPress={() => input.current?.click()}>
        {words.addMedia}
      </Button>
      <Button size="small" kind="quiet" onPress={() => setOpen(true)}>
        {words.fromLibrary}
      </Button>
      <Suspense>
        {isOpen && (
          <LibraryDialog
            chosen={media}
            onAdd={(ids) => dispatch({ type: "media", ids: [...media, ...ids] })}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </div>
  );
});
