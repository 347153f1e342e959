// The files that are on their way to the server, from wherever they are handed in.
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState, type DragEvent } from "react";
import { now } from "../../api.ts";
import { useLatest } from "../../latest.ts";
import { useProfile } from "../../profile.tsx";
import { useSession } from "../../session.tsx";
import { noteMedia } from "../../media/queries.ts";
import { readPending, writePending } from "../../uploads/pending.ts";
import { isGoing, openUploader, type Upload } from "../../uploads/uploader.ts";

export interface Uploads {
  readonly list: readonly Upload[];
  /** Whether a file is on its way. */
  readonly isBusy: boolean;
  /** Whether files are held over the page. */
  readonly isDropping: boolean;
  readonly add: (files: readonly File[]) => void;
  readonly resume: (key: string) => void;
  readonly forget: (key: string) => void;
  /** Of the element on which files can be dropped. */
  readonly dropProps: DropProps;
}

interface DropProps {
  readonly onDragOver: (event: DragEvent) => void;
  readonly onDragLeave: (event: DragEvent) => void;
  readonly onDrop: (event: DragEvent) => void;
}

/** @param onDone a file is in the library */
export function useUploads(onDone: (mediaId: string) => void): Uploads {
  const { id: profileId } = useProfile();
  const { owner } = useSession();
  const queries = useQueryClient();
  const done = useLatest(onDone);
  const [remembered] = useState(() => readPending(profileId, owner.id, now()));
  const [list, setList] = useState<readonly Upload[]>(() => []);
  const [uploader] = useState(() =>
    openUploader({
      profileId,
      remembered,
      remember: (pending) => writePending(profileId, owner.id, pending),
      report: setList,
      done(media) {
        noteMedia(queries, profileId, media);
        done(media.id);
      },
    }),
  );
  useEffect(() => {
    // What was remembered is listed too.
    uploader.add([]);
    return () => uploader.stop();
  }, [uploader]);
  useOnline(list, uploader.resume);
  const drop = useDrop(uploader.add);
  return useMemo(
    () => ({
      list,
      isBusy: list.some(isGoing),
      ...drop,
      add: uploader.add,
      resume: uploader.resume,
      forget: uploader.forget,
    }),
    [list, drop, uploader],
  );
}

/** What broke goes on as soon as the connection is back. */
function useOnline(list: readonly Upload[], resume: (key: string) => void): void {
  useEffect(() => {
    const goOn = () => {
      for (const { key, state } of list) if (state === "broken") resume(key);
    };
    window.addEventListener("online", goOn);
    return () => window.removeEventListener("online", goOn);
  }, [list, resume]);
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes("Files");

function useDrop(add: (files: readonly File[]) => void): Pick<Uploads, "isDropping" | "dropProps"> {
  const [isDropping, setDropping] = useState(false);
  const over = useCallback((event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setDropping(true);
  }, []);
  const leave = useCallback(() => setDropping(false), []);
  const drop = useCallback(
    (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setDropping(false);
      add([...event.dataTransfer.files]);
    },
    [add],
  );
  return useMemo(
    () => ({ isDropping, dropProps: { onDragOver: over, onDragLeave: leave, onDrop: drop } }),
    [isDropping, over, leave, drop],
  );
}
