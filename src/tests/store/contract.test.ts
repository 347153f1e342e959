// Runs the store's contract over SQLite, with the log and the counters in between that the appliance has there.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loggedJournal, loggedPosts } from "../../app/delivery-log.ts";
import { systemClock } from "../../clock.ts";
import { openLog } from "../../log.ts";
import { openCounters } from "../../ops/counters.ts";
import { storeFiles } from "../../store/index.ts";
import { putEmptyDatabase } from "../support/empty-database.ts";
import { storeContract } from "./contract/index.ts";

const observers = { log: openLog("silent", systemClock, () => {}), counters: openCounters([]) };

storeContract("SQLite", async () => {
  const folder = mkdtempSync(join(tmpdir(), "crier-contract-"));
  await putEmptyDatabase(folder);
  const [store, other] = [await storeFiles.open(folder), await storeFiles.open(folder)];
  return {
    store: {
      ...store,
      posts: loggedPosts(store.posts, observers),
      journal: loggedJournal(store.journal, observers),
    },
    other,
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]();
      await other[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true });
    },
  };
});
