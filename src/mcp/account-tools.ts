// list_accounts: where this key can post.
import { Type } from "@sinclair/typebox";
import type { AccountsDeps } from "../api/v1/accounts.ts";
import { accountsOf, AccountView } from "../api/views/account.ts";
import { strict } from "../api/views/shapes.ts";
import { tool, type Tool } from "./tool.ts";
import { accountWords } from "./text.ts";

export type AccountToolsDeps = Pick<AccountsDeps, "accounts" | "network" | "quota">;

const ABOUT = `Lists the social-network accounts that this key can post to, each with its id, platform, handle and what the network takes (caption length, number and kinds of files, whether media is needed). Use it first: create_post addresses accounts by what it returns.
An account with canPublish false says in blockedReason what a person must do. A simulated account behaves like its network, but nothing posted to it reaches the internet.`;

export const accountTools = (deps: AccountToolsDeps): Tool[] => [
  tool({
    name: "list_accounts",
    title: "List accounts",
    description: ABOUT,
    scope: "read",
    hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    input: Type.Object({}, strict),
    output: Type.Object({ accounts: Type.Array(AccountView) }),
    async run(_, { caller }) {
      const accounts = await accountsOf(caller.profileId, deps);
      return { value: { accounts }, text: accountWords(accounts) };
    },
  }),
];
