// Tests backups next to a running server: complete or absent, and incremental.
import { Database } from "bun:sqlite";
import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SAMPLES } from "../../media/samples/index.ts";
import { readManifest, readSums, SUMS } from "../../ops/manifest.ts";
import { MIGRATIONS } from "../../store/sqlite/migrations.ts";
import { backUp, useTemplateFolder, keyOf, restore, useArchive, verify } from "../support/backup-fixture.ts";
import { storeFiles } from "../../store/index.ts";
import { crier, serve } from "../support/command-line.ts";
import { smallDisk } from "../support/small-disk.ts";

let root = "";
let data = "";
let place = "";
let env: Record<string, string> = {};
useArchive((archive) => ({ root, data, place, env } = archive));

describe("crier backup", () => {
  test("prints the folder and nothing else, says where the key is not, and sha256sum agrees", async () => {
    useTemplateFolder();
    const { code, out, err } = await crier(["backup", place], env);
    expect(code).toBe(0);
    expect(out).toBe(join(place, readdirSync(place)[0] ?? ""));
    expect(err).toContain("The secret key is not included.");
    expect(existsSync(join(out, "secret.key"))).toBeFalse();
    const summed = Bun.spawnSync(["sha256sum", "-c", "--quiet", SUMS], { cwd: out });
    expect(summed.exitCode).toBe(0);
    const manifest = readManifest(out);
    expect(manifest).toMatchObject({
      schema: MIGRATIONS.length,
      secretKey: { fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/), included: false },
      rows: { post: 3, media: 2, account: 1 },
      targets: { draft: 2, posted: 1 },
      missing: [],
    });
    expect(statSync(out).mode & 0o777).toBe(0o700);
    const json = await crier(["backup", place, "--json"], env);
    expect(JSON.parse(json.out)).toMatchObject({ rows: { ...manifest.rows, known_backup: 1 } });
  });

  test("beside a server that takes and delivers posts; what is in it is true until its moment", async () => {
    useTemplateFolder();
    const { out: key } = await crier(["key", "create", "--profile", "me"], env);
    await using server = await serve({ ...env, CRIER_RATE_LIMIT: "0" });
    let running = true;
    const promised: number[] = [];
    const create = async () => {
      while (running) {
        const answer = await fetch(`${server.url}/v1/posts`, {
          method: "POST",
          headers: {
            authorization: `Bearer ${key}`,
            "content-type": "application/json",
            prefer: "respond-async",
          },
          body: JSON.stringify({ caption: "beside", schedule: "now" }),
        });
        expect(answer.status).toBe(201);
        promised.push(Date.now());
      }
    };
    const creating = create();
    const backups = [await crier(["backup", place], env), await crier(["backup", place], env)];
    running = false;
    await creating;
    for (const { code, out } of backups) {
      expect(code).toBe(0);
      expect((await verify(out)).sound).toBeTrue();
      const { takenAt, rows } = readManifest(out);
      expect(rows["post"]).toBeGreaterThanOrEqual(
        3 + promised.filter((at) => at < Date.parse(takenAt)).length,
      );
    }
    expect(promised.length).toBeGreaterThan(0);
  });

  test("a second one in the same place copies only what is new, and each is whole by itself", async () => {
    useTemplateFolder();
    const first = await backUp();
    await crier(["post", "create", "more", "--profile", "me", "--draft", "--media", SAMPLES.photo.path], env);
    const second = await backUp();
    expect(first.copied).toBe(first.manifest.files.bytes);
    expect(second.copied).toBe(statSync(join(second.path, "crier.sqlite")).size);
    const media = readSums(second.path).filter(({ path }) => path.startsWith("media/"));
    expect(media).toHaveLength(2);
    for (const { path } of media)
      expect(statSync(join(second.path, path)).ino).toBe(statSync(join(first.path, path)).ino);
    rmSync(first.path, { recursive: true });
    expect((await verify(second.path)).sound).toBeTrue();
  });

  test("a file of the earlier one that has rotten, or is another's link, is copied anew, not handed on", async () => {
    useTemplateFolder();
    const first = await backUp();
    for (const { path } of readSums(first.path).filter(({ path }) => path.startsWith("media/"))) {
      const file = join(first.path, path);
      const bytes = readFileSync(file);
      bytes[0] = (bytes[0] ?? 0) ^ 1;
      writeFileSync(file, bytes);
    }
    const second = await backUp();
    expect((await verify(first.path)).sound).toBeFalse();
    expect((await verify(second.path)).sound).toBeTrue();
  });

  test("nothing of the data folder is linked: what is damaged there later stays whole here", async () => {
    useTemplateFolder();
    const { path } = await backUp();
    for (const { path: file } of readSums(path).filter((sum) => sum.path.startsWith("media/")))
      writeFileSync(join(data, file), "damaged");
    expect((await verify(path)).sound).toBeTrue();
    // And what is damaged there now is not taken for the file.
    const fresh = join(root, "elsewhere");
    const second = await backUp(false, fresh);
    expect(second.manifest.missing).toHaveLength(2);
    const { sound, checks } = await verify(second.path);
    expect(sound).toBeTrue();
    expect(checks).toContainEqual({
      what: "media",
      result: "note",
      detail: expect.stringContaining("2 of 2 files"),
    });
  });

  test("--with-key puts the key in and says what that means; a wrong key is refused", async () => {
    useTemplateFolder();
    const { code, out, err } = await crier(["backup", place, "--with-key"], env);
    expect(code).toBe(0);
    expect(err).toContain("anyone with this folder can post as you");
    expect(keyOf(out)).toBe(keyOf(data));
    expect(statSync(join(out, "secret.key")).mode & 0o777).toBe(0o600);
    expect((await verify(out)).sound).toBeTrue();
    const wrong = await crier(["backup", place, "--with-key"], {
      ...env,
      CRIER_SECRET_KEY: "0".repeat(64),
    });
    expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining("not the one") });
    expect(readdirSync(place)).toHaveLength(1);
  });

  test("a folder without a database, and a damaged one, are refused in a sentence and leave nothing", async () => {
    mkdirSync(data);
    expect(await crier(["backup", place], env)).toMatchObject({
      code: 1,
      err: expect.stringContaining(`No Crier data in ${data}.`),
    });
    useTemplateFolder();
    const path = join(data, "crier.sqlite");
    using db = new Database(path, { readwrite: true });
    db.run("PRAGMA foreign_keys = OFF");
    db.run("DELETE FROM post WHERE id = (SELECT id FROM post LIMIT 1)");
    expect((await crier(["backup", place], env)).err).toContain("is damaged (a row of");
    expect(readdirSync(place)).toEqual([]);
  });

  // Too small for the files, and for the database.
  describe.each(["300k", "100k"])("onto a disk of %s", (size) => {
    const disk = smallDisk(size);
    afterAll(() => disk?.[Symbol.dispose]());
    test.skipIf(disk === null)("is refused in a sentence, and leaves nothing there", async () => {
      useTemplateFolder();
      const place = disk?.path ?? "";
      const { code, err } = await crier(["backup", place], env);
      expect({ code, err }).toEqual({ code: 1, err: `${place} can't be used: its disk is full.` });
      expect(readdirSync(place)).toEqual([]);
    });
  });

  test("changes nothing in the data folder: a database of an older Crier stays as it is", async () => {
    oldData(4);
    const { path, manifest } = await backUp();
    expect(manifest.schema).toBe(4);
    using db = new Database(join(data, "crier.sqlite"), { readonly: true });
    expect(db.query<{ user_version: number }, []>("PRAGMA user_version").get()?.user_version).toBe(4);
    const { sound, checks } = await verify(path);
    expect({ sound, checks }).toMatchObject({ sound: true });
    expect(checks).toContainEqual({
      what: "schema",
      result: "ok",
      detail: `4; a restore brings it to ${MIGRATIONS.length}`,
    });
    await restore(path, { force: true });
    await using store = await storeFiles.open(data);
    expect(await store.profiles.find("old")).not.toBeNull();
  });
});

/** A data folder as a Crier of that schema left it. */
function oldData(schema: number): void {
  mkdirSync(data, { recursive: true });
  using db = new Database(join(data, "crier.sqlite"), { create: true, readwrite: true });
  for (const sql of MIGRATIONS.slice(0, schema)) db.run(sql);
  db.run(`PRAGMA user_version = ${schema}`);
  db.run("INSERT INTO profile VALUES ('p', 'old', 'UTC', 1)");
}
