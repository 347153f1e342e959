// Renders a guide's Markdown as HTML: links between guides lead to the served pages, tables are readable on a phone.
import { dirname, join } from "node:path/posix";
import type { Html } from "./html.ts";
import { addressOf } from "./library.ts";

export interface Heading {
  readonly id: string;
  readonly level: number;
  /** HTML without links. */
  readonly html: string;
}

export interface Rendered {
  /** Everything below the title. */
  readonly body: Html;
  readonly title: string;
  readonly headings: readonly Heading[];
}

/**
 * @param path below docs/, such as `networks/x.md`
 * @param served whether a path below docs/ is served
 * @param baseUrl public address of this Crier: commands to copy name it
 */
export function render(
  source: string,
  path: string,
  served: (path: string) => boolean,
  baseUrl: string,
): Rendered {
  const html = Bun.markdown.html(source, { headings: { ids: true } });
  const [, title = "", rest = html] = /^<h1[^>]*>([\s\S]*?)<\/h1>\s*([\s\S]*)$/.exec(html) ?? [];
  const linked = withTables(withLinks(rest, path, served));
  const headings = [...linked.matchAll(/<h([23]) id="([^"]+)">([\s\S]*?)<\/h\1>/g)].map(
    ([, level, id = "", text = ""]) => ({
      level: Number(level),
      id,
      html: text.replace(/<\/?a\b[^>]*>/g, ""),
    }),
  );
  return { title: plainText(title), body: { html: atHome(linked, baseUrl) }, headings };
}

/** The text of some HTML, on one line. */
export function plainText(html: string): string {
  return html
    .replace(/<[^>]*>/g, "")
    .replace(/&(lt|gt|quot|amp|#39|#x27);/g, (_, name: string) => ENTITIES[name] ?? "")
    .replace(/\s+/g, " ")
    .trim();
}
const ENTITIES: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  quot: '"',
  amp: "&",
  "#39": "'",
  "#x27": "'",
};

/** A link to a file that is not served, such as the source code, becomes its text. */
function withLinks(html: string, path: string, served: (path: string) => boolean): string {
  return html.replace(/<a href="([^"]*)">([\s\S]*?)<\/a>/g, (whole, href: string, text: string) => {
    if (href.startsWith("#")) return whole;
    if (/^https?:/.test(href)) return `<a href="${href}" rel="noreferrer">${text}</a>`;
    const [file = "", anchor] = href.split("#");
    const target = join(dirname(path), file);
    if (!served(target)) return text;
    return `<a href="${addressOf(target)}${anchor === undefined ? "" : `#${anchor}`}">${text}</a>`;
  });
}

/** Each cell knows its column's name: on a phone a row is shown as a list. */
function withTables(html: string): string {
  return html.replace(/<table>[\s\S]*?<\/table>/g, (table) => {
    const names = [...table.matchAll(/<th[^>]*>([\s\S]*?)<\/th>/g)].map(([, text = ""]) => plainText(text));
    return table
      .replace(/<tr>([\s\S]*?)<\/tr>/g, (_, row: string) => `<tr>${withLabels(row, names)}</tr>`)
      .replace(/<thead>[\s\S]*?<\/thead>/, (head) => (names.some((name) => name !== "") ? head : ""))
      .replace(/<th[^>]*><\/th>/g, "<td></td>");
  });
}

function withLabels(row: string, names: readonly string[]): string {
  let column = 0;
  return row.replace(/<td([^>]*)>/g, (_, rest: string) => {
    return `<td data-label="${Bun.escapeHTML(names[column++] ?? "")}"${rest}>`;
  });
}

/** Addresses in commands are those of this Crier; a proxy still finds it where it listens. */
function atHome(html: string, baseUrl: string): string {
  return html.replace(/http:\/\/127\.0\.0\.1:4040(?=\/\w)/g, () => Bun.escapeHTML(baseUrl));
}
