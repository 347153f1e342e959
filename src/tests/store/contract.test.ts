// Runs the store's contract over SQLite.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { storeFiles } from "../../store/index.ts";
import { putEmptyDatabase } from "../support/empty-database.ts";
import { storeContract } from "./contract/index.ts";

storeContract("SQLite", async () => {
  const folder = mkdtempSync(join(tmpdir(), "crier-contract-"));
  await putEmptyDatabase(folder);
  const [store, other] = [await storeFiles.open(folder), await storeFiles.open(folder)];
  return {
    ...{ store, other },
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]();
      await other[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true });
    },
  };
});
