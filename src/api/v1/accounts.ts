// /v1/accounts: what a key can post to.
import { Type, type Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Creators } from "../../accounts/creators.ts";
import type { Account, Accounts } from "../../accounts/ports.ts";
import type { Network } from "../../networks/network.ts";
import { withChanges, type Rules } from "../../networks/rules.ts";
import { Problem } from "../../errors.ts";
import { callerOf, needs } from "../caller.ts";
import { idParam, iso, isoOrNull, nullable, time, uuid } from "./shapes.ts";

const AccountLimits = Type.Object({
  caption: Type.Object({ max: Type.Integer(), unit: Type.String() }),
  media: Type.Object({
    maxItems: Type.Integer(),
    maxVideos: Type.Integer(),
    mixed: Type.Boolean(),
    kinds: Type.Array(Type.String()),
  }),
});

export const AccountView = Type.Object({
  id: uuid,
  platform: Type.String(),
  handle: Type.String(),
  displayName: Type.String(),
  avatarUrl: nullable(Type.String()),
  profileUrl: nullable(Type.String()),
  status: Type.String({ description: "active, needs_reconnect or disconnected" }),
  canPublish: Type.Boolean(),
  blockedReason: nullable(Type.String()),
  quota: Type.Null(),
  simulated: Type.Boolean(),
  requires: nullable(Type.Union([Type.Literal("media"), Type.Literal("video")])),
  limits: AccountLimits,
  connectedAt: time,
  tokenExpiresAt: nullable(time),
});

export interface AccountsDeps {
  readonly accounts: Accounts;
  readonly creators: Creators;
  readonly network: (platform: string) => Network | null;
}

export const accountRoutes = (deps: AccountsDeps) =>
  new Elysia({ prefix: "/accounts" })
    .get(
      "/:id/options",
      async ({ params, request }) => {
        const account = await deps.accounts.find(params.id.toLowerCase());
        const network = account && deps.network(account.platform);
        if (!network || account.profileId !== callerOf(request).profileId) {
          throw new Problem("not_found", "There is no such account in this profile.");
        }
        const { values, fetchedAt } = await deps.creators.of(account);
        const [view] = viewsOf(account, network);
        if (!view) throw new Problem("not_found", "There is no such account in this profile.");
        return { account: view, options: network.options, values, fetchedAt: iso(fetchedAt) };
      },
      {
        ...needs("read"),
        params: idParam,
        response: Type.Object({
          account: AccountView,
          options: Type.Unknown({
            description: "JSON Schema of this account's object in `options` of a post",
          }),
          values: Type.Record(Type.String(), Type.Unknown(), {
            description: "what the network itself answers",
          }),
          fetchedAt: time,
        }),
      },
    )
    .get("", async ({ request }) => ({ accounts: await accountsOf(callerOf(request).profileId, deps) }), {
      ...needs("read"),
      response: Type.Object({ accounts: Type.Array(AccountView) }),
    });

export async function accountsOf(
  profileId: string,
  { accounts, network }: Pick<AccountsDeps, "accounts" | "network">,
): Promise<Static<typeof AccountView>[]> {
  const all = await accounts.ofProfile(profileId);
  return all.flatMap((account) => viewsOf(account, network(account.platform)));
}

function viewsOf(account: Account, network: Network | null): Static<typeof AccountView>[] {
  // An account of a network that this version does not know can't be described, nor posted to.
  if (!network) return [];
  const rules = withChanges(network.rules, account.rules);
  return [
    {
      id: account.id,
      platform: account.platform,
      handle: account.handle,
      displayName: account.displayName,
      avatarUrl: account.avatarUrl,
      profileUrl: account.profileUrl,
      status: account.status,
      canPublish: account.status === "active",
      blockedReason:
        account.status === "active" ? null : (account.statusDetail ?? "Connect the account again."),
      quota: null,
      simulated: account.simulated,
      requires: rules.requires,
      limits: limitsOf(rules),
      connectedAt: iso(account.connectedAt),
      tokenExpiresAt: isoOrNull(account.tokenExpiresAt),
    },
  ];
}

function limitsOf({ text, media }: Rules): Static<typeof AccountLimits> {
  const { maxItems, maxVideos, mixed } = media;
  const kinds = [...(media.image ? ["image"] : []), ...(media.video ? ["video"] : [])];
  return { caption: { max: text.max, unit: text.unit }, media: { maxItems, maxVideos, mixed, kinds } };
}
