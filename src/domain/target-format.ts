// The format a file is converted to for a network.

/** What a file must become. */
export interface TargetFormat {
  readonly mime: string;
  readonly maxBytes: number;
  /** width × height. */
  readonly maxPixels: number | null;
  /** Longest side, px. */
  readonly maxSide: number | null;
  /** Of a video, frames a second; the least only where it has fewer. */
  readonly maxFrameRate?: number;
  readonly minFrameRate?: number;
  readonly frame?: Frame;
  /** What the file says about place and camera stays in it. */
  readonly keepsMetadata?: boolean;
}

/** How a picture of a shape that a network rejects is brought into one that it accepts; only where the caller chose so. */
export interface Frame {
  readonly by: Framing;
  /** width ÷ height of the result: the limit that the picture is beyond. */
  readonly ratio: number;
}

/** How a file of a shape that a network refuses is brought into one that it takes (D33). */
export type Framing = "crop" | "pad";
