// The web app's page at the addresses of its screens, and its files below /assets.
import { Elysia } from "elysia";
import type { WebApp, WebFile } from "../../domain/web-app.ts";
import { Problem } from "../../errors.ts";

export interface WebDeps {
  readonly webApp: () => Promise<WebApp>;
}

/** Addresses of screens. An address that is not here, such as a mistyped one below /v1, is never answered with the page. */
// prettier-ignore
export const SCREENS = [
  "/sign-in", "/setup", "/invite", "/p", "/p/*", "/settings", "/settings/*", "/system", "/people", "/activity", "/simulated",
] as const;

export function webRoutes(deps: WebDeps) {
  const routes = new Elysia({ detail: { hide: true } }).get("/assets/:name", async ({ params, request }) => {
    const file = (await deps.webApp()).files.get(params.name);
    if (!file) throw new Problem("not_found", "This file does not exist. Reload the page.");
    return answer(request, file, IMMUTABLE);
  });
  for (const screen of SCREENS)
    routes.get(screen, async ({ request }) => answer(request, (await deps.webApp()).page, PAGE));
  return routes;
}

const SECURITY = {
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
};

/** The hash in a file's name changes with its content. */
const IMMUTABLE = { ...SECURITY, "cache-control": "public, max-age=31536000, immutable" };

/** The one rule that React Aria writes into the page: `[data-react-aria-pressable]{touch-action:…}`. */
const REACT_ARIA_STYLE = "sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o=";

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' '${REACT_ARIA_STYLE}'`,
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

/** The page is asked for again every time: after an upgrade it names other files. */
const PAGE = {
  ...SECURITY,
  "cache-control": "no-cache",
  "content-security-policy": POLICY,
  "cross-origin-opener-policy": "same-origin",
  "referrer-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=()",
};

function answer(request: Request, file: WebFile, headers: Readonly<Record<string, string>>): Response {
  const { bytes, gzip, etag, type } = file;
  const described = { ...headers, etag, vary: "accept-encoding" };
  if (request.headers.get("if-none-match")?.includes(etag))
    return new Response(null, { status: 304, headers: described });
  const isGzip = gzip !== null && (request.headers.get("accept-encoding")?.includes("gzip") ?? false);
  return new Response(isGzip ? gzip : bytes, {
    headers: { ...described, "content-type": type, ...(isGzip && { "content-encoding": "gzip" }) },
  });
}
