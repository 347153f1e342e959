// Uploads a file, and goes on where it was when the connection breaks.
import { CrierError } from "./errors.ts";
import { growingWaitMs, sleep } from "./repeat.ts";
import type { Answer, Call, Media } from "./types.ts";

export interface UploadOptions {
  /** People see it; its ending says what kind of file it is if nothing else does. */
  readonly filename: string;
  /** Such as `image/jpeg`; default: the file's own type, or what the filename says. */
  readonly contentType?: string;
  /** Description for people who can't see it. */
  readonly altText?: string;
  readonly signal?: AbortSignal;
}

export type Send = (request: Request) => Promise<Response>;

export interface UploadDeps {
  readonly POST: Call<"post">;
  /** Sends a request as it is, without the key. */
  readonly send: Send;
  /** How often an interrupted upload goes on. */
  readonly repeats: number;
}

type Prepared = Answer<"post", "/media/presign">;

/** Types that can be uploaded in pieces, by the endings of their filenames. */
const TYPES = {
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  mp4: "video/mp4",
  mov: "video/quicktime",
  webm: "video/webm",
} as const;

/**
 * Uploads a file. GIFs, and what has no known type, have to be smaller than 4 MiB.
 * @throws CrierError when the server refuses the file
 */
export async function upload(file: Blob, options: UploadOptions, deps: UploadDeps): Promise<Media> {
  const { filename, altText, signal = null } = options;
  const [, ending = ""] = /\.(\w+)$/.exec(filename) ?? [];
  const wanted = options.contentType ?? (file.type || TYPES[ending.toLowerCase() as keyof typeof TYPES]);
  const contentType = Object.values(TYPES).find((type) => type === wanted);
  const described = altText === undefined ? {} : { altText };
  if (contentType === undefined) {
    const body = { file, filename, ...described };
    return (await deps.POST("/media", { body, bodySerializer: formOf, signal })).media;
  }
  const wish = { filename, contentType, size: file.size };
  const prepared = await deps.POST("/media/presign", { body: wish, signal });
  await sendBytes(file, prepared, signal, deps);
  const body = { uploadId: prepared.uploadId, ...described };
  return (await deps.POST("/media/complete", { body, signal })).media;
}

function formOf(fields: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value as string | Blob);
  return form;
}

async function sendBytes(
  file: Blob,
  { uploadUrl, headers }: Prepared,
  signal: AbortSignal | null,
  { send, repeats }: UploadDeps,
): Promise<void> {
  for (let failures = 0, offset = 0; offset < file.size; failures++) {
    const place = offset === 0 ? {} : { "Content-Range": `bytes ${offset}-${file.size - 1}/${file.size}` };
    const put = { method: "PUT", headers: { ...headers, ...place }, body: file.slice(offset), signal };
    const answer = await send(new Request(uploadUrl, put)).catch((error: unknown) => {
      if (failures === repeats || signal?.aborted) throw error;
      return null;
    });
    if (answer?.ok) return;
    if (answer && (answer.status < 500 || failures === repeats)) throw await errorOf(answer);
    await sleep(growingWaitMs(failures), signal);
    offset = await receivedOf(uploadUrl, signal, send);
  }
}

/** How many bytes have arrived; 0 if the upload has to start again. */
async function receivedOf(uploadUrl: string, signal: AbortSignal | null, send: Send): Promise<number> {
  const answer = await send(new Request(uploadUrl, { method: "HEAD", signal })).catch(() => null);
  return answer?.ok ? Number(answer.headers.get("upload-offset") ?? 0) : 0;
}

async function errorOf(answer: Response): Promise<CrierError> {
  return new CrierError(answer, await answer.json().catch(() => null));
}
