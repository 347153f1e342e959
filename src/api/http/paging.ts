// Paging: opaque cursors and bounded limits (D27).
import { Type } from "@sinclair/typebox";
import { Problem } from "../../errors.ts";
import { isId } from "../../id.ts";
import { text } from "../views/text.ts";

const DEFAULT_LIMIT = 20;

/** Query parameters of every list. Numbers are text in a query; see `limitOf`. */
export const pageQuery = {
  limit: Type.Optional(
    Type.String({ pattern: "^([1-9][0-9]?|100)$", description: "a number from 1 to 100 (default 20)" }),
  ),
  cursor: Type.Optional(text({ maxLength: 200, description: "`nextCursor` of the page before" })),
};

export const limitOf = (text: string | undefined): number =>
  text === undefined ? DEFAULT_LIMIT : Number(text);

/** @returns the cursor that continues after the item with this id */
export const cursorAfter = (id: string): string => Buffer.from(id).toString("base64url");

/** @throws Problem invalid_query */
export function idBefore(cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  const id = Buffer.from(cursor, "base64url").toString();
  if (!isId(id)) {
    const errors = [{ pointer: "/cursor", message: "not a cursor of this list" }];
    throw new Problem("invalid_query", "`cursor` is not one that this list gave out.", { errors });
  }
  return id;
}
