// /v1/media: files of the profile. Small ones come whole; larger ones by presign.
import { Type, type Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { Problem } from "../../errors.ts";
import type { Intake } from "../../media/intake.ts";
import type { Media } from "../../publishing/post.ts";
import { readBounded, requireType } from "../body.ts";
import { callerOf, needs } from "../caller.ts";
import { iso, nullable, time, uuid } from "./shapes.ts";

/** The contract's "small upload"; the multipart frame may add a little. */
const MAX_FILE_BYTES = 4 * 1024 * 1024;
const MAX_FRAME_BYTES = 64 * 1024;

export const MediaView = Type.Object({
  id: uuid,
  filename: Type.String(),
  kind: Type.Union([Type.Literal("image"), Type.Literal("video")]),
  mime: Type.String(),
  size: Type.Integer(),
  width: nullable(Type.Integer()),
  height: nullable(Type.Integer()),
  durationMs: nullable(Type.Integer()),
  altText: nullable(Type.String()),
  createdAt: time,
});

export const mediaRoutes = (deps: { intake: Intake }) =>
  new Elysia({ prefix: "/media" }).post(
    "",
    async ({ request, status }) => {
      const { file, filename, altText } = await readForm(request);
      const media = await deps.intake.take({
        profileId: callerOf(request).profileId,
        filename: filename ?? file.name,
        declaredMime: file.type,
        altText,
        stream: file.stream(),
        limitBytes: MAX_FILE_BYTES,
      });
      return status(201, { media: mediaView(media) });
    },
    { ...needs("write"), parse: "none", response: { 201: Type.Object({ media: MediaView }) } },
  );

export function mediaView(media: Media): Static<typeof MediaView> {
  const { id, filename, kind, mime, size, width, height, durationMs, altText, createdAt } = media;
  return { id, filename, kind, mime, size, width, height, durationMs, altText, createdAt: iso(createdAt) };
}

const FIELDS = ["file", "filename", "altText", "width", "height", "durationMs"];
const ALT_TEXT_MAX = 1500;

interface Form {
  readonly file: File;
  readonly filename: string | null;
  readonly altText: string | null;
}

/** Width, height and duration are taken but not needed: what is measured wins (D30). */
async function readForm(request: Request): Promise<Form> {
  requireType(request, "multipart/form-data");
  const body = await readBounded(request, MAX_FILE_BYTES + MAX_FRAME_BYTES, "media_too_large");
  const type = request.headers.get("content-type") ?? "";
  const form = await new Response(body, { headers: { "content-type": type } })
    .formData()
    .catch((cause: unknown) => {
      throw new Problem("invalid_request", "The multipart body can't be read.", {}, { cause });
    });
  const field = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" && value !== "" ? value : null;
  };
  const file = form.get("file");
  const altText = field("altText");
  const errors = [...form.keys()]
    .filter((name) => !FIELDS.includes(name))
    .map((name) => ({ pointer: `/${name}`, message: "Unexpected property" }));
  if (altText !== null && altText.length > ALT_TEXT_MAX) {
    errors.push({ pointer: "/altText", message: `at most ${ALT_TEXT_MAX} characters` });
  }
  if (!(file instanceof File)) errors.push({ pointer: "/file", message: "a file part is needed here" });
  if (errors.length > 0 || !(file instanceof File)) {
    throw new Problem("invalid_request", "Send one file part named `file`.", { errors });
  }
  return { file, filename: field("filename"), altText };
}
