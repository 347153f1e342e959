// /v1/accounts: the accounts a key can post to.
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { AccountOptions } from "../../accounts/account-options.ts";
import type { Account } from "../../domain/account.ts";
import type { Caller } from "../../domain/caller.ts";
import type { Accounts } from "../../domain/store/accounts.ts";
import type { Network } from "../../networks/network.ts";
import { optionsOf } from "../../networks/options.ts";
import { withChanges } from "../../domain/rules.ts";
import { Problem } from "../../errors.ts";
import { reachable, requireReach } from "../../publishing/reach.ts";
import { callerOf, operation } from "../http/caller.ts";
import { accountsOf, AccountView, accountView, type AccountViewDeps } from "../views/account.ts";
import { idParam, iso, time } from "../views/shapes.ts";

export interface AccountsDeps extends AccountViewDeps {
  readonly accounts: Accounts;
  readonly accountOptions: AccountOptions;
}

export const accountRoutes = (deps: AccountsDeps) =>
  new Elysia({ prefix: "/accounts" })
    .get(
      "",
      async ({ request }) => {
        const caller = callerOf(request);
        return { accounts: reachable(caller, await accountsOf(caller.profileId, deps)) };
      },
      LIST_ACCOUNTS,
    )
    .get(
      "/:id/options",
      async ({ params, request }) => {
        const { account, network } = await reachableAccount(callerOf(request), params.id, deps);
        const { values, fetchedAt } = await deps.accountOptions.of(account);
        const view = accountView(account, network, await deps.quota(account), deps.avatarUrl);
        const options = optionsOf(network, withChanges(network.rules, account.rules));
        return { account: view, options, values, fetchedAt: iso(fetchedAt) };
      },
      GET_PROVIDER_OPTIONS,
    );

/** @throws Problem not_found, simulated_only */
export async function reachableAccount(
  caller: Caller,
  id: string,
  deps: AccountsDeps,
): Promise<{ account: Account; network: Network }> {
  const account = await deps.accounts.find(id.toLowerCase());
  const network = account && deps.network(account.platform);
  if (!network || account.profileId !== caller.profileId)
    throw new Problem("not_found", "This profile has no account with this id.");
  requireReach(caller, [account]);
  return { account, network };
}

const LIST_ACCOUNTS = {
  ...operation({
    id: "listAccounts",
    tag: "Accounts",
    scope: "read",
    permission: "read",
    summary: "List accounts",
    description:
      "Every connected account of the profile, with the limits of its network, in the order that people gave them. In a post, refer to an account by " +
      "`id`, `platform`, `handle` or `platform:handle`. A key for simulated accounts only sees no others.",
  }),
  response: Type.Object({ accounts: Type.Array(AccountView) }),
};

const GET_PROVIDER_OPTIONS = {
  ...operation({
    id: "getProviderOptions",
    tag: "Accounts",
    scope: "read",
    permission: "read",
    summary: "Get an account's options",
    description:
      "`options` is the JSON Schema of this account's object in `options` of a post; `values` is what the " +
      "network itself answers about the account, asked at most every five minutes. With the schema's `x-…` keywords a " +
      "program can [draw a form](/docs/programs#a-form-for-the-options).",
    problems: ["network_unavailable", "simulated_only"],
  }),
  params: idParam,
  response: Type.Object({
    account: AccountView,
    options: Type.Unknown({
      description: "JSON Schema of this account's object in `options` of a post",
    }),
    values: Type.Record(Type.String(), Type.Unknown(), {
      description: "live values from the network",
    }),
    fetchedAt: time,
  }),
};
