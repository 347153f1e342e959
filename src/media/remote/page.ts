// Reads the head of a web page for its link card: Open Graph, Twitter and plain HTML tags. No script is run.
import { setImmediate } from "node:timers/promises";
import { Parser } from "htmlparser2";

export interface PageFacts {
  readonly title: string | null;
  readonly description: string | null;
  /** Absolute. */
  readonly imageUrl: string | null;
}

const LONGEST = { title: 300, description: 1000 } as const;
/** Characters that are parsed in one turn of the loop. */
const STEP = 16_384;
/** Of one value; more is not read. */
const MAX_VALUE = 4096;

/** @param type the header Content-Type, which may name the encoding */
export async function pageFacts(bytes: Uint8Array, type: string, url: URL): Promise<PageFacts> {
  const found = openHead();
  const html = decode(bytes, type);
  for (let at = 0; at < html.length && !found.isOver(); at += STEP) {
    found.parser.write(html.slice(at, at + STEP));
    if (at + STEP < html.length) await setImmediate();
  }
  const { values, title } = found;
  const first = (...names: string[]) => names.map((name) => values.get(name)).find((value) => value) ?? null;
  const base = URL.parse(values.get("base") ?? "", url.href) ?? url;
  const image = first(
    "og:image:secure_url",
    "og:image",
    "og:image:url",
    "twitter:image",
    "twitter:image:src",
  );
  return {
    title: line(first("og:title", "twitter:title") ?? title(), LONGEST.title),
    description: line(first("og:description", "twitter:description", "description"), LONGEST.description),
    imageUrl: image === null ? null : (URL.parse(image, base.href)?.href ?? null),
  };
}

/** A parser that collects what stands in the head; the body has nothing to say. */
function openHead() {
  const values = new Map<string, string>();
  let title = "";
  let inTitle = false;
  let isOver = false;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === "body") isOver = true;
      inTitle = name === "title" && title === "";
      if (name === "base") keep("base", attributes["href"]);
      if (name === "meta") keep(attributes["property"] ?? attributes["name"] ?? "", attributes["content"]);
    },
    ontext(text) {
      if (inTitle && !isOver && title.length < MAX_VALUE) title += text;
    },
    onclosetag(name) {
      if (name === "title") inTitle = false;
      if (name === "head") isOver = true;
    },
  });
  return { parser, values, title: () => title, isOver: () => isOver };

  /** The first one counts. */
  function keep(key: string, value: string | undefined): void {
    const name = key.trim().toLowerCase();
    if (isOver || !NAMES.has(name) || values.has(name) || !value?.trim()) return;
    values.set(name, value.trim().slice(0, MAX_VALUE));
  }
}

const NAMES = new Set([
  "og:title",
  "og:description",
  "og:image",
  "og:image:url",
  "og:image:secure_url",
  "twitter:title",
  "twitter:description",
  "twitter:image",
  "twitter:image:src",
  "description",
  "base",
]);

/** In one line, without control and direction characters, which would make it look like something else. */
function line(text: string | null, most: number): string | null {
  const plain = (text ?? "")
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029\s]+/gu, " ")
    .replaceAll(/[\u200b\u200e\u200f\u061c\u202a-\u202e\u2060-\u206f\ufeff]/gu, "")
    .trim();
  const characters = Array.from(plain.slice(0, 2 * most));
  if (characters.length === 0) return null;
  return characters.length <= most
    ? characters.join("")
    : `${characters
        .slice(0, most - 1)
        .join("")
        .trim()}…`;
}

/** By the header, else by what the page says in its first kilobyte, else UTF-8. */
function decode(bytes: Uint8Array, type: string): string {
  const start = Buffer.from(bytes.subarray(0, 1024)).toString("latin1");
  const charset = /charset\s*=\s*["']?([\w-]{1,40})/i;
  const label = charset.exec(type)?.[1] ?? charset.exec(start)?.[1] ?? "utf-8";
  try {
    // The list of encodings of this type is shorter than what there is.
    return new TextDecoder(label as "utf-8").decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
