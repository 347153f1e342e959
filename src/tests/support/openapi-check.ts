// Checks every answer in tests against the OpenAPI document: unknown statuses, codes and fields throw.
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { Document, Operation } from "../../api/openapi/shape.ts";

export interface Seen {
  readonly method: string;
  /** Below the document's prefix, without the query. */
  readonly path: string;
  readonly status: number;
  readonly type: string;
  readonly json: unknown;
}

export interface Contract {
  /** @throws Error when the document does not allow this answer */
  hold(seen: Seen): void;
}

/** Answers to what is no operation. */
const NO_OPERATION = ["not_found", "method_not_allowed", "unauthorized"];

export function openContract(document: Document): Contract {
  const ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: true });
  for (const [name, test] of Object.entries(FORMATS)) ajv.addFormat(name, test);
  ajv.addSchema(closed(document) as object, "document");
  const compiled = new Map<string, ValidateFunction>();

  return {
    hold(seen) {
      const found = find(document, seen);
      if (!found) return holdProblem(seen);
      const { path, method, operation } = found;
      const type = seen.status < 400 ? "application/json" : "application/problem+json";
      const answer = operation.responses[String(seen.status)];
      if (!answer) throw wrong(seen, `${operation.operationId} does not document this status`);
      if (!answer.content) return seen.json === null ? undefined : refuse(seen, "no body is documented");
      if (!seen.type.startsWith(type)) throw wrong(seen, `is ${seen.type}, not ${type}`);
      check(seen, ["paths", path, method, "responses", String(seen.status), "content", type, "schema"]);
    },
  };

  function holdProblem(seen: Seen): void {
    check(seen, ["components", "schemas", "Problem"]);
    const { code } = seen.json as { code: string };
    if (!NO_OPERATION.includes(code)) throw wrong(seen, `${code} for an address that is no operation`);
  }

  function check(seen: Seen, place: readonly string[]): void {
    const pointer = place.map((part) => part.replaceAll("~", "~0").replaceAll("/", "~1"));
    const ref = `document#/${pointer.map(encodeURIComponent).join("/")}`;
    const validate = compiled.get(ref) ?? ajv.compile({ $ref: ref });
    compiled.set(ref, validate);
    if (!validate(seen.json)) throw wrong(seen, ajv.errorsText(validate.errors));
  }
}

function find(document: Document, { method, path }: Seen) {
  const verb = method.toLowerCase();
  const fits = Object.keys(document.paths).filter((template) => isAt(template, path));
  // The one with the fewest parameters is meant, as in the router.
  const [template] = fits.toSorted((a, b) => a.split("{").length - b.split("{").length);
  const operation: Operation | undefined =
    template === undefined ? undefined : document.paths[template]?.[verb];
  return template !== undefined && operation ? { path: template, method: verb, operation } : null;
}

function isAt(template: string, path: string): boolean {
  // A slash at the end changes nothing for the router either.
  const [want, have] = [template.split("/"), path.replace(/\/$/, "").split("/")];
  return want.length === have.length && want.every((part, i) => part.startsWith("{") || part === have[i]);
}

/** Closes what the document leaves open for later versions: an undocumented field must not pass. */
function closed(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(closed);
  if (typeof part !== "object" || part === null) return part;
  const inside = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, closed(value)]));
  const isOpen = "properties" in inside && inside["type"] === "object" && !("additionalProperties" in inside);
  return isOpen ? { ...inside, additionalProperties: false } : inside;
}

const FORMATS: Readonly<Record<string, RegExp | ((text: string) => boolean)>> = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  "date-time": /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  uri: (text) => URL.canParse(text),
};

function wrong({ method, path, status, json }: Seen, why: string): Error {
  return new Error(`${method} ${path} → ${status}: ${why}\n${JSON.stringify(json).slice(0, 2000)}`);
}
function refuse(seen: Seen, why: string): never {
  throw wrong(seen, why);
}
