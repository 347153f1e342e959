// Store interface: settings of the whole workspace.
import type { PlanFacts, Plan } from "../plan.ts";
import type { PublishingPause } from "../pause.ts";
import type { PublicKey } from "../signing-key.ts";
import type { AuditEntry } from "../audit.ts";

export interface Workspace {
  secretKid(): Promise<string | null>;
  setSecretKid(kid: string): Promise<void>;
  /** The public keys of every secret key there was, newest first. */
  signingKeys(): Promise<PublicKey[]>;
  /** Adds one, unless it is there. */
  addSigningKey(key: PublicKey, at: number): Promise<void>;
  planFacts(): Promise<PlanFacts>;
  setPlan(plan: Plan, audit: AuditEntry): Promise<void>;
  /** The pause of all publishing; null while there is none. */
  pause(): Promise<PublishingPause | null>;
  /** Pauses all publishing. A pause that is there already keeps its beginning. @returns the pause as it is stored */
  setPause(pause: PublishingPause, audit: AuditEntry): Promise<PublishingPause>;
  /** Lifts the pause, and targets no longer say that they wait for it. False when there was none: nothing is stored. */
  liftPause(audit: AuditEntry): Promise<boolean>;
}
