// Turns a picture that was fetched into a small one of our own: nothing of the original bytes is passed on.
import { Problem } from "../../errors.ts";
import { fairGate } from "../../fair-gate.ts";
import type { EncodedImage } from "../convert/image.ts";
import type { MakeImage } from "../convert/images.ts";
import type { ImageRequest } from "../process/tasks.ts";
import type { Probe } from "../probe/index.ts";
import type { Files } from "../storage/files.ts";
import { RemoteError } from "./fetch.ts";

export interface RemotePictures {
  /** A WebP of at most `side` px, upright. @throws RemoteError for what is not an image */
  small(bytes: Uint8Array, side: number, owner: string): Promise<Uint8Array>;
  /** A JPEG within these limits. @throws RemoteError for what is not an image */
  jpeg(
    bytes: Uint8Array,
    limits: { maxBytes: number; maxSide: number },
    owner: string,
  ): Promise<EncodedImage>;
}

interface PictureDeps {
  readonly files: Pick<Files, "hold">;
  readonly probe: Probe;
  readonly makeImage: MakeImage;
  readonly stopping: AbortSignal;
}

/** Larger ones take too much memory for what they are shown as. */
const MAX_PIXELS = 25_000_000;
const QUALITY = 85;

export function openRemotePictures({ files, probe, makeImage, stopping }: PictureDeps): RemotePictures {
  const inTurn = fairGate(1, stopping);
  return {
    small: async (bytes, side, owner) =>
      (await make(bytes, owner, (path) => ({ kind: "shrink", path, side, quality: QUALITY }))).bytes,
    jpeg: (bytes, limits, owner) => {
      const targetFormat = { mime: "image/jpeg", maxPixels: null, ...limits };
      return make(bytes, owner, (path, mime) => ({ kind: "convert", path, mime, targetFormat }));
    },
  };

  async function make(
    bytes: Uint8Array,
    owner: string,
    request: (path: string, mime: string) => ImageRequest,
  ): Promise<EncodedImage> {
    try {
      await using held = await files.hold(only(bytes), bytes.byteLength);
      const { kind, mime, width, height } = await probe.probe(held.path, { owner, signal: stopping });
      if (kind !== "image" || (width ?? 0) * (height ?? 0) > MAX_PIXELS) throw noPicture();
      await using made = await inTurn(owner, () => makeImage(request(held.path, mime)));
      return { bytes: await Bun.file(made.path).bytes(), width: made.width, height: made.height };
    } catch (cause) {
      if (stopping.aborted || isOurs(cause)) throw cause;
      throw noPicture();
    }
  }
}

/** Not the picture's fault. */
const isOurs = (cause: unknown) => cause instanceof Problem && cause.status >= 500;

const noPicture = () => new RemoteError("failed", "What is there is not an image that Crier can read");

async function* only(bytes: Uint8Array) {
  yield bytes;
}
