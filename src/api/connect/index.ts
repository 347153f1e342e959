// /connect/<network>: pages on which people sign in at a network, and the address that it sends them back to.
import { randomBytes } from "node:crypto";
import { Elysia } from "elysia";
import type { OAuthResults } from "../../accounts/oauth-results.ts";
import type { Connections } from "../../accounts/connect.ts";
import type { ConnectTicket, OAuthCallback, OAuthFlow, OAuthFault } from "../../accounts/oauth-flow.ts";
import { networkRefusal } from "../../accounts/sign-in-refusal.ts";
import { returnAddress } from "../../accounts/return-to.ts";
import { requirePermission } from "../../domain/permission.ts";
import { hasProfile, personActor } from "../../domain/person.ts";
import type { Profiles } from "../../domain/store/profiles.ts";
import { asResult, chooseAccounts, connectAll } from "../../admin/sign-ins.ts";
import type { SignIn } from "../../auth/session.ts";
import { Problem } from "../../errors.ts";
import type { Log } from "../../log.ts";
import type { Network } from "../../networks/network.ts";
import { formOf } from "../http/body.ts";
import { cookieWith, tokenOf } from "../http/cookie.ts";
import { requireSameOrigin } from "../http/origin.ts";
import { resultPage, setUpPage, startPage, failedPage, typedPage } from "./pages.ts";
import { CONNECT_FAULTS, type ConnectFault } from "./messages.ts";

export interface ConnectPagesDeps {
  readonly oauthFlow: OAuthFlow;
  readonly oauthResults: OAuthResults;
  readonly connections: Connections;
  readonly networks: readonly Network[];
  readonly profiles: Pick<Profiles, "find">;
  readonly door: SignIn;
  readonly log: Log;
  /** Public address, without a trailing slash. */
  readonly baseUrl: () => string;
}

export const connectRoutes = (deps: ConnectPagesDeps) =>
  new Elysia({ prefix: "/connect", detail: { hide: true } })
    .get("/:network", ({ params, request }) => guard(deps, () => start(deps, params.network, request)))
    .get("/:network/callback", ({ params, request }) =>
      guard(deps, () => callback(deps, params.network, request)),
    )
    .get("/:network/result", ({ params, request }) =>
      guard(deps, () => result(deps, params.network, request)),
    )
    .post(
      "/:network/choose",
      ({ params, request }) => guard(deps, () => choose(deps, params.network, request)),
      { parse: "none" },
    );

/** People get pages, also when something goes wrong. */
async function guard(deps: ConnectPagesDeps, act: () => Promise<Response>): Promise<Response> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof ConnectPageError) return failedPage(CONNECT_FAULTS[error.fault], 400);
    const problem = Problem.from(error);
    if (problem.status >= 500) deps.log.error("connect_failed", { cause: problem.cause ?? problem });
    return failedPage(problem.detail, problem.status);
  }
}

/** A visit that ends with a page that says why, and what to do. */
class ConnectPageError extends Error {
  override readonly name = "ConnectPageError";
  constructor(readonly fault: ConnectFault) {
    super(fault);
  }
}

// ---- going out

async function start(deps: ConnectPagesDeps, id: string, request: Request): Promise<Response> {
  const network = networkOf(deps, id);
  const { searchParams, host } = new URL(request.url);
  const own = new URL(deps.baseUrl());
  // The network sends people back to the public address, and this browser's cookie has to be there.
  if (host !== own.host && !searchParams.has("moved"))
    return redirect(`${own.origin}/connect/${network.id}?${forward(searchParams)}`);
  const input = await ticketOf(deps, network, searchParams, request);
  const profile = await deps.profiles.find(input.profileId);
  if (!profile) throw new ConnectPageError("no_profile");
  const { oauth } = network.connect;
  if (!oauth) return typedPage(network, profile);
  const { url, application } = await deps.connections.authorizeUrl(network);
  const redirectUri = deps.oauthFlow.redirectUri(network.id);
  if (!application) return setUpPage(network, oauth, redirectUri);
  const browser = browserOf(deps, request) ?? randomBytes(32).toString("base64url");
  const address = await deps.oauthFlow.begin(input, { network, oauth, url, application }, browser);
  const headers = { "set-cookie": cookieWith(browser, deps.baseUrl(), "crier-connect") };
  // Who comes from the web app has been asked there already.
  if (input.returnTo) return redirect(address, headers);
  return startPage({ network, oauth, profile, redirectUri, address, headers });
}

/** Only what this page understands goes along. */
function forward(params: URLSearchParams): URLSearchParams {
  const along = new URLSearchParams({ moved: "1" });
  for (const name of ["ticket", "profile"]) {
    const value = params.get(name);
    if (value !== null) along.set(name, value);
  }
  return along;
}

/** By a link's ticket, or by who is signed in. */
async function ticketOf(
  deps: ConnectPagesDeps,
  { id }: Network,
  query: URLSearchParams,
  request: Request,
): Promise<ConnectTicket> {
  const ticket = query.get("ticket");
  if (ticket !== null) {
    const input = deps.oauthFlow.admit(ticket);
    if (input === "expired") throw new ConnectPageError("link_expired");
    if (input === "invalid" || input.platform !== id) throw new ConnectPageError("link_invalid");
    return input;
  }
  const session = await deps.door.recognise(tokenOf(request, deps.baseUrl()));
  if (!session) throw new ConnectPageError("signed_out");
  const { record: person } = session;
  const profile = await deps.profiles.find((query.get("profile") ?? "").toLowerCase());
  if (!profile || !hasProfile(person, profile.id)) throw new ConnectPageError("no_profile");
  requirePermission(person.role, "manage");
  const actor = personActor(person);
  return deps.oauthFlow.allow({ profileId: profile.id, platform: id, actor });
}

// ---- coming back

async function callback(deps: ConnectPagesDeps, id: string, request: Request): Promise<Response> {
  const network = networkOf(deps, id);
  const query = new URL(request.url).searchParams;
  const browser = browserOf(deps, request);
  const back = await deps.oauthFlow.handleCallback(query.get("state") ?? "", browser, network);
  if (typeof back === "string" || browser === null) throw new ConnectPageError(faultOf(back));
  const { ticket: input, grant } = back;
  const failed = networkRefusal(network, query);
  const code = query.get("code") ?? "";
  const result = await asResult(input, async () => {
    if (failed !== null) return { kind: "failed", ticket: input, detail: failed };
    const found = await deps.connections.redeem(network, { ...grant, code });
    if (found.length > 1) return { kind: "choose", ticket: input, found };
    return { kind: "connected", ticket: input, accounts: await connectAll(network, input, found, deps) };
  });
  await deps.oauthResults.keep(browser, result);
  // Away from the address that has the code in it.
  const { returnTo } = input;
  return redirect(returnTo ? returnAddress(returnTo, result.kind, deps.baseUrl()) : resultPath(network));
}

const faultOf = (back: OAuthCallback | OAuthFault): ConnectFault =>
  typeof back === "string" ? back : "unknown";
const resultPath = ({ id }: Network) => `/connect/${id}/result`;

async function result(deps: ConnectPagesDeps, id: string, request: Request): Promise<Response> {
  const network = networkOf(deps, id);
  const browser = browserOf(deps, request);
  const result = browser === null ? null : await deps.oauthResults.find(browser, network.id);
  if (!result) throw new ConnectPageError("nothing_here");
  const profile = await deps.profiles.find(result.ticket.profileId);
  return resultPage(network, result, profile, deps.oauthFlow.link(result.ticket).url);
}

async function choose(deps: ConnectPagesDeps, id: string, request: Request): Promise<Response> {
  requireSameOrigin(request, deps.baseUrl());
  const network = networkOf(deps, id);
  const browser = browserOf(deps, request);
  const earlier = browser === null ? null : await deps.oauthResults.find(browser, network.id);
  if (browser === null || earlier?.kind !== "choose") throw new ConnectPageError("nothing_here");
  // Read last: the body matters only now.
  const handles = (await formOf(request)).getAll("account");
  if (handles.length === 0) return redirect(resultPath(network));
  if (!(await chooseAccounts(browser, network, handles, deps))) throw new ConnectPageError("nothing_here");
  return redirect(resultPath(network));
}

// ---- both ways

function networkOf(deps: ConnectPagesDeps, id: string): Network {
  const network = deps.networks.find((each) => each.id === id);
  if (!network) throw new Problem("not_found", "This network does not exist.");
  return network;
}

/** Only what this appliance would have given. */
export function browserOf(deps: Pick<ConnectPagesDeps, "baseUrl">, request: Request): string | null {
  const token = tokenOf(request, deps.baseUrl(), "crier-connect");
  return token !== null && /^[\w-]{43}$/.test(token) ? token : null;
}

/** The address that is left holds a ticket or a code, and stays here. */
const LEAVING = { "cache-control": "no-store", "referrer-policy": "no-referrer" };

function redirect(location: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(null, { status: 303, headers: { ...LEAVING, ...headers, location } });
}
