// What can be wrong with a large upload, as problems for its sender.
import { Problem } from "../../errors.ts";

/** That a profile may have prepared and not completed at a time: two posts of 20 files and some that broke off. */
export const MAX_OPEN_UPLOADS = 50;

/** @param offset where to go on, when it is known */
export function incomplete(detail: string, offset: number | null): Problem {
  return new Problem("upload_incomplete", detail, offset === null ? {} : { offset });
}

export const tooMany = () =>
  new Problem("too_many_uploads", `The profile has ${MAX_OPEN_UPLOADS} open uploads, which is the maximum.`);
export const unknown = () => new Problem("not_found", "This profile has no upload with this id.");
export const uploadExpired = () =>
  new Problem("upload_expired", "This upload has expired, and its bytes have been deleted.");
