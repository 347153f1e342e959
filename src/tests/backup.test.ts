// Backups as an operator has them: made beside a running server, whole or not there, and restored or refused in words.
import { Database } from "bun:sqlite";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../clock.ts";
import { SAMPLES } from "../media/samples/index.ts";
import { makeBackup } from "../ops/backup.ts";
import type { Progress } from "../ops/backup.ts";
import { MANIFEST, readManifest, readSums, SUMS } from "../ops/manifest.ts";
import { finishRestore, restoreBackup } from "../ops/restore.ts";
import { verifyBackup } from "../ops/verify-backup.ts";
import { openHouse } from "../house.ts";
import { readConfig } from "../config.ts";
import { MIGRATIONS } from "../store/migrations.ts";
import { openStore } from "../store/index.ts";
import { crier, serve } from "./crier.ts";

let template = "";
let root = "";
let data = "";
let place = "";
let env: Record<string, string> = {};
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "crier-backup-"));
  data = join(root, "data");
  place = join(root, "backups");
  env = { CRIER_DATA: data };
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const quiet: Progress = () => {};

/** A data folder with a profile, an account, two files and some posts. */
function furnish(): void {
  cpSync(template, data, { recursive: true });
}
beforeAll(async () => {
  template = mkdtempSync(join(tmpdir(), "crier-template-"));
  const made = { CRIER_DATA: template };
  await crier(["profile", "create", "me"], made);
  await crier(["account", "connect", "bluesky", "--profile", "me", "--simulated", "--handle", "ok"], made);
  for (const file of [SAMPLES.photo.path, SAMPLES.clip.path])
    await crier(["post", `with ${file}`, "--profile", "me", "--draft", "--media", file], made);
  await crier(["post", "published", "--profile", "me", "--now"], made);
});
afterAll(() => rmSync(template, { recursive: true, force: true }));

const backUp = (withKey = false) =>
  makeBackup({ data, to: place, withKey, configuredKey: null }, systemClock, quiet);
const verify = (backup: string) => verifyBackup({ backup, data, configuredKey: null }, quiet);
const restore = (
  backup: string,
  more: { to?: string; force?: boolean; key?: string; progress?: Progress } = {},
) =>
  restoreBackup(
    {
      backup,
      data: more.to ?? data,
      force: more.force ?? false,
      everything: false,
      configuredKey: more.key ?? null,
    },
    systemClock,
    more.progress ?? quiet,
  );
const keyOf = (folder: string) => readFileSync(join(folder, "secret.key"), "utf8").trim();

/** Everything that a person would miss, as text. */
function contentOf(folder: string): string {
  using db = new Database(join(folder, "crier.sqlite"), { readonly: true });
  const posts = db
    .query(
      "SELECT post.id, post.caption, state, attempt FROM post JOIN target ON post_id = post.id ORDER BY post.id",
    )
    .all();
  const media = [...new Bun.Glob("media/[0-9a-f][0-9a-f]/*").scanSync({ cwd: folder })].toSorted();
  return JSON.stringify({ posts, media, key: keyOf(folder) });
}

describe("crier backup", () => {
  test("prints the folder and nothing else, says where the key is not, and sha256sum agrees", async () => {
    furnish();
    const { code, out, err } = await crier(["backup", "--to", place], env);
    expect(code).toBe(0);
    expect(out).toBe(join(place, readdirSync(place)[0] ?? ""));
    expect(err).toContain("The secret key is not in it.");
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
    const json = await crier(["backup", "--to", place, "--json"], env);
    expect(JSON.parse(json.out)).toMatchObject({ rows: manifest.rows });
  });

  test("beside a server that takes and delivers posts; what is in it is true until its moment", async () => {
    furnish();
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
    const backups = [
      await crier(["backup", "--to", place], env),
      await crier(["backup", "--to", place], env),
    ];
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
    furnish();
    const first = await backUp();
    await crier(["post", "more", "--profile", "me", "--draft", "--media", SAMPLES.photo.path], env);
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

  test("nothing of the data folder is linked: what is damaged there later stays whole here", async () => {
    furnish();
    const { path } = await backUp();
    for (const { path: file } of readSums(path).filter((sum) => sum.path.startsWith("media/")))
      writeFileSync(join(data, file), "damaged");
    expect((await verify(path)).sound).toBeTrue();
    // And what is damaged there now is not taken for the file.
    const fresh = join(root, "elsewhere");
    const second = await makeBackup(
      { data, to: fresh, withKey: false, configuredKey: null },
      systemClock,
      quiet,
    );
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
    furnish();
    const { code, out, err } = await crier(["backup", "--to", place, "--with-key"], env);
    expect(code).toBe(0);
    expect(err).toContain("whoever has this folder can post as you");
    expect(keyOf(out)).toBe(keyOf(data));
    expect(statSync(join(out, "secret.key")).mode & 0o777).toBe(0o600);
    expect((await verify(out)).sound).toBeTrue();
    const wrong = await crier(["backup", "--to", place, "--with-key"], {
      ...env,
      CRIER_SECRET_KEY: "0".repeat(64),
    });
    expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining("not the one") });
    expect(readdirSync(place)).toHaveLength(1);
  });

  test("a folder without a database, and a damaged one, are refused in a sentence and leave nothing", async () => {
    mkdirSync(data);
    expect(await crier(["backup", "--to", place], env)).toMatchObject({
      code: 1,
      err: `There is no Crier database in ${data}.`,
    });
    furnish();
    const path = join(data, "crier.sqlite");
    using db = new Database(path, { readwrite: true });
    db.run("PRAGMA foreign_keys = OFF");
    db.run("DELETE FROM post WHERE id = (SELECT id FROM post LIMIT 1)");
    expect((await crier(["backup", "--to", place], env)).err).toContain("is damaged (a row of");
    expect(readdirSync(place)).toEqual([]);
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
    using store = openStore(data);
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

describe("crier verify-backup", () => {
  test("a table and one line; damaged is exit 1", async () => {
    furnish();
    const { path } = await backUp();
    const fine = await crier(["verify-backup", place], env);
    expect(fine.code).toBe(0);
    expect(fine.out.split("\n").at(-1)).toBe(`${path} is sound.`);
    appendFileSync(join(path, "crier.sqlite"), "x");
    const bad = await crier(["verify-backup", path, "--json"], env);
    expect(bad.code).toBe(1);
    expect(JSON.parse(bad.out)).toMatchObject({ sound: false });
    expect((await crier(["verify-backup", root], env)).err).toBe(`There is no backup in ${root}.`);
  });

  test("finds every flipped byte, everything that is cut off or missing, and changes nothing itself", async () => {
    furnish();
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
  }, 120_000);

  test("finds what fits its digest and yet can't be restored", async () => {
    furnish();
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
    expect(await what(broken("orphan", sql("DELETE FROM post WHERE caption = 'published'")))).toBe(
      "database",
    );
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

describe("crier restore", () => {
  test("into an empty folder elsewhere, with its key; the report says what is held and what is lost", async () => {
    furnish();
    const { path } = await backUp();
    const to = join(root, "other");
    const bare = await crier(["restore", place, "--data", to], {});
    expect(bare.code).toBe(1);
    expect(bare.err).toContain(`needs the secret key ${readManifest(path).secretKey.fingerprint ?? ""}`);
    const { code, out } = await crier(["restore", place, "--data", to], { CRIER_SECRET_KEY: keyOf(data) });
    expect(code).toBe(0);
    expect(out).toContain("Held: none.");
    expect(out).toContain("2 drafts");
    expect(out).toContain("Idempotency-Keys");
    // A key that is a setting is not written beside the data.
    expect(existsSync(join(to, "secret.key"))).toBeFalse();
    await using server = await serve({ CRIER_DATA: to, CRIER_SECRET_KEY: keyOf(data) });
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  });

  test("the key's file may lie in the folder already", async () => {
    furnish();
    const { path } = await backUp();
    const to = join(root, "other");
    mkdirSync(to);
    cpSync(join(data, "secret.key"), join(to, "secret.key"));
    await restore(path, { to });
    expect(contentOf(to)).toBe(contentOf(data));
  });

  test("a folder in use is refused; over another one only with --force, and that is moved aside whole", async () => {
    furnish();
    const { path } = await backUp();
    await crier(["post", "after the backup", "--profile", "me", "--draft"], env);
    const old = contentOf(data);
    {
      await using _ = await serve(env);
      const { code, err } = await crier(["restore", path, "--force"], env);
      expect({ code, err }).toEqual({
        code: 1,
        err: `A Crier serves the data folder ${data}. Stop it first; nothing was changed.`,
      });
    }
    expect((await crier(["restore", path], env)).err).toContain("With --force");
    expect(contentOf(data)).toBe(old);
    const report = await restore(path, { force: true });
    expect(contentOf(report.aside ?? "")).toBe(old);
    expect(contentOf(data)).not.toContain("after the backup");
    expect(contentOf(data)).toContain("published");
    // Nothing of ours is left over, and the backups themselves may lie in the data folder.
    expect(readdirSync(data).filter((name) => name.startsWith("."))).toEqual([]);
  });

  test("a strange folder is not filled by mistake", async () => {
    furnish();
    const { path } = await backUp(true);
    const to = join(root, "home");
    mkdirSync(to);
    writeFileSync(join(to, "letter.txt"), "dear");
    expect(restore(path, { to })).rejects.toThrow("is not empty (letter.txt)");
  });

  test("a damaged backup is refused before anything is touched", async () => {
    furnish();
    const { path } = await backUp();
    const old = contentOf(data);
    appendFileSync(join(path, MANIFEST), " ");
    expect(restore(path, { force: true })).rejects.toThrow("is damaged (files");
    expect(contentOf(data)).toBe(old);
  });

  test("backups in the data folder stay where they are", async () => {
    furnish();
    const first = await crier(["backup"], env);
    const { code } = await crier(["restore", join(data, "backups"), "--force"], env);
    expect(code).toBe(0);
    expect(existsSync(first.out)).toBeTrue();
    expect((await crier(["verify-backup", join(data, "backups")], env)).code).toBe(0);
  });

  describe("a death in the middle", () => {
    /** Dies at the n-th step of a stage: what is thrown there leaves the folder as kill -9 would. */
    const dyingAt = (stage: string, n: number): Progress => {
      let left = n;
      return (at) => {
        if (at === stage && --left === 0) throw new Error("dead");
      };
    };

    test("before everything is gathered: the old content is whole, and the next restore begins anew", async () => {
      furnish();
      const { path } = await backUp();
      await crier(["post", "newer", "--profile", "me", "--draft"], env);
      const old = contentOf(data);
      expect(restore(path, { force: true, progress: dyingAt("copying", 2) })).rejects.toThrow("dead");
      expect(contentOf(data)).toBe(old);
      // As kill -9 leaves it: with what was gathered so far.
      mkdirSync(join(data, ".restore", "content", "media"), { recursive: true });
      writeFileSync(join(data, ".restore", "content", "crier.sqlite"), "half");
      await using house = await openHouse(readConfig(env, []));
      expect(await house.store.profiles.list()).toHaveLength(1);
      await restore(path, { force: true });
      expect(contentOf(data)).not.toContain("newer");
    });

    test("at every step of the swap: nobody opens the folder, and crier restore finishes it", async () => {
      furnish();
      const { path } = await backUp(true);
      await crier(["post", "newer", "--profile", "me", "--draft"], env);
      const old = contentOf(data);
      const original = join(root, "original");
      cpSync(data, original, { recursive: true });
      let deaths = 0;
      for (let n = 1; ; n++) {
        rmSync(data, { recursive: true });
        cpSync(original, data, { recursive: true });
        const died = await restore(path, { force: true, progress: dyingAt("moving", n) }).then(
          () => false,
          () => true,
        );
        if (!died) break;
        deaths++;
        expect(openHouse(readConfig(env, []))).rejects.toThrow(
          "was interrupted. Run `crier restore` to finish it",
        );
        expect(restore(path, { force: true })).rejects.toThrow("was interrupted");
        const finished = await finishRestore(data, quiet);
        expect(contentOf(finished?.aside ?? "")).toBe(old);
        expect(contentOf(data)).not.toContain("newer");
        expect(contentOf(data)).toContain("published");
        expect(await finishRestore(data, quiet)).toBeNull();
      }
      expect(deaths).toBeGreaterThan(5);
    });

    test("crier restore says that it finished", async () => {
      furnish();
      const { path } = await backUp(true);
      await restore(path, { force: true, progress: dyingAt("moving", 2) }).catch(() => {});
      expect((await crier(["profile", "list"], env)).err).toContain("was interrupted");
      const { code, out } = await crier(["restore"], env);
      expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining("is finished") });
      expect((await crier(["profile", "list"], env)).code).toBe(0);
    });
  });
});
