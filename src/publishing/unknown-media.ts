// Builds the problems unknown_media and unknown_label: a post names files or labels that its profile does not have.
import { MissingLabelError, MissingMediaError } from "../domain/store/posts.ts";
import { Problem } from "../errors.ts";

/** @param positions in the post's list of media, from 0 */
export function unknownMedia(positions: readonly number[]): Problem {
  const errors = positions.map((position) => ({
    pointer: `/media/${position}`,
    message: "this profile has no media with this id",
  }));
  return new Problem("unknown_media", "Some media of this post do not exist.", { errors });
}

/** @param positions in the post's list of labels, from 0 */
export function unknownLabels(positions: readonly number[]): Problem {
  const errors = positions.map((position) => ({
    pointer: `/labels/${position}`,
    message: "this profile has no label with this id",
  }));
  return new Problem("unknown_label", "Some labels of this post do not exist.", { errors });
}

/** Stores a post whose media and labels may be deleted in this very moment. @throws Problem unknown_media, unknown_label */
export async function storeWithMedia<T>(store: () => Promise<T>): Promise<T> {
  try {
    return await store();
  } catch (error) {
    if (error instanceof MissingLabelError) throw unknownLabels([error.position]);
    throw error instanceof MissingMediaError ? unknownMedia([error.position]) : error;
  }
}
