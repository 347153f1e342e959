// The API reference for people, written from the OpenAPI document.
import type { Schema } from "../openapi/schema.ts";
import type { Document, Operation, Parameter } from "../openapi/shape.ts";
import { curlOf } from "./curl.ts";
import { markup, inline, page, prose, type Html } from "./html.ts";
import { fieldsOf, rows } from "./fields.ts";

interface Listed {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

export function referencePage(document: Document, address: string): Response {
  const { info, servers, tags, components } = document;
  const operations = listed(document);
  const of = (tag: string) => operations.filter(({ operation }) => operation.tags.includes(tag));
  const base = servers[0]?.url ?? "";
  const names = Object.keys(components.schemas).toSorted();
  const aside = markup`${tags.map(({ name }) => menu(name, of(name).map(entry)))}
  ${menu(
    "Objects",
    names.map((name) => ({ id: `schema-${name}`, text: name })),
  )}`;
  const main = markup`<h1>${info.title}</h1>
    ${prose(info.description)}
    <p class="note">
      Base address <code>${base}</code> · version ${info.version} · machine-readable:
      <a href="${address}">${address}</a>
    </p>
    ${tags.map(
      ({ name, description }) =>
        markup`<h2 id="tag-${name}">${name}</h2>
          ${prose(description)} ${of(name).map((each) => article(each, base, document))}`,
    )}
    <h2 id="objects">Objects</h2>
    ${names.map((name) => object(name, document))}`;
  return page({ title: info.title, here: "/docs", main, aside });
}

function listed({ paths }: Document): Listed[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

const entry = ({ operation }: Listed) => ({ id: operation.operationId, text: operation.summary });

function menu(title: string, items: readonly { id: string; text: string }[]): Html {
  const links = items.map(({ id, text }) => markup`<li><a href="#${id}">${text}</a></li>`);
  return markup`<section>
    <h2>${title}</h2>
    <ul>
      ${links}
    </ul>
  </section>`;
}

function article({ method, path, operation }: Listed, base: string, document: Document): Html {
  const { operationId, summary, description, parameters = [], requestBody } = operation;
  const scope = operation["x-scope"];
  const bodies = Object.entries(requestBody?.content ?? {}).map(
    ([type, { schema }]) =>
      markup`<h4>Body <span class="kind">${type}</span></h4>
        ${fieldsOf(content(schema, document), document)}`,
  );
  return markup`<article id="${operationId}">
    <h3><a href="#${operationId}">${summary}</a></h3>
    <p class="address"><span class="verb">${method}</span>${path}</p>
    ${description !== undefined && prose(description)}
    <p class="note">
      <code>${operationId}</code>${scope !== undefined && markup` · scope <code>${scope}</code>`}
    </p>
    ${
      parameters.length > 0 &&
      markup`<h4>Parameters</h4>
        ${parametersOf(parameters)}`
    }
    ${bodies}
    <pre>${curlOf({ method, path, operation, base })}</pre>
    ${answers(operation, document)}
  </article>`;
}

/** What a caller must write is shown where it is sent, also when it has a name. */
function content(schema: Schema, { components }: Document): Schema {
  return components.schemas[schema.$ref?.split("/").at(-1) ?? ""] ?? schema;
}

function parametersOf(parameters: readonly Parameter[]): Html {
  return rows(
    parameters.map(({ name, in: place, required, description, schema }) => ({
      name,
      note: required ? place : `${place}, optional`,
      schema: { ...schema, ...(description !== undefined && { description }) },
    })),
  );
}

function answers({ responses }: Operation, document: Document): Html {
  const wins = Object.entries(responses).filter(([status]) => Number(status) < 400);
  const losses = Object.entries(responses).filter(([status]) => Number(status) >= 400);
  return markup`${wins.map(([status, { description, content }]) => {
    const body = content?.["application/json"];
    return markup`<details>
        <summary>${status} <span>${description}</span></summary>
        ${body && fieldsOf(body.schema, document)}
        ${body?.example !== undefined && markup`<pre>${JSON.stringify(body.example, null, 2)}</pre>`}
      </details>`;
  })}
    <details>
      <summary>Errors <span>${losses.map(([status]) => status).join(", ")}</span></summary>
      <ul class="codes">
        ${losses.flatMap(([status, { description }]) => {
          return description.split("; ").map((each) => markup`<li>${status} ${linked(each)}</li>`);
        })}
      </ul>
    </details>`;
}

/** "`code`: title", the code leading to its page. */
function linked(text: string): Html {
  const [, code = "", rest = ""] = /^`(\w+)`: (.*)$/.exec(text) ?? [];
  return markup`<a href="/docs/errors/${code}"><code>${code}</code></a> ${inline(rest)}`;
}

function object(name: string, document: Document): Html {
  return markup`<article id="schema-${name}">
    <h3><a href="#schema-${name}">${name}</a></h3>
    ${fieldsOf(document.components.schemas[name] ?? {}, document)}
  </article>`;
}
