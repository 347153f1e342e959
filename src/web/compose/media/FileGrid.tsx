// The files in their order, which changes by drag, or with Alt and an arrow key.
import { useState, type DragEvent, type KeyboardEvent } from "react";
import { composeWords as words } from "../../words/compose.ts";
import { moveItem } from "./order.ts";
import type { Media } from "../../media/queries.ts";

export interface Changes {
  /** Accounts that leave it out. */
  readonly out: number;
  /** Accounts that get a crop of it. */
  readonly cropped: number;
}

interface Props {
  readonly media: readonly string[];
  /** By the same places; null while a file is not known. */
  readonly files: readonly (Media | null)[];
  readonly changesOf: (id: string) => Changes;
  readonly onOpen: (id: string) => void;
  readonly onRemove: (id: string) => void;
  readonly onOrder: (ids: readonly string[]) => void;
}

export function FileGrid({ media, files, changesOf, onOpen, onRemove, onOrder }: Props) {
  const [announcement, setAnnouncement] = useState("");
  const move = (from: number, to: number) => {
    if (to < 0 || to >= media.length || from === to) return;
    onOrder(moveItem(media, from, to));
    setAnnouncement(words.moved(to + 1, media.length, files[from]?.filename));
  };
  const drag = useDragOrder(move);
  if (media.length === 0) return null;
  return (
    <>
      <ul className="file-grid" aria-label={words.mediaOrder}>
        {media.map((id, place) => {
          const file = files[place] ?? null;
          return (
            <li key={id} {...drag.propsOf(place)} className={drag.over === place ? "over" : ""}>
              <FileTile
                id={idOfTile(id)}
                file={file}
                label={words.file(place + 1, media.length, file?.filename)}
                changes={changesOf(id)}
                onOpen={() => onOpen(id)}
                onRemove={() => onRemove(id)}
                onMove={(by) => move(place, place + by)}
              />
            </li>
          );
        })}
      </ul>
      <p className="hidden" role="status">
        {announcement}
      </p>
    </>
  );
}

export const idOfTile = (id: string): string => `file-of-post-${id}`;

interface TileProps {
  readonly id: string;
  readonly file: Media | null;
  readonly label: string;
  readonly changes: Changes;
  readonly onOpen: () => void;
  readonly onRemove: () => void;
  readonly onMove: (by: 1 | -1) => void;
}

function FileTile({ id, file, label, changes, onOpen, onRemove, onMove }: TileProps) {
  const keys = (event: KeyboardEvent) => {
    const by = ({ ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 } as const)[event.key];
    if (by !== undefined && event.altKey) {
      event.preventDefault();
      onMove(by);
    }
    if (event.key === "Delete" || event.key === "Backspace") onRemove();
  };
  const hasAlt = file?.altText !== null && file?.altText !== "";
  return (
    <>
      <button type="button" id={id} className="file-tile" onClick={onOpen} onKeyDown={keys}>
        <span className="hidden">{label}</span>
        {file?.thumbnailUrl ? (
          <img src={file.thumbnailUrl} alt="" draggable={false} />
        ) : (
          <span className="file-name">{file?.filename}</span>
        )}
        {file !== null && (
          <span className={`alt-badge ${hasAlt ? "" : "missing"}`}>
            {hasAlt ? words.alt : words.altMissing}
          </span>
        )}
        {changes.out + changes.cropped > 0 && (
          <span className="out-badge">
            {[
              ...(changes.out > 0 ? [words.outOf(changes.out)] : []),
              ...(changes.cropped > 0 ? [words.cropped(changes.cropped)] : []),
            ].join(", ")}
          </span>
        )}
      </button>
      <button
        type="button"
        className="file-remove"
        aria-label={words.remove(file?.filename)}
        onClick={onRemove}
      >
        ✕
      </button>
    </>
  );
}

/** Dragging with the pointer. */
function useDragOrder(move: (from: number, to: number) => void) {
  const [from, setFrom] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const end = () => {
    setFrom(null);
    setOver(null);
  };
  const propsOf = (place: number) => ({
    draggable: true,
    onDragStart(event: DragEvent) {
      event.dataTransfer.effectAllowed = "move";
      // Some browsers drag nothing without data.
      event.dataTransfer.setData("text/plain", "");
      setFrom(place);
    },
    onDragOver(event: DragEvent) {
      if (from === null) return;
      event.preventDefault();
      setOver(place);
    },
    onDrop(event: DragEvent) {
      if (from === null) return;
      event.preventDefault();
      event.stopPropagation();
      move(from, place);
      end();
    },
    onDragEnd: end,
  });
  return { over: from === over ? null : over, propsOf };
}
