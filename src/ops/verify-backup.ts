// Verifies a backup: every byte against its digest, the database by SQLite and by reading it as a restore would, the counts
// against the manifest, and whether the key it needs is at hand. Changes nothing in it.
import { copyFileSync, existsSync, lstatSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readSecretKey, SECRET_KEY_FILE } from "../auth/secret-key.ts";
import { OperatorError, messageOf } from "../errors.ts";
import type { Bucket } from "../media/storage/s3.ts";
import type { BucketPlace } from "../media/storage/s3-errors.ts";
import type { StoreCopy } from "../domain/store/files.ts";
import { storeFiles } from "../store/index.ts";
import type { Progress } from "./backup.ts";
import { bucketWords, listBucket, type BucketFile } from "./s3-media.ts";
import { digestOf } from "./durable-files.ts";
import { MANIFEST, readManifest, readSums, type Manifest, type Sum } from "./manifest.ts";

export interface VerifyRequest {
  /** The backup's folder. */
  readonly backup: string;
  /** Where the key is looked for: CRIER_SECRET_KEY, else the data folder's file. */
  readonly configuredKey: string | null;
  readonly data: string;
  /** The settings' own, for media that are not in the backup. */
  readonly bucket: Bucket | null;
}

export interface Check {
  readonly what: string;
  /** A note does not make the backup unusable, but the operator should know. */
  readonly result: "ok" | "note" | "damaged";
  readonly detail: string;
}

export interface Verified {
  readonly sound: boolean;
  /** Null when it can't be read. */
  readonly manifest: Manifest | null;
  readonly checks: readonly Check[];
}

/** Posts that are read as Crier reads them. */
const SAMPLE = 1000;

export async function verifyBackup(request: VerifyRequest, progress: Progress): Promise<Verified> {
  const { backup } = request;
  const checks: Check[] = [];
  const known: { manifest: Manifest | null } = { manifest: null };
  await check("manifest", () => {
    known.manifest = readManifest(backup);
    return ok(`made by Crier ${known.manifest.crier}, true until ${known.manifest.takenAt}`);
  });
  const { manifest } = known;
  const isAsWritten = await check("files", () => checkFiles(backup, manifest, progress));
  // A file that was changed is not opened: SQLite's words would only hide the cause.
  if (manifest !== null && isAsWritten) {
    const look = <T>(act: (copy: StoreCopy) => T) => withSnapshot(backup, act);
    await check("database", () => look(checkDatabase));
    await check("schema", () => checkSchema(manifest));
    await check("counts", () => look((copy) => checkCounts(copy, manifest)));
    await check("media", () => look((copy) => checkMedia(copy, manifest, backup)));
    const { bucket } = manifest;
    if (bucket) {
      const files = await look((copy) => unheld(copy, manifest, backup));
      await check("bucket", () => checkBucket(files, bucket, request.bucket, progress));
    }
    await check("rows", () => checkRows(backup, request.data, manifest));
    await check("secret key", () => checkKey(request, manifest));
  }
  return { sound: checks.every(({ result }) => result !== "damaged"), manifest, checks };

  /** What is thrown is a fault of the backup. */
  async function check(what: string, act: () => Promise<Found> | Found): Promise<boolean> {
    const found = await Promise.try(act).catch((error: unknown) => damage(error));
    checks.push({ what, ...found });
    return found.result !== "damaged";
  }
}

type Found = Omit<Check, "what">;
const ok = (detail: string): Found => ({ result: "ok", detail });
const note = (detail: string): Found => ({ result: "note", detail });
const damage = (error: unknown): Found => ({
  result: "damaged",
  detail: messageOf(error),
});

async function checkFiles(backup: string, manifest: Manifest | null, progress: Progress) {
  const sums = readSums(backup);
  const all = manifest?.files.bytes ?? 0;
  const faults: string[] = [];
  let bytes = 0;
  for (const { path, sha256 } of sums) {
    const file = join(backup, path);
    const found = lstatSync(file, { throwIfNoEntry: false });
    if (!found) faults.push(`${path} is missing`);
    else if (!found.isFile()) faults.push(`${path} is not a regular file`);
    else {
      const digest = await digestOf(file, (more) => {
        bytes += more;
        progress("files", Math.min(bytes, all), all);
      });
      if (digest.sha256 !== sha256) faults.push(`${path} is not as it was written`);
    }
  }
  progress("files", all, all);
  faults.push(...unlistedFiles(sums, manifest));
  if (faults.length > 0) throw new OperatorError(firstOf(faults));
  return ok(`${sums.length} files, ${words(bytes)}, every digest fits`);
}

function unlistedFiles(sums: readonly Sum[], manifest: Manifest | null): string[] {
  const expected = manifest === null ? null : manifest.files.count + 1;
  const isThere = (path: string) => sums.some((sum) => sum.path === path);
  return [
    ...(isThere(MANIFEST) && isThere(storeFiles.databaseFile)
      ? []
      : [`the list of digests lacks ${MANIFEST} or ${storeFiles.databaseFile}`]),
    ...(expected === null || expected === sums.length
      ? []
      : [`the list of digests has ${sums.length} files, the manifest ${expected}`]),
  ];
}

async function withSnapshot<T>(backup: string, act: (copy: StoreCopy) => T): Promise<T> {
  using copy = storeFiles.openCopy(join(backup, storeFiles.databaseFile));
  return act(copy);
}

function checkDatabase(copy: StoreCopy) {
  const faults = copy.faults();
  if (faults.length > 0) throw new OperatorError(firstOf(faults));
  return ok("SQLite finds no errors, and every reference is valid");
}

function checkSchema({ schema }: Manifest) {
  if (schema > storeFiles.schema)
    throw new OperatorError(
      `it was made by a newer Crier (schema ${schema}, this one knows ${storeFiles.schema}): use that one`,
    );
  return ok(
    schema === storeFiles.schema
      ? `${schema}, this program's`
      : `${schema}; a restore brings it to ${storeFiles.schema}`,
  );
}

function checkCounts(copy: StoreCopy, manifest: Manifest) {
  const found = { rows: copy.rows(), targets: copy.targets(), schema: copy.schema };
  const { rows, targets, schema } = manifest;
  if (!Bun.deepEquals(found, { rows, targets, schema }))
    throw new OperatorError("the database does not match the manifest");
  const { post = 0, target = 0, account = 0, media = 0 } = rows;
  return ok(`${post} posts, ${target} targets, ${account} accounts, ${media} media`);
}

function checkMedia(copy: StoreCopy, manifest: Manifest, backup: string) {
  const { missing, bucket } = manifest;
  const media = copy.media();
  const elsewhere = unheld(copy, manifest, backup);
  if (elsewhere.length !== (bucket?.files ?? 0))
    throw new OperatorError(firstOf(elsewhere.map(({ sha256 }) => `the file ${sha256} is in no list`)));
  if (missing.length > 0) {
    const detail = `${missing.length} of ${media.length} files were missing or damaged in the data folder already`;
    return note(detail);
  }
  const held = media.length - elsewhere.length;
  return ok(
    bucket
      ? `${held} of ${media.length} files; the others are in a bucket`
      : `${held} files, as the posts need them`,
  );
}

/** Files of its media rows that it does not hold, and that were not lost already when it was made. */
function unheld(copy: StoreCopy, { missing }: Manifest, backup: string) {
  const listed = new Set(readSums(backup).map(({ path }) => path));
  const isHeld = (sha256: string) => listed.has(`media/${sha256.slice(0, 2)}/${sha256}`);
  return copy.media().filter(({ sha256 }) => !missing.includes(sha256) && !isHeld(sha256));
}

async function checkBucket(
  files: readonly BucketFile[],
  place: BucketPlace,
  bucket: Bucket | null,
  progress: Progress,
): Promise<Found> {
  const found = await listBucket(files, place, bucket, progress);
  if (found.kind === "not") return note(`${bucketWords(place)} was not looked at: ${found.why}`);
  // No fault of the backup: what was deleted since is gone from the bucket too.
  if (found.lost.length > 0)
    return note(
      `${found.lost.length} of ${files.length} files are not there any longer: ${firstOf(found.lost)}`,
    );
  return ok(`${files.length} files are in ${bucketWords(place)}`);
}

/** Reads a copy as the appliance would, brought to this program's schema: what a restore does, without restoring. */
async function checkRows(backup: string, data: string, manifest: Manifest) {
  // The system's own place is often small, and in memory.
  const scratch = mkdtempSync(join(existsSync(data) ? data : tmpdir(), ".verify-"));
  try {
    copyFileSync(join(backup, storeFiles.databaseFile), join(scratch, storeFiles.databaseFile));
    const chosen = await withSnapshot(backup, (copy) => copy.somePosts(SAMPLE));
    await using store = await storeFiles.open(scratch, (_, upgrade) => upgrade());
    for (const { id, profileId } of chosen) {
      const post = await store.posts.get(profileId, id);
      const events = await store.posts.events(profileId, id);
      if (!post || post.targets.length === 0 || !events?.length)
        throw new OperatorError(`post ${id} is not whole`);
    }
    return ok(`${chosen.length} of ${manifest.rows["post"] ?? 0} posts were read as Crier reads them`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function checkKey({ backup, configuredKey, data }: VerifyRequest, { secretKey }: Manifest): Found {
  const { fingerprint, included } = secretKey;
  if (fingerprint === null) return ok("none is needed: it holds no credentials");
  const inside = included ? readSecretKey(null, backup) : null;
  if (included && inside?.kid !== fingerprint)
    throw new OperatorError(`${SECRET_KEY_FILE} in it is not the key it needs`);
  if (included) return note("included: anyone with the backup can post as you");
  if (readSecretKey(configuredKey, data)?.kid === fingerprint)
    return ok(`the key it needs (${fingerprint}) is here`);
  const detail = `a restore needs the key ${fingerprint}, which is not here: CRIER_SECRET_KEY, or ${SECRET_KEY_FILE} in ${data}`;
  return note(detail);
}

function firstOf(faults: readonly string[]): string {
  const more = faults.length > 3 ? `, and ${faults.length - 3} more` : "";
  return `${faults.slice(0, 3).join(", ")}${more}`;
}

/** "1.2 GB". */
export function words(bytes: number): string {
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  return power === 0 ? `${bytes} bytes` : `${(bytes / 1000 ** power).toFixed(1)} ${units[power] ?? ""}`;
}
