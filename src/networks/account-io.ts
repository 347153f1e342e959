// What one attempt needs from the account it publishes to, between publishing and accounts.
import type { Io } from "./network.ts";
import type { Rules } from "../domain/rules.ts";
import type { Json } from "../domain/json.ts";

export interface AccountIo {
  readonly io: Io;
  /** Of the credentials in there: it grows with every change of them. */
  readonly credentialsVersion: number;
  readonly remoteAccountId: string;
  readonly rules: Rules;
}

/** What `prepare` of an earlier attempt saved, and where it saves more. */
export interface AttemptProgress {
  readonly saved: Json;
  save(progress: Json): Promise<void>;
}

/** Automatic attempts so far. */
export interface Tries {
  readonly count: number;
  /** When the first one began, ms since 1970. */
  readonly since: number;
}
