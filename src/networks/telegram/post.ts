// Builds the request that publishes a Telegram message (networks/telegram.facts.md 1).
import type { Options } from "./options.ts";
import { byteRange } from "../client/body.ts";
import type { Part, RequestBody } from "../client/call.ts";
import { objectOf, type JsonObject } from "../client/json.ts";
import type { Draft, DraftMedia, Json } from "../network.ts";
import { visibleText } from "./rules.ts";
import { factsOf, partsOf, type SentFile } from "./upload.ts";

/** Stored before the commit. */
export type Prepared = {
  readonly chatId: string;
  readonly method: string;
  /** Parameters of the method, except the files. */
  readonly fields: JsonObject;
  readonly files: readonly SentFile[];
  /** The text as people will see it. */
  readonly shows: string;
  /** Whether the message can't be forwarded, so that `verify` can't use that. */
  readonly closed: boolean;
};

const METHODS = { photo: "sendPhoto", video: "sendVideo", animation: "sendAnimation" } as const;

export function preparedOf(
  { text, options }: Pick<Draft<Options>, "text" | "options">,
  chatId: string,
  files: readonly SentFile[],
): Prepared {
  const [only, ...more] = files;
  const method = !only ? "sendMessage" : more.length > 0 ? "sendMediaGroup" : METHODS[only.kind];
  const html = options.parse_mode === "HTML";
  return {
    chatId,
    method,
    fields: { ...deliveryOf(options), ...contentOf(text, options, files) },
    files,
    shows: visibleText(text, html),
    closed: options.protect_content === true,
  };
}

function deliveryOf({ disable_notification, protect_content, reply_to, buttons }: Options): JsonObject {
  return {
    ...(disable_notification && { disable_notification }),
    ...(protect_content && { protect_content }),
    ...(reply_to !== undefined && { reply_parameters: { message_id: reply_to } }),
    ...(buttons && { reply_markup: { inline_keyboard: buttons.map((button) => [button]) } }),
  };
}

function contentOf(text: string, options: Options, files: readonly SentFile[]): JsonObject {
  const { parse_mode, link_preview, show_caption_above_media, has_spoiler } = options;
  const format = parse_mode && { parse_mode };
  if (files.length === 0)
    return { text, ...format, ...(link_preview && { link_preview_options: PREVIEWS[link_preview] }) };
  const looks = {
    ...(show_caption_above_media && { show_caption_above_media }),
    ...(has_spoiler && { has_spoiler }),
  };
  const caption = text === "" ? {} : { caption: text, ...format };
  if (files.length === 1) return { ...caption, ...looks };
  // Clients show the caption of the first file below the album.
  const media = files.map(({ kind }, n) => ({ type: kind, ...(n === 0 && caption), ...looks }));
  return { media };
}

const PREVIEWS = {
  none: { is_disabled: true },
  small: { prefer_small_media: true },
  large: { prefer_large_media: true },
  above: { show_above_text: true },
} as const satisfies Readonly<Record<NonNullable<Options["link_preview"]>, JsonObject>>;

// ---- the body

/** JSON if Telegram already has the files, else a form with them. Undefined when a file is no longer stored. */
export function bodyOf(prepared: Prepared, media: readonly DraftMedia[]): RequestBody | undefined {
  const { files } = prepared;
  const values = valuesOf(prepared, media);
  if (files.every(({ fileId }) => fileId !== null)) return { json: values };
  const parts: Part[] = Object.entries(values).map(([name, value]) => ({ name, value: write(value) }));
  for (const [n, { mediaId, fileId, kind, streams }] of files.entries()) {
    if (fileId !== null) continue;
    const file = media.find(({ id }) => id === mediaId);
    if (!file) return undefined;
    if (files.length === 1) parts.push(...partsOf(factsOf(file, streams === true)));
    const name = files.length === 1 ? kind : partName(n);
    parts.push({ name, filename: file.filename, type: file.mime, bytes: byteRange(file) });
  }
  return { parts };
}

const partName = (n: number) => `file${n}`;
const write = (value: Json) => (typeof value === "string" ? value : JSON.stringify(value));

function valuesOf({ fields, files }: Prepared, media: readonly DraftMedia[]): JsonObject {
  const [only, ...more] = files;
  if (!only) return fields;
  if (more.length === 0) return only.fileId === null ? fields : { ...fields, [only.kind]: only.fileId };
  const items = Array.isArray(fields["media"]) ? fields["media"] : [];
  const named = files.map(({ fileId, mediaId, streams }, n) => {
    const file = media.find(({ id }) => id === mediaId);
    const facts = fileId === null && file ? factsOf(file, streams === true) : [];
    return {
      ...objectOf(items[n]),
      media: fileId ?? `attach://${partName(n)}`,
      ...Object.fromEntries(facts.map(({ name, value }) => [name, value])),
    };
  });
  return { ...fields, media: named };
}
