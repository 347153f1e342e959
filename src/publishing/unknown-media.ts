// Builds the problem unknown_media: a post names files that its profile does not have.
import { MissingMediaError } from "../domain/store/posts.ts";
import { Problem } from "../errors.ts";

/** @param positions in the post's list of media, from 0 */
export function unknownMedia(positions: readonly number[]): Problem {
  const errors = positions.map((position) => ({
    pointer: `/media/${position}`,
    message: "this profile has no media with this id",
  }));
  return new Problem("unknown_media", "Some media of this post do not exist.", { errors });
}

/** Stores a post whose media may be deleted in this very moment. @throws Problem unknown_media */
export async function storeWithMedia<T>(store: () => Promise<T>): Promise<T> {
  try {
    return await store();
  } catch (error) {
    throw error instanceof MissingMediaError ? unknownMedia([error.position]) : error;
  }
}
