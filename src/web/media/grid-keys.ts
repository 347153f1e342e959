// Moving through the grid by keyboard: left and right by order, up and down by what stands there.

const tilesIn = (grid: Element): HTMLElement[] => [...grid.querySelectorAll<HTMLElement>("[data-row]")];

/** The tile that a key leads to; null when the key does not move, or nothing is there. */
export function tileAfter(grid: Element, from: HTMLElement, key: string): HTMLElement | null {
  const tiles = tilesIn(grid);
  const place = tiles.indexOf(from);
  switch (key) {
    case "ArrowRight":
      return tiles[place + 1] ?? null;
    case "ArrowLeft":
      return place > 0 ? (tiles[place - 1] ?? null) : null;
    case "Home":
      return tiles[0] ?? null;
    case "End":
      return tiles.at(-1) ?? null;
    case "ArrowDown":
      return nearest(tiles.slice(place + 1), from, 1);
    case "ArrowUp":
      return nearest(tiles.slice(0, Math.max(0, place)), from, -1);
    default:
      return null;
  }
}

/** In the next line of tiles, the one whose middle is nearest. */
function nearest(tiles: readonly HTMLElement[], from: HTMLElement, way: 1 | -1): HTMLElement | null {
  const { top, left, width } = from.getBoundingClientRect();
  const middle = left + width / 2;
  const boxes = tiles.map((tile) => ({ tile, box: tile.getBoundingClientRect() }));
  const beyond = boxes.filter(({ box }) => (box.top - top) * way > 1);
  const line = (way === 1 ? beyond[0] : beyond.at(-1))?.box.top;
  const found = beyond
    .filter(({ box }) => line !== undefined && Math.abs(box.top - line) < 2)
    .map(({ tile, box }) => ({ tile, far: Math.abs(box.left + box.width / 2 - middle) }))
    .toSorted((one, other) => one.far - other.far);
  return found[0]?.tile ?? null;
}
