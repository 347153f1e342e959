// Locks between processes: at most one delivers from a data folder, which is what makes recovery at start true, and at
// most one asks networks for new credentials.
import { Database } from "bun:sqlite";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { REFRESH_LOCK, SERVER_LOCK } from "./files.ts";
import { onlyForUs } from "./open.ts";
import { faultOf } from "./faults.ts";

/** Delivery. Held until closed or until the process ends, however it ends. Null when another process holds it. */
export function takeServerLock(folder: string): Disposable | null {
  return take(join(folder, SERVER_LOCK));
}

/** Refreshing credentials; as above. */
export function takeRefreshLock(folder: string): Disposable | null {
  return take(join(folder, REFRESH_LOCK));
}

function take(path: string): Disposable | null {
  // Who may read it may lock it, and keep a server from starting.
  onlyForUs(path);
  const db = new Database(path, { create: true, readwrite: true });
  try {
    db.run("PRAGMA busy_timeout = 0");
    db.run("PRAGMA journal_mode = DELETE");
    // An open exclusive transaction is an operating system lock: kill -9 frees it, a stale file does not keep it.
    db.run("BEGIN EXCLUSIVE");
  } catch (error) {
    db.close();
    if (faultOf(error) === "busy") return null;
    throw error;
  }
  return { [Symbol.dispose]: () => db.close() };
}

/** Whether some process delivers from this folder now. Leaves nothing behind, and blocks no other process. */
export function isServed(folder: string): boolean {
  const path = join(folder, SERVER_LOCK);
  if (!existsSync(path)) return false;
  using db = new Database(path, { readonly: true });
  try {
    db.query("SELECT count(*) FROM sqlite_schema").get();
    return false;
  } catch (error) {
    if (faultOf(error) === "busy") return true;
    throw error;
  }
}
