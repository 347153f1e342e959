// The front page, health checks, and the simulator page.
import { Elysia } from "elysia";
import type { SignIn } from "../auth/session.ts";
import type { People } from "../domain/store/people.ts";
import { Problem } from "../errors.ts";
import { tokenOf } from "./http/cookie.ts";
import { favicon, frontPage } from "./docs/front.ts";
import { hashOf, policyWith } from "./docs/html.ts";
import { requireOwnHost, type Place } from "./http/host.ts";

export interface PagesDeps {
  /** Throws when the appliance can't do its work now. */
  readonly ready: () => Promise<void>;
  readonly version: string;
  /** Public address, without a trailing slash. */
  readonly baseUrl: () => string;
  /** What was published to simulated networks: a page, and the files it shows. */
  readonly simulator: {
    page(): { readonly html: string; readonly style: string };
    file(network: string, id: string): { bytes: Uint8Array<ArrayBuffer>; mime: string } | undefined;
  };
  readonly viewers: Viewers;
  readonly people: Pick<People, "ownerExists">;
}

/** Who may look at what was published in simulation. */
export interface Viewers {
  readonly door: Pick<SignIn, "recognise">;
  readonly place: Place;
  /** Public address, without a trailing slash. */
  readonly baseUrl: () => string;
  /** A demonstration shows it without signing in. */
  readonly openToAll: boolean;
}

/**
 * It holds the captions and files of all profiles. @returns whether somebody is signed in who sees it in the app as well
 * @throws Problem host_refused, sign_in_required or not_allowed
 */
async function admitViewer(
  request: Request,
  { door, place, baseUrl, openToAll: everyone }: Viewers,
): Promise<boolean> {
  requireOwnHost(request, place);
  const session = await door.recognise(tokenOf(request, baseUrl()));
  if (session?.record.profiles === "all") return true;
  if (everyone) return false;
  if (session) throw new Problem("not_allowed", "Only people with all profiles may see all simulated posts.");
  throw new Problem("sign_in_required", "Sign in to see simulated posts.");
}

/** Why it can't work now, for people; null when it can. */
async function faultOf(ready: () => Promise<void>): Promise<string | null> {
  try {
    await ready();
    return null;
  } catch (error) {
    return Problem.from(error).detail;
  }
}

/** A browser is led to the documentation; a program learns where it is. @throws Problem not_found */
function aboutApi(request: Request, { baseUrl }: PagesDeps): Response {
  const address = "/docs/api";
  if (!acceptsPages(request))
    throw new Problem(
      "not_found",
      `Nothing exists at this URL. The API is described at ${baseUrl()}${address}.`,
    );
  return new Response(null, { status: 302, headers: { location: address, "cache-control": "no-store" } });
}

const plain = { "content-type": "text/plain; charset=utf-8" };

export const pageRoutes = (deps: PagesDeps) =>
  new Elysia()
    .get("/", async () => {
      if (await deps.people.ownerExists()) return toApp();
      return frontPage({ version: deps.version, fault: await faultOf(deps.ready) });
    })
    // Browsers ask for the second address where a page names none, such as for a JSON document.
    .get("/favicon.svg", ({ request }) => favicon(new URL(request.url).search === "?unsure"))
    .get("/favicon.ico", () => favicon(false))
    .get("/v1", ({ request }) => aboutApi(request, deps))
    .get("/livez", () => new Response("ok\n", { headers: plain }))
    .get("/readyz", async () => {
      await deps.ready();
      return new Response("ok\n", { headers: plain });
    })
    .get("/simulator", async ({ request }) => {
      const isInApp = await admitViewer(request, deps.viewers);
      // A browser keeps what follows the `#`, so that the address of a post leads to it there.
      if (isInApp && acceptsPages(request) && new URL(request.url).search !== "?plain")
        return toApp("/simulated");
      const { html, style } = deps.simulator.page();
      return new Response(html, {
        headers: {
          "content-type": "text/html; charset=utf-8",
          "content-security-policy": policyWith({ styleHash: hashOf(style) }),
          ...PRIVATE,
        },
      });
    })
    .get("/simulator/media/:network/:id", async ({ params, request }) => {
      await admitViewer(request, deps.viewers);
      const file = deps.simulator.file(params.network, params.id);
      if (!file || file.bytes.byteLength === 0) throw new Problem("not_found", "This file does not exist.");
      const policy = "default-src 'none'; sandbox";
      const headers = { "content-type": file.mime, "content-security-policy": policy, ...PRIVATE };
      return new Response(file.bytes, { headers });
    });

/** @param location default: where there is somebody to sign in, the app is the front page */
const toApp = (location = "/p") =>
  new Response(null, { status: 302, headers: { location, "cache-control": "no-store" } });

/** Whether a browser shows the answer to people. */
const acceptsPages = (request: Request): boolean => !!request.headers.get("accept")?.includes("text/html");

const PRIVATE = {
  "cache-control": "no-store",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
};
