// The pages about error codes, generated from their table.
import { CODES, type Code } from "../../errors.ts";
import { problemExample } from "../openapi/document.ts";
import { ALL_CODES } from "../openapi/problem-view.ts";
import type { Document } from "../openapi/shape.ts";
import { docsPage } from "./frame.ts";
import { sections } from "./guides.ts";
import { inline, markup, type Html } from "./html.ts";

export function errorsPage(): Response {
  const groups = Object.values(Object.groupBy(ALL_CODES, (code) => CODES[code].status)).map(statusGroup);
  const main = markup`<h1>Errors</h1>
    <p>
      Every error is <code>application/problem+json</code> (RFC 9457). <code>code</code> is stable: switch on
      it. <code>detail</code> says in words what is wrong this time, and <code>instance</code> is the
      request's id in the log.
    </p>
    <table class="errors">
      <thead>
        <tr>
          <th>Code</th>
          <th>Meaning</th>
          <th>What to do</th>
        </tr>
      </thead>
      ${groups}
    </table>`;
  return docsPage({ title: "Errors", here: "/docs/errors", sections, main });
}

/** The codes of one HTTP status, under a heading of their own. */
function statusGroup(codes: readonly Code[]): Html {
  const status = codes[0] && CODES[codes[0]].status;
  const lines = codes.map(
    (code) =>
      markup`<tr>
        <td>
          <a href="/docs/errors/${code}"><code>${code}</code></a>
        </td>
        <td data-label="Meaning">${CODES[code].title}</td>
        <td data-label="What to do">${inline(CODES[code].remedy)}</td>
      </tr>`,
  );
  return markup`<tbody>
    <tr>
      <th colspan="3" scope="rowgroup">Status ${status}</th>
    </tr>
    ${lines}
  </tbody>`;
}

/** @returns null when there is no such code */
export function errorPage(code: string, document: Document): Response | null {
  if (!isCode(code)) return null;
  const { status, title, remedy } = CODES[code];
  const baseUrl = document.servers[0]?.url.replace(/\/v1$/, "") ?? "";
  const operations = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .filter(({ responses }) => responses[String(status)]?.description.includes(`\`${code}\``));
  const list = operations.map(
    ({ operationId, summary }) =>
      markup`<li>
        <a href="/docs/api#${operationId}"><code>${operationId}</code></a> ${summary}
      </li>`,
  );
  const main = markup`<h1>${title}</h1>
    <p class="address"><span class="verb">${status}</span>${code}</p>
    <p>${inline(remedy)}</p>
    <h2>For example</h2>
    <pre>${JSON.stringify(problemExample(code, baseUrl), null, 2)}</pre>
    ${
      list.length > 0 &&
      markup`<h2>Operations that answer this</h2>
        <ul class="codes">
          ${list}
        </ul>`
    }
    <p class="note"><a href="/docs/errors">All error codes</a></p>`;
  return docsPage({ title: code, here: "/docs/errors", sections, main });
}

function isCode(code: string): code is Code {
  return Object.hasOwn(CODES, code);
}
