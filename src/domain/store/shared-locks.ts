// Store interface: locks that all processes of the store share, so that no process removes a file while another stores the same
// bytes, and none carries out a request while another does.

export interface SharedLockRecords {
  /** Takes a lock for so many ms. False while another holder has it. */
  take(lock: SharedLock, ms: number): Promise<boolean>;
  /** Makes it last so many ms from now. False when it has expired, or is another holder's. */
  extend(lock: SharedLock, ms: number): Promise<boolean>;
  release(lock: Pick<SharedLock, "name" | "holder">): Promise<void>;
}

export interface SharedLock {
  /** Of a file, its SHA-256; of an upload that is being completed, its id; of a request, its key. */
  readonly name: string;
  readonly holder: string;
  /** ms since 1970, where the store has no clock of its own. */
  readonly now: number;
}
