// The server lock: at most one process delivers from a data folder, which is what makes recovery at start true.
import { Database } from "bun:sqlite";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** Held until closed or until the process ends, however it ends. Null when another process holds it. */
export function takeServerLock(folder: string): Disposable | null {
  const db = new Database(join(folder, "server.lock"), { create: true, readwrite: true });
  try {
    db.run("PRAGMA busy_timeout = 0");
    db.run("PRAGMA journal_mode = DELETE");
    // An open exclusive transaction is an operating system lock: kill -9 frees it, a stale file does not keep it.
    db.run("BEGIN EXCLUSIVE");
  } catch (error) {
    db.close();
    if (error instanceof Error && "code" in error && error.code === "SQLITE_BUSY") return null;
    throw error;
  }
  return { [Symbol.dispose]: () => db.close() };
}

/** Whether some process delivers from this folder now. Leaves nothing behind, and is in nobody's way. */
export function isServed(folder: string): boolean {
  const path = join(folder, "server.lock");
  if (!existsSync(path)) return false;
  using db = new Database(path, { readonly: true });
  try {
    db.query("SELECT count(*) FROM sqlite_schema").get();
    return false;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "SQLITE_BUSY") return true;
    throw error;
  }
}
