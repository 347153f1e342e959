// Store interface: what a store keeps in files of a data folder, and what can be done without opening it.
import type { Store } from "./index.ts";
import type { Closed } from "./move.ts";

/**
 * Everything here also works while a server runs. `folder` is a data folder. What its disk or its other users keep from
 * working throws a StoreError, unless it says otherwise.
 */
export interface StoreFiles {
  /** Name of the database in a data folder and in a backup. */
  readonly databaseFile: string;
  /** The schema that this program writes. */
  readonly schema: number;
  /** Whether the folder has a database. */
  exists(folder: string): boolean;
  /**
   * What a file with this name in a data folder is to the store: part of the data, which a restore replaces; something of
   * the running process, such as a lock; or null when it is not the store's.
   */
  kindOf(name: string): "data" | "process" | null;
  /**
   * @param folder must exist
   * @param onOlder decides about an older database; default: it is refused
   * @throws OperatorError when the database is of another version, damaged or can't be written
   */
  open(folder: string, onOlder?: OnOlder): Promise<Store>;

  /** The right to deliver. Held until disposed or until the process ends. Null while another process holds it. */
  lockServer(folder: string): Disposable | null;
  /** The right to refresh credentials; as above. */
  lockRefresh(folder: string): Disposable | null;
  /** Whether a process delivers from this folder now. Leaves nothing behind and stops no server from starting. */
  isServed(folder: string): boolean;

  /** Null while no server runs on the folder. */
  runningServer(folder: string): RunningServer | null;
  /** Replaces what an earlier server wrote, completely or not at all. */
  writeRunningServer(folder: string, server: RunningServer): void;
  removeRunningServer(folder: string): void;

  /** @returns null when there is no database yet. Throws when there is one that can't be read. */
  checkUp(folder: string): StoreCheckup | null;
  /** The database engine of this program, and why it can't be used; null when it can. */
  engine(): { readonly version: string; readonly fault: string | null };
  /**
   * Copies the database into a new file, as it is at one moment. Reads only. The copy records the moment up to which it
   * is true.
   * @param takenAt now, ms since 1970: everything that is on disk by then is in the copy
   * @throws OperatorError when there is no database of Crier
   */
  copy(folder: string, to: string, takenAt: number): void;
  /** Opens a copy without leaving a trace next to it. Throws when it is not a database. */
  openCopy(path: string): StoreCopy;
}

/** An older database, and what this program would make of it. */
export interface Upgrade {
  readonly from: number;
  readonly to: number;
  /** Path of the copy of the database as it was. */
  readonly copy: string;
}

/** Decides about an older database: calls `upgrade`, or throws and leaves everything as it is. */
export type OnOlder = (change: Upgrade, upgrade: () => Promise<void>) => void | Promise<void>;

/** What a running server publishes about itself for other commands (D41). */
export interface RunningServer {
  /** Where people and networks reach it. */
  readonly url: string;
  /** CRIER_URL as the server has it. */
  readonly publicUrl: string | null;
  /** Networks at which it has an application. */
  readonly applications: readonly string[];
  /** Of the token of its set-up link; null: it printed none. */
  readonly setupDigest: string | null;
}

export interface StoreCheckup {
  readonly schema: number;
  readonly bytes: number;
  /** What the engine finds wrong; null: too large to check now. */
  readonly faults: readonly string[] | null;
  /** Why nothing can be changed in it; null: it can. */
  readonly closed: Closed | null;
  /** Fingerprint of the secret key that the credentials need; null when none are stored. */
  readonly secretKid: string | null;
  /** Webhooks that Crier paused because nothing arrived there. */
  readonly pausedWebhooks: number;
  /** The latest moment that it has recorded, ms since 1970. */
  readonly newest: number | null;
}

/** A database file that nothing writes to. */
export interface StoreCopy extends Disposable {
  readonly schema: number;
  /** Fingerprint of the secret key that it needs; null when it holds no secret. */
  readonly secretKid: string | null;
  /** Rows of each table. */
  rows(): Record<string, number>;
  /** Targets by their state. */
  targets(): Record<string, number>;
  /** The files that its media rows name, each once, in order. */
  media(): { sha256: string; size: number }[];
  /** Everything the engine finds wrong with it; empty when it is sound. */
  faults(): string[];
  /** Posts at random. */
  somePosts(count: number): { id: string; profileId: string }[];
}
