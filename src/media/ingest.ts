// Ingests a file: store, probe, check the quota, record. A rejected file leaves nothing behind.
import { Problem } from "../errors.ts";
import type { Files } from "./storage/files.ts";
import { overQuota, type MediaQuota } from "./quota.ts";
import type { Media } from "../domain/media.ts";
import type { Probe } from "./probe/index.ts";
import { MIMES } from "./probe/sniff.ts";

/** The contract's "small upload", and the most that is imported by URL. */
export const SMALL_FILE_BYTES = 4 * 1024 * 1024;

export interface Ingest {
  /**
   * @throws Problem disk_full, media_quota_exceeded, media_too_large, media_type_unsupported, media_type_mismatch or
   * media_unreadable
   */
  take(file: Incoming): Promise<Media>;
  /**
   * The same for a whole file that is on the disk, in the folder of the media, and stays there.
   */
  admit(file: Arrived, remember: Remember): Promise<Media>;
}

/**
 * Writes the media down, and in the audit log who sent it; false when its profile would then have more than `quota`
 * bytes.
 */
export type Remember = (media: Media, quota: number, actor: string) => Promise<boolean>;

interface Described {
  readonly profileId: string;
  /** Who sends it, as the audit log names them. */
  readonly actor: string;
  readonly filename: string;
  /** What the sender says it is; only a known and wrong type is refused (D30). */
  readonly declaredMime: string;
  readonly altText: string | null;
  /** The file that it was made from; default: none. */
  readonly parentId?: string;
  /** The caller no longer waits: the file is not read to its end, and leaves nothing behind. */
  readonly signal?: AbortSignal | undefined;
}

export interface Incoming extends Described {
  readonly stream: AsyncIterable<Uint8Array>;
  readonly limitBytes: number;
}

export interface Arrived extends Described {
  readonly path: string;
  readonly sha256: string;
  /** Bytes that are counted into the quota for it already. */
  readonly reserved: number;
}

interface IntakeDeps {
  readonly files: Files;
  readonly probe: Probe;
  readonly remember: Remember;
  readonly quota: MediaQuota;
  /** Whether the disk has room for `bytes` more. */
  readonly hasRoom: (bytes: number) => boolean;
  readonly now: () => number;
  readonly newId: () => string;
}

export function openIngest({ files, probe, remember, quota, hasRoom, now, newId }: IntakeDeps): Ingest {
  return { take, admit };

  async function take({ stream, limitBytes, ...file }: Incoming): Promise<Media> {
    requireDiskSpace(hasRoom, Math.min(limitBytes, SMALL_FILE_BYTES));
    await using held = await files.hold(stream, limitBytes);
    return await admit({ ...file, path: held.path, sha256: held.sha256, reserved: 0 }, remember);
  }

  async function admit(file: Arrived, remember: Remember): Promise<Media> {
    const { path, sha256, profileId, altText, parentId = null, signal } = file;
    const { kind, mime, size, width, height, durationMs, ...facts } = await probe.probe(path, {
      owner: profileId,
      signal,
    });
    refuseMismatch(file.declaredMime, mime);
    await quota.refuseBeyond(profileId, size - file.reserved);
    const filename = plainName(file.filename) || `${sha256.slice(0, 8)}.${mime.split("/")[1]}`;
    const id = newId();
    const media = { id, profileId, sha256, filename, kind, mime, size, width, height, durationMs };
    const stored: Media = { ...media, altText, createdAt: now(), facts, parentId, posterMs: null };
    await files.keep(path, sha256, async () => {
      // Another took the room in between.
      if (!(await remember(stored, quota.limit, file.actor)))
        throw overQuota({ limit: quota.limit, used: await quota.used(profileId), size });
    });
    return stored;
  }
}

/** @throws Problem disk_full */
export function requireDiskSpace(hasRoom: (bytes: number) => boolean, bytes: number): void {
  if (!hasRoom(bytes)) throw new Problem("disk_full", "Too little disk space is left to accept a new file.");
}

function refuseMismatch(declared: string, found: string): void {
  const type = declared.split(";")[0]?.trim().toLowerCase() ?? "";
  const known: readonly string[] = MIMES;
  if (!known.includes(type) || type === found) return;
  throw new Problem("media_type_mismatch", `The file is declared as ${type}, but its content is ${found}.`);
}

/** A name to show, never part of a path. */
export function plainName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? "";
  // oxlint-disable-next-line no-control-regex -- control characters are what is removed
  const plain = last.replaceAll(/[\u0000-\u001f\u007f]/g, "").trim();
  // By character: half of one would be no text.
  return Array.from(plain).slice(0, 255).join("");
}
