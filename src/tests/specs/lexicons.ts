// Checks requests and records against the AT Protocol's lexicons: Bluesky's calls.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  jsonToLex,
  Lexicons,
  type LexUserType,
  type LexXrpcProcedure,
  type LexXrpcQuery,
} from "@atproto/lexicon";
import { isObject, textOf } from "../../networks/client/json.ts";
import { typeOf, type Checked, type Description, type Sent } from "./description.ts";

export function lexicons(source: string, folder: string): Description {
  const known = new Lexicons();
  for (const name of readdirSync(folder).filter((each) => each.endsWith(".json")))
    known.add(JSON.parse(readFileSync(join(folder, name), "utf8")));
  return {
    source,
    below: "",
    check(sent) {
      const nsid = /^\/xrpc\/([\w.]+)$/.exec(sent.path)?.[1];
      // The folder need not hold every lexicon there is.
      const called = nsid === undefined ? undefined : known.getDef(nsid);
      if (nsid === undefined || !called || !isCall(called)) return null;
      return checked(nsid, called, sent, known);
    },
  };
}

type Called = LexXrpcQuery | LexXrpcProcedure;

function isCall(type: LexUserType): type is Called {
  return type.type === "query" || type.type === "procedure";
}

function checked(nsid: string, called: Called, sent: Sent, known: Lexicons): Checked {
  const method = called.type === "query" ? "GET" : "POST";
  const faults = sent.method === method ? [] : [`goes by ${sent.method}; described: ${method}`];
  const parameters = given(called, sent);
  // A lexicon without parameters is silent about them: the video service takes some all the same.
  const properties = called.parameters?.properties ?? parameters;
  faults.push(
    ...Object.keys(parameters)
      .filter((name) => !(name in properties))
      .map((name) => `query: no parameter ${name}`),
  );
  faults.push(
    ...thrown(() => known.assertValidXrpcParams(nsid, parameters)).map((fault) => `query: ${fault}`),
  );
  if (called.type === "procedure") faults.push(...inBody(nsid, called, sent, known));
  return { operation: nsid, faults };
}

/** As the schema types them: an address holds texts only. */
function given({ parameters }: Called, { query }: Sent): Record<string, unknown> {
  const typed = [...new Set(query.keys())].map((name) => {
    const type = parameters?.properties[name]?.type;
    const text = query.get(name) ?? "";
    if (type === "array") return [name, query.getAll(name)];
    if (type === "integer") return [name, Number(text)];
    return [name, type === "boolean" ? text === "true" : text];
  });
  return Object.fromEntries(typed) as Record<string, unknown>;
}

function inBody(nsid: string, { input }: LexXrpcProcedure, sent: Sent, known: Lexicons): string[] {
  const type = typeOf(sent);
  if (!input) return type === null ? [] : [`goes with ${type}; described: no body`];
  if (type === null) return ["goes without a body"];
  const required = input.encoding.split(",").map((each) => each.trim());
  if (!required.some((each) => new RegExp(`^${each.replaceAll("*", ".*")}$`).test(type)))
    return [`goes with ${type}; described: ${input.encoding}`];
  if (!sent.body || !("json" in sent.body) || !isObject(sent.body.json)) return [];
  const body = sent.body.json;
  const lex = jsonToLex(body);
  const members = input.schema?.type === "object" ? Object.keys(input.schema.properties) : Object.keys(body);
  return [
    ...Object.keys(body)
      .filter((name) => !members.includes(name))
      .map((name) => `body: no member ${name}`),
    ...thrown(() => known.assertValidXrpcInput(nsid, lex)).map((fault) => `body: ${fault}`),
    ...recordsIn(body).flatMap((record) => inRecord(record, known)),
  ];
}

/** Every record that the body would write. */
function recordsIn(value: unknown): { readonly [name: string]: unknown }[] {
  if (Array.isArray(value)) return value.flatMap(recordsIn);
  if (typeof value !== "object" || value === null) return [];
  const { record, value: written } = value as { record?: unknown; value?: unknown };
  const own = [record, written].filter(
    (each): each is { [name: string]: unknown } =>
      typeof each === "object" && each !== null && "$type" in each,
  );
  const below = Object.values(value).flatMap((each) => (Array.isArray(each) ? recordsIn(each) : []));
  return [...own, ...below];
}

function inRecord(record: { readonly [name: string]: unknown }, known: Lexicons): string[] {
  const type = textOf(record["$type"] as string) ?? "";
  const called = known.getDef(type);
  if (called?.type !== "record") return [`no lexicon for the record ${type}`];
  const strange = Object.keys(record).filter(
    (name) => name !== "$type" && !(name in called.record.properties),
  );
  const lex = jsonToLex(record);
  return [
    ...strange.map((name) => `${type}: no member ${name}`),
    ...thrown(() => known.assertValidRecord(type, lex)).map((fault) => `${type}: ${fault}`),
  ];
}

function thrown(act: () => unknown): string[] {
  try {
    act();
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
