// Describes a route as an OpenAPI operation: parameters, bodies, and every problem it can return.
import type { TSchema } from "@sinclair/typebox";
import { ROLES, rolesWith, type Permission } from "../../domain/permission.ts";
import { CODES, type Code } from "../../errors.ts";
import { ADMIN_EXAMPLES } from "./admin-examples.ts";
import { OPERATION_EXAMPLES, type OperationExample } from "./examples.ts";
import { ALL_CODES } from "./problem-view.ts";
import { describeSchema, isSchema, refTo, type Named } from "./schema.ts";
import type { About, Answer, Hooks, Operation, Parameter, RequestBody, Route } from "./shape.ts";

/** Codes that any operation may answer. */
const ALWAYS: readonly Code[] = [
  "rate_limited",
  "internal",
  "temporarily_unavailable",
  "disk_full",
  "disk_read_only",
  "storage_unavailable",
  "stopping",
];

/** Of one that keys and people may use, when it is not known who asks, or for which profile. */
const OF_CALLERS: readonly Code[] = [
  "unauthorized",
  "insufficient_scope",
  "sign_in_required",
  "host_refused",
  "profile_required",
  "profile_forbidden",
];
/** Subjects that a key for simulated accounts can't change everywhere. */
const OF_POSTS: readonly string[] = ["Posts", "Queue"];
/** Of one for people alone. */
const OF_PEOPLE: readonly Code[] = ["sign_in_required", "host_refused"];

/** Of an operation, as far as there is one: the admin API shows requests only. */
type Example = Partial<OperationExample>;
const EXAMPLES: Readonly<Record<string, Example>> = { ...OPERATION_EXAMPLES, ...ADMIN_EXAMPLES };

/** @throws Error when the route does not say what it is and must */
export function operationOf(route: Route, named: Named, undeclared: About["undeclared"]): Operation {
  const { hooks } = route;
  const { detail } = hooks;
  const { operationId, tags, summary } = factsOf(route, undeclared);
  const description = detail?.description;
  const example = EXAMPLES[operationId];
  const parameters = parametersOf(hooks, named, example);
  const requestBody = detail?.["x-request-body"] ?? bodyOf(hooks, named, example);
  return {
    operationId,
    tags,
    summary,
    ...(description !== undefined && { description }),
    ...(detail?.["x-scope"] !== undefined && { "x-scope": detail["x-scope"] }),
    ...(detail?.["x-permission"] !== undefined && { "x-permission": detail["x-permission"] }),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: {
      ...successes(hooks, named, example),
      ...problems(codesOf(route)),
    },
  };
}

function factsOf({ method, path, hooks }: Route, undeclared: About["undeclared"]) {
  const { operationId, tags, summary } = hooks.detail ?? {};
  if (operationId !== undefined && tags !== undefined && summary !== undefined)
    return { operationId, tags, summary };
  if (undeclared === "refuse")
    throw new Error(`${method} ${path} does not say what it is: give the route operation({ id, tag, … })`);
  const words = [method.toLowerCase(), ...path.split(/\W+/).filter((word) => word !== "")];
  const derived = words.map((word, i) => (i === 0 ? word : word[0]?.toUpperCase() + word.slice(1))).join("");
  return {
    operationId: operationId ?? derived,
    tags: tags ?? [words[2] ?? "other"],
    summary: summary ?? `${method} ${path}`,
  };
}

function parametersOf(hooks: Hooks, named: Named, example: Example | undefined): Parameter[] {
  const places = { path: hooks.params, query: hooks.query, header: hooks.headers };
  return Object.entries(places).flatMap(([place, schema]) => {
    const { properties = {}, required = [] } = schema ? describeSchema(schema, named) : {};
    return Object.entries(properties).map(([name, { description, ...rest }]): Parameter => {
      const value = place === "header" ? undefined : example?.params?.[name];
      return {
        name: place === "header" ? headerName(name) : name,
        in: place,
        required: place === "path" || required.includes(name),
        ...(description !== undefined && { description }),
        schema: rest,
        ...(value !== undefined && { example: value }),
      };
    });
  });
}

/** As people write it: Elysia lists headers in small letters. */
const headerName = (name: string) => name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

function bodyOf(hooks: Hooks, named: Named, example: Example | undefined): RequestBody | null {
  if (!hooks.body) return null;
  const schema = describeSchema(hooks.body, named);
  const shown = example?.request === undefined ? {} : { example: example.request };
  const required = hooks.detail?.["x-body-optional"] !== true;
  return { required, content: { "application/json": { schema, ...shown } } };
}

function successes(hooks: Hooks, named: Named, example: Example | undefined) {
  const { response, detail } = hooks;
  const byStatus = isSchema(response) ? { 200: response } : ((response ?? {}) as Record<string, TSchema>);
  const own = Object.entries(detail?.["x-headers"] ?? {}).map(([name, description]) => {
    return [name, { description, schema: { type: "string" } }] as const;
  });
  const headers = { ...Object.fromEntries(own), ...REQUEST_ID };
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, schema]): [string, Answer] => {
      const description = STATUS_WORDS[status] ?? "Done";
      if (schema.type === "void" || schema.type === "undefined") return [status, { description, headers }];
      const shown = example?.response === undefined ? {} : { example: example.response };
      const type = detail?.["x-content-type"] ?? "application/json";
      const content = { [type]: { schema: describeSchema(schema, named), ...shown } };
      return [status, { description, headers, content }];
    }),
  );
}

const REQUEST_ID = { "X-Request-Id": { $ref: "#/components/headers/RequestId" } };
const HEADERS_OF: Readonly<Record<number, object>> = {
  401: { "WWW-Authenticate": { description: "Bearer", schema: { type: "string" } } },
  429: { "Retry-After": { description: "seconds to wait", schema: { type: "integer" } } },
  503: { "Retry-After": { description: "seconds to wait", schema: { type: "integer" } } },
};
const STATUS_WORDS: Readonly<Record<string, string>> = {
  200: "OK",
  201: "Created",
  204: "Success, no content",
};

/** What follows from an operation's shape, and what it adds, in the order of the table. */
function codesOf({ method, hooks: { body, params, query, detail } }: Route): Code[] {
  const codes = new Set<Code>([...ALWAYS, ...(detail?.["x-problems"] ?? [])]);
  const add = (...more: Code[]) => more.forEach((code) => codes.add(code));
  if (detail?.["x-scope"] !== undefined) add(...OF_CALLERS);
  else if (detail?.security) add(...OF_PEOPLE);
  if (isForSome(detail?.["x-permission"])) add("not_allowed");
  if (detail?.["x-scope"] !== "read" && detail?.tags?.some((tag) => OF_POSTS.includes(tag)))
    add("simulated_only");
  if (method !== "GET") add("cross_origin");
  if (body)
    add("invalid_json", "invalid_request", "unsupported_media_type", "body_too_large", "body_incomplete");
  if (query) add("invalid_query");
  if (query?.properties?.["cursor"]) add("invalid_cursor");
  if (params) add("not_found");
  return ALL_CODES.filter((code) => codes.has(code));
}

/** Whether some roles lack it. */
const isForSome = (permission: Permission | "public" | undefined): boolean =>
  permission !== undefined && permission !== "public" && rolesWith(permission).length < ROLES.length;

function problems(codes: readonly Code[]): Record<string, Answer> {
  const byStatus = Map.groupBy(codes, (code) => CODES[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, some]) => [
      String(status),
      {
        description: some.map((code) => `\`${code}\`: ${CODES[code].title}`).join("; "),
        headers: { ...REQUEST_ID, ...HEADERS_OF[status] },
        content: {
          "application/problem+json": {
            schema: { allOf: [refTo("Problem"), { properties: { code: { enum: some } } }] },
            examples: Object.fromEntries(
              some.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
            ),
          },
        },
      },
    ]),
  );
}
