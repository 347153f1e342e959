// The caller of an operation on a post or file: profile, name in the audit log, and whether it may publish (D8).
import { Problem } from "../errors.ts";
import type { Json } from "../networks/network.ts";
import type { AuditEntry } from "../domain/audit.ts";
import { notAllowed } from "../domain/permission.ts";
import type { Asker } from "../domain/person.ts";
import type { Reach } from "./reach.ts";

export interface Actor extends Asker, Reach {
  /** May decide what is published: the scope or permission `publish`. */
  readonly mayPublish: boolean;
}

/** The operator at the command line, who may do everything. */
export const atCommandLine = (profileId: string): Actor => ({
  profileId,
  name: "cli",
  role: null,
  mayPublish: true,
  simulatedOnly: false,
});

/**
 * Call it inside the transaction that changes what is published: a draft may be scheduled at any moment.
 * @throws Problem insufficient_scope, not_allowed
 */
export function requirePublish({ mayPublish, role }: Actor, why: string): void {
  if (mayPublish) return;
  if (role !== null) throw notAllowed(role, "publish", why);
  throw new Problem("insufficient_scope", `${why} That needs a key with the scope \`publish\`.`, {
    scope: "publish",
  });
}

/** The line of the audit log for one act. @param detail never a secret, never a caption */
export function auditEntry(
  { profileId, name: actor }: Pick<Actor, "profileId" | "name">,
  act: { readonly action: string; readonly subject: string; readonly at: number; readonly detail?: Json },
): AuditEntry {
  return { actor, profileId, detail: {}, ...act };
}
