// Checks requests against YouTube's discovery document.
import { isObject, objectOf, textOf, arrayOf, type JsonObject } from "../../networks/client/json.ts";
import type { Json } from "../../networks/network.ts";
import { typeOf, type Checked, type Description, type Sent } from "./description.ts";
import { openSchemas, type Schemas } from "./schemas.ts";

interface Method {
  readonly id: string;
  readonly httpMethod: string;
  readonly paths: readonly string[];
  readonly uploads: readonly string[];
  /** Media types of the upload. */
  readonly accepts: readonly string[];
  readonly parameters: JsonObject;
  readonly request: JsonObject | null;
}

export function discovery(source: string, document: JsonObject): Description {
  const common = objectOf(document["parameters"]);
  const methods = methodsOf(document["resources"]);
  const shapes = Object.entries(objectOf(document["schemas"])).map(([name, each]) => [name, strict(each)]);
  const schemas = openSchemas({ schemas: Object.fromEntries(shapes) as unknown }, { coerce: false });
  const texts = openSchemas({}, { coerce: true });
  return {
    source,
    below: "",
    check(sent) {
      // The bytes of a session go to the address that YouTube hands out.
      if (!/^\/((resumable\/)?upload\/)?youtube\/v3\//.test(sent.path) || sent.query.has("upload_id"))
        return null;
      const method = methods.find(
        (each) => each.httpMethod === sent.method && [...each.paths, ...each.uploads].includes(sent.path),
      );
      if (!method) return { operation: `${sent.method} ${sent.path}`, faults: ["is not described"] };
      return checked(method, common, sent, schemas, texts);
    },
  };
}

function methodsOf(resources: Json | undefined): Method[] {
  return Object.values(objectOf(resources)).flatMap((value) => {
    const resource = objectOf(value);
    const own = Object.values(objectOf(resource["methods"])).map((each) => methodOf(objectOf(each)));
    return [...own, ...methodsOf(resource["resources"])];
  });
}

function methodOf(method: JsonObject): Method {
  const upload = objectOf(method["mediaUpload"]);
  const protocols = Object.values(objectOf(upload["protocols"])).map(objectOf);
  const uploads = protocols.flatMap(({ path }) => textOf(path) ?? []);
  return {
    id: textOf(method["id"]) ?? "",
    httpMethod: textOf(method["httpMethod"]) ?? "",
    paths: [`/${textOf(method["path"]) ?? ""}`],
    uploads,
    accepts: arrayOf(upload["accept"]).map(String),
    parameters: objectOf(method["parameters"]),
    request: isObject(method["request"]) ? method["request"] : null,
  };
}

function checked(method: Method, common: JsonObject, sent: Sent, schemas: Schemas, texts: Schemas): Checked {
  const guard = sent.headers["authorization"] === undefined ? ["goes without authorization"] : [];
  const faults = [...guard, ...inAddress(method, common, sent, texts), ...inBody(method, sent, schemas)];
  return { operation: method.id, faults };
}

function inAddress({ parameters }: Method, common: JsonObject, { query }: Sent, texts: Schemas): string[] {
  const entries = Object.entries({ ...common, ...parameters }).map(
    ([name, each]) => [name, objectOf(each)] as const,
  );
  const properties = entries.map(([name, { repeated, ...schema }]) => [
    name,
    repeated === true ? { type: "array", items: strict(schema) } : strict(schema),
  ]);
  const required = entries.filter(([, each]) => each["required"] === true).map(([name]) => name);
  const given = Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const repeated = objectOf(parameters[name])["repeated"] === true;
      // Several may stand in one, with commas between.
      return [name, repeated ? query.getAll(name).flatMap((each) => each.split(",")) : query.get(name)];
    }),
  );
  const schema = { type: "object", properties: Object.fromEntries(properties) as unknown, required };
  return texts.faults(schema, given).map((fault) => `query: ${fault}`);
}

function inBody({ request, uploads, accepts }: Method, sent: Sent, schemas: Schemas): string[] {
  const type = typeOf(sent);
  const { body } = sent;
  if (body && "json" in body) {
    if (request === null) return ["goes with JSON, and none is described"];
    return schemas.faults({ $ref: `#/schemas/${textOf(request["$ref"]) ?? ""}` }, body.json);
  }
  if (type === null) return request && !uploads.includes(sent.path) ? ["goes without a body"] : [];
  const taken = accepts.some((each) => new RegExp(`^${each.replace("*", ".*")}$`).test(type));
  return uploads.includes(sent.path) && taken ? [] : [`goes with ${type}; described: ${accepts.join(", ")}`];
}

/** Google's schemas as JSON Schema has them, in which an object takes no member that it does not know, as Google does. */
function strict(value: Json | undefined): JsonObject {
  const { id: _, required: __, $ref: ref, properties, items, minimum, maximum, ...kept } = objectOf(value);
  const members = Object.entries(objectOf(properties)).map(([name, member]) => [name, strict(member)]);
  const { additionalProperties: rest } = kept;
  return {
    ...kept,
    // Numbers come as texts.
    ...(minimum !== undefined && { minimum: Number(minimum) }),
    ...(maximum !== undefined && { maximum: Number(maximum) }),
    ...(typeof ref === "string" && { $ref: `#/schemas/${ref}` }),
    ...(isObject(items) && { items: strict(items) }),
    ...(isObject(rest) && { additionalProperties: strict(rest) }),
    ...(members.length > 0 && { properties: Object.fromEntries(members), additionalProperties: false }),
  };
}
