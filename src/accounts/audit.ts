// What the audit log says of an act on an account.
import type { AuditEntry } from "../domain/audit.ts";
import type { Account } from "../domain/account.ts";

type Act = Pick<AuditEntry, "at" | "actor" | "action">;

/** @param more facts beside which account it is */
export function accountEntry(
  { id, profileId, platform, handle }: Pick<Account, "id" | "profileId" | "platform" | "handle">,
  act: Act,
  more: Readonly<Record<string, boolean | number | string | null>> = {},
): AuditEntry {
  return { ...act, profileId, subject: id, detail: { platform, handle, ...more } };
}
