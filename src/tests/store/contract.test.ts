// Runs the store's contract over SQLite.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { storeFiles } from "../../store/index.ts";
import { putEmptyDatabase } from "../support/empty-database.ts";
import { storeContract } from "./contract/index.ts";

storeContract("SQLite", () => {
  const folder = mkdtempSync(join(tmpdir(), "crier-contract-"));
  putEmptyDatabase(folder);
  const [store, other] = [storeFiles.open(folder), storeFiles.open(folder)];
  return {
    ...{ store, other },
    [Symbol.dispose]() {
      store[Symbol.dispose]();
      other[Symbol.dispose]();
      rmSync(folder, { recursive: true });
    },
  };
});
