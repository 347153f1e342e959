// Files that simulated networks hold: the newest, up to a limit in bytes. Of older ones only the metadata stays.

/** What holds the bytes of a file. */
export interface Holder {
  bytes: Uint8Array<ArrayBuffer>;
}

/** Enough for a look at what was published lately; all of it is in memory. */
const MOST = { files: 200, bytes: 128 * 1024 * 1024 };

/** @returns what holds a file until newer ones need the room: then its bytes are gone. The newest always stays. */
export function openKept(limit = MOST): <T extends Holder>(file: T) => T {
  const held = new Set<Holder>();
  let total = 0;
  return (file) => {
    if (held.has(file)) return file;
    held.add(file);
    total += file.bytes.byteLength;
    for (const oldest of held) {
      if ((held.size <= limit.files && total <= limit.bytes) || oldest === file) break;
      held.delete(oldest);
      total -= oldest.bytes.byteLength;
      oldest.bytes = new Uint8Array();
    }
    return file;
  };
}
