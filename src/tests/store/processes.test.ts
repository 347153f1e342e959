// Two processes on one data folder: what the contract says of two connections holds for them as well.
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { storeFiles } from "../../store/index.ts";
import { account, bytes, entry, id, post, profile } from "./records.ts";

const COUNT = 200;

test("two processes that claim the same targets win each of them once between them", async () => {
  const folder = mkdtempSync(join(tmpdir(), "crier-processes-"));
  try {
    await using store = await storeFiles.open(folder);
    await store.profiles.create(profile, [], entry);
    await store.accounts.connect(
      account,
      () => bytes(2),
      () => entry,
    );
    const posts = Array.from({ length: COUNT }, (_, n) => post(id(1000 + 10 * n), "pending", "time"));
    await Promise.all(posts.map((each) => store.posts.create(each, null, null, entry)));
    const child = join(import.meta.dir, "claim-all.child.ts");
    const runs = [1, 2].map(async () => {
      const run = Bun.spawn([process.execPath, child, folder, String(COUNT)], { stdout: "pipe" });
      return JSON.parse(await new Response(run.stdout).text()) as string[];
    });
    const won = (await Promise.all(runs)).flat();
    expect(won.toSorted()).toEqual(posts.flatMap(({ targets }) => targets.map((target) => target.id)));
    const { length } = await store.journal.interrupted();
    expect(length).toBe(COUNT);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a lock is held by one process and is free when that one ends", () => {
  const folder = mkdtempSync(join(tmpdir(), "crier-locks-"));
  try {
    for (const lock of ["lockServer", "lockRefresh"] as const) {
      const first = storeFiles[lock](folder);
      expect(first).not.toBeNull();
      expect(storeFiles[lock](folder)).toBeNull();
      first?.[Symbol.dispose]();
      using again = storeFiles[lock](folder);
      expect(again).not.toBeNull();
    }
    expect(storeFiles.isServed(folder)).toBeFalse();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
