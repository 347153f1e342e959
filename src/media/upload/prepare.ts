// Prepares a large upload: checks that there is room for it, and stores it as a row that waits for its bytes.
import type { Clock } from "../../clock.ts";
import { requireDiskSpace } from "../ingest.ts";
import type { Mime } from "../probe/sniff.ts";
import type { MediaQuota } from "../quota.ts";
import { MAX_OPEN_UPLOADS, tooMany } from "./problems.ts";
import type { OpenUploads, Upload } from "../../domain/upload.ts";
import type { UploadRecords } from "../../domain/store/uploads.ts";

/** Large uploads end so far above the disk's floor that small files and posts of others still find room. */
export const ROOM_FOR_OTHERS = 64 * 1024 * 1024;
/** How long its address works. */
const OPEN_MS = 3_600_000;

export interface UploadRequest {
  readonly filename: string;
  readonly contentType: Mime;
  readonly size: number;
}

/** Who sends an upload: their profile, and their name in the audit log. */
export interface Sender {
  readonly profileId: string;
  readonly name: string;
}

export interface PrepareDeps {
  readonly records: UploadRecords;
  readonly quota: MediaQuota;
  /** Whether the disk has room for `bytes` more. */
  readonly hasRoom: (bytes: number) => boolean;
  readonly clock: Clock;
  readonly newId: () => string;
}

/** @throws Problem disk_full, media_quota_exceeded or too_many_uploads */
export async function prepareUpload(
  { profileId, name: actor }: Sender,
  { filename, contentType: mime, size }: UploadRequest,
  { records, quota, hasRoom, clock, newId }: PrepareDeps,
): Promise<Upload> {
  await quota.refuseBeyond(profileId, size);
  const createdAt = clock.now();
  const { count, bytes } = await records.open(profileId, createdAt);
  if (count >= MAX_OPEN_UPLOADS) throw tooMany();
  requireDiskSpace(hasRoom, bytes + size + ROOM_FOR_OTHERS);
  // Whole seconds, as its address has them.
  const expiresAt = Math.ceil((createdAt + OPEN_MS) / 1000) * 1000;
  const fresh = { state: "prepared", received: 0, sha256: null, mediaId: null } as const;
  const upload = { id: newId(), profileId, filename, mime, size, ...fresh, createdAt, expiresAt };
  const fits = (open: OpenUploads) =>
    open.count < MAX_OPEN_UPLOADS && open.mediaBytes + open.bytes + size <= quota.limit;
  if (await records.add(upload, fits, actor)) return upload;
  // Another upload took the last room in between.
  await quota.refuseBeyond(profileId, size);
  throw tooMany();
}
