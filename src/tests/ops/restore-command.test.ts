// Tests crier restore into an empty folder and over another one: clear refusals, never half done.
import { describe, expect, test } from "bun:test";
import { appendFileSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readConfig } from "../../app/config.ts";
import { openWorkspace } from "../../app/workspace.ts";
import type { Progress } from "../../ops/backup.ts";
import { MANIFEST, readManifest } from "../../ops/manifest.ts";
import { finishRestore } from "../../ops/restore.ts";
import {
  backUp,
  contentOf,
  useTemplateFolder,
  keyOf,
  restore,
  useArchive,
} from "../support/backup-fixture.ts";
import { crier, serve } from "../support/command-line.ts";

const quiet: Progress = () => {};
let root = "";
let data = "";
let place = "";
let env: Record<string, string> = {};
useArchive((archive) => ({ root, data, place, env } = archive));

describe("crier restore", () => {
  test("into an empty folder elsewhere, with its key; the report says what is held and what is lost", async () => {
    useTemplateFolder();
    const { path } = await backUp();
    const to = join(root, "other");
    const bare = await crier(["restore", place, "--data", to], {});
    expect(bare.code).toBe(1);
    expect(bare.err).toContain(`needs the secret key ${readManifest(path).secretKey.fingerprint ?? ""}`);
    const { code, out } = await crier(["restore", place, "--data", to], { CRIER_SECRET_KEY: keyOf(data) });
    expect(code).toBe(0);
    expect(out).toContain("No delivery is on hold");
    expect(out).toContain("2 drafts");
    expect(out).toContain("Idempotency-Keys");
    // A key that is a setting is not written beside the data.
    expect(existsSync(join(to, "secret.key"))).toBeFalse();
    await using server = await serve({ CRIER_DATA: to, CRIER_SECRET_KEY: keyOf(data) });
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  });

  test("the key's file may lie in the folder already", async () => {
    useTemplateFolder();
    const { path } = await backUp();
    const to = join(root, "other");
    mkdirSync(to);
    cpSync(join(data, "secret.key"), join(to, "secret.key"));
    await restore(path, { to });
    expect(contentOf(to)).toBe(contentOf(data));
  });

  test("a folder in use is refused; over another one only with --force, and that is moved aside whole", async () => {
    useTemplateFolder();
    const { path } = await backUp();
    await crier(["post", "create", "after the backup", "--profile", "me", "--draft"], env);
    const old = contentOf(data);
    {
      await using _ = await serve(env);
      const { code, err } = await crier(["restore", path, "--force"], env);
      expect({ code, err }).toEqual({
        code: 1,
        err: `A Crier server is using the data folder ${data}. Stop it first; nothing was changed.`,
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
    useTemplateFolder();
    const { path } = await backUp(true);
    const to = join(root, "home");
    mkdirSync(to);
    writeFileSync(join(to, "letter.txt"), "dear");
    expect(restore(path, { to })).rejects.toThrow("is not empty (letter.txt)");
  });

  test("a damaged backup is refused before anything is touched", async () => {
    useTemplateFolder();
    const { path } = await backUp();
    const old = contentOf(data);
    appendFileSync(join(path, MANIFEST), " ");
    expect(restore(path, { force: true })).rejects.toThrow("is damaged (files");
    expect(contentOf(data)).toBe(old);
  });

  test("backups in the data folder stay where they are", async () => {
    useTemplateFolder();
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
      useTemplateFolder();
      const { path } = await backUp();
      await crier(["post", "create", "newer", "--profile", "me", "--draft"], env);
      const old = contentOf(data);
      expect(restore(path, { force: true, progress: dyingAt("copying", 2) })).rejects.toThrow("dead");
      expect(contentOf(data)).toBe(old);
      // As kill -9 leaves it: with what was gathered so far.
      mkdirSync(join(data, ".restore", "content", "media"), { recursive: true });
      writeFileSync(join(data, ".restore", "content", "crier.sqlite"), "half");
      await using workspace = await openWorkspace(readConfig(env, []));
      expect(await workspace.store.profiles.list()).toHaveLength(1);
      await restore(path, { force: true });
      expect(contentOf(data)).not.toContain("newer");
    });

    test("at every step of the swap the folder can't be opened, and crier restore finishes it", async () => {
      useTemplateFolder();
      const { path } = await backUp(true);
      await crier(["post", "create", "newer", "--profile", "me", "--draft"], env);
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
        expect(openWorkspace(readConfig(env, []))).rejects.toThrow(
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
      useTemplateFolder();
      const { path } = await backUp(true);
      await restore(path, { force: true, progress: dyingAt("moving", 2) }).catch(() => {});
      expect((await crier(["profile", "list"], env)).err).toContain("was interrupted");
      const { code, out } = await crier(["restore"], env);
      expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining("is finished") });
      expect((await crier(["profile", "list"], env)).code).toBe(0);
    });
  });
});
