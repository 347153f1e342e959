// Why a store is closed, as its workspace row says it, and the refusal to open it.
import type { Closed } from "../../domain/store/move.ts";
import { OperatorError } from "../../errors.ts";

export const closedOf = (text: string | null | undefined): Closed | null =>
  text === null || text === undefined ? null : (JSON.parse(text) as Closed);

/** @param place for people @throws OperatorError when it is closed */
export function refuseClosed(closed: Closed | null, place: string): void {
  if (closed === null) return;
  throw new OperatorError(
    closed.kind === "moved"
      ? `Crier was moved from ${place} to ${closed.to}, so nothing is read or changed here. Use it there; ` +
          "as long as nothing has happened there, `crier move --back` returns to this one."
      : `A move from ${closed.from} fills ${place}, and is not finished. ` +
          "Run the same `crier move` again to finish it.",
  );
}
