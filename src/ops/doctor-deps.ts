// What the doctor's checks look at.
import type { ServerCheckup } from "../domain/store/server-checkup.ts";
import type { Capabilities } from "../media/convert/capabilities.ts";
import type { BucketError, BucketPlace } from "../media/storage/s3-errors.ts";
import type { Reachability } from "./reachability.ts";

export interface ServerToExamine {
  /** For people, without a password. */
  readonly name: string;
  /** What was found there, or why it can't be reached. */
  readonly found: { readonly value: ServerCheckup } | { readonly fault: string };
  /** CRIER_SIMULATOR. */
  readonly simulator: string | null;
}

export interface DoctorDeps {
  readonly folder: string;
  /** CRIER_SECRET_KEY. */
  readonly configuredKey: string | null;
  /** CRIER_URL. */
  readonly url: string | null;
  /** CRIER_TRUSTED_PROXIES. */
  readonly trustedProxies: readonly string[];
  readonly minFreeBytes: number;
  /** ms since 1970. */
  readonly now: number;
  /** The database on a server; null: it is in the folder. */
  readonly server: ServerToExamine | null;
  readonly abilities: Capabilities;
  /** The result of a request to the public address; null when it could not be made. */
  readonly reach: Reachability | null;
  /** The bucket of the media and what is wrong with it; null when they are in the data folder. */
  readonly bucket: { readonly place: BucketPlace; readonly fault: BucketError | null } | null;
}

/** Of it, what a server knows whenever it is asked. */
export type QuickDeps = Pick<
  DoctorDeps,
  "folder" | "minFreeBytes" | "configuredKey" | "now" | "url" | "trustedProxies"
>;
