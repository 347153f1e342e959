// A data folder with one SQLite file, as the place of a store.
import type { OnOlder, StoreFiles } from "../domain/store/files.ts";
import { OperatorError } from "../errors.ts";
import type { StorePlace } from "../domain/store/place.ts";

/** @param folder must exist before its store is opened */
export function folderPlace(folder: string, files: StoreFiles): StorePlace {
  return {
    name: `the data folder ${folder}`,
    processName: null,
    open: ({ upgraded } = {}) => files.open(folder, upgraded && onOlder(folder, files, upgraded)),
    async lockDelivery() {
      const lock = files.lockServer(folder);
      return lock && { [Symbol.asyncDispose]: async () => lock[Symbol.dispose]() };
    },
    // Nobody else delivers from here.
    lockBackups: async () => ({ [Symbol.asyncDispose]: async () => {} }),
    lockRefresh: sharedLock(() => files.lockRefresh(folder)),
    isServed: async () => files.isServed(folder),
    runningServer: async () => files.runningServer(folder),
    async announce(server) {
      files.writeRunningServer(folder, server);
      return { [Symbol.asyncDispose]: async () => files.removeRunningServer(folder) };
    },
    copy: async (to, takenAt) => files.copy(folder, to, takenAt),
  };
}

/** Not while another version serves the folder: it would go on with a schema that it does not know. */
const onOlder =
  (folder: string, files: StoreFiles, say: (line: string) => void): OnOlder =>
  async ({ from, to, copy }, upgrade) => {
    using lock = files.lockServer(folder);
    if (!lock)
      throw new OperatorError(
        `An older Crier serves the data folder ${folder} (its database has schema ${from}, this program uses ${to}). ` +
          "Stop it first; nothing was changed.",
      );
    await upgrade();
    say(`database ${from} → ${to}; the copy is ${copy}`);
  };

/** One lock for all accounts, which all who take it in this process share: other processes are few, and none is there for long. */
function sharedLock(take: () => Disposable | null): StorePlace["lockRefresh"] {
  let held: Disposable | null = null;
  let users = 0;
  return async () => {
    held ??= take();
    if (!held) return null;
    users++;
    return {
      async [Symbol.asyncDispose]() {
        if (--users > 0) return;
        held?.[Symbol.dispose]();
        held = null;
      },
    };
  };
}
