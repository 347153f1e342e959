// The files side by side, walked through with the arrow keys.
import { useCallback, useRef, useState, type KeyboardEvent } from "react";
import type { LibraryMedia } from "./queries.ts";
import { useListedKeys } from "../keys.tsx";
import { mediaWords as words } from "../words/media.ts";
import { tileAfter } from "./grid-keys.ts";
import { Tile } from "./Tile.tsx";

/** What is done with the file that has the focus. */
export type Act = "look" | "alt" | "crop" | "select" | "delete";

/** Whether the person may do it with this file. */
export type MayAct = (file: LibraryMedia, act: Act) => boolean;

interface Props {
  readonly files: readonly LibraryMedia[];
  readonly selected: ReadonlySet<string>;
  readonly may: MayAct;
  readonly act: (id: string, act: Act) => void;
}

const ACTS: Readonly<Record<string, Act>> = { a: "alt", c: "crop", x: "select", Delete: "delete" };
const { keys } = words;
const KEYS: readonly { readonly key: string; readonly does: string; readonly act: Act }[] = [
  { key: "space", does: keys.look, act: "look" },
  { key: "a", does: keys.alt, act: "alt" },
  { key: "c", does: keys.crop, act: "crop" },
  { key: "x", does: keys.select, act: "select" },
  { key: "delete", does: keys.remove, act: "delete" },
];

export function Grid({ files, selected, may, act }: Props) {
  const grid = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState<string | null>(null);
  const open = useCallback((id: string) => act(id, "look"), [act]);
  const select = useCallback((id: string) => act(id, "select"), [act]);
  useListedKeys([
    { key: "arrows", does: keys.move },
    ...KEYS.filter(({ act: does }) => files.some((file) => may(file, does))),
  ]);
  const hear = (event: KeyboardEvent) => {
    const { key, target } = event;
    const tile = target instanceof Element ? target.closest("[data-file]") : null;
    const id = tile?.getAttribute("data-file") ?? null;
    const picture = tile?.querySelector<HTMLElement>("[data-row]") ?? null;
    if (id === null || picture === null || grid.current === null) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = tileAfter(grid.current, picture, key);
    const does = ACTS[key.length === 1 ? key.toLowerCase() : key];
    if (next === null && does === undefined) return;
    // Here they mean the file, and not what they mean elsewhere.
    event.preventDefault();
    event.stopPropagation();
    next?.focus();
    if (does !== undefined) act(id, does);
  };
  // Of them the Tab key comes to one.
  const shown = files.some(({ id }) => id === current) ? current : (files[0]?.id ?? null);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul ref={grid} className="media-grid" aria-label={words.list} onKeyDown={hear}>
      {files.map((file) => (
        <Tile
          key={file.id}
          file={file}
          isSelected={selected.has(file.id)}
          canSelect={may(file, "select")}
          isCurrent={file.id === shown}
          onOpen={open}
          onSelect={select}
          onFocus={setCurrent}
        />
      ))}
    </ul>
  );
}
