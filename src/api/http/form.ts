// Reads multipart forms with one file, with limits, and keeps the part's declared type.
import {
  MaxFileSizeExceededError,
  MaxTotalSizeExceededError,
  MultipartParseError,
  MultipartParser,
  getMultipartBoundary,
  type MultipartParserOptions,
  type MultipartPart,
} from "@remix-run/multipart-parser";
import { Problem } from "../../errors.ts";
import { arriving } from "./body-limits.ts";
import { pointerTo } from "../../json-pointer.ts";
import { requireType } from "./body.ts";
import { invalidRequest } from "./problem.ts";

export interface Form {
  readonly file: FormFile;
  readonly fields: ReadonlyMap<string, string>;
}

export interface FormFile {
  readonly name: string;
  /** As the sender declared it; "" when it did not. */
  readonly type: string;
  readonly bytes: Uint8Array;
}

const MAX_PARTS = 20;
const MAX_FIELDS_BYTES = 64 * 1024;

/**
 * The file part called `file` and the text fields beside it. (Bun's own formData guesses the type from the name.)
 * @throws Problem media_too_large or invalid_request
 */
export async function readForm(
  request: Request,
  maxFileBytes: number,
  known: readonly string[],
): Promise<Form> {
  requireType(request, "multipart/form-data");
  const parts = await readParts(request, maxFileBytes);
  const file = parts.find(({ name, isFile }) => name === "file" && isFile);
  const names = parts.map(({ name }) => name ?? "");
  const errors = names.flatMap((name, index) => {
    const pointer = pointerTo([name]);
    if (name !== "file" && !known.includes(name))
      return [
        { pointer, message: `is not a field here. There are \`file\`, ${known.map(quote).join(", ")}` },
      ];
    return names.indexOf(name) < index ? [{ pointer, message: "must be sent once" }] : [];
  });
  if (!file) errors.push({ pointer: "/file", message: "must be a file" });
  if (errors.length > 0 || !file) throw invalidRequest(errors);
  const texts = parts
    .filter((part) => part.isText && part !== file)
    .map((part) => [part.name ?? "", textOf(part)] as const);
  return {
    file: { name: file.filename ?? "", type: file.mediaType ?? "", bytes: file.bytes },
    fields: new Map(texts),
  };
}

const quote = (name: string) => `\`${name}\``;

function textOf(part: MultipartPart): string {
  try {
    return part.text;
  } catch (cause) {
    const errors = [{ pointer: `/${part.name ?? ""}`, message: "not UTF-8" }];
    throw new Problem("invalid_request", "A field of the form is not UTF-8.", { errors }, { cause });
  }
}

async function readParts(request: Request, maxFileSize: number): Promise<MultipartPart[]> {
  const limits = { maxFileSize, maxTotalSize: maxFileSize + MAX_FIELDS_BYTES, maxParts: MAX_PARTS };
  try {
    return await Array.fromAsync(partsOf(request, limits));
  } catch (cause) {
    if (cause instanceof MaxFileSizeExceededError || cause instanceof MaxTotalSizeExceededError) {
      throw new Problem(
        "media_too_large",
        `A direct upload can have at most ${maxFileSize / 2 ** 20} MiB. Larger files go through POST /media/presign.`,
        {
          limit: maxFileSize,
        },
      );
    }
    if (!(cause instanceof MultipartParseError)) throw cause;
    throw new Problem("invalid_request", "The multipart body can't be read.", {}, { cause });
  }
}

async function* partsOf(
  request: Request,
  limits: MultipartParserOptions & { readonly maxTotalSize: number },
): AsyncGenerator<MultipartPart> {
  const boundary = getMultipartBoundary(request.headers.get("content-type") ?? "");
  if (!boundary) throw new MultipartParseError("the boundary is missing");
  const parser = new MultipartParser(boundary, limits);
  for await (const chunk of arriving(request, limits.maxTotalSize)) yield* parser.write(chunk);
  parser.finish();
}
