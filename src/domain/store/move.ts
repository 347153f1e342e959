// Store interface: moving everything from one place of a store to another, so that at no moment both can be used.

/** Why nothing can be changed in a store, and no command opens it. */
export type Closed =
  /** It was moved to this address. */
  | { readonly kind: "moved"; readonly to: string; readonly move: string }
  /** A move from this address fills it, and is not done. */
  | { readonly kind: "filling"; readonly from: string; readonly move: string };

export type PlaceState =
  /** No Crier was begun there. */
  | { readonly kind: "absent" }
  /** Begun, and nothing is in it. */
  | { readonly kind: "empty" }
  | { readonly kind: "used" }
  | { readonly kind: "closed"; readonly closed: Closed };

/** A value of a row. */
export type Cell = string | number | null | Uint8Array;

export interface Column {
  readonly name: string;
  /** A json column holds a text that is exactly kept. */
  readonly kind: "integer" | "text" | "json" | "bytes";
}

export interface Table {
  readonly name: string;
  /** Those that are written: what follows from others is not among them. */
  readonly columns: readonly Column[];
  /** By which its rows are in order. */
  readonly key: readonly string[];
  /** Tables to whose rows its rows point. */
  readonly parents: readonly string[];
}

/** How a store can be told from a later state of itself. */
export interface StoreFacts {
  /** Fingerprint of the secret key that it needs; null when it holds no secret. */
  readonly secretKid: string | null;
  /** Attempts under way. */
  readonly inFlight: number;
  /** The last number of each record that only grows. */
  readonly traces: string;
}

export interface MediaFile {
  readonly sha256: string;
  readonly size: number;
}

/** A store as it is at one moment. */
export interface Snapshot extends AsyncDisposable {
  readonly tables: readonly Table[];
  count(table: string): Promise<number>;
  /** In the order of the key, some at a time. */
  rows(table: string, columns: readonly string[]): AsyncIterable<readonly (readonly Cell[])[]>;
  /** The highest number that each table has given to a row, also to one that is gone. */
  numbers(): Promise<Readonly<Record<string, number>>>;
  facts(): Promise<StoreFacts>;
  /** The files that its media rows name, in order, from the one after this on. At most a thousand; none: that was all. */
  media(after: string): Promise<readonly MediaFile[]>;
}

/** A store that nobody else can write to while it is held. Disposed of without `close`, it is as it was before. */
export interface HeldStore extends Snapshot {
  /** Closes the store for everybody, and ends the hold. */
  close(closed: Closed): Promise<void>;
}

/** A store that is being filled, in one transaction. Given up without `commit`, nothing was written. */
export interface Filling extends AsyncDisposable {
  readonly tables: readonly Table[];
  /** A row as it will be read from here. */
  accept(table: string, columns: readonly string[]): (row: readonly Cell[]) => readonly Cell[];
  insert(table: string, columns: readonly string[], rows: readonly (readonly Cell[])[]): Promise<void>;
  /** Rows that are added later have higher numbers. */
  setNumbers(numbers: Readonly<Record<string, number>>): Promise<void>;
  rows: Snapshot["rows"];
  commit(): Promise<void>;
}

/** A place of a store, for a move. Everything throws an OperatorError where it can't be used. */
export interface MovablePlace extends AsyncDisposable {
  /** For people, without a password. */
  readonly name: string;
  /** As `crier move --to` takes it, without a password. */
  readonly address: string;
  state(): Promise<PlaceState>;
  /** Changes nothing. */
  look(): Promise<Snapshot>;
  /** @throws OperatorError while a server runs there, or something else writes for too long */
  hold(): Promise<HeldStore>;
  /** Makes it ready to be filled: it is begun where it is absent, what an earlier move left is gone, and it is closed. */
  prepare(closed: Closed & { readonly kind: "filling" }): Promise<void>;
  /** After `prepare`. */
  fill(): Promise<Filling>;
  /** It can be used from here on. @throws OperatorError when it was not closed by this move */
  open(move: string): Promise<void>;
}

/** How far it is, for a person who waits. */
export type MoveProgress = (stage: string, done: number, all: number) => void;

/** A table that was copied, and found equal. */
export interface CopiedTable {
  readonly table: string;
  readonly rows: number;
  /** SHA-256 over its rows, in order. */
  readonly checksum: string;
}
