// Builds the problems unknown_media and unknown_label: a post names files or labels that its profile does not have.
import { pointerTo } from "../json-pointer.ts";
import type { Json } from "../networks/network.ts";
import { splitOptions } from "../networks/options.ts";
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
