// Simulates photos of Facebook Pages: unpublished until a post attaches them, deleted after a day (networks/facebook.facts.md 1.2, 1.3).
import { graphFailed, type Parameters } from "../meta/graph.ts";
import { shapeOf } from "../inspect-media.ts";
import { sniff, type File, type Reply, type Stage } from "../network.ts";
import type { Page } from "./tokens.ts";

export interface Photo {
  readonly id: string;
  readonly page: string;
  readonly file: File;
  readonly alt: string;
  readonly at: number;
  /** The post that shows it. */
  postId: string | null;
}

const FORMATS: readonly (string | null)[] = ["image/jpeg", "image/png", "image/gif"];
const MAX_BYTES = 10_000_000;
const STAGED_MS = 24 * 3_600_000;

export function openPhotos({ clock, fetch, keep }: Stage, newId: () => string) {
  const photos = new Map<string, Photo>();
  return { stage, find, staged };

  /** An unpublished photo, of the bytes in `source` or from the address in `url`. */
  async function stage(page: Page, given: Parameters): Promise<Photo | Reply> {
    const source = given.file("source");
    const bytes = source
      ? new Uint8Array(await source.arrayBuffer())
      : (await fetch(given.text("url")))?.bytes;
    if (!bytes) return graphFailed(324, "(#324) Requires upload file", 2069019);
    const mime = sniff(bytes);
    if (mime === null || !FORMATS.includes(mime) || !(await shapeOf(bytes)))
      return graphFailed(100, "Invalid parameter: the photo can't be read", 2069019);
    if (bytes.byteLength > MAX_BYTES) return graphFailed(100, "Your photos couldn't be uploaded", 1366046);
    const photo: Photo = {
      id: newId(),
      page: page.id,
      file: keep({ bytes, mime }),
      alt: given.text("alt_text_custom"),
      at: clock.now(),
      postId: null,
    };
    photos.set(photo.id, photo);
    return photo;
  }

  function find(id: string): Photo | undefined {
    const photo = photos.get(id);
    const gone = photo?.postId === null && clock.now() - photo.at > STAGED_MS;
    return gone ? undefined : photo;
  }

  /** What a post may take: this Page's, and in no post yet. */
  function staged(page: Page, ids: readonly string[]): readonly Photo[] | Reply {
    const found = ids.map(find).filter((photo) => photo?.page === page.id);
    const known = found.filter((photo) => photo !== undefined);
    if (known.length !== ids.length) return graphFailed(100, "(#100) Invalid media_fbid");
    if (known.some(({ postId }) => postId !== null))
      return graphFailed(1366051, "These photos were already posted.");
    return known;
  }
}
