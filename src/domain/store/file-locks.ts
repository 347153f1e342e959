// Store interface: locks on files of media, so that no process removes one while another stores the same bytes.

export interface FileLockRecords {
  /** Takes the lock on a file for so many ms. False while another holder has it. */
  take(lock: FileLock, ms: number): Promise<boolean>;
  /** Makes it last so many ms from now. False when it has expired, or is another holder's. */
  extend(lock: FileLock, ms: number): Promise<boolean>;
  release(lock: Pick<FileLock, "sha256" | "holder">): Promise<void>;
}

export interface FileLock {
  /** Of the file; of an upload that is being completed, its id. */
  readonly sha256: string;
  readonly holder: string;
  /** ms since 1970, where the store has no clock of its own. */
  readonly now: number;
}
