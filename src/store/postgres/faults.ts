// What PostgreSQL's errors say about its disk, about others that use it and about the way to it. No other file of the store
// knows their codes.
import { codeOf, messageOf, StoreError, type StoreFault } from "../../errors.ts";

/** A transaction was being committed, and what became of it, or whether it lasts, can't be found out. */
export class UnknownCommitError extends Error {
  override readonly name = "UnknownCommitError";
}

/** By the beginning of the code, the server's or the system's; the first that fits counts. */
const FAULTS: readonly (readonly [code: string, fault: StoreFault])[] = [
  // Serialization failure and deadlock, after every try; a lock or an answer that took too long.
  ["40001", "busy"],
  ["40P01", "busy"],
  ["55P03", "busy"],
  ["57014", "busy"],
  ["53100", "full"],
  // Too many connections, or no memory for another query.
  ["53", "busy"],
  ["25006", "readonly"],
  // It starts, stops, or ended this session.
  ["57P", "unreachable"],
  ["25P03", "unreachable"],
  ["08", "unreachable"],
  ["58", "failing"],
  ["XX00", "failing"],
  ["ECONN", "unreachable"],
  ["EPIPE", "unreachable"],
  ["ETIMEDOUT", "unreachable"],
  ["EHOSTUNREACH", "unreachable"],
  ["ENETUNREACH", "unreachable"],
  ["ENOTFOUND", "unreachable"],
  ["EAI_AGAIN", "unreachable"],
];

/** What the driver says in words alone. */
const WORDS: readonly (readonly [words: RegExp, fault: StoreFault])[] = [
  [/^Query read timeout/, "busy"],
  [/^Connection terminated|^timeout e(xpired|xceeded when trying to connect)/, "unreachable"],
  [/^Client (has encountered a connection error|was closed) and is not queryable/, "unreachable"],
];

/** The same function, with a StoreError for a fault; any other error stays as it is. */
export function withStoreErrors<A extends unknown[], R>(
  act: (...args: A) => Promise<R>,
): (...args: A) => Promise<R> {
  return async (...args) => {
    try {
      return await act(...args);
    } catch (error) {
      const fault = faultOf(error);
      throw fault === null ? error : new StoreError(fault, error);
    }
  };
}

/** Null for an error that says nothing about them. */
export function faultOf(error: unknown): StoreFault | null {
  if (error instanceof UnknownCommitError) return "unreachable";
  const code = codeOf(error);
  if (code !== "") return FAULTS.find(([known]) => code.startsWith(known))?.[1] ?? null;
  return WORDS.find(([words]) => words.test(messageOf(error)))?.[1] ?? null;
}
