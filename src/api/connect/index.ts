// /connect/<network>: pages on which people sign in at a network, and the address that it sends them back to.
import { randomBytes } from "node:crypto";
import { Elysia } from "elysia";
import type { Arrival, Arrivals } from "../../accounts/oauth-results.ts";
import type { Connections } from "../../accounts/connect.ts";
import type { Allowed, CameBack, Consent, ConnectWish, Stray } from "../../accounts/oauth-flow.ts";
import { chosen } from "../../accounts/fields.ts";
import type { Account, Profiles } from "../../accounts/ports.ts";
import { connectFound } from "../../admin/accounts.ts";
import type { Door } from "../../auth/session.ts";
import { Problem } from "../../errors.ts";
import type { Log } from "../../log.ts";
import type { Connection, Network } from "../../networks/network.ts";
import { formOf } from "../http/body.ts";
import { cookieWith, tokenOf } from "../http/cookie.ts";
import { requireSameOrigin } from "../http/origin.ts";
import { arrivedPage, setUpPage, startPage, strayPage, typedPage } from "./pages.ts";
import { broughtBack, STRAYED, type Strayed } from "./messages.ts";

export interface ConnectPagesDeps {
  readonly consent: Consent;
  readonly arrivals: Arrivals;
  readonly connections: Connections;
  readonly networks: readonly Network[];
  readonly profiles: Pick<Profiles, "find">;
  readonly door: Door;
  readonly log: Log;
  /** Public address, without a trailing slash. */
  readonly baseUrl: () => string;
}

export const connectRoutes = (deps: ConnectPagesDeps) =>
  new Elysia({ prefix: "/connect", detail: { hide: true } })
    .get("/:network", ({ params, request }) => guarded(deps, () => start(deps, params.network, request)))
    .get("/:network/callback", ({ params, request }) =>
      guarded(deps, () => callback(deps, params.network, request)),
    )
    .get("/:network/result", ({ params, request }) =>
      guarded(deps, () => result(deps, params.network, request)),
    )
    .post(
      "/:network/choose",
      ({ params, request }) => guarded(deps, () => choose(deps, params.network, request)),
      { parse: "none" },
    );

/** People get pages, also when something goes wrong. */
async function guarded(deps: ConnectPagesDeps, act: () => Promise<Response>): Promise<Response> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Astray) return strayPage(STRAYED[error.strayed], 400);
    const problem = Problem.from(error);
    if (problem.status >= 500) deps.log.error("connect_failed", { cause: problem.cause ?? problem });
    return strayPage(problem.detail, problem.status);
  }
}

/** Somebody who can't go on here. */
class Astray extends Error {
  override readonly name = "Astray";
  constructor(readonly strayed: Strayed) {
    super(strayed);
  }
}

// ---- going out

async function start(deps: ConnectPagesDeps, id: string, request: Request): Promise<Response> {
  const network = networkOf(deps, id);
  const { searchParams, host } = new URL(request.url);
  const own = new URL(deps.baseUrl());
  // The network sends people back to the public address, and this browser's cookie has to be there.
  if (host !== own.host && !searchParams.has("moved"))
    return redirect(`${own.origin}/connect/${network.id}?${moved(searchParams)}`);
  const wish = await wishOf(deps, network, searchParams, request);
  const profile = await deps.profiles.find(wish.profileId);
  if (!profile) throw new Astray("no_profile");
  const { oauth } = network.connect;
  if (!oauth) return typedPage(network, profile);
  const { url, application } = deps.connections.authorizeUrl(network);
  const redirectUri = deps.consent.redirectUri(network.id);
  if (!application) return setUpPage(network, oauth, redirectUri);
  const browser = browserOf(deps, request) ?? randomBytes(32).toString("base64url");
  const address = await deps.consent.begin(wish, { network, oauth, url, application }, browser);
  const headers = { "set-cookie": cookieWith(browser, deps.baseUrl(), "crier-connect") };
  return startPage({ network, oauth, profile, redirectUri, address, headers });
}

/** Only what this page understands goes along. */
function moved(given: URLSearchParams): URLSearchParams {
  const along = new URLSearchParams({ moved: "1" });
  for (const name of ["ticket", "profile"]) {
    const value = given.get(name);
    if (value !== null) along.set(name, value);
  }
  return along;
}

/** By a link's ticket, or by who is signed in. */
async function wishOf(
  deps: ConnectPagesDeps,
  { id }: Network,
  query: URLSearchParams,
  request: Request,
): Promise<Allowed> {
  const ticket = query.get("ticket");
  if (ticket !== null) {
    const wish = deps.consent.admit(ticket);
    if (wish === "expired") throw new Astray("link_expired");
    if (wish === "invalid" || wish.platform !== id) throw new Astray("link_invalid");
    return wish;
  }
  const owner = await deps.door.recognise(tokenOf(request, deps.baseUrl()));
  if (!owner) throw new Astray("nobody");
  const profile = await deps.profiles.find((query.get("profile") ?? "").toLowerCase());
  if (!profile) throw new Astray("no_profile");
  const actor = `owner:${owner.record.email}`;
  return deps.consent.allow({ profileId: profile.id, platform: id, actor });
}

// ---- coming back

async function callback(deps: ConnectPagesDeps, id: string, request: Request): Promise<Response> {
  const network = networkOf(deps, id);
  const query = new URL(request.url).searchParams;
  const browser = browserOf(deps, request);
  const back = await deps.consent.comeBack(query.get("state") ?? "", browser, network);
  if (typeof back === "string" || browser === null) throw new Astray(strayOf(back));
  const { wish, grant } = back;
  const failed = broughtBack(network, query);
  const code = query.get("code") ?? "";
  const arrival = await told(wish, async () => {
    if (failed !== null) return { kind: "failed", wish, detail: failed };
    const found = await deps.connections.redeem(network, { ...grant, code });
    if (found.length > 1) return { kind: "choose", wish, found };
    return { kind: "connected", wish, accounts: await connectAll(deps, network, wish, found) };
  });
  deps.arrivals.keep(browser, arrival);
  // Away from the address that has the code in it.
  return redirect(resultOf(network));
}

const strayOf = (back: CameBack | Stray): Strayed => (typeof back === "string" ? back : "unknown");
const resultOf = ({ id }: Network) => `/connect/${id}/result`;

/** What the network or a person's situation says against it is an answer too. */
async function told(wish: Allowed, act: () => Promise<Arrival>): Promise<Arrival> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { kind: "failed", wish, detail: error.detail };
  }
}

async function connectAll(
  deps: ConnectPagesDeps,
  network: Network,
  { profileId, actor }: ConnectWish,
  found: readonly Connection[],
): Promise<readonly Account[]> {
  // It may have been deleted while somebody was at the network.
  if (!(await deps.profiles.find(profileId))) throw new Problem("not_found", "The profile was deleted.");
  return await connectFound(actor, { profileId, network }, found, deps.connections);
}

async function result(deps: ConnectPagesDeps, id: string, request: Request): Promise<Response> {
  const network = networkOf(deps, id);
  const browser = browserOf(deps, request);
  const arrival = browser === null ? null : deps.arrivals.find(browser, network.id);
  if (!arrival) throw new Astray("nothing_here");
  const profile = await deps.profiles.find(arrival.wish.profileId);
  return arrivedPage(network, arrival, profile, deps.consent.link(arrival.wish).url);
}

async function choose(deps: ConnectPagesDeps, id: string, request: Request): Promise<Response> {
  requireSameOrigin(request, deps.baseUrl());
  const network = networkOf(deps, id);
  const browser = browserOf(deps, request);
  const there = browser === null ? null : deps.arrivals.find(browser, network.id);
  if (browser === null || there?.kind !== "choose") throw new Astray("nothing_here");
  // Read last: nobody else needs to be listened to.
  const wanted = (await formOf(request)).getAll("account");
  if (wanted.length === 0) return redirect(resultOf(network));
  const { wish, found } = there;
  const meant = chosen(network, found, wanted);
  if (!deps.arrivals.take(browser, network.id)) throw new Astray("nothing_here");
  const arrival = await told(wish, async () => {
    return { kind: "connected", wish, accounts: await connectAll(deps, network, wish, meant) };
  });
  deps.arrivals.keep(browser, arrival);
  return redirect(resultOf(network));
}

// ---- both ways

function networkOf(deps: ConnectPagesDeps, id: string): Network {
  const network = deps.networks.find((each) => each.id === id);
  if (!network) throw new Problem("not_found", "This network does not exist.");
  return network;
}

/** Only what this appliance would have given. */
function browserOf(deps: ConnectPagesDeps, request: Request): string | null {
  const token = tokenOf(request, deps.baseUrl(), "crier-connect");
  return token !== null && /^[\w-]{43}$/.test(token) ? token : null;
}

function redirect(location: string): Response {
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
}
