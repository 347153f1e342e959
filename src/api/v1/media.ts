// /v1/media: upload small files directly, or import them by URL.
import { Type, type Static } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { Elysia } from "elysia";
import type { Import } from "../../media/import.ts";
import { SMALL_FILE_BYTES, type Ingest } from "../../media/ingest.ts";
import type { MediaLinks } from "../../media/links.ts";
import type { Actor } from "../../publishing/actor.ts";
import type { Media } from "../../domain/media.ts";
import { jsonOf, MAX_JSON_BYTES } from "../http/body.ts";
import { actorOf, callerOf, operation } from "../http/caller.ts";
import { readForm } from "../http/form.ts";
import { describeSchema } from "../openapi/schema.ts";
import { fieldsIn } from "../http/field-errors.ts";
import { invalidRequest } from "../http/problem.ts";
import { MediaView, mediaView } from "../views/media.ts";
import { strict } from "../views/shapes.ts";
import { text } from "../views/text.ts";

const ALT_TEXT_MAX = 1500;
export const altText = text({
  minLength: 1,
  maxLength: ALT_TEXT_MAX,
  description: "description for people who cannot see it",
});
export const filename = text({ minLength: 1, maxLength: 1000, description: "only shown" });

/** Taken but not needed: all three are measured in every file that is taken, and what is measured wins (D30). */
const measure = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description }));
export const supplied = {
  width: measure("px; used only if it cannot be detected"),
  height: measure("px; used only if it cannot be detected"),
  durationMs: measure("used only if it cannot be detected"),
};

export interface MediaDeps {
  readonly ingest: Ingest;
  /** Fetches a file by its URL. */
  readonly fetchFile: Import;
  readonly links: MediaLinks;
}

/** What stands beside the file in a form; the file part has a name of its own. */
const FormFields = Type.Object(
  { filename: Type.Optional(filename), altText: Type.Optional(altText), ...supplied },
  strict,
);

const ImportBody = Type.Object(
  {
    url: text({ maxLength: 2000, description: "https, on a host that the operator has approved" }),
    filename: Type.Optional(filename),
    altText: Type.Optional(altText),
    ...supplied,
  },
  strict,
);
export type ImportWish = Static<typeof ImportBody>;

export const mediaRoutes = (deps: MediaDeps) =>
  new Elysia({ prefix: "/media" }).post(
    "",
    async ({ request, status }) => {
      const actor = actorOf(callerOf(request));
      const small = isJson(request)
        ? await importMedia(await readImport(request), deps)
        : await formFile(request);
      const media = await takeSmall(actor, small, deps.ingest, request.signal);
      return status(201, { media: mediaView(media, deps.links) });
    },
    {
      ...operation({
        id: "uploadMedia",
        tag: "Media",
        scope: "write",
        permission: "draft",
        summary: "Upload a small file or import one by URL",
        description: ABOUT,
        problems: [
          "invalid_request",
          "invalid_json",
          "unsupported_media_type",
          "body_too_large",
          "body_incomplete",
          "host_not_approved",
          "import_failed",
          "media_too_large",
          "media_quota_exceeded",
          "media_unreadable",
          "media_type_mismatch",
          "media_type_unsupported",
        ],
        requestBody: UPLOAD,
      }),
      parse: "none",
      response: { 201: Type.Object({ media: MediaView }) },
    },
  );

const ABOUT = `One photo, GIF or clip up to 4 MiB: as a form, or as JSON with a \`url\` to import it from. Crier detects the type and the dimensions; \`width\`, \`height\` and \`durationMs\` are only used for what cannot be detected. Upload larger files with POST /media/presign, which accepts everything except GIFs.

The URL must be https, on a host that the operator has approved (422 \`host_not_approved\`), and must not contain a password. Redirects and private addresses are refused, and the file must arrive within 10 s (422 \`import_failed\`).`;

interface SmallFile {
  readonly filename: string;
  /** "" when the sender does not say. */
  readonly declaredMime: string;
  readonly altText: string | null;
  readonly bytes: Uint8Array;
}

/**
 * @param signal the caller no longer waits
 * @throws Problem as Ingest does
 */
export function takeSmall(
  actor: Actor,
  { bytes, ...file }: SmallFile,
  ingest: Ingest,
  signal?: AbortSignal,
): Promise<Media> {
  const { profileId, name } = actor;
  return ingest.take({
    profileId,
    actor: name,
    ...file,
    stream: chunks(bytes),
    limitBytes: SMALL_FILE_BYTES,
    signal,
  });
}

/** @throws Problem as Import does */
export async function importMedia(
  { url, ...request }: ImportWish,
  { fetchFile }: Pick<MediaDeps, "fetchFile">,
): Promise<SmallFile> {
  const { filename, bytes } = await fetchFile(url);
  return {
    filename: request.filename ?? filename,
    declaredMime: "",
    altText: request.altText ?? null,
    bytes,
  };
}

const isJson = (request: Request) =>
  /^application\/json\b/i.test(request.headers.get("content-type")?.trim() ?? "");

/** The body is one of two, so that no schema of the route checks it. */
async function readImport(request: Request): Promise<ImportWish> {
  const input = await jsonOf(request, MAX_JSON_BYTES);
  if (Value.Check(ImportBody, input)) return input;
  throw invalidRequest(fieldsIn(Value.Errors(ImportBody, input)));
}

async function formFile(request: Request): Promise<SmallFile> {
  const { file, fields } = await readForm(request, SMALL_FILE_BYTES, Object.keys(FormFields.properties));
  const values = valuesOf(fields);
  if (!Value.Check(FormFields, values)) throw invalidRequest(fieldsIn(Value.Errors(FormFields, values)));
  const { filename = file.name, altText = null } = values;
  return { filename, declaredMime: file.type, altText, bytes: file.bytes };
}

/** A form has texts only. */
function valuesOf(fields: ReadonlyMap<string, string>): object {
  const isNumber = (name: string, text: string) => name in supplied && /^-?\d+(\.\d+)?$/.test(text);
  return Object.fromEntries(
    [...fields].map(([name, text]) => [name, isNumber(name, text) ? Number(text) : text]),
  );
}

async function* chunks(bytes: Uint8Array) {
  yield bytes;
}

/** For the documents: Elysia reads neither body here, so there is no schema to take them from. */
const UPLOAD = {
  required: true,
  content: {
    "multipart/form-data": {
      schema: {
        type: "object",
        required: ["file"],
        additionalProperties: false,
        properties: {
          file: { contentMediaType: "application/octet-stream", description: "the file, under 4 MiB" },
          ...describeSchema(FormFields, {}).properties,
        },
      },
      encoding: {
        file: {
          contentType: "image/jpeg, image/png, image/webp, image/gif, video/mp4, video/quicktime, video/webm",
        },
      },
    },
    "application/json": {
      schema: describeSchema(ImportBody, {}),
      example: { url: "https://media.example.com/hills.jpg" },
    },
  },
};
