// Every page of the documentation by its address. Loaded at the first request for one.
import type { Network } from "../../networks/network.ts";
import type { Document } from "../openapi/shape.ts";
import { errorPage, errorsPage } from "./errors.ts";
import { guidePage, overviewPage } from "./guides.ts";
import { markup, type Html } from "./html.ts";
import { guideAt, pictureAt } from "./library.ts";
import { referencePage } from "./reference.ts";
import { passagesOf, searchPage } from "./search.ts";

interface PagesDeps {
  readonly v1: () => Promise<Document>;
  readonly admin: () => Promise<Document>;
  /** Public address, without a trailing slash. */
  readonly baseUrl: () => string;
  readonly version: string;
  readonly networks: readonly Network[];
}

export function openPages(deps: PagesDeps) {
  const { v1, admin, baseUrl, version, networks } = deps;
  return { at, search, error: errorPage };

  /** @returns null when there is no such page */
  async function at(path: string): Promise<Response | null> {
    switch (path) {
      case "/docs":
        return overviewPage(version);
      case "/docs/api":
        return apiPage(await v1(), networks);
      case "/docs/admin":
        return adminPage(await admin(), baseUrl());
      case "/docs/errors":
        return errorsPage();
      default: {
        const guide = guideAt(path);
        return guide ? guidePage(guide, networks, baseUrl()) : picture(path);
      }
    }
  }

  async function search(query: string): Promise<Response> {
    return searchPage(query, await passages(await v1(), await admin(), baseUrl()));
  }
}

type Passages = ReturnType<typeof passagesOf>;
const searchable = new WeakMap<Document, Passages>();

/** Made once for each document, which is made once for each address. */
function passages(v1: Document, admin: Document, baseUrl: string): Passages {
  const known = searchable.get(v1) ?? passagesOf(v1, admin, baseUrl);
  searchable.set(v1, known);
  return known;
}

function picture(path: string): Response | null {
  const svg = pictureAt(path.replace(/^\/docs\//, ""));
  if (svg === null) return null;
  const policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
  return new Response(svg, {
    headers: { "content-type": "image/svg+xml; charset=utf-8", "content-security-policy": policy },
  });
}

function apiPage(document: Document, networks: readonly Network[]): Promise<Response> {
  const start = markup`<p>The commands below expect a key: <code>KEY=$(crier key create --profile me)</code>. New here?
<a href="/docs/getting-started">Getting started</a> walks through a first post.</p>`;
  return referencePage(document, {
    here: "/docs/api",
    machine: "/v1/openapi.json",
    networks,
    sender: "key",
    start,
  });
}

function adminPage(document: Document, baseUrl: string): Promise<Response> {
  const machine = "/admin/openapi.json";
  return referencePage(document, {
    here: "/docs/admin",
    machine,
    networks: [],
    sender: "owner",
    start: adminStart(baseUrl),
  });
}

function adminStart(baseUrl: string): Html {
  return markup`<p>An owner signs in with an e-mail address and a password (<code>crier owner create you@example.com</code>), and
is recognised by a cookie from then on. The commands below keep it in <code>cookies.txt</code>: run
<a href="#signIn"><code>POST /session</code></a> first. Requests that change something also need the header
<code>Origin: ${new URL(baseUrl).origin}</code> and the type JSON; a browser sends both for this Crier's own pages.</p>`;
}
