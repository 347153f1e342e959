// The hash chain over a post's events: each event's link is made of the one before, so a changed row breaks it.
import { hash } from "node:crypto";

/** An event exactly as it is stored. */
export interface EventRow {
  readonly postId: string;
  readonly targetId: string | null;
  readonly attempt: number | null;
  readonly kind: string;
  readonly detail: string;
  /** ms since 1970. */
  readonly at: number;
  /** As the audit log names them; null for Crier. */
  readonly actor: string | null;
  /** JSON, as text. */
  readonly data: string;
}

/** A row with its number and its link; the link is null for events from before there were links. */
export interface ChainedRow extends EventRow {
  readonly seq: number;
  readonly link: string | null;
}

/** Where a chain stood: its last link, and how many events it had. */
export interface ChainHead {
  /** "" for a chain without events. */
  readonly head: string;
  readonly events: number;
}

/** Before the first event. */
export const NO_LINK = "";

/**
 * The link of an event: SHA-256, as hex, of the previous link, a line break and the row as a JSON array.
 * @param previous NO_LINK for the first event of a post
 */
export function linkOf(previous: string, row: EventRow): string {
  const { postId, targetId, attempt, kind, detail, at, actor, data } = row;
  // SQLite stores U+FFFD for half of a surrogate pair, and JSON would escape it.
  const texts = [detail.toWellFormed(), at, actor?.toWellFormed() ?? null, data.toWellFormed()];
  return hash("sha256", `${previous}\n${JSON.stringify([postId, targetId, attempt, kind, ...texts])}`, "hex");
}

/** @param rows all events of a post, oldest first */
export function headOf(rows: readonly ChainedRow[]): ChainHead {
  return { head: rows.reduce(linkOf, NO_LINK), events: rows.length };
}

export type ChainVerdict =
  /** The rows are those of then; `more` were added since. */
  | { readonly kind: "fits"; readonly more: number }
  /** The link of this row does not fit: the row was changed, or one before it was removed or added. */
  | { readonly kind: "broken"; readonly row: ChainedRow; readonly position: number }
  /** There are fewer events than there were. */
  | { readonly kind: "missing"; readonly events: number }
  /** All links fit each other, but lead to another head: the rows and their links were written anew. */
  | { readonly kind: "rewritten" };

/** Compares the events of a post with where its chain stood. @param rows oldest first */
export function checkChain(rows: readonly ChainedRow[], then: ChainHead): ChainVerdict {
  let previous = NO_LINK;
  let head = NO_LINK;
  let linked = false;
  for (const [index, row] of rows.entries()) {
    const link = linkOf(previous, row);
    // Events from before there were links come first: a missing one after that was removed.
    if (row.link === null ? linked : row.link !== link) return { kind: "broken", row, position: index + 1 };
    linked ||= row.link !== null;
    previous = link;
    if (index + 1 === then.events) head = link;
  }
  if (rows.length < then.events) return { kind: "missing", events: rows.length };
  return head === then.head ? { kind: "fits", more: rows.length - then.events } : { kind: "rewritten" };
}
