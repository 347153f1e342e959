// Brings sharp's two native libraries out of the binary onto a disk, since a library can't be loaded from inside it.
// Only the build uses this: it puts a call of `loadNative` in place of sharp's own search (scripts/build.ts).
import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir, tmpdir, userInfo } from "node:os";
import { dirname, join } from "node:path";
import { messageOf } from "../../errors.ts";

export interface NativeFile {
  /** Where the file is inside the binary. */
  readonly embedded: string;
  /** Where it belongs, below one folder: the first finds the second through this. */
  readonly place: string;
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
}

/**
 * Writes the files to the first folder that may hold them and loads the first one. A folder is used only if nobody
 * but us can write to it, since anyone who could plant a library there could run code as us. What was written is read back
 * and compared; at later starts the length has to do, because hashing 20 MB would double the time to start.
 * Throws an Error that lists every folder and why not.
 * @param key names this set of files, so that versions can stand side by side
 */
export function loadNative(key: string, files: readonly [NativeFile, ...NativeFile[]]): unknown {
  const refusals: string[] = [];
  for (const folder of folders()) {
    const home = join(folder, `native-${key}`);
    try {
      ownFolder(folder);
      ownFolder(home);
      for (const file of files) put(file, join(home, file.place));
      const [main] = files;
      const path = join(home, main.place);
      return createRequire(path)(path);
    } catch (cause) {
      refusals.push(`  ${home}: ${messageOf(cause)}`);
    }
  }
  throw new Error(`Crier can't unpack its image library. It tried:\n${refusals.join("\n")}`);
}

/** Settings are main's business, but this runs before main: a home folder and the system's own places have to do. */
function* folders() {
  const home = homedir();
  if (home) yield join(home, ".cache", "crier");
  yield join(tmpdir(), `crier-${userInfo().uid}`);
  yield join("/var/tmp", `crier-${userInfo().uid}`);
  yield join("/dev/shm", `crier-${userInfo().uid}`);
}

function ownFolder(folder: string) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid, mode } = lstatSync(folder);
  if (uid !== userInfo().uid) throw new Error("it belongs to another user");
  if ((mode & 0o022) !== 0) throw new Error("others may write to it");
}

function put({ embedded, sha256, size }: NativeFile, path: string) {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isFile() && found.size === size) return;
  ownFolder(dirname(path));
  const partial = `${path}.${process.pid}`;
  try {
    // Flushed before it gets its name: after a power cut a file of the right length must have the right content.
    writeFileSync(partial, readFileSync(embedded), { mode: 0o500, flush: true });
    const written = createHash("sha256").update(readFileSync(partial)).digest("hex");
    if (written !== sha256) throw new Error("what was written is not what was read back");
    renameSync(partial, path);
  } finally {
    rmSync(partial, { force: true });
  }
}
