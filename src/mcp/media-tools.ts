// add_media: takes a small file in, as base64.
import { Type, type Static } from "@sinclair/typebox";
import { invalidRequest } from "../api/problem.ts";
import { ALT_TEXT_MAX, MAX_FILE_BYTES, mediaView, MediaView, takeSmall } from "../api/v1/media.ts";
import { strict } from "../api/v1/shapes.ts";
import { Problem } from "../errors.ts";
import type { Intake } from "../media/intake.ts";
import { tool, type Tool } from "./tool.ts";
import { mediaWords } from "./words.ts";

export interface MediaToolsDeps {
  readonly intake: Intake;
}

const ABOUT = `Stores one photo or clip (JPEG, PNG, WebP, MP4, MOV, WebM; at most 4 MiB) and returns its id for \`media\` of create_post. Send the bytes as base64. The type is what the bytes say, and sizes are measured.
Give altText for photos: what a person who can't see it should know. Nothing is published by this. Each call stores a new file, so call it once per file and reuse the id.
Import by url is not available on this appliance yet: fetch the file yourself and send it as base64. Larger files are uploaded by a person or through the HTTP API.`;

const input = Type.Object(
  {
    base64: Type.Optional(
      Type.String({ minLength: 1, contentEncoding: "base64", description: "The file's bytes in base64" }),
    ),
    filename: Type.Optional(Type.String({ maxLength: 255, description: "Such as hills.jpg; only shown" })),
    mimeType: Type.Optional(
      Type.String({ maxLength: 100, description: "Such as image/jpeg; refused when the bytes are another" }),
    ),
    altText: Type.Optional(
      Type.String({ minLength: 1, maxLength: ALT_TEXT_MAX, description: "What the picture shows, in words" }),
    ),
    url: Type.Optional(Type.String({ maxLength: 2000, description: "Not available yet: send base64" })),
  },
  strict,
);

export const mediaTools = ({ intake }: MediaToolsDeps): Tool[] => [
  tool({
    name: "add_media",
    title: "Add a photo or clip",
    description: ABOUT,
    scope: "write",
    hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    input,
    output: Type.Object({ media: MediaView }),
    async run(args, { caller }) {
      const { filename = "", mimeType: declaredMime = "", altText = null } = args;
      const file = { filename, declaredMime, altText, bytes: bytesOf(args) };
      const media = mediaView(await takeSmall(caller.profileId, file, intake));
      return { value: { media }, text: mediaWords(media) };
    },
  }),
];

/** @throws Problem invalid_request or media_too_large */
function bytesOf({ url, base64 }: Static<typeof input>): Uint8Array {
  if (url !== undefined) {
    const errors = [{ pointer: "/url", message: "import by URL is not available yet" }];
    throw new Problem(
      "invalid_request",
      "This appliance can't import files by URL yet. Fetch the file yourself and send its bytes as `base64`.",
      { errors },
    );
  }
  if (base64 === undefined)
    throw invalidRequest([{ pointer: "/base64", message: "Expected required property" }]);
  if (base64.length > Math.ceil(MAX_FILE_BYTES / 3) * 4) {
    throw new Problem("media_too_large", `At most ${MAX_FILE_BYTES} bytes are taken here.`, {
      limit: MAX_FILE_BYTES,
    });
  }
  try {
    return Uint8Array.fromBase64(base64);
  } catch (cause) {
    const errors = [{ pointer: "/base64", message: "not base64" }];
    throw new Problem("invalid_request", "`base64` is not base64.", { errors }, { cause });
  }
}
