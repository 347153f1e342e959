// Detects a file's type from its first bytes. This proves nothing until the file has been decoded.

/** What may come in pieces, after POST /media/presign. */
export const PRESIGNED_MIMES = [
  "image/jpeg",
  "image/png",
  "image/webp",
  "video/mp4",
  "video/quicktime",
  "video/webm",
] as const;
/** The kinds of file Crier takes: a GIF only as a small upload or by its URL (D30). */
export const MIMES = [...PRESIGNED_MIMES, "image/gif"] as const;
export type Mime = (typeof MIMES)[number];

/** How many bytes from the start `sniff` wants to see. */
export const SNIFF_BYTES = 512;

/** Names the type, or null when it is none of ours. */
export function sniff(head: Uint8Array): Mime | null {
  const text = Buffer.from(head).toString("latin1");
  if (text.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (text.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (/^GIF8[79]a/.test(text)) return "image/gif";
  if (text.startsWith("RIFF") && text.slice(8, 12) === "WEBP") return "image/webp";
  if (text.startsWith("\x1a\x45\xdf\xa3")) return isWebm(text) ? "video/webm" : null;
  return isoMedia(text);
}

/** `sniff` of a file on disk. */
export async function sniffFile(path: string): Promise<Mime | null> {
  return sniff(await Bun.file(path).slice(0, SNIFF_BYTES).bytes());
}

/** Matroska and WebM differ only in the DocType element (id 4282) of the header. */
function isWebm(text: string): boolean {
  const at = text.indexOf("\x42\x82");
  return at > 0 && text.slice(at + 3, at + 7) === "webm";
}

/** Files of this family that hold pictures or only sound. */
const NOT_VIDEO = [
  "heic",
  "heix",
  "heim",
  "heis",
  "hevc",
  "mif1",
  "msf1",
  "avif",
  "avis",
  "M4A ",
  "M4B ",
  "M4P ",
];
/** QuickTime files older than the ftyp box start with one of these. */
const CLASSIC_QUICKTIME = ["moov", "mdat", "wide", "free", "skip", "pnot"];

function isoMedia(text: string): Mime | null {
  const box = text.slice(4, 8);
  const brand = text.slice(8, 12);
  if (box === "ftyp") {
    if (NOT_VIDEO.includes(brand)) return null;
    return brand === "qt  " ? "video/quicktime" : "video/mp4";
  }
  return CLASSIC_QUICKTIME.includes(box) ? "video/quicktime" : null;
}
