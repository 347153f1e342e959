// The part of an image that stays, in its own pixels: moved, made larger and smaller, and given a shape.

export interface Size {
  readonly width: number;
  readonly height: number;
}
export interface Area extends Size {
  readonly x: number;
  readonly y: number;
}
/** Width by height: at least, and at most; null where there is no such limit. */
export interface Ratios {
  readonly min: number | null;
  readonly max: number | null;
}
/** A shape that is asked for, and by whom. */
export interface AskedShape {
  readonly name: string;
  readonly ratios: Ratios;
}
export type Corner = "nw" | "ne" | "sw" | "se";
/** Degrees clockwise. */
export type Turn = 0 | 90 | 180 | 270;

const between = (value: number, least: number, most: number): number =>
  Math.max(least, Math.min(value, most));

export const whole = ({ width, height }: Size): Area => ({ x: 0, y: 0, width, height });

export function move(area: Area, dx: number, dy: number, of: Size): Area {
  const x = between(area.x + dx, 0, of.width - area.width);
  return { ...area, x, y: between(area.y + dy, 0, of.height - area.height) };
}

/** Moves one corner, while the opposite one stays. @param ratio of width and height; null for any */
export function resize(
  area: Area,
  corner: Corner,
  dx: number,
  dy: number,
  of: Size,
  ratio: number | null,
): Area {
  const [isLeft, isTop] = [corner.endsWith("w"), corner.startsWith("n")];
  const [right, bottom] = [area.x + area.width, area.y + area.height];
  const room = {
    width: isLeft ? right : of.width - area.x,
    height: isTop ? bottom : of.height - area.y,
  };
  const free = {
    width: between(area.width + (isLeft ? -dx : dx), 1, room.width),
    height: between(area.height + (isTop ? -dy : dy), 1, room.height),
  };
  const { width, height } = ratio === null ? free : shape(free, room, ratio, dx, dy);
  return { x: isLeft ? right - width : area.x, y: isTop ? bottom - height : area.y, width, height };
}

/** Follows the way in which the corner moved further. */
function shape(free: Size, room: Size, ratio: number, dx: number, dy: number): Size {
  const ideal = Math.abs(dx) >= Math.abs(dy) * ratio ? free.width : free.height * ratio;
  const width = Math.min(ideal, room.width, room.height * ratio);
  return { width, height: width / ratio };
}

/** The largest part of this shape, around the same middle as far as there is room. */
export function fit(area: Area, ratio: number, of: Size): Area {
  const width = Math.min(of.width, of.height * ratio);
  const height = width / ratio;
  const at = { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2 };
  return move({ ...at, width, height }, 0, 0, of);
}

/** Whole pixels inside the image. */
export function round(area: Area, of: Size): Area {
  const x = between(Math.round(area.x), 0, of.width - 1);
  const y = between(Math.round(area.y), 0, of.height - 1);
  return {
    x,
    y,
    width: between(Math.round(area.width), 1, of.width - x),
    height: between(Math.round(area.height), 1, of.height - y),
  };
}

export const isWithin = ({ width, height }: Size, { min, max }: Ratios): boolean =>
  (min === null || width / height >= min) && (max === null || width / height <= max);

/** The nearest ratio that is allowed. */
export function nearestRatio({ width, height }: Size, { min, max }: Ratios): number {
  const ratio = width / height;
  if (max !== null && ratio > max) return max;
  return min !== null && ratio < min ? min : ratio;
}

/** A pixel less where rounding to whole ones has brought it over the edge. */
export function nudge(area: Area, ratios: Ratios): Area {
  const { width, height } = area;
  const smaller = [area, { ...area, width: width - 1 }, { ...area, height: height - 1 }];
  const isSize = (size: Size) => size.width > 0 && size.height > 0;
  return smaller.find((each) => isSize(each) && isWithin(each, ratios)) ?? area;
}

/** Of the image before it is turned. */
export const ratiosAt = ({ min, max }: Ratios, turn: Turn): Ratios =>
  isSideways(turn) ? { min: max && 1 / max, max: min && 1 / min } : { min, max };

/** A way on the screen, as a way on the image that is shown turned. */
export function unturn(dx: number, dy: number, turn: Turn): readonly [dx: number, dy: number] {
  switch (turn) {
    case 90:
      return [dy, -dx];
    case 180:
      return [-dx, -dy];
    case 270:
      return [-dy, dx];
    default:
      return [dx, dy];
  }
}

export const isSideways = (turn: Turn): boolean => turn === 90 || turn === 270;

export const turnedSize = ({ width, height }: Size, turn: Turn): Size =>
  isSideways(turn) ? { width: height, height: width } : { width, height };

const TURNS: readonly Turn[] = [0, 90, 180, 270];
/** @param by a quarter clockwise, or -1 for one back */
export const turnedBy = (turn: Turn, by: 1 | -1): Turn => TURNS[(turn / 90 + by + 4) % 4] ?? 0;
