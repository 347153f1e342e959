// GET and HEAD of signed media URLs: files and their thumbnails, avatars, and pictures of link cards (D43).
import { Elysia } from "elysia";
import { codeOf, Problem } from "../../errors.ts";
import type { Files, OpenFile } from "../../media/storage/files.ts";
import { namedBytes, type MediaLinks } from "../../media/links.ts";
import type { Thumbnails } from "../../media/convert/thumbnail.ts";
import type { Media } from "../../domain/media.ts";
import type { Account } from "../../domain/account.ts";
import type { Avatars } from "../../media/remote/avatars.ts";
import type { LinkCards } from "../../media/remote/link-cards.ts";
import { rangeOf } from "../http/range.ts";

export interface MediaFileDeps {
  readonly links: MediaLinks;
  readonly files: Pick<Files, "open">;
  readonly thumbnails: Thumbnails;
  /** Of whatever profile: the signature says that its holder may. */
  readonly findAny: (id: string) => Promise<Media | null>;
  readonly avatars: Avatars;
  readonly linkCards: Pick<LinkCards, "image">;
  readonly accounts: { find(id: string): Promise<Pick<Account, "profileId" | "avatarUrl"> | null> };
}

export const mediaFileRoutes = (deps: MediaFileDeps) => {
  const answer = async ({ request, params: { id, name } }: { request: Request; params: Named }) => {
    permit(request, id, name, deps.links);
    if (name === "canary") return new Response(deps.links.proof(id), { headers: PLAIN });
    return await send(request, await servedOf(id, name, deps));
  };
  const picture = (folder: "avatars" | "cards", find: (name: string) => Promise<Picture | null>) => {
    return async ({ request, params: { name } }: { request: Request; params: { readonly name: string } }) => {
      permit(request, folder, name, deps.links);
      return await sentPicture(request, await find(name));
    };
  };
  const avatar = picture("avatars", async (id) => {
    const account = await deps.accounts.find(id);
    const bytes = account && (await deps.avatars.of(account));
    return bytes && { bytes, mime: "image/webp", filename: "avatar.webp" };
  });
  const card = picture("cards", async (key) => {
    const bytes = await deps.linkCards.image(key);
    return bytes && { bytes, mime: "image/jpeg", filename: "card.jpg" };
  });
  return new Elysia({ prefix: "/media" })
    .get("/avatars/:name", avatar)
    .head("/avatars/:name", avatar)
    .get("/cards/:name", card)
    .head("/cards/:name", card)
    .get("/:id/:name", answer)
    .head("/:id/:name", answer);
};

interface Picture {
  readonly bytes: Uint8Array;
  readonly mime: string;
  readonly filename: string;
}

/** @throws Problem not_found */
async function sentPicture(request: Request, picture: Picture | null): Promise<Response> {
  if (!picture) throw new Problem("not_found", "There is no picture.");
  const { bytes } = picture;
  const sha256 = new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
  const file = {
    size: bytes.byteLength,
    part: async (start: number, end: number) => Uint8Array.from(bytes.subarray(start, end)),
  };
  return await send(request, { ...picture, sha256, file });
}

const PLAIN = {
  "content-type": "text/plain",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
};

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Which bytes, and the headers that describe them. */
interface Served {
  readonly file: OpenFile;
  readonly sha256: string;
  readonly mime: string;
  readonly filename: string;
}

/** @throws Problem media_url_invalid */
function permit(request: Request, id: string, name: string, links: MediaLinks): void {
  switch (links.check(id, name, new URL(request.url).searchParams)) {
    case "valid":
      return;
    case "expired":
      throw new Problem("media_url_invalid", "This URL has expired.");
    case "invalid":
      throw new Problem("media_url_invalid", "This is not a valid file URL.");
  }
}

/** Nothing of the address becomes a path: the id is looked up, and the name is one of ours. @throws Problem not_found */
async function servedOf(id: string, name: string, deps: MediaFileDeps): Promise<Served> {
  const media = await deps.findAny(id);
  if (!media) throw missing();
  const { filename } = media;
  const bytes =
    name === "file"
      ? media
      : /^thumbnail(-\d+)?$/.test(name)
        ? await thumbnailOf(media, deps)
        : namedBytes(name);
  const file = bytes && (await deps.files.open(bytes.sha256));
  if (!bytes || !file) throw missing();
  const { sha256, mime } = bytes;
  return { sha256, mime, filename: disposition(filename, mime), file };
}

async function thumbnailOf(media: Media, { thumbnails }: MediaFileDeps) {
  const sha256 = await thumbnails.of(media);
  return sha256 === null ? null : { sha256, mime: "image/webp" };
}

const missing = () => new Problem("not_found", "This file does not exist or has been deleted.");

/**
 * The server opens a file only when it sends it, and throws if the file was deleted after the response was made.
 * @returns null for any other error
 */
export const deletedMeanwhile = (error: unknown): Problem | null =>
  codeOf(error) === "ENOENT" ? missing() : null;

/** With the ending of what the bytes are, whatever the sender called them: who saves the file, opens it by that. */
function disposition(filename: string, mime: string): string {
  const endings = ENDINGS.get(mime) ?? [mime.split("/")[1] ?? ""];
  const has = /\.(\w{1,5})$/.exec(filename)?.[1]?.toLowerCase() ?? "";
  return endings.includes(has) ? filename : `${filename.replace(/\.\w{1,5}$/, "")}.${endings[0]}`;
}

/** The usual one first. */
const ENDINGS = new Map<string, readonly string[]>([
  ["image/jpeg", ["jpg", "jpeg", "jpe", "jfif"]],
  ["image/png", ["png"]],
  ["image/webp", ["webp"]],
  ["image/gif", ["gif"]],
  ["video/mp4", ["mp4", "m4v"]],
  ["video/quicktime", ["mov", "qt"]],
  ["video/webm", ["webm"]],
]);

async function send(request: Request, { file, sha256, mime, filename }: Served): Promise<Response> {
  const { size } = file;
  const etag = `"${sha256.slice(0, 32)}"`;
  const headers = {
    "content-type": mime,
    "x-content-type-options": "nosniff",
    "content-disposition": inline(filename),
    "content-security-policy": "default-src 'none'; sandbox",
    "cache-control": "private, max-age=3600",
    "accept-ranges": "bytes",
    etag,
  };
  if (matches(request.headers.get("if-none-match"), etag))
    return new Response(null, { status: 304, headers });
  // Bun sends the length and not the bytes; parts are for GET alone.
  if (request.method === "HEAD") return new Response(await file.part(0, size), { headers });
  const range = isStale(request.headers.get("if-range"), etag)
    ? "all"
    : rangeOf(request.headers.get("range"), size);
  if (range === "unsatisfiable") {
    const empty = { ...headers, "content-type": "text/plain", "content-range": `bytes */${size}` };
    return new Response(null, { status: 416, headers: empty });
  }
  const { start, end } = range === "all" ? { start: 0, end: size } : range;
  const responseHeaders = {
    ...headers,
    "content-length": String(end - start),
    ...(range === "all" ? {} : { "content-range": `bytes ${start}-${end - 1}/${size}` }),
  };
  const status = range === "all" ? 200 : 206;
  return new Response(await file.part(start, end), { status, headers: responseHeaders });
}

const matches = (header: string | null, etag: string) =>
  header !== null &&
  header.split(",").some((each) => each.trim().replace(/^W\//, "") === etag || each.trim() === "*");

/** The part that is asked for is of other bytes than these. */
const isStale = (header: string | null, etag: string) => header !== null && header.trim() !== etag;

/** Shown in the browser; a name in two ways, since the plain one allows only ASCII (RFC 6266). */
function inline(filename: string): string {
  const plain = filename.replaceAll(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(filename.toWellFormed()).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `inline; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
