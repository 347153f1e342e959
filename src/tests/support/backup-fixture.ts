// Provides a prepared data folder, a place for backups, and the commands as functions.
import { Database } from "bun:sqlite";
import { afterAll, afterEach, beforeAll, beforeEach } from "bun:test";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../../clock.ts";
import { SAMPLES } from "../../media/samples/index.ts";
import { makeBackup, type Progress } from "../../ops/backup.ts";
import { restoreBackup } from "../../ops/restore.ts";
import { verifyBackup } from "../../ops/verify-backup.ts";
import { crier } from "./command-line.ts";

interface Archive {
  /** A folder for this test alone; the others are in it. */
  readonly root: string;
  readonly data: string;
  readonly place: string;
  readonly env: Record<string, string>;
}

let template = "";
let at: Archive = { root: "", data: "", place: "", env: {} };

/** Call it once in a test file: every test of it gets new folders. @param opened gets them before each test */
export function useArchive(opened: (archive: Archive) => void): void {
  beforeAll(async () => {
    template = mkdtempSync(join(tmpdir(), "crier-template-"));
    await makeTemplateFolder({ CRIER_DATA: template });
  });
  afterAll(() => rmSync(template, { recursive: true, force: true }));
  beforeEach(() => {
    const root = mkdtempSync(join(tmpdir(), "crier-backup-"));
    const data = join(root, "data");
    at = { root, data, place: join(root, "backups"), env: { CRIER_DATA: data } };
    opened(at);
  });
  afterEach(() => rmSync(at.root, { recursive: true, force: true }));
}

async function makeTemplateFolder(env: Record<string, string>): Promise<void> {
  await crier(["profile", "create", "me"], env);
  await crier(["account", "connect", "bluesky", "--profile", "me", "--simulated", "--handle", "ok"], env);
  for (const file of [SAMPLES.photo.path, SAMPLES.clip.path])
    await crier(["post", "create", `with ${file}`, "--profile", "me", "--draft", "--media", file], env);
  await crier(["post", "create", "published", "--profile", "me", "--now", "--yes"], env);
}

/** The data folder has a profile, an account, two files and three posts. */
export function useTemplateFolder(): void {
  cpSync(template, at.data, { recursive: true });
}

const quiet: Progress = () => {};

export const backUp = (withKey = false, to = at.place) =>
  makeBackup(
    { data: at.data, database: null, to, withKey, configuredKey: null, bucket: null },
    systemClock,
    quiet,
  );

export const verify = (backup: string) =>
  verifyBackup({ backup, data: at.data, configuredKey: null, bucket: null }, quiet);

export function restore(
  backup: string,
  {
    to = at.data,
    force = false,
    progress = quiet,
  }: { to?: string; force?: boolean; progress?: Progress } = {},
) {
  const request = { backup, data: to, force, everything: false, configuredKey: null, bucket: null };
  return restoreBackup(request, systemClock, progress);
}

export const keyOf = (folder: string) => readFileSync(join(folder, "secret.key"), "utf8").trim();

/** Everything that a person would miss, as text. */
export function contentOf(folder: string): string {
  using db = new Database(join(folder, "crier.sqlite"), { readonly: true });
  const posts = db
    .query(
      `SELECT post.id, value AS caption, state, attempt FROM post JOIN target ON target.post_id = post.id
       JOIN post_content ON post_content.post_id = post.id AND key = '' ORDER BY post.id`,
    )
    .all();
  const media = [...new Bun.Glob("media/[0-9a-f][0-9a-f]/*").scanSync({ cwd: folder })].toSorted();
  return JSON.stringify({ posts, media, key: keyOf(folder) });
}
