// Receives one request with bytes of an upload, in constant memory, and keeps what arrived if the connection is lost.
import type { Clock } from "../../clock.ts";
import { Problem } from "../../errors.ts";
import { requireDiskSpace } from "../ingest.ts";
import { openUploadFile, type UploadFile } from "./file.ts";
import { mismatch, type Piece, type SentRange } from "./content-range.ts";
import type { Upload } from "../../domain/upload.ts";
import type { UploadRecords } from "../../domain/store/uploads.ts";
import { ROOM_FOR_OTHERS } from "./prepare.ts";
import { incomplete } from "./problems.ts";

/** A request's body and what its headers say about it. */
export interface Sent extends SentRange {
  readonly body: ReadableStream<Uint8Array> | null;
}

interface Filling {
  readonly upload: Upload;
  readonly piece: Piece;
  readonly path: string;
  readonly records: UploadRecords;
  readonly clock: Clock;
  /** Whether the disk has room for `bytes` more. */
  readonly hasRoom: (bytes: number) => boolean;
}

/** How much is written between two looks at the disk. */
const LOOK_BYTES = 1 << 20;

/** Silence after which a sender is given up; slow ones never are. */
export const SILENCE_MS = 90_000;

/**
 * @throws Problem upload_mismatch, after which nothing of this request counts; upload_incomplete when it broke off;
 * disk_full, after which nothing of the upload should count
 */
export async function receiveUpload(
  { upload, piece, path, records, clock, hasRoom }: Filling,
  sent: Sent,
  stop: AbortSignal,
): Promise<void> {
  const { id, size } = upload;
  const note = (received: number) => records.note(id, received);
  // What the file had beyond no longer counts, before it is written over.
  if (upload.received !== piece.from) await note(piece.from);
  await using file = await openUploadFile(path, piece.from, note);
  try {
    await pour(withRoom(chunksOf(sent.body, clock, stop), hasRoom), file, piece.to);
  } catch (cause) {
    if (cause instanceof Problem && cause.code === "disk_full") throw cause;
    await file.sync();
    await note(cause instanceof Problem && cause.code === "upload_mismatch" ? piece.from : file.size);
    throw cause;
  }
  await file.sync();
  await (file.size === size ? records.fill(id, size, await file.digest()) : note(file.size));
}

async function pour(chunks: AsyncIterable<Uint8Array>, file: UploadFile, to: number): Promise<void> {
  for await (const chunk of chunks) {
    if (file.size + chunk.byteLength > to) throw mismatch(`The body is longer than announced.`);
    await file.write(chunk);
  }
  if (file.size < to) throw mismatch(`The body ended ${to - file.size} bytes too early.`);
}

/** @throws Problem disk_full before the disk has less than others need */
async function* withRoom(
  chunks: AsyncIterable<Uint8Array>,
  hasRoom: (bytes: number) => boolean,
): AsyncGenerator<Uint8Array> {
  let sinceLook = LOOK_BYTES;
  for await (const chunk of chunks) {
    if (sinceLook >= LOOK_BYTES) {
      sinceLook = 0;
      requireDiskSpace(hasRoom, ROOM_FOR_OTHERS);
    }
    sinceLook += chunk.byteLength;
    yield chunk;
  }
}

/** A body's bytes until it ends. @throws Problem upload_incomplete when it breaks off, and what `stop` carries */
async function* chunksOf(
  body: ReadableStream<Uint8Array> | null,
  clock: Clock,
  stop: AbortSignal,
): AsyncGenerator<Uint8Array> {
  if (!body) return;
  const reader = body.getReader();
  const aborted = new AbortController();
  // The read that waits ends with it.
  aborted.signal.addEventListener("abort", () => void reader.cancel().catch(() => {}));
  const takeOver = () => aborted.abort(stop.reason);
  if (stop.aborted) takeOver();
  stop.addEventListener("abort", takeOver, { once: true });
  try {
    for (;;) {
      // Only while we wait for the sender: a disk that is slow for once is not its silence.
      const stopTimer = clock.after(SILENCE_MS, () => aborted.abort(incomplete(SILENT, null)));
      const { done, value } = await reader.read().catch((cause: unknown) => {
        const broke = incomplete("The connection was lost. The bytes received so far are kept.", null);
        aborted.abort(cause instanceof Problem ? cause : broke);
        return { done: true, value: undefined };
      });
      stopTimer();
      aborted.signal.throwIfAborted();
      if (done || !value) return;
      yield value;
    }
  } finally {
    stop.removeEventListener("abort", takeOver);
  }
}

const SILENT = `No data for ${SILENCE_MS / 1000} s. The bytes received so far are kept.`;
