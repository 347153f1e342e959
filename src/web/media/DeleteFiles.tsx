// Deletes files, after saying what goes; those that posts still need stay, and the posts are named.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call, isProblem, v1 } from "../api.ts";
import { refreshLists, type LibraryMedia } from "./queries.ts";
import { Button } from "../parts/Button.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { useNotice } from "../parts/Notices.tsx";
import { ErrorBox } from "../parts/Region.tsx";
import { useProfile } from "../profile.tsx";
import { mediaWords as words } from "../words/media.ts";
import { UsesOf } from "./Uses.tsx";

interface Props {
  readonly files: readonly LibraryMedia[];
  readonly onDeleted: (ids: readonly string[]) => void;
  readonly onClose: () => void;
}

export function DeleteFiles({ files, onDeleted, onClose }: Props) {
  const { remove, place, needed, left } = useDelete(files, onDeleted, onClose);
  const [first] = files;
  const isBusy = place !== null;
  if (!isBusy && (needed.length > 0 || left !== null))
    return <Stopped needed={needed} left={left} onRetry={remove} onClose={onClose} />;
  return (
    <Dialog
      title={words.deleteTitle(files.length, first?.filename ?? "")}
      isOpen
      {...(!isBusy && { onClose })}
    >
      <p>{words.deleteMore}</p>
      {files.some(({ usedIn }) => usedIn.posts > 0) && <p>{words.deleteRetry}</p>}
      <p role="status">{isBusy && files.length > 1 && words.deleting(place + 1, files.length)}</p>
      <div className="row end">
        <Button onPress={onClose} isDisabled={isBusy} autoFocus>
          {words.cancel}
        </Button>
        <Button kind="danger" isPending={isBusy} onPress={() => void remove(files)}>
          {files.length === 1 ? words.delete : words.deleteMany(files.length)}
        </Button>
      </div>
    </Dialog>
  );
}

/** Those that are not deleted yet, and why the first of them was not. */
interface Left {
  readonly files: readonly LibraryMedia[];
  readonly error: unknown;
}

function useDelete(files: readonly LibraryMedia[], onDeleted: Props["onDeleted"], onClose: () => void) {
  const { id: profileId } = useProfile();
  const queries = useQueryClient();
  const notice = useNotice();
  /** Which one is being deleted; null while none is. */
  const [place, setPlace] = useState<number | null>(null);
  const [needed, setNeeded] = useState<readonly LibraryMedia[]>([]);
  const [left, setLeft] = useState<Left | null>(null);
  const remove = async (these: readonly LibraryMedia[]) => {
    const result = await removeAll(profileId, these, (at) => setPlace(files.length - these.length + at));
    setPlace(null);
    setNeeded((before) => [...before, ...result.needed]);
    setLeft(result.left);
    refreshLists(queries);
    if (result.deleted.length > 0) {
      onDeleted(result.deleted);
      notice({ text: words.deleted(result.deleted.length) });
    }
    if (needed.length + result.needed.length === 0 && result.left === null) onClose();
  };
  return { remove, place, needed, left };
}

/** One after the other, until one fails for a reason that is not its own. */
async function removeAll(profileId: string, files: readonly LibraryMedia[], report: (place: number) => void) {
  const [deleted, needed]: [string[], LibraryMedia[]] = [[], []];
  for (const [place, file] of files.entries()) {
    report(place);
    try {
      await removeOne(profileId, file.id);
      deleted.push(file.id);
    } catch (error) {
      if (!isProblem(error, "media_in_use"))
        return { deleted, needed, left: { files: files.slice(place), error } };
      needed.push(file);
    }
  }
  return { deleted, needed, left: null };
}

/** A file that is gone already is deleted: the answer to the first request may have been lost. */
async function removeOne(profileId: string, id: string): Promise<void> {
  try {
    await call(() => v1(profileId).media({ id }).delete());
  } catch (error) {
    if (!isProblem(error, "not_found")) throw error;
  }
}

interface StoppedProps {
  readonly needed: readonly LibraryMedia[];
  readonly left: Left | null;
  readonly onRetry: (files: readonly LibraryMedia[]) => Promise<void>;
  readonly onClose: () => void;
}

function Stopped({ needed, left, onRetry, onClose }: StoppedProps) {
  return (
    <Dialog
      title={left === null ? words.stillUsed : words.notDeleted(left.files.length)}
      isOpen
      onClose={onClose}
    >
      {left !== null && <ErrorBox error={left.error} retry={() => onRetry(left.files)} />}
      {needed.length > 0 && <p>{words.stillUsedMore}</p>}
      {needed.map(({ id, filename }) => (
        <section key={id} className="still-needed">
          <h3 dir="auto">{words.neededBy(filename)}</h3>
          <UsesOf mediaId={id} onlyNeeded />
        </section>
      ))}
      <div className="row end">
        <Button onPress={onClose} autoFocus>
          {words.close}
        </Button>
      </div>
    </Dialog>
  );
}
