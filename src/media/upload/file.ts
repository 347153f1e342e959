// The bytes of an upload on disk: written in large blocks, synced while more arrive, and hashed once.
import { open, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { digestOf, folderSync } from "../storage/staging.ts";

export interface UploadFile extends AsyncDisposable {
  /** Bytes taken so far. */
  readonly size: number;
  /** Takes the next bytes; waits while the disk is behind. Throws what the disk throws, also of bytes taken before. */
  write(chunk: Uint8Array): Promise<void>;
  /** Puts everything taken so far on the disk; `synced` is not called. */
  sync(): Promise<void>;
  /** Of the whole file, 64 hex digits; once, after a sync. */
  digest(): Promise<string>;
}

const BLOCK_BYTES = 1 << 19;
/** Synced in the background each time: the last sync is short then, and a death costs no more than this. */
const SYNC_BYTES = 32 << 20;
/** What came is garbage once it is written, and the collector is late to see how much memory hangs on so few objects. */
const COLLECT_BYTES = 128 << 20;

/**
 * Opens the file for bytes from `from` on; what it holds beyond is cut off. What comes from its start is hashed on the
 * way. What comes in pieces is hashed when it is whole, by reading it again: a hash's inner state can't be stored, and to
 * read again with each piece what is there already would make many small pieces cost more than the whole.
 * @param synced called now and then with how many bytes, from the start, are on the disk
 */
export async function openUploadFile(
  path: string,
  from: number,
  synced: (bytes: number) => Promise<unknown>,
): Promise<UploadFile> {
  const file = await open(path, from === 0 ? "w+" : "r+", 0o600);
  try {
    const hash = from === 0 ? new Bun.CryptoHasher("sha256") : null;
    await file.truncate(from);
    // The file's name is on the disk only after its folder is. The first bytes need not wait for it.
    const named = from === 0 ? folderSync(dirname(path)) : Promise.resolve();
    const digest = async () => hash?.digest("hex") ?? (await digestOf(path));
    return blocks(file, from, { hash, digest }, named, synced);
  } catch (cause) {
    await file.close();
    throw cause;
  }
}

interface Digest {
  /** Hears all that comes; null when it does not matter. */
  readonly hash: Bun.CryptoHasher | null;
  readonly digest: UploadFile["digest"];
}

function blocks(
  file: FileHandle,
  from: number,
  { hash, digest }: Digest,
  named: Promise<void>,
  synced: (bytes: number) => Promise<unknown>,
): UploadFile {
  let chunks: Uint8Array[] = [];
  let received = from;
  let nextWrite = from;
  let marked = from;
  let collected = from;
  let writing = Promise.resolve();
  let syncing = named;
  let isSyncing = false;
  syncing.catch(() => {});
  return {
    get size() {
      return received;
    },
    async write(chunk) {
      hash?.update(chunk);
      chunks.push(chunk);
      received += chunk.byteLength;
      if (received - nextWrite < BLOCK_BYTES) return;
      // One block is written while the next one comes.
      await writing;
      pass();
      // One at a time, in the background: a disk that is slow to sync must not slow the upload down.
      if (nextWrite - marked >= SYNC_BYTES && !isSyncing) mark();
    },
    async sync() {
      await writing;
      pass();
      await writing;
      await syncing;
      await file.datasync();
    },
    digest,
    async [Symbol.asyncDispose]() {
      await Promise.allSettled([writing, syncing]);
      await file.close();
    },
  };

  function pass(): void {
    const block = chunks;
    const at = nextWrite;
    chunks = [];
    nextWrite = received;
    writing = block.length > 0 ? writeAll(file, block, at) : writing;
    // The next sync awaits it and gets the error then.
    writing.catch(() => {});
  }

  function mark(): void {
    const upTo = nextWrite;
    const before = syncing;
    marked = upTo;
    isSyncing = true;
    if (upTo - collected >= COLLECT_BYTES) {
      collected = upTo;
      Bun.gc(true);
    }
    syncing = writing
      .then(() => before)
      .then(() => file.datasync())
      .then(async () => void (await synced(upTo)))
      .finally(() => (isSyncing = false));
    syncing.catch(() => {});
  }
}

/** One write call may take less than it was given, on a disk that is nearly full for one. */
async function writeAll(file: FileHandle, block: readonly Uint8Array[], at: number): Promise<void> {
  const { bytesWritten } = await file.writev([...block], at);
  const size = block.reduce((sum, { byteLength }) => sum + byteLength, 0);
  if (bytesWritten < size)
    await writeAll(file, [Buffer.concat(block).subarray(bytesWritten)], at + bytesWritten);
}
