// The frame of a page of the documentation: search, and a navigation that shows where the reader is.
import { markup, page, type Html } from "./html.ts";
import { SCRIPT } from "./script.ts";

/** A link of the navigation. */
export interface Entry {
  readonly address: string;
  readonly name: string;
}

export interface Section {
  readonly name: string;
  readonly entries: readonly Entry[];
  /** Shown folded unless the reader is in it. */
  readonly folded: boolean;
}

interface DocsPage {
  readonly title: string;
  /** The page's own address. */
  readonly here: string;
  readonly sections: readonly Section[];
  /** Links to the page's own headings, shown below its entry. */
  readonly contents?: Html | false;
  readonly main: Html;
  /** What was searched for. */
  readonly query?: string;
  readonly status?: number;
}

export const REFERENCE: Section = {
  name: "Reference",
  entries: [
    { address: "/docs/api", name: "API" },
    { address: "/docs/errors", name: "Errors" },
    { address: "/docs/admin", name: "Admin API" },
  ],
  folded: false,
};

export function docsPage({ title, here, sections, contents = false, main, query = "", status }: DocsPage) {
  const aside = markup`${searchForm(query)}
<details class="contents"><summary>Contents</summary>
<nav aria-label="Documentation">${sections.map((section) => navSection(section, here, contents))}</nav>
</details>`;
  return page({
    title,
    main,
    aside,
    form: true,
    script: SCRIPT,
    here: here === "/docs/api" ? here : "/docs",
    ...(status !== undefined && { status }),
  });
}

function searchForm(query: string): Html {
  return markup`<search><form action="/docs/search"><label class="unseen" for="search">Search the documentation</label>
<input id="search" type="search" name="q" value="${query}" placeholder="Search" maxlength="200"><button>Search</button></form></search>`;
}

function navSection({ name, entries, folded }: Section, here: string, contents: Html | false): Html {
  const list = markup`<ul>${entries.map(({ address, name: label }) => {
    const isHere = address === here;
    return markup`<li><a href="${address}"${isHere && markup` aria-current="page"`}>${label}</a>${isHere && contents}</li>`;
  })}</ul>`;
  if (!folded) return markup`<section><h2>${name}</h2>${list}</section>`;
  const isOpen = entries.some(({ address }) => address === here);
  return markup`<details class="group"${isOpen && markup` open`}><summary>${name}</summary>${list}</details>`;
}
