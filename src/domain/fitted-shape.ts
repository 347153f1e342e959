// The format that a network accepts, and the largest image dimensions that fit it.

import type { Frame, TargetFormat } from "./target-format.ts";

export interface Shape {
  readonly width: number;
  readonly height: number;
}

/** How much smaller it has to be in each direction: a factor in (0, 1]. Never enlarges. */
export function shrinkage(
  { width, height }: Shape,
  targetFormat: Pick<TargetFormat, "maxPixels" | "maxSide">,
): number {
  const bySide = targetFormat.maxSide === null ? 1 : targetFormat.maxSide / Math.max(width, height);
  const byPixels = targetFormat.maxPixels === null ? 1 : Math.sqrt(targetFormat.maxPixels / (width * height));
  return Math.min(1, bySide, byPixels);
}

/** The shape times the factor in whole pixels, rounded down so that no limit is passed, at least `step` each way. */
export function scale({ width, height }: Shape, factor: number, step = 1): Shape {
  const side = (length: number) => Math.max(step, Math.floor((length * factor) / step + 1e-9) * step);
  return { width: side(width), height: side(height) };
}

/** The shape in its frame, in whole pixels and never beyond the frame's ratio; as it is without one. */
export function cutToFrame(shape: Shape, frame: Frame | undefined, step = 1): Shape {
  if (!frame) return shape;
  const { width, height } = shape;
  const { by, ratio } = frame;
  const isWide = width / height > ratio;
  if (by === "crop") return within(shape, ratio, isWide, step);
  const up = (length: number) => Math.ceil(length / step - 1e-9) * step;
  return isWide ? { width, height: up(width / ratio) } : { width: up(height * ratio), height };
}

/** The source in its frame and as much smaller as `targetFormat` needs, or more: rounding leads beyond no limit. */
export function outline(source: Shape, factor: number, frame: Frame | undefined, step = 1): Shape {
  const shape = scale(cutToFrame(source, frame, step), factor, step);
  return frame ? within(shape, frame.ratio, source.width / source.height > frame.ratio, step) : shape;
}

/** Without what is too much of a shape that may be at most, or for one that is not wide at least, of this ratio. */
function within({ width, height }: Shape, ratio: number, isWide: boolean, step: number): Shape {
  const down = (length: number) => Math.max(step, Math.floor(length / step + 1e-9) * step);
  return isWide
    ? { width: Math.min(width, down(height * ratio)), height }
    : { width, height: Math.min(height, down(width / ratio)) };
}

/** The largest shape that a picture or video of this shape can have in the format; fewer bytes may need less. */
export function fittedShape(source: Shape, format: TargetFormat): Shape {
  // H.264 needs even sides.
  const step = format.mime.startsWith("video/") ? 2 : 1;
  return outline(source, shrinkage(cutToFrame(source, format.frame, step), format), format.frame, step);
}
