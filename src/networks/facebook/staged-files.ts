// Remembers which files of a post are at Facebook, so that a repeated attempt resumes.
import { isObject, objectOf, type JsonObject } from "../client/json.ts";
import type { Io } from "../network.ts";

/** Facebook deletes unused uploads after about a day. */
const UPLOAD_LIFETIME_MS = 12 * 3_600_000;

export interface StagedFiles {
  /** Whether an earlier attempt may have sent the publishing request. */
  readonly again: boolean;
  /** What was stored of a file; empty when it is too old to be used. */
  of(fileId: string): JsonObject;
  save(fileId: string, stored: JsonObject): Promise<void>;
  /** Everything is uploaded: the publishing request follows. */
  complete(): Promise<void>;
}

export function openStagedFiles(io: Io): StagedFiles {
  const { files: saved, complete } = objectOf(io.saved);
  const again = complete === true;
  let files = objectOf(saved);
  return {
    again,
    of(fileId) {
      const stored = files[fileId];
      const at = isObject(stored) ? stored["at"] : undefined;
      return typeof at === "number" && io.now() - at <= UPLOAD_LIFETIME_MS ? objectOf(stored) : {};
    },
    async save(fileId, kept) {
      files = { ...files, [fileId]: { at: io.now(), ...kept } };
      await io.save({ files, complete: again });
    },
    complete: () => io.save({ files, complete: true }),
  };
}
