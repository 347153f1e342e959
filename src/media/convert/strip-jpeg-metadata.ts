// Removes metadata about people and places from a JPEG; every pixel stays the same.

const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;
const COMMENT = 0xfe;
const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7;
/** JFIF and Adobe's colour transform: without these it would look different. */
const KEPT = [0xe0, 0xee];

/** The file without EXIF, XMP, IPTC, thumbnails and comments; null when it isn't built as the standard says. */
export function stripJpegMetadata(file: Uint8Array): Uint8Array | null {
  if (file[0] !== 0xff || file[1] !== START) return null;
  const parts = [file.subarray(0, 2)];
  for (let at = 2; at + 1 < file.length;) {
    const marker = file[at + 1] ?? 0;
    if (file[at] !== 0xff || marker === 0xff) return null;
    // What follows the end is not this picture: phones append whole videos and depth maps.
    if (marker === END) return Buffer.concat([...parts, file.subarray(at, at + 2)]);
    const segment = at + 2 + (((file[at + 2] ?? 0) << 8) | (file[at + 3] ?? 0));
    const end = marker === SCAN ? endOfScan(file, segment) : segment;
    if (isPicture(file, at, marker)) parts.push(file.subarray(at, end));
    at = end;
  }
  return null;
}

function isPicture(file: Uint8Array, at: number, marker: number): boolean {
  if (marker === COMMENT) return false;
  if (marker < 0xe0 || marker > 0xef) return true;
  // A second picture is announced in the same kind of segment as a colour profile.
  if (marker === 0xe2)
    return Buffer.from(file.subarray(at + 4, at + 15)).toString("latin1") === "ICC_PROFILE";
  return KEPT.includes(marker);
}

/** Coded pixels run to the next mark; an FF among them is followed by 0 or a restart mark. */
function endOfScan(file: Uint8Array, from: number): number {
  let at = file.indexOf(0xff, from);
  while (at >= 0) {
    const marker = file[at + 1] ?? END;
    if (marker !== 0 && marker !== 0xff && !isRestart(marker)) return at;
    at = file.indexOf(0xff, at + 1);
  }
  return file.length;
}
