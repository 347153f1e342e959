// What every administrative verb is made from: the records, the time, and the audit entry that goes with its change.
import type { Accounts } from "../domain/store/accounts.ts";
import type { BackupRecords } from "../domain/store/backups.ts";
import type { ImportHosts } from "../domain/store/import-hosts.ts";
import type { NetworkApplications } from "../domain/store/network-applications.ts";
import type { Keys } from "../domain/store/api-keys.ts";
import type { Invites } from "../domain/store/invites.ts";
import type { People } from "../domain/store/people.ts";
import type { Profiles } from "../domain/store/profiles.ts";
import type { Workspace } from "../domain/store/workspace.ts";
import type { Clock } from "../clock.ts";
import type { AuditEntry } from "../domain/audit.ts";
import type { Audit } from "../domain/store/audit.ts";
import { Problem } from "../errors.ts";
import type { NewId } from "../id.ts";
import type { ServerPauses } from "../domain/store/server-pauses.ts";
import type { Slots } from "../domain/store/slots.ts";

/** What administrators change, each change with its audit entry in the same transaction. */
export interface AdminStore {
  readonly profiles: Profiles;
  readonly keys: Keys;
  readonly accounts: Accounts;
  readonly workspace: Workspace;
  readonly slots: Slots;
  readonly people: People;
  readonly invites: Invites;
  readonly importHosts: ImportHosts;
  readonly networkApplications: NetworkApplications;
  readonly serverPauses: Pick<ServerPauses, "all">;
  readonly backups: BackupRecords;
  readonly audit: Audit;
}

export interface AdminDeps {
  readonly store: AdminStore;
  readonly clock: Clock;
  readonly newId: NewId;
}

type Act = Pick<AuditEntry, "action" | "profileId" | "subject" | "detail">;

/** @param actor `<role>:<email>` or `cli` */
export function entryOf(actor: string, { clock }: Pick<AdminDeps, "clock">, act: Act): AuditEntry {
  return { at: clock.now(), actor, ...act };
}

/**
 * A field that is not as it must be.
 * @param pointer JSON Pointer into the input
 * @param message about the field, for programs
 * @param detail a sentence about this very case, for people
 */
export function invalid(pointer: string, message: string, detail: string): Problem {
  return new Problem("invalid_request", detail, { errors: [{ pointer, message }] });
}
