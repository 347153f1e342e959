// What a post is made of, as the command line gives it: text, files with alternative texts, and networks' own options.
import { KindGuard } from "@sinclair/typebox";
import { basename } from "node:path";
import type { Appliance } from "../../app/index.ts";
import { OperatorError } from "../../errors.ts";
import { isId } from "../../id.ts";
import { MAX_UPLOAD_BYTES } from "../../media/upload/index.ts";
import { networks } from "../../networks/index.ts";
import type { Json } from "../../networks/network.ts";
import { UsageError, type Context, type GlobalOptions } from "../context.ts";
import { quantity } from "../numbers.ts";
import { printable } from "../printable.ts";

/** Characters (D29). */
const MAX_ALT_TEXT = 1500;

/** "-" is standard input. @throws OperatorError for an empty text */
export async function readText(text: string, context: Context): Promise<string> {
  const whole = text === "-" ? (await context.readInput()).replace(/\r?\n$/, "") : text;
  if (whole.trim() === "") throw new OperatorError("The post has no text.");
  return whole;
}

export interface FileToAdd {
  /** A path, or the id of a file that Crier has already. */
  readonly path: string;
  readonly altText: string | null;
}

/** Each file with its alternative text. @throws OperatorError */
export function filesWith(media: readonly string[], alt: readonly string[]): FileToAdd[] {
  if (alt.length > media.length) {
    const [texts, files] = [quantity(alt.length, "alternative text"), quantity(media.length, "file")];
    throw new UsageError(`There ${alt.length === 1 ? "is" : "are"} ${texts} (--alt) for ${files} (--media).`);
  }
  for (const text of alt) requireAltText(text);
  return media.map((path, index) => ({ path, altText: alt[index] || null }));
}

/** @throws OperatorError */
export function requireAltText(text: string): void {
  const { length } = Array.from(text);
  if (length > MAX_ALT_TEXT)
    throw new OperatorError(
      `An alternative text has ${length} characters; the limit is ${MAX_ALT_TEXT}. Shorten it.`,
    );
}

/** Adds files to the profile, and shows how far each is. @returns their ids, in order @throws OperatorError, Problem */
export async function addFiles(
  files: readonly FileToAdd[],
  profileId: string,
  { ingest }: Pick<Appliance, "ingest">,
  context: Context,
  globals: GlobalOptions,
): Promise<string[]> {
  const ids: string[] = [];
  // A missing file is found out before anything is stored.
  for (const { path } of files) if (!isId(path)) await requireFile(path);
  for (const [index, { path, altText }] of files.entries()) {
    if (isId(path)) {
      ids.push(path);
      continue;
    }
    const name = `${printable(basename(path))} (${index + 1} of ${files.length})`;
    const source = Bun.file(path);
    const isShown = context.isTerminal && !globals.json;
    const stream = isShown ? withProgress(source.stream(), source.size, name, context) : source.stream();
    const added = await ingest.take({
      profileId,
      actor: "cli",
      filename: basename(path),
      declaredMime: "",
      altText,
      stream,
      limitBytes: MAX_UPLOAD_BYTES,
    });
    ids.push(added.id);
  }
  return ids;
}

async function requireFile(path: string): Promise<void> {
  const file = Bun.file(path);
  if (!(await file.exists())) throw new OperatorError(`File not found: ${path}.`);
  if (file.size > MAX_UPLOAD_BYTES) throw new OperatorError(`${path} is larger than 512 MiB.`);
}

const BAR = 30;

/** Passes a stream on and draws how far it is, whenever that shows. */
async function* withProgress(
  stream: AsyncIterable<Uint8Array>,
  size: number,
  name: string,
  context: Context,
) {
  let done = 0;
  let drawn = -1;
  for await (const chunk of stream) {
    done += chunk.byteLength;
    const full = Math.round((done / Math.max(size, 1)) * BAR);
    if (full > drawn || done === size) {
      drawn = full;
      context.draw(`\r${"█".repeat(full)}${"░".repeat(BAR - full)} ${name}${done === size ? "\n" : ""}`);
    }
    yield chunk;
  }
}

/**
 * Options by account, as a post takes them, from NETWORK.NAME=VALUE. A value is taken as it is where the network wants a
 * text, and else read as JSON. The name stands after the last dot, so that handles may have dots too.
 * @throws UsageError with an example
 */
export function optionsFrom(settings: readonly string[]): Record<string, Record<string, Json>> {
  const options: Record<string, Record<string, Json>> = {};
  for (const setting of settings) {
    const [, account = "", option = "", value = ""] = /^([^=]+)\.(\w+)=(.*)$/s.exec(setting) ?? [];
    if (account === "")
      throw new UsageError(
        `Can't read --option ${setting}. Example: --option pinterest.board_id=1022106146619699845`,
      );
    options[account] = { ...options[account], [option]: valueOf(account, option, value) };
  }
  return options;
}

function valueOf(account: string, option: string, value: string): Json {
  const network = networks.find(account.split(":")[0] ?? "");
  const schema = network?.options.properties[option];
  if (schema && KindGuard.IsString(schema)) return value;
  try {
    return JSON.parse(value) as Json;
  } catch {
    return value;
  }
}
