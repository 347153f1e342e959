// Store interface: the audit log.
import type { AuditEntry, AuditRow } from "../audit.ts";

/** Append-only. */
export interface Audit {
  add(entry: AuditEntry): Promise<void>;
  /** Newest first. @param after where the page begins: after this entry */
  page(limit: number, after: AuditPlace | null, filter?: AuditFilter): Promise<AuditRow[]>;
}

export type AuditPlace = Pick<AuditRow, "at" | "seq">;

/** What is left out is not asked for. */
export interface AuditFilter {
  /** `person:<email>` whatever their role was then, `key:<id>`, `cli` or `crier`. */
  readonly who?: string | undefined;
  /** The whole word, such as `post.create`, or all of `post`. */
  readonly action?: string | undefined;
  readonly profileId?: string | undefined;
  readonly subject?: string | undefined;
  /** ms since 1970; from then on, and until just before. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}
