// Renders a status as HTML like Mastodon: links in three parts, mentions and hashtags as links.

const PARTS = /(https?:\/\/\S+)|@(\w+)(?:@[\w.-]+\w)?|#(\p{L}[\p{L}\p{N}_]*)/gu;
/** What of a link's address is shown. */
const SHOWN = 30;

export function contentOf(text: string): string {
  const paragraphs = text.split(/\n{2,}/).map((lines) => lines.split("\n").map(lineOf).join("<br />"));
  return paragraphs.map((html) => `<p>${html}</p>`).join("");
}

function lineOf(line: string): string {
  let html = "";
  let at = 0;
  for (const match of line.matchAll(PARTS)) {
    const [all, url, user, tag = ""] = match;
    html += Bun.escapeHTML(line.slice(at, match.index));
    at = match.index + all.length;
    if (url !== undefined) html += link(url);
    else if (user !== undefined)
      html += `<span class="h-card"><a href="#" class="u-url mention">@<span>${user}</span></a></span>`;
    else html += `<a href="#" class="mention hashtag" rel="tag">#<span>${tag}</span></a>`;
  }
  return html + Bun.escapeHTML(line.slice(at));
}

function link(url: string): string {
  const [scheme = "", rest = ""] = url.split(/(?<=:\/\/)/);
  const shown = Bun.escapeHTML(rest.slice(0, SHOWN));
  const cut = Bun.escapeHTML(rest.slice(SHOWN));
  const ellipsis = cut === "" ? "" : "ellipsis";
  return (
    `<a href="${Bun.escapeHTML(url)}" rel="nofollow noopener"><span class="invisible">${scheme}</span>` +
    `<span class="${ellipsis}">${shown}</span><span class="invisible">${cut}</span></a>`
  );
}
