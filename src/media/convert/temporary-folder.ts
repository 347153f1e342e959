// A temporary folder for one job, deleted afterwards.
import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { onDisk } from "../storage/disk-errors.ts";

export interface TemporaryFolder extends AsyncDisposable {
  readonly path: string;
  remove(): Promise<void>;
}

const PREFIX = "crier-ffmpeg-";
/** No conversion takes that long: its process has died. */
const ABANDONED_MS = 86_400_000;

/**
 * Makes a folder inside `parent` (made too when absent), and clears away what dead processes left there.
 * @throws Problem disk_full, FilesError
 */
export async function openTemporaryFolder(parent: string): Promise<TemporaryFolder> {
  const root = resolve(parent);
  const path = await onDisk(root, async () => {
    await mkdir(root, { recursive: true, mode: 0o700 });
    await sweep(root);
    return await mkdtemp(join(root, PREFIX));
  });
  const remove = () => rm(path, { recursive: true, force: true });
  return { path, remove, [Symbol.asyncDispose]: remove };
}

/** What `make` returns, with the folder in which it was made: that goes when this is disposed, or when `make` fails. */
export async function inTemporaryFolder<T extends object>(
  parent: string,
  make: (path: string) => Promise<T>,
): Promise<T & AsyncDisposable> {
  const folder = await openTemporaryFolder(parent);
  try {
    return { ...(await make(folder.path)), [Symbol.asyncDispose]: folder.remove };
  } catch (cause) {
    await folder.remove();
    throw cause;
  }
}

async function sweep(root: string) {
  for (const name of await readdir(root)) {
    if (!name.startsWith(PREFIX)) continue;
    const path = join(root, name);
    const found = await stat(path).catch(() => null);
    if (found && Date.now() - found.mtimeMs > ABANDONED_MS)
      await rm(path, { recursive: true, force: true }).catch(() => {});
  }
}
