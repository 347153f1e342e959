// The bytes of an upload: what a piece costs does not grow with what is there, and the whole has the right hash.
import { afterAll, expect, test } from "bun:test";
import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openMediaFixture } from "../../tests/support/media-fixture.ts";
import { workOf } from "../../tests/support/work.ts";
import { openUploadFile } from "./file.ts";

const bench = openMediaFixture();
afterAll(bench.remove);

test("pieces of one byte at the end of 512 MiB do not read it again", async () => {
  const path = join(bench.dir, "large");
  const size = 512 << 20;
  writeFileSync(path, "");
  truncateSync(path, size);
  const work = await workOf(async () => {
    for (let from = size - 100; from < size - 50; from++) {
      await using file = await openUploadFile(path, from, async () => {});
      await file.write(Uint8Array.of(7));
      await file.sync();
    }
  });
  // Each of them took half a second when it did.
  expect(work).toBeLessThan(5000);
});

test("the hash is that of the whole, in one piece and in many", async () => {
  const bytes = crypto.getRandomValues(new Uint8Array(60_000));
  const sha256 = new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
  for (const step of [60_000, 7_001]) {
    const path = join(bench.dir, `of ${step}`);
    for (let from = 0; from < bytes.length; from += step) {
      await using file = await openUploadFile(path, from, async () => {});
      await file.write(bytes.subarray(from, from + step));
      await file.sync();
      if (file.size === bytes.length) expect(await file.digest()).toBe(sha256);
    }
  }
});
