// The page that a person sees in a browser in place of a problem document, such as at an address that does not exist.
import type { Problem } from "../errors.ts";
import { CODES } from "../errors.ts";
import { markup, page, prose } from "./docs/html.ts";
import { headersFor } from "./http/problem.ts";

/** Whether a request comes from a browser that shows a page, and not from a program that calls the API. */
export function readsPages(request: Request, path: string): boolean {
  if (request.method !== "GET" && request.method !== "HEAD") return false;
  if (/^\/(v1|admin|mcp)(\/|$)/.test(path)) return false;
  const accept = request.headers.get("accept") ?? "";
  return accept.includes("text/html") && !accept.includes("application/json");
}

/** @param requestId what to look for in the log */
export function problemPage(problem: Problem, requestId: string): Response {
  const { status, code, detail } = problem;
  const title = status === 404 ? "Page not found" : CODES[code].title;
  const main = markup`<h1>${title}</h1>
${prose(detail)}
${code !== "not_found" && markup`<p>What you can do: <a href="/docs/errors/${code}">${code}</a></p>`}
<ul class="cards">
<li><a href="/">Start page</a> <span>What this is, and what to do next.</span></li>
<li><a href="/docs">Documentation</a> <span>Guides, the API and every error.</span></li>
<li><a href="/status">Status</a> <span>How each network works.</span></li>
</ul>
<p class="note">${status} · request <code>${requestId}</code></p>`;
  const headers = { ...headersFor(problem), "x-request-id": requestId, "cache-control": "no-store" };
  return page({ title, here: "", main, status, headers });
}
