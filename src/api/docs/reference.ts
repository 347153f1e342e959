// The API reference for people, written from the OpenAPI document.
import { ROLES, rolesWith } from "../../domain/permission.ts";
import { shareLoop } from "../../event-loop.ts";
import type { Network } from "../../networks/network.ts";
import type { Schema } from "../openapi/schema.ts";
import type { Document, Operation, Parameter } from "../openapi/shape.ts";
import { curlOf, type Sender } from "./curl.ts";
import { docsPage } from "./frame.ts";
import { sections } from "./guides.ts";
import { markup, inline, prose, type Html } from "./html.ts";
import { fieldsOf, rows } from "./fields.ts";
import { optionsHtml } from "./options.ts";

interface Listed {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

interface Reference {
  /** The page's own address. */
  readonly here: string;
  /** Address of the document for programs. */
  readonly machine: string;
  /** Networks whose options are described; none where no operation has options. */
  readonly networks: readonly Network[];
  readonly sender: Sender;
  /** How to be let in, above the operations. */
  readonly start: Html;
}

/** About how many characters an operation or an object has here. */
const USUAL_LENGTH = 4000;

/** One after the other, so that other work can run in between: the whole page takes tens of milliseconds. */
async function inTurn<T>(all: readonly T[], describe: (each: T) => Html): Promise<Html[]> {
  const described: Html[] = [];
  for (const each of all) {
    await shareLoop(USUAL_LENGTH);
    described.push(describe(each));
  }
  return described;
}

export async function referencePage(document: Document, reference: Reference): Promise<Response> {
  const { info, servers, tags, components } = document;
  const { here, machine, networks, sender, start } = reference;
  const operations = list(document);
  const of = (tag: string) => operations.filter(({ operation }) => operation.tags.includes(tag));
  const base = servers[0]?.url ?? "";
  const names = Object.keys(components.schemas).toSorted();
  const contents = markup`<ul class="operations">
${tags.map(({ name }) => markup`<li><a href="#tag-${name}">${name}</a><ul>${of(name).map(entry)}</ul></li>`)}
${networks.length > 0 && markup`<li><a href="#post-options">Options of a post</a></li>`}
<li><a href="#objects">Objects</a></li></ul>`;
  const articles = new Map<string, Html[]>();
  for (const { name } of tags)
    articles.set(name, await inTurn(of(name), (each) => article(each, base, sender, document)));
  const options = await inTurn(networks, networkOptions);
  const objects = await inTurn(names, (name) => object(name, document));
  const main = markup`<h1>${info.title}</h1>
    ${prose(info.description)}
    <p class="note">
      Base address <code>${base}</code> · version ${info.version} · for programs:
      <a href="${machine}">${machine}</a>
    </p>
    ${start}
    ${tags.map(
      ({ name, description }) =>
        markup`<h2 id="tag-${name}">${name}</h2>
          ${prose(description)} ${articles.get(name) ?? []}`,
    )}
    ${networks.length > 0 && postOptions(options)}
    <h2 id="objects">Objects</h2>
    ${objects}`;
  return docsPage({ title: info.title, here, sections, contents, main });
}

function postOptions(ofNetworks: readonly Html[]): Html {
  return markup`<h2 id="post-options">Options of a post</h2>
<p><code>options</code> holds what only one network knows, under the network's name, an account's handle or its id; the most
specific wins. <a href="#getProviderOptions"><code>GET /accounts/{id}/options</code></a> returns the schema of one account
with the values that its network allows now, such as boards or playlists.</p>
${ofNetworks}`;
}

function networkOptions(network: Network): Html {
  return markup`<details id="post-options-${network.id}"><summary>${network.name}</summary>
${optionsHtml(network)}
<p class="note"><a href="/docs/networks/${network.id}">More about ${network.name}</a></p></details>`;
}

function list({ paths }: Document): Listed[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

function entry({ method, path, operation }: Listed): Html {
  return markup`<li><a href="#${operation.operationId}"><b>${method}</b> ${path}</a></li>`;
}

function article(
  { method, path, operation }: Listed,
  base: string,
  sender: Sender,
  document: Document,
): Html {
  const { operationId, summary, description, parameters = [], requestBody } = operation;
  const scope = operation["x-scope"];
  const people = peopleFor(operation["x-permission"]);
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
      <code>${operationId}</code>${scope !== undefined && markup` · scope <code>${scope}</code>`}${people !== null && ` · people: ${people}`}
    </p>
    ${
      parameters.length > 0 &&
      markup`<h4>Parameters</h4>
        ${parametersOf(parameters)}`
    }
    ${bodies}
    <pre>${curlOf({ method, path, operation, base, sender })}</pre>
    ${answers(operation, document)}
  </article>`;
}

/** Whose role allows it, in words; null where nobody has to sign in. */
function peopleFor(permission: Operation["x-permission"]): string | null {
  if (permission === undefined || permission === "public") return null;
  const roles = rolesWith(permission);
  return roles.length === ROLES.length ? "every role" : roles.join(", ");
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
          return description.split("; ").map((each) => markup`<li>${status} ${link(each)}</li>`);
        })}
      </ul>
    </details>`;
}

/** "`code`: title", the code leading to its page. */
function link(text: string): Html {
  const [, code = "", rest = ""] = /^`(\w+)`: (.*)$/.exec(text) ?? [];
  return markup`<a href="/docs/errors/${code}"><code>${code}</code></a> ${inline(rest)}`;
}

function object(name: string, document: Document): Html {
  return markup`<article id="schema-${name}">
    <h3><a href="#schema-${name}">${name}</a></h3>
    ${fieldsOf(document.components.schemas[name] ?? {}, document)}
  </article>`;
}
