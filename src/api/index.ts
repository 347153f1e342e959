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
import { adminHeaders, adminRoutes, admitOwner, type AdminDeps } from "./admin/index.ts";
import { callerOf, recogniseCaller } from "./http/caller.ts";
import { requireAddress } from "./http/host.ts";
import { openLimiter } from "./http/rate-limit.ts";
import type { Status } from "../ops/status.ts";
import { docsRoutes } from "./docs/index.ts";
import { statusRoutes } from "./docs/status.ts";
import type { Route } from "./openapi/shape.ts";
import { pageRoutes, type PagesDeps } from "./health.ts";
import { problemOf, problemResponse } from "./http/problem.ts";
import { accountRoutes, type AccountsDeps } from "./v1/accounts.ts";
import { uploadRoutes, type UploadDeps } from "./files/uploads.ts";
import { mediaFileRoutes, type MediaFileDeps } from "./files/media.ts";
import { libraryRoutes, type LibraryDeps } from "./v1/media-library.ts";
import { mediaRoutes, type MediaDeps } from "./v1/media.ts";
import { postActionRoutes } from "./v1/post-actions.ts";
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
}

export interface Http {
  answer(request: Request): Promise<Response>;
  /** The answer when even failing failed. */
  failed(error: unknown): Response;
  readonly routes: readonly Route[];
}

export function openHttp(deps: HttpDeps): Http {
  const requests = new WeakMap<Request, Facts>();
  const idOf = (request: Request) => requests.get(request)?.id ?? "";
  const pathOf = (request: Request) => requests.get(request)?.path ?? "";
  const limits = deps.ratePerMinute > 0 ? openLimits(deps.ratePerMinute, deps.clock) : null;
  const sendsBody = openBodyLimits(deps.clock);

  const http = new Elysia({ normalize: false, handler: { standardHostname: false } })
    .onRequest(async (context) => {
      const { request, set } = context;
      const [id, path] = [deps.newId(), routedPath(context)];
      requests.set(request, { id, began: deps.clock.monotonic(), path });
      set.headers["x-request-id"] = id;
      if (isAdmin(path)) Object.assign(set.headers, adminHeaders());
      if (isApi(path)) Object.assign(set.headers, headersOf(path, deps.baseUrl()));
      if (needsKey(path)) Object.assign(set.headers, await admit(request));
      else sendsBody(request, deps.addressOf(request));
      if (isAdmin(path)) await admitOwner(request, path, deps.admin);
    })
    .onError(({ error, request }) => {
      const problem =
        error instanceof NotFoundError
          ? unknownAddress(request.method, pathOf(request), allRoutes())
          : problemOf(error);
      if (problem.status >= 500)
        deps.log.error("request_failed", {
          ...facts(request),
          code: problem.code,
          cause: problem.cause ?? problem,
        });
      const more = isAdmin(pathOf(request)) ? adminHeaders() : {};
      return problemResponse(problem, idOf(request), deps.baseUrl(), more);
    })
    .onAfterResponse(({ request, set }) => {
      const ms = Math.round(deps.clock.monotonic() - (requests.get(request)?.began ?? 0));
      deps.log.debug("request", { ...facts(request), status: Number(set.status ?? 200), ms });
    })
    .group("/v1", (v1) =>
      v1
        .use(accountRoutes(deps.accounts))
        .use(postRoutes(deps.posts))
        .use(postActionRoutes(deps.posts))
        .use(queueRoutes(deps.posts))
        .use(mediaRoutes(deps.media))
        .use(uploadApiRoutes(deps.media))
        .use(libraryRoutes(deps.media)),
    )
    .use(uploadRoutes(deps.media))
    .use(mediaFileRoutes(deps.media))
    .post("/mcp", ({ request }) => deps.mcp(request, idOf(request), (count) => takeMore(request, count)), {
      parse: "none",
    })
    .use(adminRoutes(deps.admin))
    .use(connectRoutes(deps.connect))
    .use(docsRoutes({ routes: allRoutes, baseUrl: deps.baseUrl, version: deps.version }))
    .use(statusRoutes({ status: deps.status, baseUrl: deps.baseUrl }))
    .use(pageRoutes(deps.pages));
  return {
    async answer(request) {
      try {
        requireAddress(request, deps.baseUrl());
        return withHeaders(await http.fetch(request), pathOf(request), deps.baseUrl());
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
    return withHeaders(problemResponse(problem, requestId, deps.baseUrl()), "", deps.baseUrl());
  }

  /**
   * Lets a key in, as often as it may ask. Whoever tries wrong keys may try less often; a live key is not shut out by
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
    return { requestId: idOf(request), method: request.method, path: pathOf(request) };
  }
}

/** All of /v1, save what describes it, and /mcp. */
function needsKey(path: string): boolean {
  return (path.startsWith("/v1/") && path !== "/v1/openapi.json") || /^\/mcp\/?$/.test(path);
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

/** The path by which the router goes on. */
function routedPath(context: object): string {
  if ("path" in context && typeof context.path === "string") return context.path;
  throw new Error("the router does not say which path it sees");
}

/** Routes whose successful answers are JSON that the router makes. */
const isApi = (path: string) => path.startsWith("/v1/") && needsKey(path);

/** What every answer says to browsers and caches, unless its route says something else about caches. */
function headersOf(path: string, baseUrl: string): Record<string, string> {
  return {
    "x-content-type-options": "nosniff",
    ...(baseUrl.startsWith("https:") && { "strict-transport-security": "max-age=31536000" }),
    ...(needsKey(path) && { "cache-control": "no-store" }),
  };
}

/** The router has added them already where it makes the answer; opening an answer's headers costs as much as all else here. */
function withHeaders(response: Response, path: string, baseUrl: string): Response {
  if (response.status < 400 && isApi(path)) return response;
  const { headers } = response;
  for (const [name, value] of Object.entries(headersOf(path, baseUrl)))
    if (name !== "cache-control" || !headers.has(name)) headers.set(name, value);
  return response;
}
