// The page that shows what was published to simulated networks: one column each, newest first.
import type { Published, PublishedMedia } from "./network.ts";

export interface Column {
  readonly id: string;
  readonly name: string;
  readonly published: readonly Published[];
}

/** A whole page without scripts. Its files come from `${mediaBase}/<network>/<id>`. */
export function simulatorPage(columns: readonly Column[], mediaBase = "/simulator/media"): string {
  const total = columns.reduce((sum, { published }) => sum + published.length, 0);
  const body = columns.map((column) => columnHtml(column, mediaBase)).join("\n");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Simulated networks</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>Simulated networks</h1>
<p>${total === 0 ? "Nothing was published yet." : `${total} ${total === 1 ? "post" : "posts"}.`} Nothing here reached the internet.</p>
</header>
<main>
${body}
</main>
</body>
</html>
`;
}

function columnHtml({ id, name, published }: Column, mediaBase: string): string {
  const posts = published.toReversed().map((post) => postHtml(post, mediaBase));
  return `<section aria-labelledby="column-${Bun.escapeHTML(id)}">
<h2 id="column-${Bun.escapeHTML(id)}">${Bun.escapeHTML(name)} <span>${published.length}</span></h2>
${posts.join("\n") || '<p class="none">No posts</p>'}
</section>`;
}

function postHtml(post: Published, mediaBase: string): string {
  const at = new Date(post.at).toISOString();
  const files = post.media.map((file) => fileHtml(file, `${mediaBase}/${post.network}`)).join("");
  return `<article id="${Bun.escapeHTML(`${post.network}-${post.id}`)}">
<p class="who">@${Bun.escapeHTML(post.account)} <time datetime="${at}">${at.slice(0, 19).replace("T", " ")} UTC</time></p>
${post.text && `<p class="text">${Bun.escapeHTML(post.text)}</p>`}
${files && `<div class="files">${files}</div>`}
</article>`;
}

function fileHtml({ id, mime, alt }: PublishedMedia, base: string): string {
  const src = Bun.escapeHTML(`${base}/${encodeURIComponent(id)}`);
  const words = Bun.escapeHTML(alt);
  if (mime.startsWith("image/")) return `<img src="${src}" alt="${words}" title="${words}" loading="lazy">`;
  return `<video src="${src}" aria-label="${words}" controls preload="metadata"></video>`;
}

/** Exactly what stands in the page's style element: its policy knows it by this text. */
export const STYLE = `
:root { color-scheme: light dark; --ink: light-dark(#1c1b19, #ebe8e1); --dim: light-dark(#6b675f, #a09b90);
  --page: light-dark(#f4f2ec, #171614); --card: light-dark(#fff, #22201d); --line: light-dark(#dedad0, #38352f); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
header { padding: 1.5rem 1.5rem 0; }
h1 { margin: 0; font-size: 1.4rem; }
header p { margin: .25rem 0 0; color: var(--dim); }
main { display: flex; gap: 1rem; padding: 1.5rem; overflow-x: auto; align-items: flex-start; }
section { flex: 1 0 min(20rem, 100%); max-width: 28rem; min-width: 0; }
h2 { font-size: 1rem; margin: 0 0 .5rem; }
h2 span { color: var(--dim); font-weight: normal; }
article { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: .75rem 1rem; margin-bottom: .75rem; }
article:target { outline: 3px solid light-dark(#b4541a, #f0a06a); }
article p { margin: 0 0 .5rem; }
.who { display: flex; justify-content: space-between; gap: .5rem; font-weight: 600; }
time, .none { color: var(--dim); font-weight: normal; font-size: .85rem; }
.text { white-space: pre-wrap; overflow-wrap: anywhere; }
.files { display: grid; grid-template-columns: repeat(auto-fit, minmax(7rem, 1fr)); gap: .25rem; }
img, video { width: 100%; max-height: 20rem; object-fit: cover; border-radius: 6px; background: var(--line); }
`;
