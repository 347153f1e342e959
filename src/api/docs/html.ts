// The frame of all HTML pages: one style sheet, at most one script, and nothing from other hosts.
import { STYLE } from "./style.ts";

/** Text that is HTML already. */
export interface Html {
  readonly html: string;
}

type Part = Html | string | number | null | false | undefined | readonly Part[];

/** A template whose values are escaped, save those that are HTML already. */
export function markup(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { html: texts.map((text, i) => text + write(parts[i])).join("") };
}

function write(part: Part): string {
  if (part === null || part === undefined || part === false) return "";
  if (typeof part === "string" || typeof part === "number") return Bun.escapeHTML(part);
  return "html" in part ? part.html : part.map(write).join("");
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
  /** Address of the navigation's entry that the page belongs to. */
  readonly here: string;
  readonly main: Html;
  /** Beside the page on wide screens, above it on others. */
  readonly aside?: Html;
  /** Not cached unless this says for how long. */
  readonly maxAgeSeconds?: number;
  readonly status?: number;
  /** Whether it holds a form, which can go only to this appliance. */
  readonly form?: boolean;
  /** Its only script, such as the one for copy buttons. */
  readonly script?: string;
  /** Whether the script sends requests, which can go only to this appliance. */
  readonly fetches?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

const NAVIGATION = { "/docs": "Docs", "/docs/api": "API", "/status": "Status" };

export function page({ title, here, main, aside, maxAgeSeconds, script, ...answer }: Page): Response {
  const links = Object.entries(NAVIGATION).map(([address, name]) => {
    return markup`<a href="${address}"${address === here && markup` aria-current="page"`}>${name}</a>`;
  });
  // Style and script must stand alone in their elements: the policy knows them by their exact text.
  const text = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title === "Crier" ? title : `${title} · Crier`}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${{ html: STYLE }}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top">
<a class="name" href="/">Crier</a>
<nav aria-label="Pages">${links}</nav>
</header>
<div class="frame">
${aside && markup`<aside>${aside}</aside>`}
<main id="main">
${main}
</main>
</div>
${script !== undefined && markup`<script>${{ html: script }}</script>`}
</body>
</html>
`;
  return new Response(text.html, {
    status: answer.status ?? 200,
    headers: {
      ...answer.headers,
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policyWith({
        styleHash: STYLE_HASH,
        ...(script !== undefined && { scriptHash: hashOf(script) }),
        form: answer.form ?? false,
        fetches: answer.fetches ?? false,
      }),
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      ...(maxAgeSeconds !== undefined && { "cache-control": `public, max-age=${maxAgeSeconds}` }),
    },
  });
}

interface Policy {
  readonly styleHash: string;
  /** Of the one script; none runs without. */
  readonly scriptHash?: string;
  readonly form?: boolean;
  readonly fetches?: boolean;
}

/** Only one style and at most one script, known by their exact texts, and our own pictures and clips. */
export function policyWith({ styleHash, scriptHash, form = false, fetches = false }: Policy): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    ...(scriptHash === undefined ? [] : [`script-src 'sha256-${scriptHash}'`]),
    ...(fetches ? ["connect-src 'self'"] : []),
    "img-src 'self'",
    "media-src 'self'",
    "base-uri 'none'",
    `form-action ${form ? "'self'" : "'none'"}`,
    "frame-ancestors 'none'",
  ].join("; ");
}

export const hashOf = (text: string): string => new Bun.CryptoHasher("sha256").update(text).digest("base64");

const STYLE_HASH = hashOf(STYLE);
