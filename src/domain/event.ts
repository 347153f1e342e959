// One line of a post's journal.
import type { AnyTransition } from "./target-state.ts";

/** An event as a caller may see it. */
export interface JournalEvent {
  readonly seq: number;
  readonly targetId: string | null;
  readonly attempt: number | null;
  readonly kind:
    | AnyTransition
    | "created"
    | "defer"
    | "look"
    | "late"
    | "converting"
    | "edited"
    | "scheduled"
    | "canceled"
    | "restored"
    | "preflight.warning";
  readonly detail: string;
  readonly at: number;
}
