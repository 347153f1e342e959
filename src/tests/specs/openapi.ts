// Checks requests against OpenAPI descriptions (3.0 and 3.1): Mastodon's and Pinterest's.
import { isObject, objectOf, textOf, arrayOf, type JsonObject } from "../../networks/client/json.ts";
import type { Json } from "../../networks/network.ts";
import { fieldsOf, FILE, typeOf, type Checked, type Description, type Sent } from "./description.ts";
import { openSchemas, type Schemas } from "./schemas.ts";

interface Operation {
  readonly name: string;
  readonly path: RegExp;
  readonly method: string;
  readonly parameters: readonly JsonObject[];
  readonly body: JsonObject;
  /** Whether a token or a password is asked for. */
  readonly guarded: boolean;
  /** What is said about it in words. */
  readonly prose: string;
}

export function openApiDescription(
  source: string,
  document: JsonObject,
  below: string,
  realm: RegExp,
): Description {
  const operations = operationsOf(document);
  const [bodies, texts] = [false, true].map((coerce) => openSchemas(document, { coerce }));
  return {
    source,
    below,
    check(sent) {
      if (!realm.test(sent.path) || !bodies || !texts) return null;
      const path = sent.path.slice(below.length);
      const fitting = operations.filter((each) => each.method === sent.method && each.path.test(path));
      // `/accounts/verify_credentials` is not an account called so.
      const [operation] = fitting.toSorted((a, b) => a.parameters.length - b.parameters.length);
      const exact = fitting.find(({ name }) => name === `${sent.method} ${path}`) ?? operation;
      if (!exact) return { operation: `${sent.method} ${path}`, faults: ["is not described"] };
      return checked(exact, sent, { bodies, texts });
    },
  };
}

function operationsOf(document: JsonObject): Operation[] {
  return Object.entries(objectOf(document["paths"])).flatMap(([path, item]) =>
    Object.entries(objectOf(item)).flatMap(([method, operation]) => {
      if (!isObject(operation) || method === "parameters") return [];
      const own = [...arrayOf(objectOf(item)["parameters"]), ...arrayOf(operation["parameters"])];
      return {
        name: `${method.toUpperCase()} ${path}`,
        path: new RegExp(`^${path.replace(/[.]/g, "\\.").replace(/\{[^}]+\}/g, "[^/]+")}$`),
        method: method.toUpperCase(),
        parameters: own.map((each) => resolved(each, document)),
        body: resolved(operation["requestBody"], document),
        guarded: arrayOf(operation["security"] ?? document["security"]).length > 0,
        prose: textOf(operation["description"]) ?? "",
      };
    }),
  );
}

function resolved(value: Json | undefined, document: JsonObject): JsonObject {
  const object = objectOf(value);
  const ref = textOf(object["$ref"]);
  if (ref === undefined) return object;
  return ref
    .split("/")
    .slice(1)
    .reduce((at, name) => objectOf(at[name]), document);
}

function checked(
  operation: Operation,
  sent: Sent,
  schemas: { readonly bodies: Schemas; readonly texts: Schemas },
): Checked {
  const { name, guarded, prose } = operation;
  const guard = guarded && sent.headers["authorization"] === undefined ? ["goes without authorization"] : [];
  const faults = [
    ...guard,
    ...inAddress(operation, sent, schemas.texts),
    ...inBody(operation, sent, schemas),
  ];
  return { operation: name, faults: faults.filter((fault) => !isNamed(fault, prose)) };
}

/** A member that only the words name is described too. */
function isNamed(fault: string, prose: string): boolean {
  const strange = /\{"unevaluatedProperty":"(\w+)"\}$/.exec(fault)?.[1];
  return strange !== undefined && new RegExp(`(<code>|\`)${strange}(</code>|\`)`).test(prose);
}

function inAddress({ parameters }: Operation, { query, headers }: Sent, texts: Schemas): string[] {
  const queryParameters = parameters.filter((each) => each["in"] === "query");
  const properties = Object.fromEntries(
    queryParameters.map((each) => [each["name"], objectOf(each["schema"])]),
  );
  const required = queryParameters.filter((each) => each["required"] === true).map((each) => each["name"]);
  const given = Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const all = query.getAll(name);
      return [name, all.length > 1 ? all : all[0]];
    }),
  );
  const missing = parameters.filter(
    (each) =>
      each["in"] === "header" &&
      each["required"] === true &&
      headers[(textOf(each["name"]) ?? "").toLowerCase()] === undefined,
  );
  return [
    ...texts.faults({ type: "object", properties, required }, given).map((fault) => `query: ${fault}`),
    ...missing.map((each) => `header ${textOf(each["name"])} is missing`),
  ];
}

function inBody(
  { body: described }: Operation,
  sent: Sent,
  { bodies, texts }: { readonly bodies: Schemas; readonly texts: Schemas },
): string[] {
  const type = typeOf(sent);
  const content = objectOf(described["content"]);
  if (type === null) return described["required"] === true ? ["goes without a body"] : [];
  const media = content[type];
  if (!isObject(media))
    return [`goes with ${type}; described: ${Object.keys(content).join(", ") || "no body"}`];
  const schema = objectOf(media["schema"]);
  if (sent.body && "json" in sent.body) return bodies.faults(schema, sent.body.json);
  const fields = fieldsOf(sent.body) ?? {};
  // A file is a string of bytes there.
  const named = Object.entries(fields).map(([name, value]) => [name, value === FILE ? "bytes" : value]);
  return texts.faults(schema, Object.fromEntries(named));
}
