// What of a post is at Facebook already, kept so that a repeated attempt goes on where the last one ended.
import { isObject, objectOf, type JsonObject } from "../client/json.ts";
import type { Io } from "../network.ts";

/** What is staged and unused goes after about a day. */
const UPLOAD_LIFETIME_MS = 12 * 3_600_000;

export interface StagedFiles {
  /** Whether an attempt before this one may have come as far as publishing. */
  readonly again: boolean;
  /** What was kept of a file; nothing when it is too old to be relied on. */
  of(fileId: string): JsonObject;
  save(fileId: string, kept: JsonObject): Promise<void>;
  /** Everything is there: what follows is publishing. */
  complete(): Promise<void>;
}

export function openStagedFiles(io: Io): StagedFiles {
  const { files: saved, complete } = objectOf(io.saved);
  const again = complete === true;
  let files = objectOf(saved);
  return {
    again,
    of(fileId) {
      const kept = files[fileId];
      const at = isObject(kept) ? kept["at"] : undefined;
      return typeof at === "number" && io.now() - at <= UPLOAD_LIFETIME_MS ? objectOf(kept) : {};
    },
    async save(fileId, kept) {
      files = { ...files, [fileId]: { at: io.now(), ...kept } };
      await io.save({ files, complete: again });
    },
    complete: () => io.save({ files, complete: true }),
  };
}
