// Turns a picture that was fetched into a small one of our own: nothing of the original bytes is passed on.
import { Problem } from "../../errors.ts";
import { fairGate } from "../../fair-gate.ts";
import { convertImage, type EncodedImage } from "../convert/image.ts";
import { openImage } from "../convert/sharp.ts";
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
  readonly stopping: AbortSignal;
}

/** Larger ones take too much memory for what they are shown as. */
const MAX_PIXELS = 25_000_000;

export function openRemotePictures({ files, probe, stopping }: PictureDeps): RemotePictures {
  const inTurn = fairGate(1, stopping);
  return {
    small: (bytes, side, owner) =>
      check(bytes, owner, async (path) => {
        const image = (await openImage(path)).autoOrient();
        return image
          .resize(side, side, { fit: "inside", withoutEnlargement: true })
          .webp({ quality: 85 })
          .toBuffer();
      }),
    jpeg: (bytes, limits, owner) =>
      check(bytes, owner, (path, mime) =>
        convertImage(path, mime, { mime: "image/jpeg", maxPixels: null, ...limits }),
      ),
  };

  /** Read by the process for untrusted files before anything else looks at it. */
  async function check<T>(
    bytes: Uint8Array,
    owner: string,
    act: (path: string, mime: string) => Promise<T>,
  ): Promise<T> {
    try {
      await using held = await files.hold(only(bytes), bytes.byteLength);
      const { kind, mime, width, height } = await probe.probe(held.path, { owner, signal: stopping });
      if (kind !== "image" || (width ?? 0) * (height ?? 0) > MAX_PIXELS) throw noPicture();
      return await inTurn(owner, () => act(held.path, mime));
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
