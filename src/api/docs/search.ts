// Search in the documentation: guides by their headings, operations, objects' names and error codes.
import { CODES } from "../../errors.ts";
import { shareLoop } from "../../event-loop.ts";
import { ALL_CODES } from "../openapi/problem-view.ts";
import type { Document } from "../openapi/shape.ts";
import { docsPage } from "./frame.ts";
import { renderGuide, sections } from "./guides.ts";
import { markup, type Html } from "./html.ts";
import { guides, type Guide } from "./library.ts";
import { plainText } from "./markdown.ts";

/** A part of a page that can be found. */
interface Passage {
  readonly address: string;
  readonly title: string;
  /** Where it is, such as the guide's name. */
  readonly place: string;
  readonly text: string;
  /** Title and text in small letters. */
  readonly words: readonly [title: string, text: string];
}

const MAX_QUERY = 200;
const MAX_TERMS = 8;
const MAX_RESULTS = 30;
/** Characters shown around the first match. */
const AROUND = 90;

export function searchPage(query: string, passages: readonly Passage[]): Response {
  const terms = termsOf(query);
  const found = terms.length === 0 ? [] : search(terms, passages);
  const main = markup`<h1>Search</h1>
<p>${summary(query, terms, found.length)}</p>
<ol class="found">${found.map((passage) => result(passage, terms))}</ol>`;
  return docsPage({
    title: "Search",
    here: "/docs/search",
    sections,
    main,
    query: query.slice(0, MAX_QUERY),
  });
}

/** Everything that can be found, with turns for other requests in between: reading all guides takes a while. */
export async function passagesOf(api: Document, admin: Document, baseUrl: string): Promise<Passage[]> {
  const read: Passage[] = [];
  for (const guide of guides) {
    await shareLoop(guide.source.length);
    read.push(...parts(guide, baseUrl));
  }
  return [
    ...operations(api, "/docs/api"),
    ...Object.keys(api.components.schemas).map((name) =>
      passage(`/docs/api#schema-${name}`, name, "Objects of the API", ""),
    ),
    ...ALL_CODES.map((code) => {
      const { title, remedy } = CODES[code];
      return passage(`/docs/errors/${code}`, code, "Errors", `${title}. ${remedy}`);
    }),
    ...read,
    ...operations(admin, "/docs/admin"),
  ];
}

function operations({ paths, info }: Document, page: string): Passage[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, summary, description = "" }]) =>
      passage(
        `${page}#${operationId}`,
        `${method.toUpperCase()} ${path}`,
        info.title,
        `${summary}. ${description} (${operationId})`,
      ),
    ),
  );
}

/** A guide at its headings. */
function parts(guide: Guide, baseUrl: string): Passage[] {
  const { body, title } = renderGuide(guide, baseUrl);
  const [start = "", ...rest] = body.html.split(/(?=<h[23] id=")/);
  return [
    passage(guide.address, title, guide.name, textOf(start)),
    ...rest.map((part) => {
      const [, id = "", heading = ""] = /^<h[23] id="([^"]+)">([\s\S]*?)<\/h[23]>/.exec(part) ?? [];
      const text = part.slice(part.indexOf("</h") + 5);
      return passage(`${guide.address}#${id}`, plainText(heading), guide.name, textOf(text));
    }),
  ];
}

/** Cells and paragraphs do not run into each other. */
const textOf = (html: string) => plainText(html.replace(/<\/(td|th|p|li|pre)>/g, " "));

function passage(address: string, title: string, place: string, text: string): Passage {
  const plain = text.replaceAll("`", "");
  return { address, title, place, text: plain, words: [title.toLowerCase(), plain.toLowerCase()] };
}

function termsOf(query: string): string[] {
  const words = query.slice(0, MAX_QUERY).toLowerCase().split(/\s+/);
  return [...new Set(words.filter((word) => word !== ""))].slice(0, MAX_TERMS);
}

/** Passages with every term, those with terms in their titles first; of equals, the guides' own order. */
function search(terms: readonly string[], passages: readonly Passage[]): Passage[] {
  return passages
    .map((each) => ({ each, score: score(each, terms) }))
    .filter((found) => found.score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MAX_RESULTS)
    .map(({ each }) => each);
}

const TITLE_WEIGHT = 10;
/** What engineers look up is found after what all readers need. */
const FOR_ENGINEERS = /\.facts|\/(decisions|architecture|third-party)/;

function score({ words: [title, text], address }: Passage, terms: readonly string[]): number {
  let sum = 0;
  for (const term of terms) {
    const inTitle = title.includes(term);
    const inText = occurrences(text, term);
    if (!inTitle && inText === 0) return 0;
    sum += inText + (inTitle ? TITLE_WEIGHT : 0);
    if (title === term) sum += TITLE_WEIGHT;
  }
  return FOR_ENGINEERS.test(address) ? sum / TITLE_WEIGHT : sum;
}

/** At most five: a long text is not better for being long. */
function occurrences(text: string, term: string): number {
  let count = 0;
  for (let at = text.indexOf(term); at >= 0 && count < 5; at = text.indexOf(term, at + term.length)) count++;
  return count;
}

function summary(query: string, terms: readonly string[], count: number): string {
  if (terms.length === 0) return "Type what you are looking for, such as idempotency or backup.";
  const shown =
    count === MAX_RESULTS ? `the ${MAX_RESULTS} best results` : count === 1 ? "1 result" : `${count} results`;
  return `${count === 0 ? "Nothing found" : shown[0]?.toUpperCase() + shown.slice(1)} for “${query.trim().slice(0, MAX_QUERY)}”.`;
}

function result({ address, title, place, text, words }: Passage, terms: readonly string[]): Html {
  return markup`<li><a href="${address}">${title}</a> <small>${place}</small>
<p>${mark(excerpt(text, words[1], terms), terms)}</p></li>`;
}

function excerpt(text: string, small: string, terms: readonly string[]): string {
  const places = terms.map((term) => small.indexOf(term)).filter((at) => at >= 0);
  const at = places.length === 0 ? 0 : Math.min(...places);
  const [from, to] = [Math.max(0, at - AROUND), Math.min(text.length, at + 2 * AROUND)];
  // Whole words.
  const start = from > 0 ? "… " : "";
  const end = to < text.length ? " …" : "";
  const part = text.slice(from, to);
  return (
    start +
    part.slice(start === "" ? 0 : part.indexOf(" ") + 1, end === "" ? undefined : part.lastIndexOf(" ")) +
    end
  );
}

function mark(text: string, terms: readonly string[]): Html {
  const pattern = new RegExp(`(${terms.map((term) => RegExp.escape(term)).join("|")})`, "gi");
  return markup`${text.split(pattern).map((part, i) => (i % 2 === 1 ? markup`<mark>${part}</mark>` : part))}`;
}
