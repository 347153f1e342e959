// Store interface: the place where a store is kept, and which processes use it.
import type { RunningServer } from "./files.ts";
import type { Store } from "./index.ts";

export interface StorePlace {
  /** For people, such as `the data folder /var/lib/crier`. */
  readonly name: string;
  /** What tells this process from the others that serve the store, for people; null where only one can. */
  readonly processName: string | null;
  /** @throws OperatorError when the database is of another version, damaged, or can't be reached or written */
  open(options?: OpenStoreOptions): Promise<Store>;
  /** The right to deliver. Held until disposed or until the process ends. Null while another process holds it. */
  lockDelivery(): Promise<AsyncDisposable | null>;
  /** The turn to make backups by the schedule; as above. */
  lockBackups(): Promise<AsyncDisposable | null>;
  /** The right to refresh the credentials of an account; as above. */
  lockRefresh(accountId: string): Promise<AsyncDisposable | null>;
  /** Whether a process delivers from here now. Leaves nothing behind and stops no server from starting. */
  isServed(): Promise<boolean>;
  /** Null while no server runs. */
  runningServer(): Promise<RunningServer | null>;
  /** Makes known to other commands that this process serves, until it is disposed. */
  announce(server: RunningServer): Promise<AsyncDisposable>;
  /**
   * Copies the store into a new SQLite file, as it is at one moment. Changes nothing. The copy records the moment up to which it is
   * true.
   * @param takenAt now, ms since 1970: everything that is stored by then is in the copy
   * @throws OperatorError when there is no Crier
   */
  copy(to: string, takenAt: number, progress: (done: number, all: number) => void): Promise<void>;
}

export interface OpenStoreOptions {
  /** Begins an empty store where there is none. */
  readonly begins?: boolean;
  /** Brings an older store up to date, and is handed a line for people about it; without, an older one is refused. */
  readonly upgraded?: ((line: string) => void) | undefined;
}
