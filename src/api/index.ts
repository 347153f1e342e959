// The HTTP server's routes: request ids, authentication, error responses and the list of all resources.
import { KindGuard, type TSchema } from "@sinclair/typebox";
import { Elysia, NotFoundError } from "elysia";
import type { ApiKeys } from "../auth/api-keys.ts";
import type { Clock } from "../clock.ts";
import { Problem } from "../errors.ts";
import type { NewId } from "../id.ts";
import type { Log } from "../log.ts";
import { connectRoutes, type ConnectPagesDeps } from "./connect/index.ts";
import { unknownAddress } from "./http/allow.ts";
import { openBodyLimits } from "./http/body-limits.ts";
import { ADMIN_HEADERS, adminRoutes, admitOwner, type AdminDeps } from "./admin/index.ts";
import { callerOf, recogniseCaller } from "./http/caller.ts";
import { requireAddress } from "./http/host.ts";
import { openLimiter } from "./http/rate-limit.ts";
import type { Status } from "../ops/status.ts";
import { docsRoutes } from "./docs/index.ts";
import { statusRoutes } from "./docs/status.ts";
import type { Route } from "./openapi/shape.ts";
import { pageRoutes, type PagesDeps } from "./health.ts";
import { problemPage, readsPages } from "./problem-page.ts";
import { problemOf, problemResponse } from "./http/problem.ts";
import { accountRoutes, type AccountsDeps } from "./v1/accounts.ts";
import { setupPageRoutes } from "./setup/index.ts";
import { uploadRoutes, type UploadDeps } from "./files/uploads.ts";
import { mediaFileRoutes, type MediaFileDeps } from "./files/media.ts";
import { libraryRoutes, type LibraryDeps } from "./v1/media-library.ts";
import { mediaRoutes, type MediaDeps } from "./v1/media.ts";
import { postActionRoutes } from "./v1/post-actions.ts";
import { postEvidenceRoutes } from "./v1/post-evidence.ts";
import { queueRoutes } from "./v1/queue.ts";
import { postRoutes } from "./v1/posts.ts";
import type { PostsDeps } from "./requests/posts.ts";
import { uploadApiRoutes, type UploadApiDeps } from "./v1/uploads.ts";

/** @param takeMore for messages beyond the one that the request was counted as */
type Mcp = (request: Request, requestId: string, takeMore: (count: number) => void) => Promise<Response>;

export interface HttpDeps {
  readonly apiKeys: ApiKeys;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
  readonly admin: AdminDeps;
  readonly accounts: AccountsDeps;
  readonly connect: ConnectPagesDeps;
  readonly posts: PostsDeps;
  readonly media: MediaDeps & UploadApiDeps & UploadDeps & LibraryDeps & MediaFileDeps;
  readonly pages: PagesDeps;
  /** Answers a request for /mcp whose key is recognised. */
  readonly mcp: Mcp;
  /** Requests a minute per key; 0: without limit. */
  readonly ratePerMinute: number;
  /** Where a request comes from. */
  readonly addressOf: (request: Request) => string;
  /** Public address, without a trailing slash. */
  readonly baseUrl: () => string;
  readonly version: string;
  readonly status: () => Promise<Status>;
}

/** What is known of a request while it is answered. */
interface Facts {
  readonly id: string;
  readonly began: number;
  /** As the router sees it, so that nothing is let past the guards to another route than the one they looked at. */
  readonly path: string;
  /** What the answer says of the caller's rate limit. */
  rate: Readonly<Record<string, string>>;
}

/** What the router knows of a request before it looks for the route. */
interface Routed {
  readonly request: Request;
  /** Always there; only the router's types leave it out. */
  readonly path?: string;
}

export interface Http {
  answer(request: Request): Promise<Response>;
  /** The answer when even failing failed. */
  failed(error: unknown): Response;
  readonly routes: readonly Route[];
}

export function openHttp(deps: HttpDeps): Http {
  const requests = new WeakMap<Request, Facts>();
  const limits = deps.ratePerMinute > 0 ? openLimits(deps.ratePerMinute, deps.clock) : null;
  const sendsBody = openBodyLimits(deps.clock);

  const http = new Elysia({ normalize: false, handler: { standardHostname: false } })
    // The router makes for every request what its hooks name. Of one that hands its context on it can't tell, and parses
    // queries and cookies for all.
    .onRequest(async ({ request, path }: Routed) => {
      if (path === undefined) throw new Error("the router does not say which path it sees");
      const known: Facts = { id: deps.newId(), began: deps.clock.monotonic(), path, rate: {} };
      requests.set(request, known);
      if (needsKey(path)) known.rate = await admit(request);
      else sendsBody(request, deps.addressOf(request));
      if (isAdmin(path)) await admitOwner(request, path, deps.admin);
    })
    .onError(({ error, request }) => {
      const problem =
        error instanceof NotFoundError
          ? unknownAddress(request.method, factsOf(request).path, allRoutes())
          : problemOf(error);
      if (problem.status >= 500)
        deps.log.error("request_failed", {
          ...facts(request),
          code: problem.code,
          cause: problem.cause ?? problem,
        });
      const { id, path } = factsOf(request);
      return readsPages(request, path)
        ? problemPage(problem, id)
        : problemResponse(problem, id, deps.baseUrl());
    })
    .group("/v1", (v1) =>
      v1
        .use(accountRoutes(deps.accounts))
        .use(postRoutes(deps.posts))
        .use(postActionRoutes(deps.posts))
        .use(postEvidenceRoutes(deps.posts))
        .use(queueRoutes(deps.posts))
        .use(mediaRoutes(deps.media))
        .use(uploadApiRoutes(deps.media))
        .use(libraryRoutes(deps.media)),
    )
    .use(uploadRoutes(deps.media))
    .use(mediaFileRoutes(deps.media))
    .post(
      "/mcp",
      ({ request }) => deps.mcp(request, factsOf(request).id, (count) => takeMore(request, count)),
      {
        parse: "none",
      },
    )
    .use(adminRoutes(deps.admin))
    .use(connectRoutes(deps.connect))
    .use(
      docsRoutes({
        routes: allRoutes,
        baseUrl: deps.baseUrl,
        version: deps.version,
        networks: () => deps.admin.networks,
      }),
    )
    .use(setupPageRoutes(deps.admin))
    .use(statusRoutes({ status: deps.status, baseUrl: deps.baseUrl }))
    .use(pageRoutes(deps.pages));
  return {
    async answer(request) {
      try {
        requireAddress(request, deps.baseUrl());
        return finished(request, await http.fetch(request));
      } catch (error) {
        return failed(error);
      }
    },
    failed,
    routes: allRoutes(),
  };

  function failed(error: unknown): Response {
    const [problem, requestId] = [problemOf(error), deps.newId()];
    if (problem.status >= 500)
      deps.log.error("request_failed", {
        requestId,
        code: problem.code,
        cause: problem.cause ?? problem,
      });
    const response = problemResponse(problem, requestId, deps.baseUrl());
    addHeaders(response.headers, headersOf("", deps.baseUrl()));
    return response;
  }

  /** The answer with what every answer says, written to the log. */
  function finished(request: Request, response: Response): Response {
    const { id, began, path, rate } = factsOf(request);
    addHeaders(response.headers, headersOf(path, deps.baseUrl()));
    addHeaders(response.headers, rate);
    response.headers.set("x-request-id", id);
    const ms = Math.round(deps.clock.monotonic() - began);
    deps.log.debug("request", { ...facts(request), status: response.status, ms });
    return response;
  }

  /**
   * Lets a key in, as often as it may ask. A caller that tries wrong keys may try less often; a live key is not shut out by
   * others who fail from the same address. @returns headers
   */
  async function admit(request: Request): Promise<Record<string, string>> {
    try {
      await recogniseCaller(request, deps.apiKeys);
    } catch (error) {
      if (Problem.from(error).code === "unauthorized") limits?.failures.take(deps.addressOf(request));
      throw error;
    }
    const { id } = callerOf(request);
    sendsBody(request, id);
    return limits?.requests.take(id) ?? {};
  }

  /** @throws Problem rate_limited */
  function takeMore(request: Request, count: number): void {
    limits?.requests.take(callerOf(request).id, count);
  }

  function allRoutes(): readonly Route[] {
    return http.routes;
  }

  function facts(request: Request) {
    const { id, path } = factsOf(request);
    return { requestId: id, method: request.method, path };
  }

  function factsOf(request: Request): Facts {
    const known = requests.get(request);
    if (!known) throw new Error("the router has not seen this request");
    return known;
  }
}

/** What describes /v1. */
const OPEN = ["/v1/", "/v1/openapi.json"];

/** All of /v1, save what describes it, and /mcp. */
function needsKey(path: string): boolean {
  return (path.startsWith("/v1/") && !OPEN.includes(path)) || /^\/mcp\/?$/.test(path);
}

/** One thing that can be asked for. */
export interface RouteFacts {
  readonly method: string;
  /** With `:id` where an id stands. */
  readonly path: string;
  /** The schema of its JSON body; null when it has none. */
  readonly body: TSchema | null;
}

export function routesOf(http: Http): RouteFacts[] {
  return http.routes.map(({ method, path, hooks }) => {
    const { body }: { body?: unknown } = hooks;
    return { method, path, body: KindGuard.IsSchema(body) ? body : null };
  });
}

/** Wrong keys an address may try in a minute. */
const FAILURES_PER_MINUTE = 20;

function openLimits(perMinute: number, clock: Clock) {
  const windowMs = 60_000;
  const burst = Math.max(1, Math.ceil(perMinute / 2));
  const failures = { limit: FAILURES_PER_MINUTE, windowMs, burst: FAILURES_PER_MINUTE };
  return {
    requests: openLimiter("default", { limit: perMinute, windowMs, burst }, clock),
    failures: openLimiter("failed-keys", failures, clock),
  };
}

const isAdmin = (path: string) => path.startsWith("/admin/") && path !== "/admin/openapi.json";

/** What every answer says to browsers and caches. */
function headersOf(path: string, baseUrl: string): Readonly<Record<string, string>> {
  const headers = baseUrl.startsWith("https:") ? OVER_TLS : PLAIN;
  if (isAdmin(path)) return headers.admin;
  return needsKey(path) ? headers.api : headers.others;
}

const PLAIN = headersWith({ "x-content-type-options": "nosniff" });
const OVER_TLS = headersWith({
  "x-content-type-options": "nosniff",
  "strict-transport-security": "max-age=31536000",
});

function headersWith(others: Readonly<Record<string, string>>) {
  return {
    others,
    api: { ...others, "cache-control": "no-store" },
    admin: { ...others, ...ADMIN_HEADERS },
  };
}

/** What a route says itself stays. */
function addHeaders(headers: Headers, more: Readonly<Record<string, string>>): void {
  for (const name in more) if (!headers.has(name)) headers.set(name, more[name] ?? "");
}
