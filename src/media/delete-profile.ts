// Deletes a profile's files together with the profile.
import type { MediaRecords } from "../domain/store/media.ts";
import type { Files } from "./storage/files.ts";

export interface WithProfileDeps {
  readonly records: Pick<MediaRecords, "hashes" | "isUsed">;
  readonly files: Pick<Files, "drop">;
  /** Clears away uploads whose rows are gone. */
  readonly sweepUploads: () => Promise<void>;
}

/** Deletes a profile's records by `remove`, and then the files that no other profile has. */
export type DeleteWithFiles = (profileId: string, remove: () => Promise<void>) => Promise<void>;

/** A crash in the middle leaves files without a row; the sweep removes them. */
export function openDeleteWithFiles({ records, files, sweepUploads }: WithProfileDeps): DeleteWithFiles {
  return async (profileId, remove) => {
    const hashes = await records.hashes(profileId);
    await remove();
    for (const sha256 of hashes) await files.drop(sha256, () => records.isUsed(sha256));
    await sweepUploads();
  };
}
