// The HTTP server's routes: request ids, authentication, error responses and the list of all resources.
import { KindGuard, type TSchema } from "@sinclair/typebox";
import { Elysia, NotFoundError } from "elysia";
import type { NewId } from "../id.ts";
import type { Problem } from "../errors.ts";
import type { Log, LogFields } from "../log.ts";
import { connectRoutes, type ConnectPagesDeps } from "./connect/index.ts";
import { unknownAddress } from "./http/allow.ts";
import { openAdmission, type AdmissionDeps } from "./http/admission.ts";
import { openBodyLimits } from "./http/body-limits.ts";
import { requirePermissions } from "./http/permissions.ts";
import { ADMIN_HEADERS, adminRoutes, admitPerson, type AdminDeps } from "./admin/index.ts";
import { requireAddress } from "./http/host.ts";
import { jwksRoutes, type JwksDeps } from "./jwks.ts";
import type { Status } from "../ops/status.ts";
import { metricsRoutes, type MetricsRouteDeps } from "./metrics.ts";
import { docsRoutes } from "./docs/index.ts";
import { statusRoutes } from "./docs/status.ts";
import type { Route } from "./openapi/shape.ts";
import { pageRoutes, type PagesDeps } from "./health.ts";
import { problemPage, readsPages } from "./problem-page.ts";
import { problemOf, problemResponse } from "./http/problem.ts";
import { accountRoutes, type AccountsDeps } from "./v1/accounts.ts";
import { uploadRoutes, type UploadDeps } from "./files/uploads.ts";
import { deletedMeanwhile, mediaFileRoutes, type MediaFileDeps } from "./files/media.ts";
import { labelRoutes } from "./v1/labels.ts";
import { libraryRoutes, type LibraryDeps } from "./v1/media-library.ts";
import { linkCardRoutes, type LinkCardDeps } from "./v1/link-card.ts";
import { mediaRoutes, type MediaDeps } from "./v1/media.ts";
import { calendarRoutes } from "./v1/calendar.ts";
import { postActionRoutes } from "./v1/post-actions.ts";
import { postBulkRoutes } from "./v1/post-bulk.ts";
import { postImportRoutes } from "./v1/post-import.ts";
import { postEvidenceRoutes } from "./v1/post-evidence.ts";
import { queueRoutes } from "./v1/queue.ts";
import { postCheckRoutes } from "./v1/post-check.ts";
import { postRoutes } from "./v1/posts.ts";
import type { PostsDeps } from "./requests/posts.ts";
import { uploadApiRoutes, type UploadApiDeps } from "./v1/uploads.ts";
import { eventRoutes } from "./v1/events.ts";
import { webhookDeliveryRoutes } from "./v1/webhook-deliveries.ts";
import { webhookRoutes } from "./v1/webhooks.ts";
import type { WebhookDeps } from "../webhooks/manage.ts";
import { webRoutes, type WebDeps } from "./web/index.ts";

/** @param takeMore for messages beyond the one that the request was counted as */
type Mcp = (request: Request, requestId: string, takeMore: (count: number) => void) => Promise<Response>;

export interface HttpDeps extends AdmissionDeps {
  readonly newId: NewId;
  readonly log: Log;
  readonly admin: AdminDeps;
  readonly accounts: AccountsDeps;
  readonly connect: ConnectPagesDeps;
  readonly posts: PostsDeps;
  readonly media: MediaDeps & UploadApiDeps & UploadDeps & LibraryDeps & MediaFileDeps & LinkCardDeps;
  readonly webhooks: WebhookDeps;
  readonly pages: PagesDeps;
  /** Answers a request for /mcp whose key is recognised. */
  readonly mcp: Mcp;
  readonly version: string;
  readonly status: () => Promise<Status>;
  readonly jwks: JwksDeps;
  readonly metrics: MetricsRouteDeps;
  readonly web: WebDeps;
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
  /** The response when the server could not send another one, such as a file. */
  failed(error: unknown): Response;
  readonly routes: readonly Route[];
}

export function openHttp(deps: HttpDeps): Http {
  const requests = new WeakMap<Request, Facts>();
  const sendsBody = openBodyLimits(deps.clock);
  const admission = openAdmission(deps, sendsBody);

  const http = new Elysia({ normalize: false, handler: { standardHostname: false } })
    // The router makes for every request what its hooks name. Of one that hands its context on it can't tell, and parses
    // queries and cookies for all.
    .onRequest(async ({ request, path }: Routed) => {
      if (path === undefined) throw new Error("the router does not say which path it sees");
      const known: Facts = { id: deps.newId(), began: deps.clock.monotonic(), path, rate: {} };
      requests.set(request, known);
      if (needsCaller(path)) known.rate = await admission.admit(request, path);
      else sendsBody(request, deps.addressOf(request));
      if (isAdmin(path)) await admitPerson(request, path, deps.admin);
    })
    .onError(({ error, request }) => {
      const problem =
        error instanceof NotFoundError
          ? unknownAddress(request.method, factsOf(request).path, allRoutes())
          : problemOf(error);
      logFault(problem, facts(request));
      const { id, path } = factsOf(request);
      return readsPages(request, path)
        ? problemPage(problem, id)
        : problemResponse(problem, id, deps.baseUrl());
    })
    .use(apiRoutes(deps))
    .use(uploadRoutes(deps.media))
    .use(mediaFileRoutes(deps.media))
    .post(
      "/mcp",
      ({ request }) => deps.mcp(request, factsOf(request).id, (count) => admission.takeMore(request, count)),
      {
        parse: "none",
      },
    )
    .use(connectRoutes(deps.connect))
    .use(
      docsRoutes({
        routes: allRoutes,
        baseUrl: deps.baseUrl,
        version: deps.version,
        networks: () => deps.admin.networks,
      }),
    )
    .use(webRoutes(deps.web))
    .use(statusRoutes({ status: deps.status, baseUrl: deps.baseUrl }))
    .use(jwksRoutes(deps.jwks))
    .use(metricsRoutes(deps.metrics))
    .use(pageRoutes(deps.pages));
  requirePermissions(allRoutes());
  return {
    async answer(request) {
      try {
        requireAddress(request, deps.baseUrl());
        return finish(request, await http.fetch(request));
      } catch (error) {
        return fail(problemOf(error));
      }
    },
    failed: (error) => fail(deletedMeanwhile(error) ?? problemOf(error)),
    routes: allRoutes(),
  };

  function fail(problem: Problem): Response {
    const requestId = deps.newId();
    logFault(problem, { requestId });
    const response = problemResponse(problem, requestId, deps.baseUrl());
    addHeaders(response.headers, headersOf("", deps.baseUrl()));
    return response;
  }

  /** A request that is refused because the server is shutting down is not logged as a fault. */
  function logFault(problem: Problem, of: LogFields): void {
    const { status, code, cause } = problem;
    if (status >= 500 && code !== "stopping")
      deps.log.error("request_failed", { ...of, code, cause: cause ?? problem });
  }

  /** The answer with what every answer says, written to the log. */
  function finish(request: Request, response: Response): Response {
    const { id, began, path, rate } = factsOf(request);
    addHeaders(response.headers, headersOf(path, deps.baseUrl()));
    addHeaders(response.headers, rate);
    response.headers.set("x-request-id", id);
    const ms = Math.round(deps.clock.monotonic() - began);
    deps.log.debug("request", { ...facts(request), status: response.status, ms });
    return response;
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

const apiRoutes = (deps: HttpDeps) =>
  new Elysia({ normalize: false })
    .group("/v1", (v1) =>
      v1
        .use(accountRoutes(deps.accounts))
        .use(postRoutes(deps.posts))
        .use(postCheckRoutes(deps.posts))
        .use(postImportRoutes(deps.posts))
        .use(postBulkRoutes(deps.posts))
        .use(postActionRoutes(deps.posts))
        .use(postEvidenceRoutes(deps.posts))
        .use(calendarRoutes(deps.posts))
        .use(labelRoutes(deps.posts))
        .use(queueRoutes(deps.posts))
        .use(webhookRoutes(deps.webhooks))
        .use(webhookDeliveryRoutes(deps.webhooks))
        .use(eventRoutes(deps.webhooks))
        .use(mediaRoutes(deps.media))
        .use(uploadApiRoutes(deps.media))
        .use(libraryRoutes(deps.media))
        .use(linkCardRoutes(deps.media)),
    )
    .use(adminRoutes(deps.admin));

/** Every operation of /v1 and /admin with its types, from which the web app makes its client. */
export type Api = ReturnType<typeof apiRoutes>;

/** What describes /v1. */
const OPEN = ["/v1/", "/v1/openapi.json"];

/** All of /v1, except what describes it, and /mcp. */
function needsCaller(path: string): boolean {
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

const isAdmin = (path: string) => path.startsWith("/admin/") && path !== "/admin/openapi.json";

/** What every answer says to browsers and caches. */
function headersOf(path: string, baseUrl: string): Readonly<Record<string, string>> {
  const headers = baseUrl.startsWith("https:") ? OVER_TLS : PLAIN;
  if (isAdmin(path)) return headers.admin;
  return needsCaller(path) ? headers.api : headers.others;
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
