// The image with the part that stays: dragged, or moved with the arrow keys.
import { useRef, type CSSProperties, type KeyboardEvent, type PointerEvent } from "react";
import type { LibraryMedia } from "../queries.ts";
import { mediaWords as words } from "../../words/media.ts";
import {
  isSideways,
  move,
  resize,
  turnedSize,
  unturn,
  type Area,
  type Corner,
  type Size,
  type Turn,
} from "./geometry.ts";

interface Props {
  readonly file: LibraryMedia;
  readonly of: Size;
  readonly area: Area;
  readonly turn: Turn;
  /** Of the image as it is shown unturned; null for any. */
  readonly ratio: number | null;
  readonly onChange: (area: Area) => void;
}

/** What is moved: the whole part, or one of its corners. */
type Grip = "all" | Corner;
const CORNERS: readonly Corner[] = ["nw", "ne", "sw", "se"];

export function Frame({ file, of, area, turn, ratio, onChange }: Props) {
  const stage = useRef<HTMLDivElement>(null);
  const drag = useRef<{
    readonly grip: Grip;
    readonly from: Area;
    readonly x: number;
    readonly y: number;
  } | null>(null);
  const change = (from: Area, grip: Grip, dx: number, dy: number) =>
    onChange(grip === "all" ? move(from, dx, dy, of) : resize(from, grip, dx, dy, of, ratio));
  const propsOf = (grip: Grip) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      event.currentTarget.setPointerCapture(event.pointerId);
      drag.current = { grip, from: area, x: event.clientX, y: event.clientY };
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const box = stage.current?.getBoundingClientRect();
      if (drag.current === null || box === undefined) return;
      // Pixels of the image for one of the screen.
      const scale = turnedSize(of, turn).width / box.width;
      const [dx, dy] = unturn((clientX - drag.current.x) * scale, (clientY - drag.current.y) * scale, turn);
      change(drag.current.from, drag.current.grip, dx, dy);
    },
    onPointerUp: () => void (drag.current = null),
    onPointerCancel: () => void (drag.current = null),
    onKeyDown(event: KeyboardEvent) {
      const way = WAYS[event.key];
      if (way === undefined) return;
      event.preventDefault();
      const step = Math.max(1, Math.round(Math.max(of.width, of.height) / 100));
      const [dx, dy] = unturn(way[0] * step, way[1] * step, turn);
      change(area, event.shiftKey && grip === "all" ? "se" : grip, dx, dy);
    },
  });
  const shown = turnedSize(of, turn);
  return (
    <div className="crop-stage" ref={stage} style={{ "--ratio": shown.width / shown.height }}>
      <div className={`crop-image ${isSideways(turn) ? "sideways" : ""}`} style={{ "--turn": `${turn}deg` }}>
        <img src={file.url ?? ""} alt={file.altText ?? ""} draggable={false} />
        <div className="crop-area" style={placeOf(area, of)}>
          <button type="button" className="crop-move" aria-label={words.frame} {...propsOf("all")} />
          {CORNERS.map((corner) => (
            <button
              key={corner}
              type="button"
              className={`crop-corner ${corner}`}
              aria-label={words.corner[corner]}
              {...propsOf(corner)}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

const WAYS: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const percent = (part: number, of: number): string => `${(part / of) * 100}%`;

const placeOf = ({ x, y, width, height }: Area, of: Size): CSSProperties => ({
  left: percent(x, of.width),
  top: percent(y, of.height),
  width: percent(width, of.width),
  height: percent(height, of.height),
});
