// Chooses files that were uploaded before.
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { Button } from "../../parts/Button.tsx";
import { Dialog } from "../../parts/Dialog.tsx";
import { Field } from "../../parts/Field.tsx";
import { Empty, ErrorBox, Skeleton } from "../../parts/Region.tsx";
import { useProfile } from "../../profile.tsx";
import { composeWords as words } from "../../words/compose.ts";
import { EVERY_FILE } from "../../media/filter.ts";
import { filesQuery, noteListed, type LibraryMedia } from "../../media/queries.ts";

interface Props {
  /** Already in the post. */
  readonly chosen: readonly string[];
  readonly onAdd: (ids: readonly string[]) => void;
  readonly onClose: () => void;
}

export function LibraryDialog({ chosen, onAdd, onClose }: Props) {
  const { id: profileId } = useProfile();
  const [text, setText] = useState("");
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    filesQuery(profileId, { ...EVERY_FILE, q: useDeferredValue(text.trim()) }),
  );
  const queries = useQueryClient();
  const [picked, setPicked] = useState<readonly LibraryMedia[]>([]);
  const files = data?.pages.flatMap(({ media }) => media).filter(({ id }) => !chosen.includes(id));
  const placeOf = ({ id }: LibraryMedia) => picked.findIndex((file) => file.id === id);
  const toggle = (file: LibraryMedia) => {
    const others = picked.filter(({ id }) => id !== file.id);
    setPicked(others.length < picked.length ? others : [...others, file]);
  };
  const add = () => {
    noteListed(queries, profileId, picked);
    onAdd(picked.map(({ id }) => id));
    onClose();
  };
  return (
    <Dialog title={words.libraryTitle} kind="tall" isOpen onClose={onClose}>
      <Field label={words.librarySearch} name="q" value={text} onChange={setText} maxLength={200} />
      {error !== null && <ErrorBox error={error} retry={refetch} />}
      {files === undefined && error === null && <Skeleton rows={4} />}
      {files?.length === 0 && (
        <Empty title={text === "" ? words.libraryEmpty : words.libraryNotFound}>
          {text === "" && <p>{words.libraryEmptyMore}</p>}
        </Empty>
      )}
      {files && files.length > 0 && (
        <ul className="library-grid">
          {files.map((file) => (
            <li key={file.id}>
              <LibraryTile file={file} place={placeOf(file)} onPress={() => toggle(file)} />
            </li>
          ))}
        </ul>
      )}
      <div className="row end">
        {hasNextPage && (
          <Button kind="quiet" isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
            {words.loadMore}
          </Button>
        )}
        <Button kind="primary" isDisabled={picked.length === 0} onPress={add}>
          {words.libraryAdd(picked.length)}
        </Button>
      </div>
    </Dialog>
  );
}

interface TileProps {
  readonly file: LibraryMedia;
  /** Among those that are picked, from 0; -1 for one that isn't. */
  readonly place: number;
  readonly onPress: () => void;
}

function LibraryTile({ file: { filename, thumbnailUrl, altText }, place, onPress }: TileProps) {
  const isPicked = place >= 0;
  return (
    <button type="button" className="file-tile" aria-pressed={isPicked} onClick={onPress}>
      <span className={thumbnailUrl === null ? "file-name" : "hidden"}>
        {filename}
        {altText !== null && <span className="hidden">, {altText}</span>}
      </span>
      {thumbnailUrl !== null && <img src={thumbnailUrl} alt="" loading="lazy" />}
      {isPicked && <span className="pick-badge">{place + 1}</span>}
    </button>
  );
}
