// Cursors of the media library: a place in one of its orders, which may be a filename.
import { mediaPlace, type Media, type MediaPlace, type MediaSort } from "../../domain/media.ts";
import { isId } from "../../id.ts";
import { unknownCursor } from "../http/paging.ts";

/** The cursor that continues after this file. */
export function placeAfter(last: Media, sort: MediaSort): string {
  const { id, key } = mediaPlace(last, sort);
  return Buffer.from(JSON.stringify([sort, id, key])).toString("base64url");
}

/** Null without a cursor. @throws Problem invalid_cursor */
export function placeIn(cursor: string | undefined, sort: MediaSort): MediaPlace | null {
  if (cursor === undefined) return null;
  const [name, id, key] = partsOf(Buffer.from(cursor, "base64url").toString());
  if (name !== sort || typeof id !== "string" || !isId(id)) throw unknownCursor();
  if (sort === "created") return { id, key: null };
  if (sort === "name" && typeof key === "string") return { id, key };
  if (sort === "size" && typeof key === "number") return { id, key };
  throw unknownCursor();
}

function partsOf(text: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(text);
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}
