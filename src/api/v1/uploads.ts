// /v1/media/presign and /v1/media/complete: the beginning and the end of a large upload.
import { Type, type Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { MediaLinks } from "../../media/links.ts";
import { PRESIGNED_MIMES } from "../../media/probe/sniff.ts";
import type { Upload } from "../../media/upload/records.ts";
import { MAX_UPLOAD_BYTES, type Uploads } from "../../media/upload/index.ts";
import type { Media } from "../../domain/post.ts";
import { strictJson } from "../http/body.ts";
import { actorOf, callerOf, operation } from "../http/caller.ts";
import { altText, filename, MediaView, mediaView, supplied } from "./media.ts";
import { iso, strict, time, uuid, words } from "../views/shapes.ts";

export interface UploadApiDeps {
  readonly uploads: Uploads<Media>;
  readonly links: MediaLinks;
}

export const UploadView = Type.Object(
  {
    uploadId: uuid,
    uploadUrl: Type.String({ format: "uri", description: "works for an hour, for this upload alone" }),
    method: Type.Literal("PUT"),
    headers: Type.Record(Type.String(), Type.String(), { description: "to send with the bytes" }),
    expiresAt: time,
  },
  { title: "Upload" },
);

const UploadWish = Type.Object(
  {
    filename,
    contentType: words(PRESIGNED_MIMES),
    size: Type.Integer({ minimum: 1, maximum: MAX_UPLOAD_BYTES, description: "bytes, exactly" }),
  },
  strict,
);
const Completion = Type.Object({ uploadId: uuid, altText: Type.Optional(altText), ...supplied }, strict);

export const uploadApiRoutes = (deps: UploadApiDeps) =>
  new Elysia({ prefix: "/media" })
    .post(
      "/presign",
      async ({ request, body, status }) => {
        const upload = await deps.uploads.prepare(actorOf(callerOf(request)), body);
        return status(201, uploadView(upload, deps.uploads));
      },
      {
        ...operation({
          id: "prepareMediaUpload",
          tag: "Media",
          scope: "write",
          summary: "Prepare an upload of up to 512 MiB",
          description: ABOUT_PRESIGN,
          problems: ["media_quota_exceeded", "too_many_uploads"],
        }),
        parse: strictJson,
        body: UploadWish,
        response: { 201: UploadView },
      },
    )
    .post(
      "/complete",
      async ({ request, body: { uploadId, altText = null } }) => {
        const media = await deps.uploads.complete(
          actorOf(callerOf(request)),
          uploadId.toLowerCase(),
          altText,
          request.signal,
        );
        return { media: mediaView(media, deps.links) };
      },
      {
        ...operation({
          id: "completeMediaUpload",
          tag: "Media",
          scope: "write",
          summary: "Complete an upload",
          description: ABOUT_COMPLETE,
          problems: [
            "not_found",
            "upload_mismatch",
            "upload_incomplete",
            "upload_expired",
            "media_quota_exceeded",
            "media_unreadable",
            "media_type_mismatch",
            "media_type_unsupported",
          ],
        }),
        parse: strictJson,
        body: Completion,
        response: { 200: Type.Object({ media: MediaView }) },
      },
    );

export function uploadView(
  upload: Upload,
  { address }: Pick<Uploads<Media>, "address">,
): Static<typeof UploadView> {
  return {
    uploadId: upload.id,
    uploadUrl: address(upload),
    method: "PUT",
    headers: { "Content-Type": upload.mime },
    expiresAt: iso(upload.expiresAt),
  };
}

const ABOUT_PRESIGN = `Then PUT the raw bytes to \`uploadUrl\` with \`headers\`, and POST /media/complete. Never send the API key to the upload address: a request with an \`Authorization\` header is refused (400 \`credential_on_upload\`), and so is another size or type (400 \`upload_mismatch\`).

What came before a connection broke is kept. HEAD \`uploadUrl\` answers with \`Upload-Offset\`, the bytes that are here; PUT the rest with \`Content-Range: bytes OFFSET-LAST/SIZE\`, in one or many pieces. A piece that starts elsewhere is refused (409 \`upload_offset\`, with the \`offset\`). PUT without \`Content-Range\` starts over. Every PUT may be repeated until the upload is completed; of two at once the later one wins.

Where the operator keeps media in an S3 bucket, \`uploadUrl\` is the bucket's own: send exactly these \`headers\`. It refuses another size or type itself (403), and an upload that broke off is sent again from its start.

The address works for an hour; a PUT that is under way then may end. An upload that nobody completes is deleted a day later.`;

const ABOUT_COMPLETE = `Looks at the bytes, as a small upload does: the type is what the bytes say, and sizes are measured; \`width\`, \`height\` and \`durationMs\` only fill in what can't be. Repeated, it answers with the same media. A file that is refused can be replaced by another PUT.`;
