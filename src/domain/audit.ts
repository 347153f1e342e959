// The audit log: who did what and when.
import type { Json } from "./json.ts";

export interface AuditEntry {
  readonly at: number;
  /** `<role>:<email>`, `key:<id>`, `cli` or `crier`. */
  readonly actor: string;
  /** What was done, as `thing.verb`. */
  readonly action: string;
  readonly profileId: string | null;
  /** Id or name of what it was done to. */
  readonly subject: string;
  /** Never a secret. */
  readonly detail: Json;
}
export type AuditRow = AuditEntry & { readonly seq: number };
