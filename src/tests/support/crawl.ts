// Visits every page that can be reached by links from the front page, as a reader could.
interface VisitedPage {
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** Ids of its elements, in order. */
  readonly ids: readonly string[];
  /** Its links, as they are written. */
  readonly links: readonly string[];
}

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#x27;": "'", "&#39;": "'", "&amp;": "&" },
};

/** Text as a browser reads it. */
export const unescapeHtml = (html: string): string =>
  html.replace(/&(?:lt|gt|quot|amp|#x27|#39);/g, (entity) => ENTITIES[entity] ?? entity);

/** @param first where to begin, besides "/" and "/docs" */
export async function crawl(url: string, first: readonly string[] = []): Promise<VisitedPage[]> {
  const waiting = ["/", "/docs", ...first];
  const seen = new Set(waiting);
  const pages: VisitedPage[] = [];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const page = await visit(url, path);
    pages.push(page);
    for (const link of page.links) {
      const next = targetOf(link, path)?.path;
      if (next === undefined || seen.has(next)) continue;
      seen.add(next);
      waiting.push(next);
    }
  }
  return pages;
}

/** The web app is another kind of page: it has no content until its script runs. */
const APP = '<div id="app">';

async function visit(url: string, path: string): Promise<VisitedPage> {
  const answer = await fetch(url + path, { headers: { accept: "text/html" } });
  const { status, headers } = answer;
  const isPage = headers.get("content-type")?.startsWith("text/html") ?? false;
  const text = isPage ? await answer.text() : "";
  const html = text.includes(APP) ? "" : text;
  const values = (name: string) =>
    [...html.matchAll(new RegExp(` ${name}="([^"]*)"`, "g"))].map(([, value = ""]) => unescapeHtml(value));
  return { path, status, headers, html, ids: values("id"), links: [...values("href"), ...values("src")] };
}

/** The address of a link on a page; null for one to another host. */
export function targetOf(
  link: string,
  path: string,
): { readonly path: string; readonly id: string | null } | null {
  if (/^https?:/.test(link)) return null;
  const { pathname, search, hash } = new URL(link, `http://x${path}`);
  return { path: pathname + search, id: hash === "" ? null : decodeURIComponent(hash.slice(1)) };
}
