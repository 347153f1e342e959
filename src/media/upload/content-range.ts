// Which bytes of an upload a request contains: all, or a piece given by Content-Range (RFC 9110, 14.4).
import { Problem } from "../../errors.ts";
import type { Upload } from "../../domain/upload.ts";

/** Bytes from `from` up to (not including) `to`. */
export interface Piece {
  readonly from: number;
  readonly to: number;
}

/** What a request says about its body. */
export interface SentRange {
  /** Content-Type; "" without. */
  readonly type: string;
  /** Content-Length; null without, as when the body comes in chunks. */
  readonly length: number | null;
  /** Content-Range; null without. */
  readonly range: string | null;
}

/** @throws Problem upload_mismatch when it is not what was prepared, upload_offset when it starts at a wrong place */
export function wantedPiece(upload: Upload, { type, length, range }: SentRange): Piece {
  const essence = type.split(";")[0]?.trim().toLowerCase() ?? "";
  if (essence !== upload.mime) {
    throw mismatch(`The upload was prepared as ${upload.mime}; send it with this Content-Type.`);
  }
  const piece = range === null ? { from: 0, to: upload.size } : rangeOf(range, upload.size);
  if (length !== null && length !== piece.to - piece.from) {
    throw mismatch(
      range === null
        ? `The upload was prepared with ${upload.size} bytes; this request has ${length}.`
        : `The Content-Range names ${piece.to - piece.from} bytes; this request has ${length}.`,
    );
  }
  if (range !== null && piece.from !== upload.received) {
    throw new Problem(
      "upload_offset",
      `The upload continues at byte ${upload.received}, not ${piece.from}.`,
      {
        offset: upload.received,
        headers: { "upload-offset": String(upload.received) },
      },
    );
  }
  return piece;
}

function rangeOf(range: string, size: number): Piece {
  const [, from, last, total] = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(range.trim()) ?? [];
  const [first, end] = [Number(from), Number(last) + 1];
  if (from === undefined || Number(total) !== size || end <= first || end > size) {
    throw mismatch(`The Content-Range of a piece of this upload is \`bytes FIRST-LAST/${size}\`.`);
  }
  return { from: first, to: end };
}

export function mismatch(detail: string): Problem {
  return new Problem("upload_mismatch", detail);
}
