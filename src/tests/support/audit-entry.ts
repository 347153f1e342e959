// The audit entry of changes that a test makes in the store itself.
import type { AuditEntry } from "../../domain/audit.ts";

export const ENTRY: AuditEntry = {
  ...{ at: 0, actor: "cli", action: "test.change", profileId: null, subject: "test", detail: null },
};
