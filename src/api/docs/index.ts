// The documentation: OpenAPI for programs, and the same as pages for people.
import { Elysia } from "elysia";
import { CODES, Problem } from "../../errors.ts";
import { cookieName } from "../http/cookie.ts";
import { openapi } from "../openapi/document.ts";
import type { About, Document, Route } from "../openapi/shape.ts";
import { errorPage, errorsPage } from "./errors.ts";
import { referencePage } from "./reference.ts";

export interface DocsDeps {
  /** Every route of the appliance; asked for at the first request, when all are there. */
  readonly routes: () => readonly Route[];
  /** Public address, without a trailing slash. */
  readonly baseUrl: () => string;
  readonly version: string;
}

export function docsRoutes(deps: DocsDeps) {
  const v1 = once(deps, () => V1);
  const admin = once(deps, adminFixed);
  const asJson = writtenOnce((document: Document) => Response.json(document));
  const v1Page = writtenOnce((document: Document) => referencePage(document, "/v1/openapi.json"));
  const adminPage = writtenOnce((document: Document) => referencePage(document, "/admin/openapi.json"));
  const allErrors = writtenOnce(errorsPage);
  return new Elysia({ detail: { hide: true } })
    .get("/v1/openapi.json", async () => asJson(await v1()))
    .get("/admin/openapi.json", async () => asJson(await admin()))
    .get("/docs", async () => v1Page(await v1()))
    .get("/docs/admin", async () => adminPage(await admin()))
    .get("/docs/errors", () => allErrors(CODES))
    .get("/docs/errors/:code", async ({ params }) => {
      const page = errorPage(params.code, await v1());
      if (!page) throw new Problem("not_found", "This error code does not exist.");
      return page;
    });
}

/** Something that is written once for what it is about: writing it takes longer than all else of a request. */
function writtenOnce<T extends object>(write: (about: T) => Response): (about: T) => Response {
  const written = new WeakMap<T, Response>();
  return (about) => {
    const answer = written.get(about) ?? write(about);
    written.set(about, answer);
    return new Response(answer.clone().body, { headers: answer.headers });
  };
}

type Make = () => Promise<Document>;
type Fixed = Omit<About, "version" | "baseUrl">;

/** Made once per address: where the appliance listens is known only after it does. */
function once({ routes, baseUrl, version }: DocsDeps, fixed: (baseUrl: string) => Fixed): Make {
  let made: { url: string; document: Promise<Document> } | null = null;
  return () => {
    const url = baseUrl();
    if (made?.url !== url)
      made = { url, document: openapi(routes(), { ...fixed(url), version, baseUrl: url }) };
    return made.document;
  };
}

const V1: Fixed = {
  prefix: "/v1",
  undeclared: "refuse",
  title: "Crier API",
  description: `Publish one post to many social networks, and see exactly what happened on each.

Send \`Authorization: Bearer crier_live_…\` with every request. A key belongs to one profile and cannot see any other. Bodies are JSON in camelCase, times are ISO 8601 in UTC, ids are UUIDs. Unknown fields in a request are refused, never ignored.

A post that is only partly published is a normal result, not an error: look at the \`status\` and \`nextAction\` of each target. Errors are \`application/problem+json\` with a stable \`code\`.`,
  tags: {
    Accounts: "The accounts this key can post to. Connect accounts in the app or on the command line.",
    Posts: "A post has one target per account; each target succeeds or fails on its own.",
    Media: "Photos and clips for posts.",
    Queue: "The profile's posting times.",
  },
  securitySchemes: {
    key: {
      type: "http",
      scheme: "bearer",
      description: "An API key of a profile: `crier key create --profile me`.",
    },
  },
};

const adminFixed = (baseUrl: string): Fixed => ({
  prefix: "/admin",
  undeclared: "derive",
  title: "Crier admin API",
  description: "For the web app and the operator. It changes with the app; programs should use /v1.",
  tags: {},
  securitySchemes: {
    session: {
      type: "apiKey",
      in: "cookie",
      name: cookieName(baseUrl),
      description: "A signed-in person.",
    },
  },
});
