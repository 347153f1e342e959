// Remembers what was uploaded of each file, so that a repeated `prepare` uploads only what is missing.
import { isObject, objectOf, type JsonObject } from "./json.ts";
import type { Io } from "../network.ts";

export interface Progress<Stored extends JsonObject> {
  /** What was stored for a file; undefined when there is nothing, or nothing that can still be used. */
  of(fileId: string): Stored | undefined;
  store(fileId: string, stored: Stored): Promise<Stored>;
  forget(fileId: string): Promise<void>;
}

/** @param read checks what an earlier attempt stored for one file; undefined drops it */
export function openProgress<Stored extends JsonObject>(
  io: Io,
  read: (stored: JsonObject) => Stored | undefined,
): Progress<Stored> {
  const files = new Map<string, Stored>();
  for (const [fileId, value] of Object.entries(objectOf(io.saved))) {
    const stored = isObject(value) ? read(value) : undefined;
    if (stored) files.set(fileId, stored);
  }
  const save = () => io.save(Object.fromEntries(files));
  return {
    of: (fileId) => files.get(fileId),
    async store(fileId, stored) {
      files.set(fileId, stored);
      await save();
      return stored;
    },
    async forget(fileId) {
      files.delete(fileId);
      await save();
    },
  };
}
