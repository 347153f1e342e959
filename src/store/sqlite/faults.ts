// What SQLite's errors say about the disk and about others that use the database. No other file knows their codes.
import { codeOf, StoreError, type StoreFault } from "../../errors.ts";

/** By the beginning of the code; the first that fits counts. */
const FAULTS: readonly (readonly [code: string, fault: StoreFault])[] = [
  ["SQLITE_BUSY", "busy"],
  ["SQLITE_FULL", "full"],
  ["SQLITE_READONLY", "readonly"],
  ["SQLITE_CANTOPEN", "unopenable"],
  // A disk that turned read-only: SQLite fails while it extends the WAL or its index.
  ["SQLITE_IOERR_WRITE", "unwritable"],
  ["SQLITE_IOERR", "failing"],
];

/** Null for an error that says nothing about them. */
export function faultOf(error: unknown): StoreFault | null {
  const code = codeOf(error);
  return FAULTS.find(([known]) => code.startsWith(known))?.[1] ?? null;
}

/** A StoreError for a fault; any other error as it is. */
export function storeError(error: unknown): unknown {
  const fault = faultOf(error);
  return fault === null ? error : new StoreError(fault, error);
}

/** The same function, with a StoreError for a fault. */
export function withStoreErrors<A extends unknown[], R>(act: (...args: A) => R): (...args: A) => R {
  return (...args) => {
    try {
      return act(...args);
    } catch (error) {
      throw storeError(error);
    }
  };
}
