// The HTTP door: request ids, keys, problems and the list of all resources.
import { KindGuard, type TSchema } from "@sinclair/typebox";
import { Elysia, NotFoundError } from "elysia";
import type { Keyring } from "../accounts/keyring.ts";
import type { Clock } from "../clock.ts";
import { Problem } from "../errors.ts";
import type { NewId } from "../id.ts";
import type { Log } from "../log.ts";
import { connectRoutes, type ConnectPagesDeps } from "./connect/index.ts";
import { adminHeaders, adminRoutes, admitOwner, type AdminDeps } from "./admin/index.ts";
import { callerOf, recogniseCaller } from "./caller.ts";
import { openLimiter } from "./limit.ts";
import type { Status } from "../ops/status.ts";
import { docsRoutes } from "./docs/index.ts";
import { statusRoutes } from "./docs/status.ts";
import type { Route } from "./openapi/shape.ts";
import { pageRoutes, type PagesDeps } from "./pages.ts";
import { problemOf, problemResponse } from "./problem.ts";
import { accountRoutes, type AccountsDeps } from "./v1/accounts.ts";
import { uploadRoutes, type UploadDeps } from "./uploads.ts";
import { mediaFileRoutes, type MediaFileDeps } from "./media-files.ts";
import { libraryRoutes, type LibraryDeps } from "./v1/media-library.ts";
import { mediaRoutes, type MediaDeps } from "./v1/media.ts";
import { postActionRoutes } from "./v1/post-actions.ts";
import { queueRoutes } from "./v1/queue.ts";
import { postRoutes, type PostsDeps } from "./v1/posts.ts";
import { uploadApiRoutes, type UploadApiDeps } from "./v1/uploads.ts";

export interface HttpDeps {
  readonly keyring: Keyring;
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
  readonly mcp: (request: Request, requestId: string) => Promise<Response>;
  /** Requests a minute per key; 0: without limit. */
  readonly ratePerMinute: number;
  /** Where a request comes from. */
  readonly addressOf: (request: Request) => string;
  /** Public address, without a trailing slash. */
  readonly baseUrl: () => string;
  readonly version: string;
  readonly status: () => Promise<Status>;
}

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;

export function openHttp(deps: HttpDeps) {
  const requests = new WeakMap<Request, { id: string; began: number }>();
  const idOf = (request: Request) => requests.get(request)?.id ?? "";

  const limits = deps.ratePerMinute > 0 ? openLimits(deps.ratePerMinute, deps.clock) : null;

  const http = new Elysia({ normalize: false })
    .onRequest(async ({ request, set }) => {
      const id = deps.newId();
      requests.set(request, { id, began: deps.clock.monotonic() });
      set.headers["x-request-id"] = id;
      const path = pathOf(request);
      if (needsKey(path)) Object.assign(set.headers, await admit(request));
      if (isAdmin(path)) {
        Object.assign(set.headers, adminHeaders(deps.baseUrl()));
        await admitOwner(request, path, deps.admin);
      }
    })
    .onError(({ error, request }) => {
      const problem = error instanceof NotFoundError ? unknownAddress(request) : problemOf(error);
      if (problem.status >= 500)
        deps.log.error("request_failed", {
          ...facts(request),
          code: problem.code,
          cause: problem.cause ?? problem,
        });
      const more = isAdmin(pathOf(request)) ? adminHeaders(deps.baseUrl()) : {};
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
    .post("/mcp", ({ request }) => deps.mcp(request, idOf(request)), { parse: "none" })
    .use(adminRoutes(deps.admin))
    .use(connectRoutes(deps.connect))
    .use(docsRoutes({ routes: allRoutes, baseUrl: deps.baseUrl, version: deps.version }))
    .use(statusRoutes({ status: deps.status, baseUrl: deps.baseUrl }))
    .use(pageRoutes(deps.pages));
  return http;

  /**
   * Lets a key in, as often as it may ask. Whoever tries wrong keys may try less often; a live key is not shut out by
   * others who fail from the same address. @returns headers
   */
  async function admit(request: Request): Promise<Record<string, string>> {
    try {
      await recogniseCaller(request, deps.keyring);
    } catch (error) {
      if (Problem.from(error).code === "unauthorized") limits?.failures.take(deps.addressOf(request));
      throw error;
    }
    return limits?.requests.take(callerOf(request).id) ?? {};
  }

  function allRoutes(): readonly Route[] {
    return http.routes;
  }

  function facts(request: Request) {
    return { requestId: idOf(request), method: request.method, path: pathOf(request) };
  }

  /** 405 with Allow where the path exists for another method, else 404 (D4). */
  function unknownAddress(request: Request): Problem {
    const path = pathOf(request);
    const allow = METHODS.filter((method) =>
      http.routes.some((route) => answers(route.method, method) && fits(route.path, path)),
    );
    if (allow.length === 0) return new Problem("not_found", "There is nothing at this address.");
    return new Problem(
      "method_not_allowed",
      `${request.method} is not allowed here; use ${allow.join(", ")}.`,
      { allow },
    );
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

export function routesOf(http: ReturnType<typeof openHttp>): RouteFacts[] {
  return http.routes.map(({ method, path, hooks }) => {
    const { body }: { body?: unknown } = hooks;
    return { method, path, body: KindGuard.IsSchema(body) ? body : null };
  });
}

/** HEAD is answered wherever GET is. */
const answers = (own: string, method: string) => own === method || (own === "GET" && method === "HEAD");

/** Whether an address is one of a route's, such as /v1/posts/:id, with or without a slash at its end. */
function fits(route: string, path: string): boolean {
  const parts = path.replace(/(?<=.)\/$/, "").split("/");
  const pattern = route.split("/");
  return (
    parts.length === pattern.length && pattern.every((part, i) => part.startsWith(":") || part === parts[i])
  );
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

function pathOf(request: Request): string {
  return new URL(request.url).pathname;
}
