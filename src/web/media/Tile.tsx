// One file of the library: its picture, its name, and whether it is described.
import { Play } from "lucide-react";
import { memo } from "react";
import { bytes } from "../bytes.ts";
import type { LibraryMedia } from "./queries.ts";
import { ROW } from "../parts/rows.ts";
import { mediaWords as words } from "../words/media.ts";
import { kindOf, pixelsOf, playTime, typeOf } from "./facts.ts";

export const idOfTile = (id: string): string => `file-${id}`;

interface Props {
  readonly file: LibraryMedia;
  readonly isSelected: boolean;
  readonly canSelect: boolean;
  /** The one that the Tab key comes to. */
  readonly isCurrent: boolean;
  readonly onOpen: (id: string) => void;
  readonly onSelect: (id: string) => void;
  readonly onFocus: (id: string) => void;
}

export const Tile = memo(function Tile(props: Props) {
  const { file, isSelected, canSelect, isCurrent, onOpen, onSelect, onFocus } = props;
  const { id, filename, thumbnailUrl, usedIn } = file;
  const tabIndex = isCurrent ? 0 : -1;
  return (
    <li
      data-of-row=""
      data-file={id}
      className={`media-tile ${isSelected ? "selected" : ""}`}
      style={{ "--ratio": ratioOf(file) }}
    >
      <button
        {...ROW}
        type="button"
        id={idOfTile(id)}
        tabIndex={tabIndex}
        className="media-picture"
        onFocus={() => onFocus(id)}
        onClick={() => onOpen(id)}
      >
        <span className="hidden">{words.tile(filename, spokenOf(file))}</span>
        {thumbnailUrl === null ? (
          <span className="media-no-picture" aria-hidden="true">
            {kindOf(file)}
          </span>
        ) : (
          <img src={thumbnailUrl} alt="" loading="lazy" decoding="async" draggable={false} />
        )}
        <Badges file={file} />
      </button>
      {canSelect && (
        <label className="media-pick">
          <input
            type="checkbox"
            tabIndex={tabIndex}
            checked={isSelected}
            aria-label={words.pick(filename)}
            onFocus={() => onFocus(id)}
            onChange={() => onSelect(id)}
          />
        </label>
      )}
      <p className="media-caption" aria-hidden="true">
        <span dir="auto" className="media-name">
          {filename}
        </span>
        <span className="media-about number">
          {usedIn.posts === 0 ? bytes(file.size) : `${bytes(file.size)} · ${words.usedIn(usedIn.posts)}`}
        </span>
      </p>
    </li>
  );
});

function Badges({ file }: Pick<Props, "file">) {
  const { kind, durationMs, animated, parentId } = file;
  const isMoving = kind === "video" || animated;
  const isDescribed = hasAlt(file);
  return (
    <span className="media-badges" aria-hidden="true">
      <span className={`media-badge ${isDescribed ? "" : "missing"}`}>
        {isDescribed ? words.alt : words.altMissing}
      </span>
      {parentId !== null && <span className="media-badge">{words.cropped}</span>}
      {isMoving && (
        <span className="media-badge number length">
          <Play size={10} fill="currentColor" aria-hidden="true" />
          {durationMs === null ? kindOf(file) : playTime(durationMs)}
        </span>
      )}
    </span>
  );
}

const hasAlt = ({ altText }: LibraryMedia): boolean => altText !== null && altText !== "";

function spokenOf(file: LibraryMedia): readonly string[] {
  const { durationMs, usedIn, parentId } = file;
  const pixels = pixelsOf(file);
  return [
    `${typeOf(file)} ${kindOf(file).toLowerCase()}`,
    ...(pixels === null ? [] : [pixels]),
    ...(durationMs === null ? [] : [playTime(durationMs)]),
    ...(parentId === null ? [] : [words.cropped.toLowerCase()]),
    hasAlt(file) ? words.hasAlt : words.noAlt,
    words.usedIn(usedIn.posts),
  ];
}

/** Very narrow and very wide ones are cut, so that they fit beside others. */
function ratioOf({ width, height }: LibraryMedia): number {
  if (!width || !height) return 1;
  return Math.min(2.4, Math.max(0.6, width / height));
}
