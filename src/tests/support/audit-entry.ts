// Provides the audit entry of changes that a test makes directly in the store.
import type { AuditEntry } from "../../domain/audit.ts";

export const ENTRY: AuditEntry = {
  ...{ at: 0, actor: "cli", action: "test.change", profileId: null, subject: "test", detail: null },
};
