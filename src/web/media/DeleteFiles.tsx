// Deletes files, after saying what goes; those that posts still need stay, and the posts are named.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call, isProblem, NoAnswerError, v1 } from "../api.ts";
import type { Media } from "../compose/media/upload.ts";
import { Button } from "../parts/Button.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { useNotice } from "../parts/Notices.tsx";
import { ErrorBox } from "../parts/Region.tsx";
import { useProfile } from "../profile.tsx";
import { mediaWords as words } from "../words/media.ts";
import { UsesOf } from "./Uses.tsx";

interface Props {
  readonly files: readonly Media[];
  readonly onDeleted: (ids: readonly string[]) => void;
  readonly onClose: () => void;
}

interface Refused {
  readonly file: Media;
  readonly error: unknown;
}

export function DeleteFiles({ files, onDeleted, onClose }: Props) {
  const { remove, done, refused } = useDelete(files, onDeleted, onClose);
  const [first] = files;
  if (refused.length > 0) return <StillNeeded refused={refused} onClose={onClose} />;
  const isBusy = done !== null;
  return (
    <Dialog
      title={words.deleteTitle(files.length, first?.filename ?? "")}
      isOpen
      {...(!isBusy && { onClose })}
    >
      <p>{words.deleteMore}</p>
      {files.some(({ usedIn }) => usedIn.posts > 0) && <p>{words.deleteRetry}</p>}
      <p role="status">{done !== null && files.length > 1 && words.deleting(done + 1, files.length)}</p>
      <div className="row end">
        <Button onPress={onClose} isDisabled={isBusy} autoFocus>
          {words.cancel}
        </Button>
        <Button kind="danger" isPending={isBusy} onPress={() => void remove()}>
          {files.length === 1 ? words.delete : words.deleteMany(files.length)}
        </Button>
      </div>
    </Dialog>
  );
}

function useDelete(files: readonly Media[], onDeleted: Props["onDeleted"], onClose: () => void) {
  const { id: profileId } = useProfile();
  const queries = useQueryClient();
  const notice = useNotice();
  /** How many were looked at; null before it begins. */
  const [done, setDone] = useState<number | null>(null);
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const remove = async () => {
    const failed: Refused[] = [];
    const deleted: string[] = [];
    for (const [place, file] of files.entries()) {
      setDone(place);
      try {
        await removeOne(profileId, file.id);
        deleted.push(file.id);
      } catch (error) {
        failed.push({ file, error });
        // The others would fail as well.
        if (error instanceof NoAnswerError) break;
      }
    }
    await queries.invalidateQueries({
      predicate: ({ queryKey: [operation] }) => operation === "listMedia" || operation === "getMediaUsage",
    });
    if (deleted.length > 0) {
      onDeleted(deleted);
      notice({ text: words.deleted(deleted.length) });
    }
    setRefused(failed);
    if (failed.length === 0) onClose();
  };
  return { remove, done, refused };
}

/** A file that is gone already is deleted: the answer to the first request may have been lost. */
async function removeOne(profileId: string, id: string): Promise<void> {
  try {
    await call(() => v1(profileId).media({ id }).delete());
  } catch (error) {
    if (!isProblem(error, "not_found")) throw error;
  }
}

function StillNeeded({
  refused,
  onClose,
}: {
  readonly refused: readonly Refused[];
  readonly onClose: () => void;
}) {
  const needed = refused.filter(({ error }) => isProblem(error, "media_in_use"));
  const failed = refused.filter(({ error }) => !isProblem(error, "media_in_use"));
  return (
    <Dialog
      title={needed.length > 0 ? words.stillUsed : words.notDeleted(failed[0]?.file.filename ?? "")}
      isOpen
      onClose={onClose}
    >
      {needed.length > 0 && <p>{words.stillUsedMore}</p>}
      {needed.map(({ file }) => (
        <section key={file.id} className="still-needed">
          <h3 dir="auto">{words.neededBy(file.filename)}</h3>
          <UsesOf mediaId={file.id} onlyNeeded />
        </section>
      ))}
      {failed.map(({ file, error }) => (
        <section key={file.id} className="still-needed">
          {needed.length > 0 && <h3 dir="auto">{words.notDeleted(file.filename)}</h3>}
          <ErrorBox error={error} />
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
