// Generates the OpenAPI 3.1 document from the routes; anything a route does not declare is not in it.
import { CODES, type Code } from "../../errors.ts";
import { shareLoop } from "../../event-loop.ts";
import { operationOf } from "./operations.ts";
import { PROBLEM_EXAMPLES } from "./problem-examples.ts";
import { ALL_CODES, ProblemView } from "./problem-view.ts";
import { describeSchema, type Named } from "./schema.ts";
import { webhooksOf } from "./webhooks.ts";
import type { About, Document, Operation, Route } from "./shape.ts";

/** Describing a route takes about as long as checking this many characters of a post. */
const STEP = 5000;

/** @throws Error when a route does not say what it is */
export async function openapi(routes: readonly Route[], about: About): Promise<Document> {
  const named: Named = {};
  describeSchema(ProblemView, named);
  const paths: Record<string, Record<string, Operation>> = {};
  const shown = routes.filter(({ path, hooks }) => isBelow(path, about.prefix) && !hooks.detail?.hide);
  for (const route of shown) {
    await shareLoop(STEP);
    const path = route.path.slice(about.prefix.length).replace(/:(\w+)/g, "{$1}") || "/";
    paths[path] = {
      ...paths[path],
      [route.method.toLowerCase()]: operationOf(route, named, about.undeclared),
    };
  }
  const used = new Set(
    Object.values(paths).flatMap((methods) => Object.values(methods).flatMap(({ tags }) => tags)),
  );
  return {
    openapi: "3.1.1",
    info: infoOf(about),
    servers: [{ url: about.baseUrl + about.prefix }],
    tags: [...used].map((name) => ({ name, description: about.tags[name] ?? "" })),
    security: about.security,
    paths,
    ...(about.webhooks && { webhooks: webhooksOf(named) }),
    components: {
      schemas: named,
      headers: {
        RequestId: { description: "this request's id, also in the log", schema: { type: "string" } },
      },
      examples: problemExamples(about.baseUrl),
      securitySchemes: about.securitySchemes,
    },
  };
}

function isBelow(path: string, prefix: string): boolean {
  return path.startsWith(`${prefix}/`);
}

function infoOf({ title, description, version }: About): Document["info"] {
  return { title, version, description, license: { name: "MIT", identifier: "MIT" } };
}

function problemExamples(baseUrl: string) {
  return Object.fromEntries(
    ALL_CODES.map((code) => {
      const { title } = CODES[code];
      return [code, { summary: title, value: problemExample(code, baseUrl) }];
    }),
  );
}

export function problemExample(code: Code, baseUrl: string) {
  const { status, title } = CODES[code];
  const { detail, extras } = PROBLEM_EXAMPLES[code];
  const instance = "019aa4c4-0b1c-7d2e-8f30-415263748596";
  return { type: `${baseUrl}/docs/errors/${code}`, title, status, detail, instance, code, ...extras };
}
