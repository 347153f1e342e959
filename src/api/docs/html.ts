// The frame of all HTML pages: one style sheet, no script, nothing from other hosts.
import { STYLE } from "./style.ts";

/** Text that is HTML already. */
export interface Html {
  readonly html: string;
}

type Part = Html | string | number | null | false | undefined | readonly Part[];

/** A template whose values are escaped, save those that are HTML already. */
export function markup(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { html: texts.map((text, i) => text + written(parts[i])).join("") };
}

function written(part: Part): string {
  if (part === null || part === undefined || part === false) return "";
  if (typeof part === "string" || typeof part === "number") return Bun.escapeHTML(part);
  return "html" in part ? part.html : part.map(written).join("");
}

/** Words for people in the documents' own small language: paragraphs, and `code` in backticks. */
export function prose(text: string): Html {
  return markup`${text.split(/\n{2,}/).map((paragraph) => markup`<p>${inline(paragraph)}</p>`)}`;
}

export function inline(text: string): Html {
  const parts = text.split(/`([^`]+)`/);
  return markup`${parts.map((part, i) => (i % 2 === 1 ? markup`<code>${part}</code>` : part))}`;
}

interface Page {
  readonly title: string;
  /** The entry of the navigation that the page belongs to. */
  readonly here: string;
  readonly main: Html;
  /** Beside the page on wide screens. */
  readonly aside?: Html;
  /** Not cached unless this says for how long. */
  readonly maxAgeSeconds?: number;
  readonly status?: number;
  /** Whether it holds a form, which can go only to this appliance. */
  readonly form?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

const NAVIGATION = { "/docs": "API", "/docs/errors": "Errors", "/status": "Status" };

export function page({ title, here, main, aside, maxAgeSeconds, ...answer }: Page): Response {
  const links = Object.entries(NAVIGATION).map(([address, name]) => {
    return markup`<a href="${address}"${address === here && markup` aria-current="page"`}>${name}</a>`;
  });
  // The style must stand alone in its element: the policy knows it by its exact text.
  const text = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Crier</title>
<style>${{ html: STYLE }}</style>
</head>
<body>
<header class="top">
<a class="name" href="/docs">Crier</a>
<nav aria-label="Pages">${links}</nav>
</header>
<div class="frame">
${aside && markup`<aside>${aside}</aside>`}
<main>
${main}
</main>
</div>
</body>
</html>
`;
  return new Response(text.html, {
    status: answer.status ?? 200,
    headers: {
      ...answer.headers,
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policyWith(STYLE_HASH, answer.form),
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      ...(maxAgeSeconds !== undefined && { "cache-control": `public, max-age=${maxAgeSeconds}` }),
    },
  });
}

/** Only one style, known by its exact text, and our own pictures and clips. */
export function policyWith(styleHash: string, form = false): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    "img-src 'self'",
    "media-src 'self'",
    "base-uri 'none'",
    `form-action ${form ? "'self'" : "'none'"}`,
    "frame-ancestors 'none'",
  ].join("; ");
}

export const hashOf = (style: string): string =>
  new Bun.CryptoHasher("sha256").update(style).digest("base64");

const STYLE_HASH = hashOf(STYLE);
