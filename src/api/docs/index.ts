// The documentation: OpenAPI for programs; guides, reference and search for people.
import { Elysia } from "elysia";
import { Problem } from "../../errors.ts";
import type { Network } from "../../networks/network.ts";
import { cookieName } from "../http/cookie.ts";
import { openapi } from "../openapi/document.ts";
import type { About, Document, Route } from "../openapi/shape.ts";

export interface DocsDeps {
  /** Every route of the appliance; asked for at the first request, when all are there. */
  readonly routes: () => readonly Route[];
  /** Whose options the documentation lists. */
  readonly networks: () => readonly Network[];
  /** Public address, without a trailing slash. */
  readonly baseUrl: () => string;
  readonly version: string;
}

export function docsRoutes(deps: DocsDeps) {
  const { baseUrl } = deps;
  const v1 = once(deps, v1Fixed);
  const admin = once(deps, adminFixed);
  const writeOnce = openPageCache(baseUrl);
  // Loaded at the first request: most appliances show their documentation seldom.
  const pages = async () => {
    const { openPages } = await import("./pages.ts");
    return openPages({ v1, admin, baseUrl, version: deps.version, networks: deps.networks() });
  };
  const servePage = async (path: string) =>
    await writeOnce(path, async () => {
      const page = await (await pages()).at(path);
      if (!page)
        throw new Problem("not_found", "Nothing exists at this URL. `/docs` lists the documentation.");
      return page;
    });
  return new Elysia({ detail: { hide: true } })
    .get("/v1/openapi.json", () => writeOnce("/v1/openapi.json", async () => Response.json(await v1())))
    .get("/admin/openapi.json", () =>
      writeOnce("/admin/openapi.json", async () => Response.json(await admin())),
    )
    .get("/docs", () => servePage("/docs"))
    .get("/docs/search", async ({ request }) => {
      return (await pages()).search(new URL(request.url).searchParams.get("q") ?? "");
    })
    .get("/docs/:page", ({ params }) => servePage(`/docs/${params.page}`))
    .get("/docs/networks/:page", ({ params }) => servePage(`/docs/networks/${params.page}`))
    .get("/docs/errors/:code", async ({ params }) => {
      const page = (await pages()).error(params.code, await v1());
      if (!page) throw new Problem("not_found", "This error code does not exist. `/docs/errors` lists all.");
      return page;
    });
}

/**
 * Pages that are written once for each address of the appliance, however many ask for one at the same time: writing one
 * takes longer than the rest of a request.
 */
function openPageCache(baseUrl: () => string) {
  let cache = { url: "", pages: new Map<string, Promise<Response>>() };
  return async (path: string, write: () => Promise<Response>): Promise<Response> => {
    const url = baseUrl();
    if (cache.url !== url) cache = { url, pages: new Map() };
    const { pages } = cache;
    const page = pages.get(path) ?? write();
    pages.set(path, page);
    try {
      const answer = await page;
      return new Response(answer.clone().body, { headers: answer.headers });
    } catch (error) {
      // An address without a page is not remembered: there are endlessly many.
      pages.delete(path);
      throw error;
    }
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

const v1Fixed = (baseUrl: string): Fixed => ({
  prefix: "/v1",
  webhooks: true,
  undeclared: "refuse",
  title: "Crier API",
  description: `Publish one post to many social networks, and see exactly what happened on each.

Send \`Authorization: Bearer crier_live_…\` with every request. A key belongs to one profile and cannot see any other. Crier's own pages use the session cookie in place of a key, with \`Crier-Profile\`. Bodies are JSON in camelCase, times are ISO 8601 in UTC, ids are UUIDs. Unknown fields in a request are refused, never ignored.

A post that is only partly published is a normal result, not an error: look at the \`status\` and \`nextAction\` of each target. Errors are \`application/problem+json\` with a stable \`code\`.`,
  tags: {
    Accounts: "The accounts this key can post to. Connect accounts with `crier account connect`.",
    Posts: "A post has one target per account; each target succeeds or fails on its own.",
    Media: "Photos and clips for posts.",
    Queue: "The profile's posting times.",
    Labels: "Words with which people sort posts.",
    Webhooks: "Events of the profile, sent to your server as they happen, or fetched by your program.",
  },
  securitySchemes: {
    key: {
      type: "http",
      scheme: "bearer",
      description: "An API key of a profile: `crier key create --profile me`.",
    },
    session: sessionScheme(baseUrl),
    profile: {
      type: "apiKey",
      in: "header",
      name: "Crier-Profile",
      description: "The id of the profile that a signed-in person works on.",
    },
  },
  security: [{ key: [] }, { session: [], profile: [] }],
});

const adminFixed = (baseUrl: string): Fixed => ({
  prefix: "/admin",
  undeclared: "derive",
  title: "Crier admin API",
  description: `For people who run this Crier: profiles, accounts, keys, the queue's slots and the audit log. It may change with any version; programs should use /v1.`,
  tags: {},
  securitySchemes: { session: sessionScheme(baseUrl) },
  security: [{ session: [] }],
});

const sessionScheme = (baseUrl: string) => ({
  type: "apiKey",
  in: "cookie",
  name: cookieName(baseUrl),
  description: "A signed-in person.",
});
