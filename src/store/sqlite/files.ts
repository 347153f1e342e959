// The names of the store's files in a data folder, and how a file that nothing writes to is opened.
import { Database, constants } from "bun:sqlite";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

export const DATABASE_FILE = "crier.sqlite";
export const HIGH_WATER_FILE = "high-water.json";
export const SERVER_FILE = "server.json";
export const SERVER_LOCK = "server.lock";
export const REFRESH_LOCK = "renewal.lock";

export function databaseExists(folder: string): boolean {
  return existsSync(join(folder, DATABASE_FILE));
}

/** The database with what SQLite writes next to it and the copies from before migrations, and half-written files. */
const DATA = /^(crier\.sqlite(-wal|-shm|-journal|\.before-\d+)?|high-water\.json[.\d]*)$/;
const PROCESS = /^((server|renewal)\.lock(-journal)?|server\.json(\.new)?)$/;

export function kindOfFile(name: string): "data" | "process" | null {
  if (DATA.test(name)) return "data";
  return PROCESS.test(name) ? "process" : null;
}

/** Opens a database that nothing writes to: SQLite takes no lock and leaves no file next to it. */
export function openImmutable(path: string): Database {
  const uri = `${pathToFileURL(path).href}?immutable=1`;
  return new Database(uri, constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI);
}
