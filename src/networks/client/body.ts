// Encodes a request's body as pieces with a content type, and writes it piece by piece.
import type { Writable } from "node:stream";
import type { Bytes, Part, RequestBody, ByteRange } from "./call.ts";

export interface Encoded {
  readonly type: string;
  /** Bytes of all pieces. */
  readonly size: number;
  readonly pieces: readonly Bytes[];
}

/** n random bytes. */
export type Random = (bytes: number) => Uint8Array;

export function encode(body: RequestBody, random: Random): Encoded {
  if ("json" in body) return encodedBody("application/json", [Buffer.from(JSON.stringify(body.json))]);
  if ("form" in body) return formBody(body.form);
  if ("parts" in body) return multipart(body.parts, random);
  return encodedBody(body.type, [body.bytes]);
}

/** How much of a file is read into memory at once. */
const READ_AT_ONCE = 1024 * 1024;

/** Writes all pieces and ends the stream, with backpressure. @throws what reading a file throws */
export async function send(pieces: readonly Bytes[], to: Writable): Promise<void> {
  for (const piece of pieces) {
    if (piece instanceof Uint8Array) {
      await write(piece, to);
      continue;
    }
    for (let at = 0; at < piece.size; at += READ_AT_ONCE)
      await write(await piece.read(at, Math.min(at + READ_AT_ONCE, piece.size)), to);
  }
  to.end();
}

/** Also resolves when the connection is closed. */
function write(bytes: Uint8Array, to: Writable): Promise<void> {
  if (to.destroyed) return Promise.resolve();
  return new Promise((resolve) => to.write(bytes, () => resolve()));
}

/** The bytes of a file from `start` up to (not including) `end`; by default the whole file. */
export function byteRange(
  file: { readonly size: number; bytes(start: number, end: number): Promise<Uint8Array> },
  start = 0,
  end = file.size,
): ByteRange {
  return { size: end - start, read: (from, to) => file.bytes(start + from, start + to) };
}

function encodedBody(type: string, pieces: readonly Bytes[]): Encoded {
  return { type, pieces, size: pieces.reduce((sum, piece) => sum + sizeOf(piece), 0) };
}

/** In bytes. */
export function sizeOf(bytes: Bytes): number {
  return bytes instanceof Uint8Array ? bytes.byteLength : bytes.size;
}

function formBody(form: Readonly<Record<string, string>>): Encoded {
  return encodedBody("application/x-www-form-urlencoded", [
    Buffer.from(new URLSearchParams(form).toString()),
  ]);
}

function multipart(parts: readonly Part[], random: Random): Encoded {
  const boundary = `crier-${Buffer.from(random(18)).toString("hex")}`;
  const pieces = parts.flatMap((part) => [
    Buffer.from(`--${boundary}\r\n${partHead(part)}\r\n\r\n`),
    "filename" in part ? part.bytes : Buffer.from(part.value),
    Buffer.from("\r\n"),
  ]);
  return encodedBody(`multipart/form-data; boundary=${boundary}`, [
    ...pieces,
    Buffer.from(`--${boundary}--\r\n`),
  ]);
}

function partHead(part: Part): string {
  const disposition = `Content-Disposition: form-data; name="${headerValue(part.name)}"`;
  if (!("filename" in part)) return disposition;
  return `${disposition}; filename="${headerValue(part.filename)}"\r\nContent-Type: ${headerValue(part.type)}`;
}

/** Escapes a value as browsers do (WHATWG HTML, multipart/form-data), so that a file name can't add a header. */
function headerValue(text: string): string {
  return text.replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll('"', "%22");
}
