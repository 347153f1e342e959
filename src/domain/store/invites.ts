// Store interface: invitations, found by the hash of their token.
import type { AuditEntry } from "../audit.ts";
import type { Invite } from "../invite.ts";
import type { Access, Person } from "../person.ts";

export interface Invites {
  /**
   * Removes what expired before `forgetBefore`, ms since 1970.
   * @param inviterId the person whose invitation it is; null: the command line's
   */
  add(
    invite: Invite,
    secret: { readonly hash: Uint8Array; readonly inviterId: string | null },
    forgetBefore: number,
    audit: AuditEntry,
  ): Promise<void>;
  byHash(hash: Uint8Array): Promise<Invite | null>;
  /** Those that nobody has accepted, by id. @param after id of the last one of the page before */
  open(limit: number, after: string | null): Promise<Invite[]>;
  /** Adds the person and uses the invitation up, or neither. `invalid`: it is used, revoked or expired by now. */
  accept(
    hash: Uint8Array,
    person: Omit<Person, keyof Access>,
    audit: (access: Access) => AuditEntry,
  ): Promise<
    { readonly kind: "accepted"; readonly person: Person } | { readonly kind: "invalid" | "email_taken" }
  >;
  /** False when there is no such invitation that is open. */
  revoke(id: string, audit: AuditEntry): Promise<boolean>;
}
