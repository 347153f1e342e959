// What a network takes, and the largest shape of a picture that fits it.

export interface Wanted {
  readonly mime: string;
  readonly maxBytes: number;
  /** width × height */
  readonly maxPixels: number | null;
  /** Longest side, px. */
  readonly maxSide: number | null;
  /** Of a video, frames a second. */
  readonly maxFrameRate?: number;
}

export interface Shape {
  readonly width: number;
  readonly height: number;
}

/** How much smaller it has to be in each direction: a factor in (0, 1]. Never enlarges. */
export function shrinkage({ width, height }: Shape, wanted: Pick<Wanted, "maxPixels" | "maxSide">): number {
  const bySide = wanted.maxSide === null ? 1 : wanted.maxSide / Math.max(width, height);
  const byPixels = wanted.maxPixels === null ? 1 : Math.sqrt(wanted.maxPixels / (width * height));
  return Math.min(1, bySide, byPixels);
}

/** The shape times the factor in whole pixels, rounded down so that no limit is passed, at least `step` each way. */
export function scaled({ width, height }: Shape, factor: number, step = 1): Shape {
  const side = (length: number) => Math.max(step, Math.floor((length * factor) / step + 1e-9) * step);
  return { width: side(width), height: side(height) };
}
