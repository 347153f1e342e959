// /v1/accounts: what a key can post to.
import { Type, type Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Account, Accounts } from "../../accounts/ports.ts";
import type { Network } from "../../networks/network.ts";
import { withChanges, type Rules } from "../../networks/rules.ts";
import { callerOf, needs } from "../caller.ts";
import { iso, isoOrNull, nullable, time, uuid } from "./shapes.ts";

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
  readonly network: (platform: string) => Network | null;
}

export const accountRoutes = (deps: AccountsDeps) =>
  new Elysia({ prefix: "/accounts" }).get(
    "",
    async ({ request }) => {
      const accounts = await deps.accounts.ofProfile(callerOf(request).profileId);
      return {
        accounts: accounts.flatMap((account) => accountView(account, deps.network(account.platform))),
      };
    },
    { ...needs("read"), response: Type.Object({ accounts: Type.Array(AccountView) }) },
  );

export function accountView(account: Account, network: Network | null): Static<typeof AccountView>[] {
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
