// The pages of the guides, and the overview of all of them at /docs.
import type { Network } from "../../networks/network.ts";
import { docsPage, REFERENCE, type Section } from "./frame.ts";
import { markup, type Html } from "./html.ts";
import { groups, guides, type Group, type Guide } from "./library.ts";
import { render, type Heading, type Rendered } from "./markdown.ts";
import { optionsHtml } from "./options.ts";

/** What the navigation lists, in its order. */
export const sections: readonly Section[] = groups
  .filter(({ guides: all }) => all.length > 0)
  .flatMap((group) => (group.name === "Networks" ? [REFERENCE, sectionOf(group)] : [sectionOf(group)]));

function sectionOf({ name, guides: all }: Group): Section {
  const own = all.map((guide) => ({ address: guide.address, name: guide.name }));
  const entries = name === "Start" ? [{ address: "/docs", name: "Overview" }, ...own] : own;
  return { name, entries, folded: name === "Networks" || name === "For engineers" };
}

const served = new Set(guides.map(({ path }) => path));

export function renderGuide({ source, path }: Guide, baseUrl: string): Rendered {
  return render(source, path, (each) => served.has(each), baseUrl);
}

/** @param networks those whose guides end with a table of their options */
export function guidePage(guide: Guide, networks: readonly Network[], baseUrl: string): Response {
  const { title, body, headings } = renderGuide(guide, baseUrl);
  const network = networks.find(({ id }) => guide.path === `networks/${id}.md`);
  const main = markup`<h1>${title}</h1>
<div class="guide">${body}</div>
${network && markup`<h2 id="post-options">Options of a post</h2>${optionsHtml(network)}`}`;
  const more = network ? [{ id: "post-options", level: 2, html: "Options of a post" }] : [];
  const contents = contentsOf([...headings, ...more]);
  return docsPage({ title, here: guide.address, sections, contents, main });
}

function contentsOf(headings: readonly Heading[]): Html | false {
  const top = headings.filter(({ level }) => level === 2);
  if (top.length < 2) return false;
  return markup`<ul>${top.map(({ id, html }) => markup`<li><a href="#${id}">${{ html }}</a></li>`)}</ul>`;
}

/** Every guide with a sentence about it. */
export function overviewPage(version: string): Response {
  const main = markup`<h1>Documentation</h1>
<p>Everything here is part of this Crier, version ${version}: it needs no internet.</p>
<p><a class="button" href="/docs/getting-started">Get started</a></p>
${groups.map(({ name, guides: all }) => (name === "Start" ? false : groupHtml(name, all)))}
<h2 id="reference">Reference</h2>
<ul class="cards">
${card("/docs/api", "API", "Every operation, with a command to copy, and every object.")}
${card("/docs/errors", "Errors", "Every error code, what it means and what to do.")}
${card("/docs/admin", "Admin API", "What signed-in people can do: profiles, accounts, keys, people.")}
</ul>`;
  return docsPage({ title: "Documentation", here: "/docs", sections, main });
}

function groupHtml(name: string, all: readonly Guide[]): Html {
  const id = name.toLowerCase().replaceAll(" ", "-");
  return markup`<h2 id="${id}">${name}</h2>
<ul class="cards">${all.map((guide) => card(guide.address, guide.name, guide.about))}</ul>`;
}

function card(address: string, name: string, about: string): Html {
  return markup`<li><a href="${address}">${name}</a>${about !== "" && markup` <span>${about}</span>`}</li>`;
}
