// list_accounts and get_account_options: where this key can post, and what each network wants to know with a post.
import { Type } from "@sinclair/typebox";
import { reachableAccount, type AccountsDeps } from "../api/v1/accounts.ts";
import { accountsOf, AccountView, requiredIn } from "../api/views/account.ts";
import { iso, strict, time, uuid } from "../api/views/shapes.ts";
import type { Network } from "../networks/network.ts";
import { optionsOf } from "../networks/options.ts";
import { reachable } from "../publishing/reach.ts";
import { withChanges } from "../domain/rules.ts";
import { accountWords, optionWords } from "./text.ts";
import { tool, type Tool } from "./tool.ts";

export type AccountToolsDeps = AccountsDeps;

const look = { readOnlyHint: true, destructiveHint: false, idempotentHint: true };

const ListedAccount = Type.Composite([
  AccountView,
  Type.Object({ requiredOptions: Type.Array(Type.String()) }),
]);

export const accountTools = (deps: AccountToolsDeps): Tool[] => [
  tool({
    name: "list_accounts",
    title: "List accounts",
    description:
      "The accounts that this key can post to: id, platform, handle, limits, and the options that every post to it needs. Call it first. If canPublish is false, blockedReason says what a person must do. Nothing posted to a simulated account reaches the internet.",
    scope: "read",
    hints: { ...look, openWorldHint: false },
    input: Type.Object({}, strict),
    output: Type.Object({ accounts: Type.Array(ListedAccount) }),
    shown: {
      accounts: Type.Array(Type.Object({ id: uuid, platform: Type.String(), handle: Type.String() })),
    },
    async run(_, { caller }) {
      const views = reachable(caller, await accountsOf(caller.profileId, deps));
      const accounts = views.map((view) => ({
        ...view,
        requiredOptions: requiredBy(deps.network(view.platform)),
      }));
      return { value: { accounts }, text: accountWords(accounts) };
    },
  }),
  tool({
    name: "get_account_options",
    title: "Get an account's options",
    description:
      "What `options` of a post can and must say for one account: a JSON Schema, and the values that the network allows this account now (boards, playlists, privacy levels). Call it for accounts with requiredOptions, and when the person asks for a network's own setting.",
    scope: "read",
    hints: { ...look, openWorldHint: true },
    input: Type.Object({ accountId: uuid }, strict),
    output: Type.Object({
      accountId: uuid,
      platform: Type.String(),
      options: Type.Record(Type.String(), Type.Unknown(), { description: "JSON Schema" }),
      values: Type.Record(Type.String(), Type.Unknown()),
      fetchedAt: time,
    }),
    shown: {
      options: Type.Object({}, { description: "JSON Schema" }),
      values: Type.Object({}, { description: "what the network allows now" }),
    },
    async run({ accountId }, { caller }) {
      const { account, network } = await reachableAccount(caller, accountId, deps);
      const { values, fetchedAt } = await deps.accountOptions.of(account);
      const schema = optionsOf(network, withChanges(network.rules, account.rules));
      const options = JSON.parse(JSON.stringify(schema)) as Record<string, unknown>;
      const { id, platform } = account;
      const value = { accountId: id, platform, options, values, fetchedAt: iso(fetchedAt) };
      return { value, text: optionWords(value) };
    },
  }),
];

const requiredBy = (network: Network | null): string[] => (network ? requiredIn(network) : []);
