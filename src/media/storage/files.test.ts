// The stores of bytes: what is whole is there, what is not whole was never there.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { systemClock } from "../../clock.ts";
import { STORAGES } from "../../tests/support/storages.ts";
import { openBucket } from "./s3.ts";
import { bucketFiles } from "./s3-files.ts";
import { diskFiles, type Files } from "./files.ts";

const dirs: string[] = [];
const folder = () => {
  const dir = mkdtempSync(join(tmpdir(), "crier-files-"));
  dirs.push(dir);
  return dir;
};
afterAll(() => dirs.forEach((dir) => rmSync(dir, { recursive: true, force: true })));

/** Only root, and not in every container, may mount the small disks that some tests need. */
const canMount = mayMount();
function mayMount() {
  using disk = smallDisk();
  return disk.success;
}

async function* stream(...chunks: (string | Error)[]) {
  for (const chunk of chunks) {
    if (chunk instanceof Error) throw chunk;
    yield new TextEncoder().encode(chunk);
  }
}
const NEVER = new AbortController().signal;
const HELLO = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";
/** Every file below a folder, unfinished ones too. */
const everything = (dir: string) =>
  readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

for (const storage of STORAGES) {
  describe.skipIf(storage.skipped !== null)(storage.name, () => {
    const closing = new AsyncDisposableStack();
    let open: (dir: string) => Promise<Files>;
    beforeAll(async () => {
      const swift = await storage.start();
      if (swift) closing.use(swift);
      open = async (root) =>
        swift
          ? await bucketFiles({
              bucket: openBucket({ ...swift, prefix: basename(root) }, systemClock, NEVER),
              root,
              cacheBytes: 1e6,
              ours: async () => {},
              clock: systemClock,
            })
          : await diskFiles(root);
    });
    afterAll(() => closing.disposeAsync());

    describe("what was written", () => {
      test("is named by its content, readable whole and in parts, and removable twice unless it is used", async () => {
        const files = await open(folder());
        expect(await files.write(stream("hel", "lo"), 5)).toEqual({ sha256: HELLO, size: 5 });
        await readable(files);
        await files.drop(HELLO, async () => true);
        expect(await files.has(HELLO)).toBe(true);
        await files.drop(HELLO, async () => false);
        await files.drop(HELLO, async () => false);
        expect(await files.has(HELLO)).toBe(false);
        expect(await files.open(HELLO)).toBeNull();
        await expect(files.bytes(HELLO)).rejects.toThrow(/No file/);
        await expect(files.local(HELLO)).rejects.toMatchObject({ code: "media_unreadable" });
      });

      test("twice at once is one file, and nothing is left of the others", async () => {
        const dir = folder();
        const files = await open(dir);
        await Promise.all(Array.from({ length: 20 }, () => files.write(stream("hello"), 5)));
        expect(everything(dir)).toHaveLength(1);
      });

      test("is still there for the next process", async () => {
        const dir = folder();
        await (await open(dir)).write(stream("hello"), 5);
        await readable(await open(dir));
      });

      test("is remembered before anybody can drop it", async () => {
        const files = await open(folder());
        await using held = await files.hold(stream("hello"), 5);
        let isUsed = false;
        const kept = files.keep(held.path, HELLO, async () => void (isUsed = true));
        await Promise.all([kept, files.drop(HELLO, async () => isUsed)]);
        await readable(files);
      });
    });

    describe("nothing is left", () => {
      test("of a file over the limit", async () => {
        const dir = folder();
        const files = await open(dir);
        await expect(files.write(stream("hel", "lo!"), 5)).rejects.toMatchObject({ code: "media_too_large" });
        expect(everything(dir)).toEqual([]);
      });

      test("of a stream that breaks", async () => {
        const dir = folder();
        const files = await open(dir);
        await expect(files.write(stream("hel", new Error("gone")), 5)).rejects.toThrow("gone");
        expect(everything(dir)).toEqual([]);
      });
    });

    test("a name that is not a digest is refused", async () => {
      const files = await open(folder());
      for (const name of ["../../etc/passwd", "", HELLO.toUpperCase(), `${HELLO}/..`])
        for (const look of [files.has, files.bytes, files.local, files.open])
          await expect(look(name)).rejects.toThrow(/64 hex digits/);
    });
  });
}

async function readable(files: Files) {
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  expect(await files.has(HELLO)).toBe(true);
  expect(text(await files.bytes(HELLO))).toBe("hello");
  expect(text(await files.bytes(HELLO, 1, 3))).toBe("el");
  expect(text(await files.bytes(HELLO, 3))).toBe("lo");
  expect(text(await files.bytes(HELLO, 5))).toBe("");
  const file = await files.open(HELLO);
  expect(file?.size).toBe(5);
  expect(await new Response(await file?.part(1, 4)).text()).toBe("ell");
  using local = await files.local(HELLO);
  expect(await Bun.file(local.path).text()).toBe("hello");
}

describe("on the disk nothing is left", () => {
  test("that counts of a process killed in mid-write, and an hour later nothing at all", async () => {
    const dir = folder();
    const child = Bun.spawn(
      [process.execPath, join(import.meta.dir, "../../tests/support/interrupted-write.ts"), dir],
      {
        stdout: "pipe",
      },
    );
    await child.stdout.getReader().read();
    child.kill("SIGKILL");
    await child.exited;
    const [half] = readdirSync(join(dir, "incoming"));
    expect(half).toBeDefined();
    expect(everything(dir)).toHaveLength(1);
    await diskFiles(dir);
    expect(everything(dir)).toHaveLength(1);
    const twoHoursAgo = new Date(Date.now() - 7_200_000);
    utimesSync(join(dir, "incoming", half ?? ""), twoHoursAgo, twoHoursAgo);
    await diskFiles(dir);
    expect(everything(dir)).toEqual([]);
  });
});

describe("what the disk refuses", () => {
  test("is said with the folder's name", async () => {
    const blocked = join(folder(), "a-file");
    writeFileSync(blocked, "");
    await expect(diskFiles(join(blocked, "media"))).rejects.toThrow(/a-file/);
  });

  test.skipIf(!canMount)("a full disk is disk_full and leaves nothing", async () => {
    using disk = smallDisk();
    const files = await diskFiles(disk.path);
    const megabyte = "x".repeat(1 << 20);
    await expect(files.write(stream(megabyte, megabyte), 1 << 30)).rejects.toMatchObject({
      code: "disk_full",
    });
    expect(everything(disk.path)).toEqual([]);
  });

  test.skipIf(!canMount)(
    "a read-only disk is said so, at the first write and at the next start",
    async () => {
      using disk = smallDisk();
      const files = await diskFiles(disk.path);
      Bun.spawnSync(["mount", "-o", "remount,ro", disk.path]);
      await expect(files.write(stream("hello"), 5)).rejects.toMatchObject({ reason: "read_only" });
      await expect(diskFiles(join(disk.path, "new"))).rejects.toThrow(/can't be written to/);
    },
  );
});

/** 1 MiB of memory as a disk. */
function smallDisk() {
  const path = folder();
  const { success } = Bun.spawnSync(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", path], {
    stderr: "ignore",
  });
  return {
    path,
    success,
    [Symbol.dispose]: () => void Bun.spawnSync(["umount", path], { stderr: "ignore" }),
  };
}
