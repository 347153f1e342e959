// Builds the request that creates a pin: JSON with Base64 files that are read while it is sent.
import { sizeOf, byteRange } from "../client/body.ts";
import type { Bytes, ByteRange } from "../client/call.ts";
import type { JsonObject } from "../client/json.ts";
import type { DraftMedia } from "../network.ts";

/** `{"board_id": …, "media_source": …}` for one image, several, or a video that is there already. */
export function pinBody(pin: JsonObject, source: Source): { bytes: Bytes; type: string } {
  const head = JSON.stringify({ ...pin, media_source: null }).slice(0, -"null}".length);
  return { type: "application/json", bytes: join([utf8(head), ...sourcePieces(source), utf8("}")]) };
}

export type Source =
  | { readonly kind: "image"; readonly file: DraftMedia }
  | { readonly kind: "carousel"; readonly slides: readonly Slide[] }
  | { readonly kind: "video"; readonly json: JsonObject };
/** `words`: title, description and link of its own. */
export interface Slide {
  readonly file: DraftMedia;
  readonly words: JsonObject;
}

function sourcePieces(source: Source): Bytes[] {
  switch (source.kind) {
    case "image":
      return withData({ source_type: "image_base64", content_type: source.file.mime }, source.file);
    case "carousel": {
      const items = source.slides.map(({ file, words }) =>
        withData({ ...words, content_type: file.mime }, file),
      );
      const listed = items.flatMap((item, n) => (n === 0 ? item : [utf8(","), ...item]));
      return [utf8('{"source_type":"multiple_image_base64","items":['), ...listed, utf8("]}")];
    }
    case "video":
      return [utf8(JSON.stringify(source.json))];
  }
}

/** An object with the file as its last member, `data`. */
function withData(members: JsonObject, file: DraftMedia): Bytes[] {
  const head = JSON.stringify(members).slice(0, -1);
  return [utf8(`${head},"data":"`), inBase64(file), utf8('"}')];
}

/** Any part of the code needs only the bytes it stands for: three for four. */
function inBase64(file: DraftMedia): ByteRange {
  const { size, read } = byteRange(file);
  return {
    size: 4 * Math.ceil(size / 3),
    async read(start, end) {
      const first = Math.floor(start / 4);
      const bytes = await read(first * 3, Math.min(Math.ceil(end / 4) * 3, size));
      return utf8(Buffer.from(bytes).toString("base64")).subarray(start - first * 4, end - first * 4);
    },
  };
}

/** One after the other. */
function join(pieces: readonly Bytes[]): ByteRange {
  return {
    size: pieces.reduce((sum, piece) => sum + sizeOf(piece), 0),
    async read(start, end) {
      const parts: Uint8Array[] = [];
      let at = 0;
      for (const piece of pieces) {
        const [from, to] = [Math.max(start - at, 0), Math.min(end - at, sizeOf(piece))];
        if (from < to)
          parts.push(piece instanceof Uint8Array ? piece.subarray(from, to) : await piece.read(from, to));
        at += sizeOf(piece);
      }
      return Buffer.concat(parts);
    },
  };
}

const utf8 = (text: string) => Buffer.from(text);
