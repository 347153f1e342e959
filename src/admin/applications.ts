// The operator's applications at networks: saved, removed and tested. Their secrets are never shown again.
import type { Applications } from "../accounts/applications.ts";
import { checkApplication, type ApplicationFinding } from "../accounts/check-application.ts";
import type { Connections } from "../accounts/connect.ts";
import type { OAuthFlow } from "../accounts/oauth-flow.ts";
import type { Account } from "../domain/account.ts";
import type { NetworkApplication } from "../domain/network-application.ts";
import { Problem } from "../errors.ts";
import type { Network } from "../networks/network.ts";
import { entryOf, invalid, type AdminDeps } from "./deps.ts";

export interface ApplicationDeps extends AdminDeps {
  readonly applications: Applications;
  readonly connections: Connections;
  readonly oauthFlow: OAuthFlow;
}

/** The application of a network without its secret. */
export interface ApplicationFacts {
  /** Where the application in use comes from; null: there is none. */
  readonly source: "env" | "app" | null;
  readonly clientId: string | null;
  /** Requested in place of the network's usual ones; null: those. */
  readonly scopes: readonly string[] | null;
  /** What was saved here, also while the settings win over it. */
  readonly saved: Pick<NetworkApplication, "clientId" | "setAt" | "setBy"> | null;
  /** What it means for accounts that are connected, in a sentence; null when there is nothing to say. */
  readonly accounts: string | null;
}

export interface NewApplication {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: readonly string[] | null;
}

/** @throws Problem not_found when people can't sign in there with an application */
export async function applicationFacts(network: Network, deps: ApplicationDeps): Promise<ApplicationFacts> {
  requireOAuth(network);
  const used = await deps.applications.of(network.id);
  const saved = await deps.store.networkApplications.find(network.id);
  const older =
    used?.source === "app" && saved?.replacedAt !== null && saved !== null
      ? (await connectedAt(network, deps)).filter(
          ({ credentialsAt }) => credentialsAt < (saved.replacedAt ?? 0),
        )
      : [];
  return {
    source: used?.source ?? null,
    clientId: used?.application.id ?? null,
    scopes: used?.application.scopes ?? null,
    saved: saved && { clientId: saved.clientId, setAt: saved.setAt, setBy: saved.setBy },
    accounts: older.length === 0 ? null : replacedWords(network, older),
  };
}

/**
 * Saves an application, in place of the one that was saved before; it is in use at once unless the settings name another.
 * @throws Problem not_found, invalid_request
 */
export async function saveApplication(
  actor: string,
  network: Network,
  input: NewApplication,
  deps: ApplicationDeps,
): Promise<ApplicationFacts> {
  requireOAuth(network);
  const [clientId, secret] = [input.clientId.trim(), input.clientSecret.trim()];
  if (clientId === "") throw empty("/clientId", "client id");
  if (secret === "") throw empty("/clientSecret", "client secret");
  const scopes = input.scopes && input.scopes.length > 0 ? input.scopes : null;
  const entry = entryOf(actor, deps, {
    action: "application.set",
    profileId: null,
    subject: network.id,
    detail: { clientId, scopes: scopes && [...scopes] },
  });
  const sealed = deps.applications.seal(network.id, clientId, secret);
  const record = { network: network.id, clientId, sealed, scopes, setAt: entry.at, setBy: actor };
  await deps.store.networkApplications.set(record, entry);
  return await applicationFacts(network, deps);
}

/**
 * Forgets the application that was saved. That of the settings stays in use.
 * @throws Problem not_found when none was saved
 */
export async function removeApplication(
  actor: string,
  network: Network,
  deps: ApplicationDeps,
): Promise<ApplicationFacts> {
  requireOAuth(network);
  const act = { action: "application.remove", profileId: null, subject: network.id, detail: null };
  const removed = await deps.store.networkApplications.remove(network.id, entryOf(actor, deps, act));
  if (!removed) throw new Problem("not_found", `No application at ${network.name} was saved in Crier.`);
  const facts = await applicationFacts(network, deps);
  const connected = facts.source === null ? await connectedAt(network, deps) : [];
  return { ...facts, accounts: connected.length === 0 ? null : removedWords(network, connected) };
}

/**
 * Tests the application in use without connecting anything.
 * @throws Problem not_found when there is none
 */
export async function testApplication(
  network: Network,
  deps: ApplicationDeps,
): Promise<readonly ApplicationFinding[]> {
  const oauth = requireOAuth(network);
  const { url, application } = await deps.connections.authorizeUrl(network);
  if (!application) throw new Problem("not_found", `Crier has no application at ${network.name} yet.`);
  const redirectUri = deps.oauthFlow.redirectUri(network.id);
  const io = await deps.connections.outside(network);
  return await checkApplication({ network, oauth, application, redirectUri, url, io });
}

function requireOAuth({ name, connect: { oauth } }: Network) {
  if (oauth) return oauth;
  throw new Problem("not_found", `Accounts at ${name} are connected without an application.`);
}

const empty = (pointer: string, what: string) =>
  invalid(pointer, "must not be empty", `The ${what} is empty: copy it from the application's page.`);

/** Real accounts there that publish. */
async function connectedAt({ id }: Network, { store }: ApplicationDeps): Promise<readonly Account[]> {
  return (await store.accounts.atNetwork(id)).filter(({ status }) => status === "active");
}

/** A refresh token belongs to the application it was issued to (RFC 6749 6); an access token works until it ends. */
function replacedWords({ name }: Network, accounts: readonly Account[]): string {
  const [who, goes, its] =
    accounts.length === 1
      ? ["1 account", "It publishes", "it"]
      : [`${accounts.length} accounts`, "They publish", "them"];
  const were = accounts.length === 1 ? "was" : "were";
  return `${who} at ${name} ${were} connected with the application before this one. ${goes} until the sign-in ends${soonest(accounts)}; Crier can't renew it with another application. Connect ${its} again.`;
}

function removedWords({ name }: Network, accounts: readonly Account[]): string {
  const [who, goes] =
    accounts.length === 1 ? ["1 account", "publishes"] : [`${accounts.length} accounts`, "publish"];
  return `${who} at ${name} ${goes} until the sign-in ends${soonest(accounts)}. Without an application Crier can't renew it, and no one can sign in there.`;
}

function soonest(accounts: readonly Account[]): string {
  const ends = accounts.flatMap(({ tokenExpiresAt }) => tokenExpiresAt ?? []);
  if (ends.length === 0) return "";
  return `, the first on ${new Date(Math.min(...ends)).toISOString().slice(0, 10)}`;
}
