// add_media: stores a small file from base64 or a URL, or prepares a large upload. list_media: finds files again.
import { Type, type Static } from "@sinclair/typebox";
import { actorOf } from "../api/http/caller.ts";
import { invalidRequest } from "../api/http/problem.ts";
import { altText, importMedia, takeSmall, type MediaDeps } from "../api/v1/media.ts";
import { mediaView, MediaView } from "../api/views/media.ts";
import { nullable, strict, uuid, words } from "../api/views/shapes.ts";
import type { LibraryDeps } from "../api/v1/media-library.ts";
import { uploadView, UploadView, type UploadApiDeps } from "../api/v1/uploads.ts";
import { Problem, type FieldError } from "../errors.ts";
import { SMALL_FILE_BYTES } from "../media/ingest.ts";
import { PRESIGNED_MIMES } from "../media/probe/sniff.ts";
import { MAX_UPLOAD_BYTES } from "../media/upload/index.ts";
import type { Actor } from "../publishing/actor.ts";
import { tool, type Tool } from "./tool.ts";
import { mediaListWords, mediaWords, uploadWords } from "./text.ts";
import { text } from "../api/views/text.ts";

export type MediaToolsDeps = MediaDeps & UploadApiDeps & Pick<LibraryDeps, "library">;

const ABOUT = `Stores one photo or clip (JPEG, PNG, WebP, GIF, MP4, MOV, WebM) and returns its id for \`media\` of a post. Publishes nothing. Give altText for photos: what someone who can't see them should know. Each call stores a new file. One of:
- base64: a file of at most 4 MiB
- url: an https URL of such a file, on a host that the operator has approved
- size, mimeType and filename: for up to 512 MiB, no GIF. \`upload\` says where to PUT the bytes (no Authorization header); then call again with uploadId only.`;

const input = Type.Object(
  {
    base64: Type.Optional(Type.String({ minLength: 1, contentEncoding: "base64", description: "The bytes" })),
    url: Type.Optional(text({ minLength: 1, maxLength: 2000, description: "https URL" })),
    size: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_UPLOAD_BYTES,
        description: "Exact size in bytes",
      }),
    ),
    uploadId: Type.Optional({ ...uuid, description: "Id of an upload whose bytes were sent" }),
    filename: Type.Optional(text({ maxLength: 255, description: "Such as hills.jpg" })),
    mimeType: Type.Optional(text({ maxLength: 100, description: "Such as image/jpeg" })),
    altText: Type.Optional({ ...altText, description: "What the image shows" }),
  },
  strict,
);
type Arguments = Static<typeof input>;

const output = Type.Object({
  media: nullable(MediaView, "null if an upload URL was requested"),
  upload: nullable(UploadView, "null unless an upload URL was requested"),
});

export const mediaTools = (deps: MediaToolsDeps): Tool[] => [
  tool({
    name: "add_media",
    title: "Add a photo or clip",
    description: ABOUT,
    scope: "write",
    hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
    input,
    output,
    shown: {
      media: nullable(Type.Object({ id: uuid }), "null if an upload URL was requested"),
      upload: nullable(Type.Object({ uploadId: uuid, uploadUrl: Type.String() })),
    },
    async run(args, { caller }) {
      refuseUnlessOneWay(args);
      const actor = actorOf(caller);
      if (args.size !== undefined) {
        const prepared = await deps.uploads.prepare(actor, largeFile(args));
        const upload = uploadView(prepared, deps.uploads.address(prepared, false));
        return { value: { media: null, upload }, text: uploadWords(upload) };
      }
      const media = mediaView(await fileOf(actor, args, deps), deps.links);
      return { value: { media, upload: null }, text: mediaWords(media) };
    },
  }),
  tool({
    name: "list_media",
    title: "List photos and clips",
    description:
      "The newest 50 files of the profile, to use them again in `media` of a post instead of adding them twice.",
    scope: "read",
    hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    input: Type.Object(
      {
        q: Type.Optional(text({ minLength: 1, maxLength: 200, description: "Words of name or altText" })),
        kind: Type.Optional(words(["image", "video"])),
        unused: Type.Optional(Type.Boolean({ description: "In no post" })),
        missingAlt: Type.Optional(Type.Boolean()),
      },
      strict,
    ),
    output: Type.Object({ media: Type.Array(MediaView) }),
    shown: { media: Type.Array(Type.Object({ id: uuid })) },
    async run({ q, ...filter }, { caller }) {
      const query = { ...filter, text: q, sort: "created" as const };
      const found = await deps.library.page(caller.profileId, query, MOST_LISTED, null);
      const media = found.map((each) => mediaView(each, deps.links));
      return { value: { media }, text: mediaListWords(media) };
    },
  }),
];

const MOST_LISTED = 50;

const WAYS = ["base64", "url", "size", "uploadId"] as const;

function refuseUnlessOneWay(args: Arguments): void {
  const ways = WAYS.filter((way) => args[way] !== undefined);
  if (ways.length === 1) return;
  const message = "give one of base64, url, size and uploadId";
  throw invalidRequest(
    (ways.length === 0 ? ["base64"] : ways).map((way) => ({ pointer: `/${way}`, message })),
  );
}

async function fileOf(actor: Actor, args: Arguments, deps: MediaToolsDeps) {
  const { base64, url, uploadId, filename, mimeType = "", altText = null } = args;
  if (uploadId !== undefined) return await deps.uploads.complete(actor, uploadId.toLowerCase(), altText);
  const file =
    url === undefined
      ? { filename: filename ?? "", bytes: bytesOf(base64 ?? "") }
      : await importMedia({ url, ...(filename && { filename }) }, deps);
  return await takeSmall(actor, { ...file, declaredMime: mimeType, altText }, deps.ingest);
}

/** @throws Problem invalid_request */
function largeFile({ size = 0, mimeType, filename = "" }: Arguments) {
  const contentType = PRESIGNED_MIMES.find((mime) => mime === mimeType);
  const errors: FieldError[] = [];
  if (!contentType) errors.push({ pointer: "/mimeType", message: `one of ${PRESIGNED_MIMES.join(", ")}` });
  if (filename === "") errors.push({ pointer: "/filename", message: "Expected required property" });
  if (!contentType || errors.length > 0) throw invalidRequest(errors);
  return { size, contentType, filename };
}

/** @throws Problem invalid_request or media_too_large */
function bytesOf(base64: string): Uint8Array {
  if (base64.length > Math.ceil(SMALL_FILE_BYTES / 3) * 4) {
    throw new Problem(
      "media_too_large",
      `A base64 file can have at most ${SMALL_FILE_BYTES / 2 ** 20} MiB.`,
      {
        limit: SMALL_FILE_BYTES,
      },
    );
  }
  try {
    return Uint8Array.fromBase64(base64);
  } catch (cause) {
    const errors = [{ pointer: "/base64", message: "not base64" }];
    throw new Problem("invalid_request", "`base64` is not base64.", { errors }, { cause });
  }
}
