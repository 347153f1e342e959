// One line of a post's journal: what happened, who did it, and its figures.
import type { Failure, Schedule, Verification } from "./post.ts";
import type { ReviewState } from "./review.ts";
import type { AnyTransition } from "./target-state.ts";

/** An event as a caller may see it. */
export interface JournalEvent {
  readonly seq: number;
  readonly targetId: string | null;
  readonly attempt: number | null;
  readonly kind: EventKind;
  readonly detail: string;
  readonly at: number;
  readonly actor: EventActor;
  readonly data: EventData;
}

export type EventKind =
  | AnyTransition
  | "created"
  | "defer"
  | "look"
  | "late"
  | "converting"
  | "edited"
  | "scheduled"
  | "canceled"
  | `review.${ReviewState}`
  | "restored"
  | "preflight.warning";

/** Who did it. A name is null where there is none: for Crier itself, the command line, and a key that is gone. */
export interface EventActor {
  readonly kind: "person" | "key" | "command" | "crier";
  readonly name: string | null;
}

/** Figures of an event; each kind has some of them. Times in ms since 1970. */
export interface EventData {
  /** When something happens next. */
  readonly dueAt?: number;
  /** How long it took; of a `claim`, how long after its time it began. */
  readonly ms?: number;
  /** HTTP status of the network's last answer. */
  readonly status?: number;
  /** What a look at the network showed. */
  readonly verdict?: Verification["verdict"];
  readonly code?: Failure["code"];
  readonly category?: Failure["category"];
  readonly schedule?: Schedule;
  /** Names of the fields that an edit changed. */
  readonly fields?: readonly string[];
  readonly percent?: number;
  /** Where the post is. */
  readonly url?: string;
}

/** @param actor as the audit log names it; null for Crier. @param keyName of the key, where it still exists */
export function eventActor(actor: string | null, keyName: string | null): EventActor {
  if (actor === null || actor === "crier") return { kind: "crier", name: null };
  if (actor.startsWith("key:")) return { kind: "key", name: keyName };
  const email = emailIn(actor);
  return email === null ? { kind: "command", name: null } : { kind: "person", name: email };
}

/** Of a person, whatever their role was when they acted; null for anybody else. @param actor as the audit log names it */
export function emailIn(actor: string): string | null {
  const colon = actor.indexOf(":");
  return colon > 0 && !actor.startsWith("key:") ? actor.slice(colon + 1) : null;
}
