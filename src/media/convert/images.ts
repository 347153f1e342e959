// Makes images from others in a separate process, since a fault in the library that decodes them must not end the server.
import { join } from "node:path";
import { Problem } from "../../errors.ts";
import { stopping } from "../../fair-gate.ts";
import { NoProcessError, ProcessError, type MediaProcesses } from "../process/processes.ts";
import type { ImageRequest, ImageResult } from "../process/tasks.ts";
import { inTemporaryFolder } from "./temporary-folder.ts";

/**
 * Makes an image. @throws Problem media_unreadable, media_type_unsupported, media_too_large when no size fits, disk_full,
 * temporarily_unavailable when it took too long or the process died, stopping
 */
export type MakeImage = (request: ImageRequest) => Promise<MadeImage>;

/** A file in a folder of its own, which disappears with it. */
export interface MadeImage extends ImageResult, AsyncDisposable {
  readonly path: string;
}

interface ImageDeps {
  readonly processes: MediaProcesses;
  /** Where images are made. */
  readonly temporary: string;
  /** Ends what is under way. */
  readonly stopping: AbortSignal;
}

/** Forty encodings of 50 megapixels, at the most, each of which has a limit of its own (sharp.ts). */
const LIMIT_MS = 600_000;
/** 50 megapixels in memory as a whole, and again as a result. */
const MEMORY_BYTES = 1.5e9;

export function openImages({ processes, temporary, stopping: signal }: ImageDeps): MakeImage {
  const limits = { limitMs: LIMIT_MS, memoryBytes: MEMORY_BYTES, signal };
  return (request) =>
    inTemporaryFolder(temporary, async (folder) => {
      const path = join(folder, "image");
      try {
        return { ...(await processes.run({ ...request, out: path }, limits)), path };
      } catch (cause) {
        throw signal.aborted ? stopping() : faultOf(cause);
      }
    });
}

function faultOf(cause: unknown): unknown {
  if (cause instanceof NoProcessError || (cause instanceof ProcessError && !cause.final)) {
    const detail = `This image could not be converted: ${cause.message}. Try again later.`;
    return new Problem("temporarily_unavailable", detail, {}, { cause });
  }
  if (!(cause instanceof ProcessError)) return cause;
  return new Problem("media_unreadable", `This image can't be converted: ${cause.message}.`, {}, { cause });
}
