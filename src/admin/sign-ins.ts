// Sign-ins that came back from a network: the accounts that a person chooses from what was found there.
import type { Connections } from "../accounts/connect.ts";
import { choose } from "../accounts/fields.ts";
import type { ConnectRequest } from "../accounts/oauth-flow.ts";
import type { OAuthResult, OAuthResults } from "../accounts/oauth-results.ts";
import type { Account } from "../domain/account.ts";
import type { Profiles } from "../domain/store/profiles.ts";
import { Problem } from "../errors.ts";
import type { Connection, Network } from "../networks/network.ts";
import { connectFound } from "./accounts.ts";

export interface SignInDeps {
  readonly profiles: Pick<Profiles, "find">;
  readonly connections: Connections;
  readonly oauthResults: OAuthResults;
}

/**
 * Connects those of the found accounts that a person chose, and keeps the result for their browser.
 * @param browser the token in its cookie
 * @param handles ids or handles
 * @returns null when nothing waits for a choice, or somebody was faster
 * @throws Problem choose_accounts
 */
export async function chooseAccounts(
  browser: string,
  network: Network,
  handles: readonly string[],
  deps: SignInDeps,
): Promise<OAuthResult | null> {
  const earlier = await deps.oauthResults.find(browser, network.id);
  if (earlier?.kind !== "choose") return null;
  const { ticket, found } = earlier;
  const accounts = choose(network, found, handles);
  if (!(await deps.oauthResults.take(browser, network.id))) return null;
  const result = await asResult(ticket, async () => {
    return { kind: "connected", ticket, accounts: await connectAll(network, ticket, accounts, deps) };
  });
  await deps.oauthResults.keep(browser, result);
  return result;
}

/** @throws Problem not_found when the profile was deleted while the person was at the network */
export async function connectAll(
  network: Network,
  { profileId, actor }: ConnectRequest,
  found: readonly Connection[],
  { profiles, connections }: SignInDeps,
): Promise<readonly Account[]> {
  if (!(await profiles.find(profileId))) throw new Problem("not_found", "The profile was deleted.");
  return await connectFound(actor, { profileId, network }, found, connections);
}

/** What the network or a person's situation says against it is an answer too. */
export async function asResult(
  ticket: OAuthResult["ticket"],
  act: () => Promise<OAuthResult>,
): Promise<OAuthResult> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { kind: "failed", ticket, detail: error.detail };
  }
}
