// What the admin API is made from.
import type { Consent } from "../../accounts/oauth-flow.ts";
import type { Connections } from "../../accounts/connect.ts";
import type {
  Account,
  Accounts,
  Audit,
  AuditEntry,
  ImportHosts,
  Keys,
  Profile,
  Profiles,
  Sessions,
  Workspace,
} from "../../accounts/ports.ts";
import type { Devices } from "../../auth/known-devices.ts";
import type { Door } from "../../auth/session.ts";
import type { Throttle } from "../../auth/login-throttle.ts";
import type { Clock } from "../../clock.ts";
import { Problem } from "../../errors.ts";
import type { NewId } from "../../id.ts";
import type { Place } from "../http/host.ts";
import type { Log } from "../../log.ts";
import type { DeleteWithFiles } from "../../media/delete-profile.ts";
import type { Network } from "../../networks/network.ts";
import type { Reachability } from "../../ops/reachability.ts";
import type { Slots } from "../../publishing/ports.ts";
import type { QuotaUse } from "../../publishing/quota.ts";

/** What an owner sees and changes. */
export interface AdminRecords {
  readonly profiles: Profiles;
  readonly keys: Keys;
  readonly accounts: Accounts;
  readonly workspace: Workspace;
  readonly slots: Slots;
  readonly sessions: Sessions;
  readonly importHosts: ImportHosts;
}

export interface AdminDeps {
  readonly records: AdminRecords;
  readonly audit: Audit;
  /** The records, for one act: its first change writes the entry too. */
  readonly audited: (entry: AuditEntry) => AdminRecords;
  /** Deletes a profile's records by `remove`, and the bytes of its media with them. */
  readonly deleteWithFiles: DeleteWithFiles;
  readonly connections: Connections;
  readonly consent: Consent;
  readonly networks: readonly Network[];
  readonly quota: (account: Account) => Promise<QuotaUse | null>;
  readonly door: Door;
  readonly throttle: Throttle;
  readonly devices: Devices;
  /** Where a request comes from. */
  readonly addressOf: (request: Request) => string;
  readonly place: Place;
  /** Asks through the internet whether this appliance can be reached. */
  readonly reachable: () => Promise<Reachability>;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
  /** Public address, without a trailing slash. */
  readonly baseUrl: () => string;
}

/** @throws Problem not_found */
export async function profileOf(deps: AdminDeps, id: string): Promise<Profile> {
  const profile = await deps.records.profiles.find(id.toLowerCase());
  // A profile may be called by what looks like another's id.
  if (!profile || profile.id !== id.toLowerCase()) throw new Problem("not_found", "No profile has this id.");
  return profile;
}

/** A field of the body that its schema can't judge. */
export function faultAt(pointer: string, message: string): Problem {
  const errors = [{ pointer, message }];
  return new Problem("invalid_request", `The request is not valid: ${pointer}: ${message}.`, { errors });
}
