// A file on its way from the screen on which it was dropped.
let dropped: File | null = null;

export function handOver(file: File): void {
  dropped = file;
}

/** Once. */
export function takeDropped(): File | null {
  const file = dropped;
  dropped = null;
  return file;
}
