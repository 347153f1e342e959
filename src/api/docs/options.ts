// The options that a post can have on a network, as a table made from the schema that checks them.
import type { Network } from "../../networks/network.ts";
import { optionsOf } from "../../networks/options.ts";
import type { Schema } from "../openapi/schema.ts";
import { requiredIn } from "../views/account.ts";
import { flat, kind, limitsOf } from "./fields.ts";
import { inline, markup, type Html } from "./html.ts";

export function optionsHtml(network: Network): Html {
  const { id } = network;
  const schema = JSON.parse(JSON.stringify(optionsOf(network, network.rules))) as Schema;
  const required = requiredIn(network);
  const rows = flat(schema, "");
  const [first] = required.length > 0 ? required : rows.map(({ name }) => name);
  return markup`<p>In the API: <code>{"options": {"${id}": {"${first}": …}}}</code>. On the command line:
<code>--option ${id}.${first}=…</code></p>
<table class="options">
<thead><tr><th>Option</th><th>Value</th><th>Required</th><th>Meaning</th></tr></thead>
<tbody>${rows.map(({ name, schema: option, note }) => row(name, option, requirement(name, note, required)))}</tbody>
</table>`;
}

/** Of a field inside an option: whether the option needs it. */
function requirement(name: string, note: string | undefined, required: readonly string[]): string {
  const isRequired = name.includes(".") ? note === undefined : required.includes(name);
  return isRequired ? "yes" : "no";
}

function row(name: string, schema: Schema, required: string): Html {
  const limits = limitsOf(schema);
  const { title, description } = schema;
  const standard = schema["default"];
  return markup`<tr>
<td data-label="Option"><code>${name}</code></td>
<td data-label="Value">${kind(schema)}${limits && `, ${limits}`}${standard !== undefined && markup`, default <code>${JSON.stringify(standard)}</code>`}</td>
<td data-label="Required">${required}</td>
<td data-label="Meaning">${title !== undefined && markup`<b>${title}.</b> `}${description !== undefined && inline(description)}</td>
</tr>`;
}
