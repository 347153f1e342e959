// /v1/media/presign and /v1/media/complete: start and finish a large upload.
import { Type, type Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { MediaLinks } from "../../media/links.ts";
import { PRESIGNED_MIMES } from "../../media/probe/sniff.ts";
import type { Upload } from "../../domain/upload.ts";
import { MAX_UPLOAD_BYTES, type Uploads } from "../../media/upload/index.ts";
import { strictJson } from "../http/body.ts";
import { actorOf, callerOf, operation } from "../http/caller.ts";
import { altText, filename, supplied } from "./media.ts";
import { mediaView, MediaView } from "../views/media.ts";
import { iso, strict, time, uuid, words } from "../views/shapes.ts";

export interface UploadApiDeps {
  readonly uploads: Uploads;
  readonly links: MediaLinks;
}

export const UploadView = Type.Object(
  {
    uploadId: uuid,
    uploadUrl: Type.String({ format: "uri", description: "works for an hour, only for this upload" }),
    method: Type.Literal("PUT"),
    headers: Type.Record(Type.String(), Type.String(), { description: "to send with the bytes" }),
    expiresAt: time,
  },
  { title: "Upload" },
);

const UploadBody = Type.Object(
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
        const caller = callerOf(request);
        const upload = await deps.uploads.prepare(actorOf(caller), body);
        return status(201, uploadView(upload, deps.uploads.address(upload, caller.role !== null)));
      },
      PREPARE_MEDIA_UPLOAD,
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
      COMPLETE_MEDIA_UPLOAD,
    );

export function uploadView(upload: Upload, uploadUrl: string): Static<typeof UploadView> {
  return {
    uploadId: upload.id,
    uploadUrl,
    method: "PUT",
    headers: { "Content-Type": upload.mime },
    expiresAt: iso(upload.expiresAt),
  };
}

const ABOUT_PRESIGN = `Then PUT the raw bytes to \`uploadUrl\` with \`headers\`, and POST /media/complete. Never send the API key to the upload URL: a request with an \`Authorization\` header is refused (400 \`credential_on_upload\`), and so is a different size or type (400 \`upload_mismatch\`).

If the connection is lost, the bytes received so far are kept. HEAD \`uploadUrl\` returns their number as \`Upload-Offset\`; PUT the rest with \`Content-Range: bytes OFFSET-LAST/SIZE\`, in one or many pieces. A piece with a different start is refused (409 \`upload_offset\`, with the \`offset\`). PUT without \`Content-Range\` starts over. You can repeat every PUT until the upload is completed; of two at the same time, the later one wins.

If the operator stores media in an S3 bucket, \`uploadUrl\` usually belongs to the bucket: then send exactly these \`headers\`. The bucket itself refuses a different size or type (403), and an interrupted upload has to start again.

The URL works for an hour; a PUT in progress at that time can finish. An upload that is not completed is deleted a day later.`;

const ABOUT_COMPLETE = `Checks the file like a direct upload: Crier detects the type and the dimensions; \`width\`, \`height\` and \`durationMs\` are only used for what cannot be detected. Repeating the request returns the same media. You can replace a refused file with another PUT.`;

const PREPARE_MEDIA_UPLOAD = {
  ...operation({
    id: "prepareMediaUpload",
    tag: "Media",
    scope: "write",
    permission: "draft",
    summary: "Prepare an upload of up to 512 MiB",
    description: ABOUT_PRESIGN,
    problems: ["media_quota_exceeded", "too_many_uploads"],
  }),
  parse: strictJson,
  body: UploadBody,
  response: { 201: UploadView },
};

const COMPLETE_MEDIA_UPLOAD = {
  ...operation({
    id: "completeMediaUpload",
    tag: "Media",
    scope: "write",
    permission: "draft",
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
};
