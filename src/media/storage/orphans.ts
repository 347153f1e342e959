// Deletes orphaned files (stored, but referenced by no row), one folder at a time so that nothing has to wait.
import { opendir, stat } from "node:fs/promises";
import { join } from "node:path";

export interface OrphanQuery {
  /** ms since 1970. */
  readonly now: number;
  readonly ageMs: number;
  /** Called between folders: waits so that others get their turn; false ends the sweep. */
  readonly goOn: () => Promise<boolean>;
}

/** @param drop removes a file unless it is used by then */
export async function sweepUnknown(
  root: string,
  isUsed: (sha256: string) => Promise<boolean>,
  { now, ageMs, goOn }: OrphanQuery,
  drop: (sha256: string, isUsed: () => Promise<boolean>) => Promise<void>,
): Promise<number> {
  let removed = 0;
  for (let folder = 0; folder < 256; folder++) {
    const path = join(root, folder.toString(16).padStart(2, "0"));
    for (const name of await oldFiles(path, now - ageMs)) {
      if (await isUsed(name)) continue;
      await drop(name, () => isUsed(name));
      removed++;
    }
    if (!(await goOn())) break;
  }
  return removed;
}

async function oldFiles(folder: string, before: number): Promise<string[]> {
  const names: string[] = [];
  const found = await opendir(folder).catch(() => null);
  for await (const { name } of found ?? []) {
    if (!/^[0-9a-f]{64}$/.test(name)) continue;
    const known = await stat(join(folder, name)).catch(() => null);
    if (known && known.mtimeMs < before) names.push(name);
  }
  return names;
}
