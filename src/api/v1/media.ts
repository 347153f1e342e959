// /v1/media: files of the profile. Small ones come whole; larger ones by presign.
import { Type, type Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { Problem } from "../../errors.ts";
import type { Intake } from "../../media/intake.ts";
import type { Media } from "../../publishing/post.ts";
import { callerOf, operation } from "../caller.ts";
import { readForm } from "../form.ts";
import { iso, nullable, time, uuid } from "./shapes.ts";

/** The contract's "small upload". */
export const MAX_FILE_BYTES = 4 * 1024 * 1024;

export const MediaView = Type.Object(
  {
    id: uuid,
    filename: Type.String(),
    kind: Type.Union([Type.Literal("image"), Type.Literal("video")]),
    mime: Type.String({ description: "what the bytes are, whatever was declared" }),
    size: Type.Integer({ description: "bytes" }),
    width: nullable(Type.Integer(), "as displayed"),
    height: nullable(Type.Integer(), "as displayed"),
    durationMs: nullable(Type.Integer()),
    altText: nullable(Type.String()),
    createdAt: time,
    facts: nullable(
      Type.Object({
        videoCodec: nullable(Type.String(), "h264, hevc, vp9, …; null for images"),
        audioCodec: nullable(Type.String(), "aac, opus, …; null when there is no sound"),
        frameRate: nullable(Type.Number(), "frames a second"),
        bitrate: nullable(Type.Integer(), "of the whole file, bits a second"),
        hdr: nullable(Type.Boolean(), "high dynamic range"),
        rotation: Type.Integer({
          description: "degrees clockwise by which the stored picture is turned to be shown",
        }),
        animated: Type.Boolean({ description: "an image of several frames" }),
        alpha: Type.Boolean({ description: "may be transparent somewhere" }),
        colourSpace: nullable(
          Type.String(),
          "rgb, grey or cmyk of an image; the primaries of a video, such as bt709",
        ),
      }),
      "what a look into the file showed; null for files from before this was kept",
    ),
  },
  { title: "Media" },
);

export const mediaRoutes = (deps: { intake: Intake }) =>
  new Elysia({ prefix: "/media" }).post(
    "",
    async ({ request, status }) => {
      const { file, fields } = await readForm(request, MAX_FILE_BYTES, FIELDS);
      const small = {
        filename: fields.get("filename") ?? file.name,
        declaredMime: file.type,
        altText: altTextOf(fields),
        bytes: file.bytes,
      };
      const media = await takeSmall(callerOf(request).profileId, small, deps.intake);
      return status(201, { media: mediaView(media) });
    },
    {
      ...operation({
        id: "uploadMedia",
        tag: "Media",
        scope: "write",
        summary: "Upload a small file",
        description:
          "One photo or clip up to 4 MiB, as a form. The type is what the bytes say, and sizes are measured; " +
          "`width`, `height` and `durationMs` only fill in what can't be.",
        problems: [
          "invalid_request",
          "unsupported_media_type",
          "media_too_large",
          "media_unreadable",
          "media_type_mismatch",
          "media_type_unsupported",
        ],
        requestBody: UPLOAD_FORM,
      }),
      parse: "none",
      response: { 201: Type.Object({ media: MediaView }) },
    },
  );

export function mediaView(media: Media): Static<typeof MediaView> {
  const { id, filename, kind, mime, size, width, height, durationMs, altText, createdAt, facts } = media;
  const measured = { kind, mime, size, width, height, durationMs };
  return { id, filename, ...measured, altText, createdAt: iso(createdAt), facts };
}

interface SmallFile {
  readonly filename: string;
  /** "" when the sender does not say. */
  readonly declaredMime: string;
  readonly altText: string | null;
  readonly bytes: Uint8Array;
}

/** @throws Problem as Intake does */
export function takeSmall(profileId: string, { bytes, ...file }: SmallFile, intake: Intake): Promise<Media> {
  return intake.take({ profileId, ...file, stream: chunks(bytes), limitBytes: MAX_FILE_BYTES });
}

async function* chunks(bytes: Uint8Array) {
  yield bytes;
}

/** Width, height and duration are taken but not needed: what is measured wins (D30). */
const FIELDS = ["filename", "altText", "width", "height", "durationMs"];
export const ALT_TEXT_MAX = 1500;

const field = (description: string) => ({ type: "string", description });
const wholeNumber = (description: string) => ({ type: "integer", minimum: 1, description });

/** The form for the documents: Elysia reads no form here, so there is no schema to take it from. */
const UPLOAD_FORM = {
  required: true,
  content: {
    "multipart/form-data": {
      schema: {
        type: "object",
        required: ["file"],
        additionalProperties: false,
        properties: {
          file: { contentMediaType: "application/octet-stream", description: "the file, under 4 MiB" },
          filename: field("instead of the file part's own name"),
          altText: { ...field("what it shows, for those who can't see it"), maxLength: ALT_TEXT_MAX },
          width: wholeNumber("px; used only when it can't be measured"),
          height: wholeNumber("px; used only when it can't be measured"),
          durationMs: wholeNumber("used only when it can't be measured"),
        },
      },
      encoding: {
        file: { contentType: "image/jpeg, image/png, image/webp, video/mp4, video/quicktime, video/webm" },
      },
    },
  },
};

function altTextOf(fields: ReadonlyMap<string, string>): string | null {
  const text = fields.get("altText") ?? null;
  if (text !== null && text.length > ALT_TEXT_MAX) {
    const errors = [{ pointer: "/altText", message: `at most ${ALT_TEXT_MAX} characters` }];
    throw new Problem("invalid_request", "The alternative text is too long.", { errors });
  }
  return text;
}
