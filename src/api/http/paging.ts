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

/**
 * One page of a list.
 * @param found the items, and one more than `limit` if there is another page
 * @param cursorOf the cursor that continues after an item
 */
export function pageOf<T>(
  found: readonly T[],
  limit: number,
  cursorOf: (last: T) => string,
): { readonly items: readonly T[]; readonly nextCursor: string | null } {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: found.length > limit && last !== undefined ? cursorOf(last) : null };
}

/** @throws Problem invalid_cursor */
export function idBefore(cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  const id = Buffer.from(cursor, "base64url").toString();
  if (!isId(id)) throw unknownCursor();
  return id;
}

/** Cursors of a list whose order is a time and then an id; `name` keeps cursors of different lists apart. */
export function placeCursor(name: string) {
  const pattern = new RegExp(`^${name} (\\d{1,15}) (\\S+)$`);
  return {
    after: ({ at, id }: Place): string => Buffer.from(`${name} ${at} ${id}`).toString("base64url"),
    /** Null without a cursor. @throws Problem invalid_cursor */
    read(cursor: string | undefined): Place | null {
      if (cursor === undefined) return null;
      const [, at, id = ""] = pattern.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
      if (at === undefined || !isId(id)) throw unknownCursor();
      return { at: Number(at), id };
    },
  };
}
interface Place {
  /** ms since 1970. */
  readonly at: number;
  readonly id: string;
}

/** Cursors of a list whose order is a time and then a number. */
export function timeCursor(name: string) {
  const pattern = new RegExp(`^${name} (\\d{1,15}) (\\d{1,15})$`);
  return {
    after: ({ at, seq }: Moment): string => Buffer.from(`${name} ${at} ${seq}`).toString("base64url"),
    /** Null without a cursor. @throws Problem invalid_cursor */
    read(cursor: string | undefined): Moment | null {
      if (cursor === undefined) return null;
      const [, at, seq] = pattern.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
      if (at === undefined || seq === undefined) throw unknownCursor();
      return { at: Number(at), seq: Number(seq) };
    },
  };
}
interface Moment {
  /** ms since 1970. */
  readonly at: number;
  readonly seq: number;
}

/**
 * Cursors of a list whose order is a number; `name` keeps cursors of different lists apart.
 * @param hasZero whether the list gives out a cursor before its first item
 */
export function numberCursor(name: string, hasZero = false) {
  const pattern = new RegExp(`^${name} (${hasZero ? "0|" : ""}[1-9]\\d{0,14})$`);
  return {
    /** The cursor that continues after the item with this number. */
    after: (value: number): string => Buffer.from(`${name} ${value}`).toString("base64url"),
    /** The number in a cursor; null without a cursor. @throws Problem invalid_cursor */
    read(cursor: string | undefined): number | null {
      if (cursor === undefined) return null;
      const [, value] = pattern.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
      if (value === undefined) throw unknownCursor();
      return Number(value);
    },
  };
}

/** The answer to a cursor that the list did not give out. */
export function unknownCursor(): Problem {
  const errors = [{ pointer: "/cursor", message: "not a cursor of this list" }];
  return new Problem("invalid_cursor", "`cursor` is not one that this list gave out.", { errors });
}
