// The page that shows what simulated networks received: one column each, newest first, with what went wrong.
import { BEHAVIOURS } from "./behaviours.ts";
import { endingOf, type Ending } from "./faults.ts";
import type { Published, PublishedMedia } from "./network.ts";
import type { Incident } from "./player.ts";

export interface Column {
  readonly id: string;
  readonly name: string;
  readonly published: readonly Published[];
  readonly incidents: readonly Incident[];
}

interface PageOptions {
  /** Whether the pages of an appliance are next to it, and it links to them. */
  readonly inAppliance?: boolean;
  /** Its files come from `${mediaBase}/<network>/<id>`. */
  readonly mediaBase?: string;
}

/** A whole page without scripts. */
export function simulatorPage(columns: readonly Column[], options: PageOptions = {}): string {
  const { inAppliance = false, mediaBase = "/simulator/media" } = options;
  const total = columns.reduce((sum, { published }) => sum + published.length, 0);
  const isUsed = ({ published, incidents }: Column) => published.length + incidents.length > 0;
  const used = columns.filter(isUsed);
  const others = columns.filter((column) => !isUsed(column)).map(({ name }) => Bun.escapeHTML(name));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Simulated networks${inAppliance ? " · Crier" : ""}</title>
${inAppliance ? '<link rel="icon" href="/favicon.svg" type="image/svg+xml">' : ""}
<style>${STYLE}</style>
</head>
<body>
${inAppliance ? NAVIGATION : ""}
<main>
<h1>Simulated networks</h1>
<p class="dim">${total === 0 ? "Nothing was published yet." : `${total} ${total === 1 ? "post" : "posts"}.`} Nothing here reached the internet. The simulator forgets everything when ${inAppliance ? "Crier" : "it"} stops.</p>
${HANDLES}
<div class="columns">
${used.map((column) => columnHtml(column, mediaBase)).join("\n")}
</div>
${others.length > 0 ? `<p class="dim">No posts yet: ${others.join(", ")}.</p>` : ""}
</main>
</body>
</html>
`;
}

const NAVIGATION = `<header>
<a class="name" href="/">Crier</a>
<nav aria-label="Pages"><a href="/docs">Docs</a><a href="/docs/api">API</a><a href="/status">Status</a></nav>
</header>`;

const HANDLES = `<details>
<summary>How simulated accounts behave</summary>
<p>The handle of an account decides. Add a suffix for a second account: <code>ok-2</code>.</p>
<dl>${Object.entries(BEHAVIOURS)
  .map(([name, what]) => `<div><dt><code>${name}</code></dt><dd>${what}</dd></div>`)
  .join("")}</dl>
</details>`;

function columnHtml({ id, name, published, incidents }: Column, mediaBase: string): string {
  const cards = [
    ...published.map((post) => ({ at: post.at, html: postHtml(post, mediaBase) })),
    ...incidents.map((incident) => ({ at: incident.at, html: incidentHtml(incident) })),
  ].toSorted((a, b) => b.at - a.at);
  return `<section aria-labelledby="column-${Bun.escapeHTML(id)}">
<h2 id="column-${Bun.escapeHTML(id)}">${Bun.escapeHTML(name)} <span>${published.length}</span></h2>
${cards.map(({ html }) => html).join("\n")}
</section>`;
}

function postHtml(post: Published, mediaBase: string): string {
  const files = post.media.map((file) => fileHtml(file, `${mediaBase}/${post.network}`)).join("");
  return `<article id="${Bun.escapeHTML(`${post.network}-${post.id}`)}">
${whoHtml(post.account, post.at)}
${post.text && `<p class="text">${Bun.escapeHTML(post.text)}</p>`}
${files && `<div class="files">${files}</div>`}
</article>`;
}

function incidentHtml({ account, fault, at }: Incident): string {
  return `<article class="incident">
${whoHtml(account, at)}
<p>${ENDINGS[endingOf(fault)]}</p>
</article>`;
}

const ENDINGS: Readonly<Record<Ending, string>> = {
  refused: "Refused: the network did not accept the request.",
  limited: "Asked to wait: too many requests.",
  answer_lost: "Handled, but the response was lost on the way back.",
  never_arrived: "Lost: the request never reached the network.",
};

function whoHtml(account: string, at: number): string {
  const time = new Date(at).toISOString();
  return `<p class="who">@${Bun.escapeHTML(account)} <time datetime="${time}">${time.slice(0, 19).replace("T", " ")} UTC</time></p>`;
}

function fileHtml({ id, mime, alt }: PublishedMedia, base: string): string {
  const src = Bun.escapeHTML(`${base}/${encodeURIComponent(id)}`);
  const words = Bun.escapeHTML(alt);
  if (mime.startsWith("image/")) return `<img src="${src}" alt="${words}" title="${words}" loading="lazy">`;
  return `<video src="${src}" aria-label="${words || "Video"}" controls preload="metadata"></video>`;
}

/** Exactly what stands in the page's style element: its policy knows it by this text. */
export const STYLE = `
:root { color-scheme: light dark; --ink: light-dark(#1c1b19, #ebe8e1); --dim: light-dark(#67635b, #a39e93); --mark: light-dark(#a34a14, #f0a06a);
  --page: light-dark(#f7f5f0, #171614); --card: light-dark(#fff, #211f1c); --line: light-dark(#e2ded4, #37342f); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
:focus-visible { outline: 2px solid var(--mark); outline-offset: 2px; border-radius: 3px; }
header { display: flex; gap: 2rem; align-items: baseline; padding: 1rem 1.5rem; border-bottom: 1px solid var(--line); }
header a { color: var(--dim); text-decoration: none; } header a:hover { color: var(--mark); } header nav { display: flex; gap: 1.25rem; }
.name { font-weight: 700; } header .name { color: var(--ink); }
main { padding: 2rem 1.5rem 4rem; }
h1 { margin: 0 0 .5rem; font-size: 1.75rem; line-height: 1.2; }
p { margin: 0 0 .5rem; } .dim, time { color: var(--dim); }
code { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: .85em; }
details { margin: 0 0 1.5rem; font-size: .875rem; } summary { cursor: pointer; font-weight: 600; }
details p { margin: .5rem 0; } dl { margin: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(18rem, 1fr)); gap: .2rem 1.5rem; }
dl div { display: flex; gap: .5rem; } dt { flex: 0 0 4.5rem; font-weight: 600; } dd { margin: 0; }
.columns { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(18rem, 100%), 1fr)); gap: 1.5rem 1rem; align-items: start; margin: 0 0 1.5rem; }
section { min-width: 0; }
h2 { font-size: 1rem; margin: 0 0 .5rem; }
h2 span { color: var(--dim); font-weight: normal; }
article { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: .75rem 1rem; margin-bottom: .75rem; }
article:target { outline: 3px solid var(--mark); }
.incident { background: none; border-style: dashed; color: var(--dim); }
.who { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 .5rem; font-weight: 600; overflow-wrap: anywhere; }
time { font-weight: normal; font-size: .85rem; }
.text { white-space: pre-wrap; overflow-wrap: anywhere; }
.files { display: grid; grid-template-columns: repeat(auto-fit, minmax(7rem, 1fr)); gap: .25rem; }
img, video { width: 100%; max-height: 20rem; object-fit: cover; border-radius: 6px; background: var(--line); }
@media (max-width: 40rem) { header { padding: .85rem 1rem; justify-content: space-between; } main { padding: 1.25rem 1rem 3rem; } }
`;
