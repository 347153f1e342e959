// Makes new files from a profile's images: a part of one, or the same turned. The original stays as it is.
import { Problem } from "../errors.ts";
import type { Media, MediaEditor } from "../domain/media.ts";
import type { MediaRecords } from "../domain/store/media.ts";
import { openMutex } from "../mutex.ts";
import type { Area, Cut } from "./convert/cut-image.ts";
import type { Converter } from "./convert/index.ts";
import type { Ingest } from "./ingest.ts";
import type { Files } from "./storage/files.ts";

/**
 * The same part of the same file gives the same new file. It takes over the alt text and names the file that it was made
 * from. @throws Problem not_found, media_type_unsupported, invalid_request when the part is outside of the picture,
 * temporarily_unavailable when too many wait, and as Ingest.take does
 */
export type Derive = (by: MediaEditor, id: string, cut: Cut) => Promise<Derived>;

interface Derived {
  readonly media: Media;
  /** False when it existed already. */
  readonly isNew: boolean;
}

interface DeriveDeps {
  readonly records: Pick<MediaRecords, "find" | "madeOf">;
  readonly converter: Pick<Converter, "cut">;
  readonly files: Pick<Files, "local">;
  readonly ingest: Ingest;
}

/** More than that waits for nothing good. */
const MOST_WAITING = 100;

export function openDerive({ records, converter, files, ingest }: DeriveDeps): Derive {
  const mutex = openMutex(() => new Error("never asked to stop"));
  let waiting = 0;
  return async (by, id, cut) => {
    if (waiting >= MOST_WAITING)
      throw new Problem("temporarily_unavailable", "Too many images are being cropped; try again soon.");
    waiting++;
    try {
      return await derive(by, id, cut);
    } finally {
      waiting--;
    }
  };

  async function derive(by: MediaEditor, id: string, cut: Cut): Promise<Derived> {
    const [source] = await records.find(by.profileId, [id]);
    if (!source) throw new Problem("not_found", "This profile has no media with this id.");
    refuseUncuttable(source, cut.crop);
    const { sha256 } = await converter.cut(source, cut, { owner: by.profileId });
    // Two requests for the same part must not make two files.
    return mutex.take(`${id} ${sha256}`, async () => {
      const existing = await records.madeOf(id, sha256);
      return existing
        ? { media: existing, isNew: false }
        : { media: await store(by, source, sha256), isNew: true };
    });
  }

  async function store({ profileId, name }: MediaEditor, source: Media, sha256: string): Promise<Media> {
    using local = await files.local(sha256);
    const file = Bun.file(local.path);
    return await ingest.take({
      profileId,
      actor: name,
      filename: nameOf(source.filename),
      declaredMime: "",
      altText: source.altText,
      parentId: source.id,
      stream: file.stream(),
      limitBytes: file.size,
    });
  }
}

/** @throws Problem media_type_unsupported, invalid_request */
function refuseUncuttable({ kind, facts, width, height }: Media, crop: Area | null): void {
  if (kind !== "image")
    throw new Problem("media_type_unsupported", "This file is a video. Crier crops and rotates images only.");
  if (facts?.animated)
    throw new Problem(
      "media_type_unsupported",
      "This image is animated. Crier crops and rotates still images only.",
    );
  if (!crop || (crop.x + crop.width <= (width ?? 0) && crop.y + crop.height <= (height ?? 0))) return;
  const message = `must lie within the image, which is ${width} × ${height} pixels`;
  throw new Problem("invalid_request", `The request is not valid: /crop: ${message}.`, {
    errors: [{ pointer: "/crop", message }],
  });
}

/** hills.jpg becomes hills-cropped.jpg; the ending follows from the type. */
function nameOf(filename: string): string {
  const [, stem = filename, ending = ""] = /^(.+?)(\.\w{1,5})?$/su.exec(filename) ?? [];
  return `${stem.replace(/-cropped$/, "")}-cropped${ending.toLowerCase() === ".gif" ? ".png" : ending}`;
}
