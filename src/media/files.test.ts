// The disk store: what is whole is there, what is not whole was never there.
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { diskFiles } from "./files.ts";

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
const HELLO = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";
/** Every file below a folder, unfinished ones too. */
const everything = (dir: string) =>
  readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

describe("what was written", () => {
  test("is named by its content, readable whole and in parts, and removable twice unless it is used", async () => {
    const files = await diskFiles(folder());
    expect(await files.write(stream("hel", "lo"), 5)).toEqual({ sha256: HELLO, size: 5 });
    expect(await files.has(HELLO)).toBe(true);
    expect(await Bun.file((await files.local(HELLO)).path).text()).toBe("hello");
    expect(new TextDecoder().decode(await files.bytes(HELLO))).toBe("hello");
    expect(new TextDecoder().decode(await files.bytes(HELLO, 1, 3))).toBe("el");
    await files.drop(HELLO, async () => true);
    expect(await files.has(HELLO)).toBe(true);
    await files.drop(HELLO, async () => false);
    await files.drop(HELLO, async () => false);
    expect(await files.has(HELLO)).toBe(false);
    expect(await files.open(HELLO)).toBeNull();
    await expect(files.bytes(HELLO)).rejects.toThrow(/No file/);
  });

  test("twice at once is one file", async () => {
    const dir = folder();
    const files = await diskFiles(dir);
    await Promise.all(Array.from({ length: 20 }, () => files.write(stream("hello"), 5)));
    expect(everything(dir)).toHaveLength(1);
  });

  test("is still there for the next process", async () => {
    const dir = folder();
    await (await diskFiles(dir)).write(stream("hello"), 5);
    expect(await (await diskFiles(dir)).has(HELLO)).toBe(true);
  });
});

describe("nothing is left", () => {
  test("of a file over the limit", async () => {
    const dir = folder();
    const files = await diskFiles(dir);
    await expect(files.write(stream("hel", "lo!"), 5)).rejects.toMatchObject({ code: "media_too_large" });
    expect(everything(dir)).toEqual([]);
  });

  test("of a stream that breaks", async () => {
    const dir = folder();
    const files = await diskFiles(dir);
    await expect(files.write(stream("hel", new Error("gone")), 5)).rejects.toThrow("gone");
    expect(everything(dir)).toEqual([]);
  });

  test("that counts of a process killed in mid-write, and an hour later nothing at all", async () => {
    const dir = folder();
    const child = Bun.spawn([process.execPath, join(import.meta.dir, "files.killed.ts"), dir], {
      stdout: "pipe",
    });
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

test("a name that is no digest never reaches the disk", async () => {
  const files = await diskFiles(folder());
  for (const name of ["../../etc/passwd", "", HELLO.toUpperCase(), `${HELLO}/..`])
    await expect(files.has(name)).rejects.toThrow(/64 hex digits/);
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
