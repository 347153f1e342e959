// The manifest of a backup: manifest.json with the facts, and SHA256SUMS, which `sha256sum -c` can check.
import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Type, type Static } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { OperatorError } from "../errors.ts";

export const MANIFEST = "manifest.json";
export const SUMS = "SHA256SUMS";
export const FORMAT = 1;

/** What people read on a terminal: one line, and no more than it takes. */
const line = Type.String({ pattern: "^[ -~]{0,500}$" });
const count = Type.Integer({ minimum: 0 });
const moment = Type.String({ pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$" });

const ManifestSchema = Type.Object({
  format: Type.Literal(FORMAT),
  crier: line,
  schema: Type.Integer({ minimum: 1 }),
  /** The moment up to which the backup is true. */
  takenAt: moment,
  secretKey: Type.Object({
    /** Of the key that its credentials need; null when it holds none. */
    fingerprint: Type.Union([line, Type.Null()]),
    included: Type.Boolean(),
  }),
  /** Rows of each table, and targets by their state. */
  rows: Type.Record(Type.String(), count),
  targets: Type.Record(Type.String(), count),
  /** Everything that SHA256SUMS lists beside this file. */
  files: Type.Object({ count, bytes: count }),
  /** Media that are in a bucket, and so not in the backup; left out when there are none. */
  bucket: Type.Optional(
    Type.Object({
      endpoint: line,
      region: line,
      bucket: line,
      prefix: line,
      files: count,
      bytes: count,
    }),
  ),
  /** Media that the data folder had lost, or holds damaged, when the backup was made (SHA-256). */
  missing: Type.Array(Type.String({ pattern: "^[0-9a-f]{64}$" })),
});
export type Manifest = Static<typeof ManifestSchema>;

/** A backup's folder: the one given, or the newest complete one in it. @throws OperatorError */
export function findBackup(folder: string): string {
  if (existsSync(join(folder, MANIFEST))) return folder;
  const newest = backupsIn(folder).at(-1);
  if (newest === undefined) throw new OperatorError(`No backup in ${folder}.`);
  return newest;
}

/** The complete backups in a folder, oldest first. */
export function backupsIn(folder: string): string[] {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names
    .filter((name) => name.startsWith("crier-"))
    .toSorted()
    .map((name) => join(folder, name))
    .filter((path) => existsSync(join(path, MANIFEST)));
}

/** The folder name of a backup, which sorts by its time. */
export function backupName(takenAt: number): string {
  return `crier-${stamp(takenAt)}`;
}

/** The folder of a backup that is not complete yet. */
export const unfinishedName = (name: string): string => `.${name}.unfinished`;

/** A moment for a file's name: 2026-11-21T03-00-00-000Z. */
export function stamp(at: number): string {
  return new Date(at).toISOString().replaceAll(/[:.]/g, "-");
}

/** @throws OperatorError when it can't be read or is of a kind this program does not know */
export function readManifest(backup: string): Manifest {
  let text: string;
  try {
    text = textIn(join(backup, MANIFEST));
  } catch {
    throw unreadable(backup);
  }
  return manifestOf(text, backup);
}

const unreadable = (backup: string) =>
  new OperatorError(`${join(backup, MANIFEST)} can't be read: this is not a backup, or it is damaged.`);

/** @param backup the folder in which the text was found. @throws OperatorError as above */
export function manifestOf(text: string, backup: string): Manifest {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    throw unreadable(backup);
  }
  const { format } = (found ?? {}) as { format?: unknown };
  if (typeof format === "number" && format > FORMAT)
    throw new OperatorError(
      `The backup ${backup} was made by a newer Crier (format ${format}); use that one.`,
    );
  if (!Value.Check(ManifestSchema, found))
    throw new OperatorError(`${join(backup, MANIFEST)} does not say what it must: it is damaged.`);
  return found;
}

/** Of a regular file: a pipe would block its reader. Throws. */
function textIn(path: string): string {
  if (!lstatSync(path).isFile()) throw new Error("not a regular file");
  return readFileSync(path, "utf8");
}

export interface Sum {
  readonly sha256: string;
  /** Below the backup's folder, with `/`. */
  readonly path: string;
}

export function sumLines(sums: readonly Sum[]): string {
  return sums.map(({ sha256, path }) => `${sha256}  ${path}\n`).join("");
}

/** @throws OperatorError when a byte of it is not as it was written */
export function readSums(backup: string): Sum[] {
  const path = join(backup, SUMS);
  let text: string;
  try {
    text = textIn(path);
  } catch {
    throw new OperatorError(`${path} is missing or can't be read.`);
  }
  const sums = [...text.matchAll(/^([0-9a-f]{64}) {2}([\w./-]+)\n/gm)].map(([, sha256 = "", name = ""]) => ({
    sha256,
    path: name,
  }));
  const outside = sums.some(({ path: name }) => name.startsWith("/") || name.split("/").includes(".."));
  if (sumLines(sums) !== text || outside) throw new OperatorError(`${path} is damaged.`);
  return sums;
}
