// The Range header of a request for a file (RFC 9110 14): one part of it, or all of it.

/** Bytes from `start` up to, not including, `end`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * What of `size` bytes a request asks for. "all" without a range, and for what a server may ignore: another unit,
 * something unreadable, several parts at once. "unsatisfiable" when nothing of what is asked for is there.
 */
export function rangeOf(header: string | null, size: number): ByteRange | "all" | "unsatisfiable" {
  const [, first = "", last = ""] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? "") ?? [];
  if (first === "" && last === "") return "all";
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size };
  }
  const start = Number(first);
  const end = last === "" ? size : Math.min(Number(last) + 1, size);
  if (last !== "" && Number(last) < start) return "all";
  return start >= size ? "unsatisfiable" : { start, end };
}
