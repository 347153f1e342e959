// Accounts at networks: connected, checked, disconnected, and links that let a person connect one.
import { accountEntry } from "../accounts/audit.ts";
import type { Connections } from "../accounts/connect.ts";
import type { DisconnectResult } from "../accounts/disconnect.ts";
import { choose } from "../accounts/fields.ts";
import type { OAuthFlow } from "../accounts/oauth-flow.ts";
import type { Account, AccountPlace } from "../domain/account.ts";
import { labelKey, type Colour } from "../domain/label.ts";
import { Problem } from "../errors.ts";
import type { Connection, Credentials, Network } from "../networks/network.ts";
import { entryOf, invalid, type AdminDeps } from "./deps.ts";

interface AccountDeps extends AdminDeps {
  readonly connections: Connections;
}

/** Where an account is to be connected. */
interface Place {
  readonly profileId: string;
  readonly network: Network;
}

/**
 * Connects the accounts that these credentials are good for.
 * @param choose remote ids or handles of those that are meant; null: the only one there is
 * @throws Problem choose_accounts, connect_refused, network_unavailable
 */
export async function connectAccounts(
  actor: string,
  place: Place & { readonly fields: Credentials; readonly choose: readonly string[] | "all" | null },
  connections: Connections,
): Promise<readonly Account[]> {
  const found = await connections.find(place.network, place.fields);
  return await connectFound(actor, place, choose(place.network, found, place.choose), connections);
}

/** Connects what was found at the network. */
export async function connectFound(
  actor: string,
  { profileId, network }: Place,
  found: readonly Connection[],
  connections: Connections,
): Promise<readonly Account[]> {
  const accounts: Account[] = [];
  for (const one of found) accounts.push(await connections.connect(profileId, network, one, actor));
  return accounts;
}

/**
 * Connects an account that exists only in the simulator.
 * @param handle decides how it behaves (D40)
 * @throws Problem invalid_request, simulator_needed, network_unavailable
 */
export async function simulateAccount(
  actor: string,
  { profileId, network }: Place,
  handle: string,
  connections: Connections,
): Promise<Account> {
  const name = handle.replace(/^@/, "");
  if (name === "") throw invalid("/handle", "must be a handle", "A simulated account needs a handle.");
  const fault = await connections.simulatorFault();
  if (fault !== null) throw new Problem("simulator_needed", fault);
  return await connections.simulate(profileId, network, name, actor);
}

/**
 * Asks the network whether the account's credentials still work. Only what the network says counts; a network that
 * can't be reached says nothing.
 * @returns the account: active, or needs_reconnect with the reason
 * @throws Problem not_found, account_disconnected, network_unavailable
 */
export async function checkAccount(actor: string, id: string, deps: AccountDeps): Promise<Account> {
  const { store, clock, connections } = deps;
  const account = await connectedAccount(id, deps);
  const fault = await connections.liveOptions(account).then(
    () => null,
    (error: unknown) => {
      if (error instanceof Problem && error.code === "connect_refused") return error.detail;
      throw error;
    },
  );
  const works = fault === null;
  const entry = accountEntry(account, { at: clock.now(), actor, action: "account.check" }, { works });
  const status = works ? "active" : "needs_reconnect";
  if (!(await store.accounts.setStatus(account.id, status, fault, entry))) throw notConnected(account);
  return await existingAccount(account.id, deps);
}

/**
 * Forgets the account's credentials, and has the network end the sign-in where that can be done.
 * @throws Problem not_found, account_disconnected
 */
export async function disconnectAccount(
  actor: string,
  id: string,
  deps: AccountDeps,
): Promise<DisconnectResult & { readonly account: Account }> {
  const account = await connectedAccount(id, deps);
  const entry = accountEntry(account, { at: deps.clock.now(), actor, action: "account.disconnect" });
  const result = await deps.connections.disconnect(account, entry);
  if (!result) throw notConnected(account);
  return { ...result, account: await existingAccount(account.id, deps) };
}

/** What people set on an account. */
export interface AccountChange extends AccountPlace {
  /** While it is, its posts wait. */
  readonly paused?: boolean;
  /** With which the app marks it; null: none. */
  readonly colour?: Colour | null;
}

/**
 * Pauses or resumes an account, marks it with a colour, and gives it a group and a place among the others. What came
 * due during a pause goes out when it ends.
 * @throws Problem not_found, invalid_request
 */
export async function editAccount(
  actor: string,
  id: string,
  { paused, colour, group: given, order }: AccountChange,
  deps: AdminDeps,
): Promise<Account> {
  const account = await existingAccount(id, deps);
  const group = given === undefined ? undefined : await groupOf(account, given, deps);
  const entry = (action: string, more: Readonly<Record<string, string | number | null>> = {}) =>
    accountEntry(account, { at: deps.clock.now(), actor, action }, more);
  const { accounts } = deps.store;
  if (paused !== undefined)
    await accounts.setPaused(account.id, paused, entry(paused ? "account.pause" : "account.resume"));
  if (colour !== undefined)
    await accounts.setColour(account.id, colour, entry("account.edit", { colour: colour ?? "none" }));
  const place = { ...(group !== undefined && { group }), ...(order !== undefined && { order }) };
  if (Object.keys(place).length > 0) await accounts.arrange(account.id, place, entry("account.edit", place));
  return await existingAccount(account.id, deps);
}

/**
 * The name of a group as another account of the profile has it, when only case or spaces differ.
 * @throws Problem invalid_request
 */
async function groupOf(account: Account, name: string | null, { store }: AdminDeps): Promise<string | null> {
  if (name === null) return null;
  const text = name.trim().replaceAll(/\s+/g, " ");
  if (text === "") throw invalid("/group", "must not be empty", "A group needs a name; null is no group.");
  const others = (await store.accounts.ofProfile(account.profileId)).filter(({ id }) => id !== account.id);
  const same = others.find(({ group }) => group !== null && labelKey(group) === labelKey(text));
  return same?.group ?? text;
}

/** A link with which a person signs in at a network and connects an account to a profile. */
export async function createConnectLink(
  actor: string,
  { profileId, network: { id: platform }, returnTo = null }: Place & { readonly returnTo?: string | null },
  deps: Pick<AdminDeps, "clock"> & {
    readonly store: Pick<AdminDeps["store"], "audit">;
    readonly oauthFlow: OAuthFlow;
  },
): Promise<{ readonly url: string; readonly expiresAt: number; readonly redirectUri: string }> {
  const { store, oauthFlow } = deps;
  const act = { action: "account.connect_link", profileId, subject: profileId, detail: { platform } };
  await store.audit.add(entryOf(actor, deps, act));
  return {
    ...oauthFlow.link({ profileId, platform, actor, returnTo }),
    redirectUri: oauthFlow.redirectUri(platform),
  };
}

async function connectedAccount(id: string, deps: AdminDeps): Promise<Account> {
  const account = await existingAccount(id, deps);
  if (account.status === "disconnected") throw notConnected(account);
  return account;
}

/** @throws Problem not_found */
export async function existingAccount(id: string, { store }: AdminDeps): Promise<Account> {
  const account = await store.accounts.find(id.toLowerCase());
  if (!account) throw noAccount();
  return account;
}

export const noAccount = () => new Problem("not_found", "No account has this id.");

const notConnected = ({ platform, handle }: Account) =>
  new Problem("account_disconnected", `${platform} ${handle} is disconnected.`);
