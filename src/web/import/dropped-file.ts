// A file on its way from the screen on which it was dropped.
let dropped: File | null = null;

export function handOver(file: File | null): void {
  dropped = file;
}

export const handedOver = (): File | null => dropped;
