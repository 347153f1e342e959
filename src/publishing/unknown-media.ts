// Builds the problem unknown_media: a post names files that its profile does not have.
import { pointerTo } from "../json-pointer.ts";
import type { Json } from "../networks/network.ts";
import { splitOptions } from "../networks/options.ts";
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

/** The same for files in the options of targets. */
export function unknownTargetMedia(ids: readonly string[], options: PostRequestOptions): Problem {
  const errors = Object.entries(options).flatMap(([key, own]) =>
    (splitOptions(own).media ?? []).flatMap((id, n) =>
      ids.includes(id)
        ? [
            {
              pointer: pointerTo(["options", key, "media", String(n)]),
              message: "this profile has no media with this id",
            },
          ]
        : [],
    ),
  );
  return new Problem("unknown_media", "Some media of this post do not exist.", { errors });
}
type PostRequestOptions = Readonly<Record<string, Json>>;

/** Stores a post whose media may be deleted in this very moment. @throws Problem unknown_media */
export async function storeWithMedia<T>(store: () => Promise<T>): Promise<T> {
  try {
    return await store();
  } catch (error) {
    throw error instanceof MissingMediaError ? unknownMedia([error.position]) : error;
  }
}
