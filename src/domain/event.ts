// One line of a post's journal; and who does things.
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

/** Who did it. A name is null where there is none: for Crier itself, the command line, and a key that is gone. */
export interface EventActor {
  readonly kind: "person" | "key" | "command" | "crier";
  readonly name: string | null;
}

/** @param actor as the audit log names it; null for Crier. @param keyName of the key, where it still exists */
export function eventActor(actor: string | null, keyName: string | null): EventActor {
  if (actor === null || actor === "crier") return { kind: "crier", name: null };
  if (actor.startsWith("key:")) return { kind: "key", name: keyName };
  if (actor.startsWith("owner:")) return { kind: "person", name: actor.slice("owner:".length) };
  return { kind: "command", name: null };
}
