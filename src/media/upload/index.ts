// Large uploads: prepared, received over one or many connections, and completed into media (D31).
import { mkdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../../clock.ts";
import { Problem } from "../../errors.ts";
import { onDisk } from "../storage/disk-errors.ts";
import { requireDiskSpace, type Ingest, type Remember } from "../ingest.ts";
import type { MediaQuota } from "../quota.ts";
import type { SharedLocks } from "../../shared-locks.ts";
import type { DirectUploads } from "./direct.ts";
import type { MediaLinks } from "../links.ts";
import { openMutex, type Mutex } from "../../mutex.ts";
import { receiveUpload, type Sent } from "./receive.ts";
import { mismatch, wantedPiece } from "./content-range.ts";
import { prepareUpload, type Sender, type UploadRequest } from "./prepare.ts";
import { uploadExpired, incomplete, unknown } from "./problems.ts";
import type { Upload, UploadTarget } from "../../domain/upload.ts";
import type { UploadRecords } from "../../domain/store/uploads.ts";
import type { Media } from "../../domain/media.ts";

export const MAX_UPLOAD_BYTES = 512 * 1024 * 1024;

/** A piece of a file of 512 MiB is 50 kB then. */
const MAX_PIECES = 10_000;

export interface UploadsDeps {
  readonly records: UploadRecords;
  readonly ingest: Ingest;
  /** Where the bytes are until they are media; on the disk of the media. */
  readonly folder: string;
  /** Where bytes are sent that don't come through `receive`; null when all do. */
  readonly direct: DirectUploads | null;
  /** Where programs send them. The app's pages reach nothing but the server. */
  readonly programsSendTo: UploadTarget;
  /** Several processes use the bucket: one may complete what another one has received. */
  readonly isShared: boolean;
  /** Among all processes that can complete what was sent there. */
  readonly locks: SharedLocks;
  readonly links: Pick<MediaLinks, "upload">;
  readonly findMedia: (profileId: string, id: string) => Promise<Media | null>;
  readonly quota: MediaQuota;
  /** Whether the disk has room for `bytes` more. */
  readonly hasRoom: (bytes: number) => boolean;
  readonly clock: Clock;
  readonly newId: () => string;
}

export interface Uploads extends AsyncDisposable {
  /**
   * @param by who asks, as the audit log names them
   * @throws Problem disk_full, media_quota_exceeded or too_many_uploads
   */
  prepare(by: Sender, request: UploadRequest): Promise<Upload>;
  /** Where its bytes are to be sent. @param isPage by a page of the app, not by a program */
  address(upload: Upload, isPage: boolean): string;
  /** How it stands. `received` is where to go on. @throws Problem not_found or upload_expired */
  look(id: string): Promise<Upload>;
  /**
   * Receives bytes of an upload; what arrived before a break is kept. Another request that sends the same upload is ended.
   * @throws Problem upload_mismatch, upload_offset, upload_incomplete, upload_completed, upload_expired or disk_full
   */
  receive(id: string, sent: Sent): Promise<Upload>;
  /** @throws Problem not_found, upload_incomplete, upload_expired, and as Ingest.admit does */
  complete(by: Sender, id: string, altText: string | null, signal?: AbortSignal): Promise<Media>;
  readonly mutex: Mutex;
}

export async function openUploads(deps: UploadsDeps): Promise<Uploads> {
  const { records, folder, clock, direct, locks } = deps;
  await onDisk(folder, () => mkdir(folder, { recursive: true, mode: 0o700 }));
  const mutex = openMutex(() => incomplete("Another request has taken over this upload.", null));
  const path = (id: string) => join(folder, id);
  /** How many pieces of each upload came since the start. */
  const pieces = new Map<string, number>();

  return {
    mutex,
    prepare: (by, request) => prepareUpload(by, request, deps),
    address: (upload, isPage) =>
      direct && !isPage && deps.programsSendTo === "bucket"
        ? direct.address(upload, clock.now())
        : deps.links.upload(upload.id, upload.expiresAt),
    look,
    receive: (id, sent) => mutex.take(id, (stop) => receiveAndShare(id, sent, stop), "ask"),
    async complete(by, id, altText, signal) {
      const upload = await records.find(id);
      if (upload?.profileId !== by.profileId) throw unknown();
      // Asked before the turn: the one who sends the missing bytes is not kept waiting for.
      if (upload.state === "prepared" && !direct) throw await missing(upload);
      const finish = () => complete(id, altText, by.name, signal);
      return await mutex.take(id, (stop) => (direct ? completeSent(id, direct, stop, finish) : finish()));
    },
    [Symbol.asyncDispose]: () =>
      mutex.stopAll(new Problem("stopping", "The server is stopping. The bytes received so far are kept.")),
  };

  async function look(id: string): Promise<Upload> {
    const upload = await records.find(id);
    if (!upload) throw unknown();
    if (upload.state === "expired") throw uploadExpired();
    return { ...upload, received: await receivedBytes(upload) };
  }

  async function receiveAndShare(id: string, sent: Sent, stop: AbortSignal): Promise<Upload> {
    const upload = await receive(id, sent, stop);
    if (deps.isShared && upload.state === "uploaded") await direct?.put(upload, path(id));
    return upload;
  }

  async function receive(id: string, sent: Sent, stop: AbortSignal): Promise<Upload> {
    requireDiskSpace(deps.hasRoom, 0);
    const upload = await look(id);
    if (upload.state === "completed") {
      throw new Problem("upload_completed", "The upload is completed; its media can't be changed.");
    }
    const piece = wantedPiece(upload, sent);
    if (upload.state === "uploaded") await records.reopen(id);
    countPiece(id);
    try {
      const filling = { upload, piece, path: path(id), records, clock, hasRoom: deps.hasRoom };
      await onDisk(folder, () => receiveUpload(filling, sent, stop));
    } catch (cause) {
      if (cause instanceof Problem && cause.code === "disk_full") await discard(id);
      throw cause;
    }
    const filled = await look(id);
    if (filled.state !== "prepared") pieces.delete(id);
    return filled;
  }

  /** Room for others counts more than what a sender would have to send again. */
  async function discard(id: string): Promise<void> {
    await records.note(id, 0);
    await rm(path(id), { force: true });
  }

  /** @throws Problem upload_mismatch; each piece costs a few writes that wait for the disk, however small it is */
  function countPiece(id: string): void {
    const count = (pieces.get(id) ?? 0) + 1;
    if (count > MAX_PIECES)
      throw mismatch(`The upload has more than ${MAX_PIECES} pieces. Prepare it again and send larger ones.`);
    pieces.set(id, count);
  }

  /** What was sent stays there until it is media or is refused: should this process die, another one completes it. */
  function completeSent(
    id: string,
    from: DirectUploads,
    stop: AbortSignal,
    done: () => Promise<Media>,
  ): Promise<Media> {
    return locks.during(id, async () => {
      // What can't be removed now, the sweep removes.
      const remove = () => from.remove(id).catch(() => {});
      try {
        await collect(id, from, stop);
        const media = await done();
        await remove();
        return media;
      } catch (cause) {
        if (isRefusal(cause)) await remove();
        throw cause;
      }
    });
  }

  /** What was sent past us, or to another process, is taken as if it came now. */
  async function collect(id: string, { look: find, read }: DirectUploads, stop: AbortSignal): Promise<void> {
    if ((await look(id)).state === "completed") return;
    const sent = await find(id);
    if (!sent) return;
    const { size, mime: type } = sent;
    await receive(id, { type, length: size, range: null, body: read(id, size) }, stop);
  }

  async function complete(
    id: string,
    altText: string | null,
    actor: string,
    signal: AbortSignal | undefined,
  ): Promise<Media> {
    const upload = await look(id);
    const { profileId, mediaId, sha256, state, filename, mime: declaredMime } = upload;
    if (mediaId !== null) return await mediaOf(profileId, mediaId);
    if (state !== "uploaded" || sha256 === null) throw await missing(upload);
    if (upload.received < upload.size) {
      // A restored backup has the row without the bytes.
      await records.reopen(id);
      throw await missing({ ...upload, received: 0 });
    }
    const arrived = {
      profileId,
      actor,
      filename,
      declaredMime,
      altText,
      path: path(id),
      sha256,
      reserved: upload.size,
      signal,
    };
    const remember: Remember = (each, quota) => records.complete(id, each, quota, actor);
    const media = await deps.ingest.admit(arrived, remember);
    // A death before this leaves a file whose row is completed: the sweep takes it.
    await rm(path(id), { force: true });
    return await mediaOf(profileId, media.id);
  }

  async function mediaOf(profileId: string, id: string): Promise<Media> {
    const media = await deps.findMedia(profileId, id);
    if (!media) throw unknown();
    return media;
  }

  /** What the row promises, unless the file was lost with its disk: never more than is there. */
  async function receivedBytes({ id, state, received }: Upload): Promise<number> {
    if (state === "completed" || received === 0) return received;
    const found = await stat(path(id)).catch(() => null);
    return found && found.size >= received ? received : 0;
  }

  async function missing(upload: Upload): Promise<Problem> {
    if (upload.state === "expired") return uploadExpired();
    const isBeingSent = !direct && mutex.isTaken(upload.id);
    if (upload.expiresAt <= clock.now() && !isBeingSent) return uploadExpired();
    const received = await receivedBytes(upload);
    return incomplete(`${received} of ${upload.size} bytes have arrived.`, received);
  }
}

/** Of the bytes, for good; not of a disk or a storage that fails now, of a full quota, or of what has not arrived (409). */
const isRefusal = (cause: unknown): boolean =>
  cause instanceof Problem && cause.status < 500 && cause.status !== 409;
