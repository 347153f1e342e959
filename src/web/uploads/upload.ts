// Sends one file to the server: its bytes in one go, and after a break from where the server has them.
import { call, NoAnswerError, ProblemError, v1, type ProblemBody } from "../api.ts";
import type { Media } from "../media/queries.ts";

/** A prepared upload: enough to go on with it after a reload, once the same file is chosen again. */
export interface Prepared {
  readonly uploadId: string;
  readonly uploadUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly expiresAt: string;
}

type PresignBody = Parameters<ReturnType<typeof v1>["media"]["presign"]["post"]>[0];

export async function prepare(profileId: string, file: File): Promise<Prepared> {
  // The server knows which types it accepts, and says so.
  const contentType = file.type as PresignBody["contentType"];
  return await call(() =>
    v1(profileId).media.presign.post({ filename: file.name, contentType, size: file.size }),
  );
}

export async function complete(profileId: string, uploadId: string): Promise<Media> {
  return (await call(() => v1(profileId).media.complete.post({ uploadId }))).media;
}

interface Sent {
  readonly status: number;
  readonly body: string;
}

interface Request {
  readonly method: "PUT" | "POST";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Blob | FormData;
  readonly onProgress: (bytes: number) => void;
  readonly signal: AbortSignal;
}

/** `fetch` does not report how much has been sent. @throws NoAnswerError */
function send({ method, url, headers, body, onProgress, signal }: Request): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", ({ loaded }) => onProgress(loaded));
    request.addEventListener("load", () => resolve({ status: request.status, body: request.responseText }));
    for (const end of ["error", "abort", "timeout"])
      request.addEventListener(end, () => reject(new NoAnswerError()));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(body);
  });
}

/** How many bytes the server has; 0 if it does not say. @throws NoAnswerError, UploadGoneError */
export async function receivedBytes({ uploadUrl }: Prepared, signal: AbortSignal): Promise<number> {
  const answer = await fetch(uploadUrl, { method: "HEAD", signal }).catch(() => {
    throw new NoAnswerError();
  });
  if (answer.status === 404 || answer.status === 410 || answer.status === 403) throw new UploadGoneError();
  return Number(answer.headers.get("upload-offset") ?? 0);
}

/** The upload has expired: it has to be prepared again. */
export class UploadGoneError extends Error {
  override readonly name = "UploadGoneError";
}

interface Rest {
  readonly file: File;
  readonly prepared: Prepared;
  readonly from: number;
  /** @param bytes that have been sent in all */
  readonly onProgress: (bytes: number) => void;
  readonly signal: AbortSignal;
}

/** @throws NoAnswerError when the connection breaks, ProblemError when the server refuses the file */
export async function sendRest({ file, prepared, from, onProgress, signal }: Rest): Promise<void> {
  const { uploadUrl: url, headers } = prepared;
  const range = from > 0 ? { "Content-Range": `bytes ${from}-${file.size - 1}/${file.size}` } : {};
  const sent = await send({
    method: "PUT",
    url,
    headers: { ...headers, ...range },
    body: from > 0 ? file.slice(from) : file,
    onProgress: (bytes) => onProgress(from + bytes),
    signal,
  });
  if (sent.status === 410) throw new UploadGoneError();
  throwUnlessDone(sent);
}

/** For GIFs, which have to be small: sends the file as a form, in one request. */
export async function sendForm(
  profileId: string,
  file: File,
  onProgress: (bytes: number) => void,
  signal: AbortSignal,
): Promise<Media> {
  const body = new FormData();
  body.set("file", file, file.name);
  const headers = { "crier-profile": profileId };
  const sent = await send({ method: "POST", url: "/v1/media", headers, body, onProgress, signal });
  throwUnlessDone(sent);
  return (JSON.parse(sent.body) as { readonly media: Media }).media;
}

function throwUnlessDone({ status, body }: Sent): void {
  if (status >= 200 && status < 300) return;
  const problem = problemIn(body);
  throw problem === null ? new NoAnswerError() : new ProblemError(problem);
}

function problemIn(body: string): ProblemBody | null {
  try {
    const value = JSON.parse(body) as Partial<ProblemBody>;
    return value.code === undefined ? null : (value as ProblemBody);
  } catch {
    return null;
  }
}
