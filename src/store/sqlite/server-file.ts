// server.json: what a running server tells other commands about itself (D41).
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RunningServer } from "../../domain/store/files.ts";
import { SERVER_FILE } from "./files.ts";
import { isServed } from "./lock.ts";

/** Takes the place of what an earlier server wrote, whole or not at all. */
export function writeServerFile(folder: string, server: RunningServer): void {
  const path = join(folder, SERVER_FILE);
  const temporary = `${path}.new`;
  writeFileSync(temporary, `${JSON.stringify(server, null, 2)}\n`, { mode: 0o600 });
  renameSync(temporary, path);
}

export function removeServerFile(folder: string): void {
  rmSync(join(folder, SERVER_FILE), { force: true });
}

/** Null while no server runs on the folder: what an earlier one left behind says nothing any more. */
export function runningServer(folder: string): RunningServer | null {
  try {
    if (!isServed(folder)) return null;
    const found = JSON.parse(readFileSync(join(folder, SERVER_FILE), "utf8")) as Partial<RunningServer>;
    const { url, publicUrl = null, applications = [], setupDigest = null } = found;
    const known = typeof url === "string" && URL.canParse(url) && Array.isArray(applications);
    return known ? { url, publicUrl, applications, setupDigest } : null;
  } catch {
    // An older server writes none, and one that starts has not written it yet: the settings speak then.
    return null;
  }
}
