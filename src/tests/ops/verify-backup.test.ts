// Tests crier verify-backup: it finds every change, and whatever can't be restored.
import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { appendFileSync, cpSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readSums, SUMS } from "../../ops/manifest.ts";
import { MIGRATIONS } from "../../store/sqlite/migrations.ts";
import { backUp, useTemplateFolder, useArchive, verify } from "../support/backup-fixture.ts";
import { crier } from "../support/command-line.ts";

let root = "";
let place = "";
let env: Record<string, string> = {};
useArchive((archive) => ({ root, place, env } = archive));

describe("crier verify-backup", () => {
  test("a table and one line; damaged is exit 1", async () => {
    useTemplateFolder();
    const { path } = await backUp();
    const fine = await crier(["verify-backup", place], env);
    expect(fine.code).toBe(0);
    expect(fine.out.split("\n").at(-1)).toBe(`${path} is sound.`);
    appendFileSync(join(path, "crier.sqlite"), "x");
    const bad = await crier(["verify-backup", path, "--json"], env);
    expect(bad.code).toBe(1);
    expect(JSON.parse(bad.out)).toMatchObject({ sound: false });
    expect((await crier(["verify-backup", root], env)).err).toBe(`No backup in ${root}.`);
  });

  test("finds every flipped byte, everything that is cut off or missing, and changes nothing itself", async () => {
    useTemplateFolder();
    const { path } = await backUp(true);
    const before = digest(path);
    expect((await verify(path)).sound).toBeTrue();
    expect(digest(path)).toBe(before);
    const files = [...readSums(path).map((sum) => sum.path), SUMS];
    let flips = 0;
    for (const name of files) {
      const file = join(path, name);
      const whole = readFileSync(file);
      // Every byte of the small ones; of the others the ends, and one here and there.
      const step = whole.length < 2000 ? 1 : Math.ceil(whole.length / 60);
      for (let at = 0; at < whole.length; at += step) {
        const bytes = Buffer.from(whole);
        bytes[at] = (bytes[at] ?? 0) ^ (1 << (flips++ % 8));
        writeFileSync(file, bytes);
        expect({ name, at, sound: (await verify(path)).sound }).toEqual({ name, at, sound: false });
      }
      writeFileSync(file, whole);
      truncateSync(file, whole.length - 1);
      expect((await verify(path)).sound).toBeFalse();
      rmSync(file);
      expect((await verify(path)).sound).toBeFalse();
      writeFileSync(file, whole);
    }
    expect(flips).toBeGreaterThan(1000);
    expect((await verify(path)).sound).toBeTrue();
  });

  test.each(["manifest.json", "SHA256SUMS", "crier.sqlite"])(
    "a pipe in place of %s is no file: nobody waits for it",
    async (name) => {
      useTemplateFolder();
      const { path } = await backUp();
      rmSync(join(path, name));
      execFileSync("mkfifo", [join(path, name)]);
      const { code, out } = await crier(["verify-backup", path], env);
      expect({ code, isSaid: out.includes("DAMAGED") }).toEqual({ code: 1, isSaid: true });
    },
  );

  test("a table's name in a backup is a name, whatever it is", async () => {
    useTemplateFolder();
    const { path } = await backUp();
    using db = new Database(join(path, "crier.sqlite"));
    db.run(`CREATE TABLE "x'; DROP ""TABLE"" post; --" (n INTEGER)`);
    db.close();
    const { storeFiles } = await import("../../store/index.ts");
    using snapshot = storeFiles.openCopy(join(path, "crier.sqlite"));
    expect(snapshot.rows()).toMatchObject({ [`x'; DROP "TABLE" post; --`]: 0 });
  });

  test("finds what fits its digest and yet can't be restored", async () => {
    useTemplateFolder();
    const { path } = await backUp();
    const broken = (name: string, change: (folder: string) => void) => {
      const folder = join(root, name);
      cpSync(path, folder, { recursive: true });
      change(folder);
      resum(folder);
      return folder;
    };
    const sql = (text: string) => (folder: string) => {
      using db = new Database(join(folder, "crier.sqlite"), { readwrite: true });
      db.run("PRAGMA foreign_keys = OFF");
      db.run(text);
    };
    const what = async (folder: string) =>
      (await verify(folder)).checks.find(({ result }) => result === "damaged")?.what;
    expect(
      await what(
        broken(
          "orphan",
          sql("DELETE FROM post WHERE id = (SELECT post_id FROM post_content WHERE value = 'published')"),
        ),
      ),
    ).toBe("database");
    expect(await what(broken("count", sql("DELETE FROM slot")))).toBe("counts");
    expect(await what(broken("media", sql("UPDATE media SET sha256 = printf('%064d', 1)")))).toBe("media");
    expect(
      await what(broken("row", sql("UPDATE target SET failure = '1' WHERE state = 'draft'"))),
    ).toBeUndefined();
    expect(await what(broken("newer", sql(`PRAGMA user_version = ${MIGRATIONS.length + 1}`)))).toBe("counts");
  });
});

/** Makes SHA256SUMS fit again. */
function resum(folder: string): void {
  const lines = readSums(folder).map(({ path }) => {
    const sha256 = new Bun.CryptoHasher("sha256").update(readFileSync(join(folder, path))).digest("hex");
    return `${sha256}  ${path}\n`;
  });
  writeFileSync(join(folder, SUMS), lines.join(""));
}

function digest(folder: string): string {
  const hash = new Bun.CryptoHasher("sha256");
  for (const name of [...new Bun.Glob("**").scanSync({ cwd: folder, dot: true })].toSorted())
    hash.update(name).update(readFileSync(join(folder, name)));
  return hash.digest("hex");
}
