// /admin accounts: connect, check and disconnect accounts at networks.
import { Type, type Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { fieldsFor } from "../../accounts/fields.ts";
import type { Account } from "../../domain/account.ts";
import { checkAccount, connectAccounts, disconnectAccount, simulateAccount } from "../../admin/accounts.ts";
import { existingProfile } from "../../admin/profiles.ts";
import { Problem } from "../../errors.ts";
import type { Credentials, Network } from "../../networks/network.ts";
import { FoundView, foundView } from "../views/found-account.ts";
import { AccountView, accountView } from "../views/account.ts";
import { idParam, strict } from "../views/shapes.ts";
import { faultAt, type AdminDeps } from "./deps.ts";
import { actorOf, adminJson, personOperation } from "./owner.ts";
import { text } from "../views/text.ts";

const ConnectBody = Type.Object(
  {
    platform: text({ minLength: 1, maxLength: 50 }),
    simulated: Type.Optional(Type.Boolean({ description: "at the simulator inside Crier" })),
    handle: Type.Optional(
      text({
        minLength: 1,
        maxLength: 100,
        description: "of a simulated account; decides how it behaves",
      }),
    ),
    fields: Type.Optional(
      Type.Record(Type.String(), text({ maxLength: 20_000 }), {
        description: "the fields that GET /admin/networks lists for the network",
      }),
    ),
    choose: Type.Optional(
      Type.Union([Type.Literal("all"), Type.Array(text({ maxLength: 200 }), { minItems: 1 })], {
        description:
          "where the fields are good for several accounts: ids or handles of those to connect, or `all`",
      }),
    ),
    preview: Type.Optional(
      Type.Boolean({
        description: "answers with the accounts that the fields are good for, and connects none",
      }),
    ),
  },
  strict,
);

const tag = "Accounts";
const GONE: readonly ["account_disconnected", "network_unavailable"] = [
  "account_disconnected",
  "network_unavailable",
];

export const accountRoutes = (deps: AdminDeps) =>
  new Elysia()
    .post(
      "/profiles/:id/accounts",
      async ({ params, body, request, status }) => {
        const { id: profileId } = await existingProfile(params.id, deps);
        if (body.preview) return { found: await preview(deps, profileId, body) };
        const accounts = await connect(deps, actorOf(request), profileId, body);
        return status(201, { accounts: await Promise.all(accounts.map((one) => oneView(deps, one))) });
      },
      CONNECT_ACCOUNT,
    )
    .post(
      "/accounts/:id/check",
      async ({ params, request }) => oneView(deps, await checkAccount(actorOf(request), params.id, deps)),
      CHECK_ACCOUNT,
    )
    .post(
      "/accounts/:id/disconnect",
      async ({ params, request }) => {
        const { account } = await disconnectAccount(actorOf(request), params.id, deps);
        return oneView(deps, account);
      },
      DISCONNECT_ACCOUNT,
    );

async function connect(
  deps: AdminDeps,
  actor: string,
  profileId: string,
  body: Static<typeof ConnectBody>,
): Promise<readonly Account[]> {
  const network = platformOf(deps, body);
  const { connections } = deps;
  const place = { profileId, network };
  if (body.simulated) {
    if (body.fields) throw faultAt("/fields", "not for a simulated account");
    return [await simulateAccount(actor, place, body.handle ?? "ok", connections)];
  }
  const input = { ...place, fields: fieldsOf(network, body), choose: body.choose ?? null };
  return await connectAccounts(actor, input, connections);
}

/** Asks the network whom the fields are good for, and stores nothing. */
async function preview(deps: AdminDeps, profileId: string, body: Static<typeof ConnectBody>) {
  const network = platformOf(deps, body);
  if (body.simulated) throw faultAt("/preview", "not for a simulated account");
  const found = await deps.connections.find(network, fieldsOf(network, body));
  return await foundView(profileId, network.id, found, deps);
}

function platformOf({ networks }: AdminDeps, { platform }: Static<typeof ConnectBody>): Network {
  const network = networks.find(({ id }) => id === platform);
  if (!network) throw faultAt("/platform", `must be one of ${networks.map(({ id }) => id).join(", ")}`);
  return network;
}

function fieldsOf(network: Network, { handle, fields = {} }: Static<typeof ConnectBody>): Credentials {
  if (handle !== undefined) throw faultAt("/handle", "only for a simulated account; others go into `fields`");
  const checked = fieldsFor(network, fields);
  if ("fault" in checked) throw faultAt(`/fields/${checked.fault.name}`, checked.fault.message);
  return checked.fields;
}

export const networkOf = (deps: AdminDeps) => (platform: string) =>
  deps.networks.find(({ id }) => id === platform) ?? null;

/** One account as responses show it. @throws Problem not_found where this version does not know its network */
export async function oneView(deps: AdminDeps, account: Account): Promise<Static<typeof AccountView>> {
  const network = networkOf(deps)(account.platform);
  if (!network) throw new Problem("not_found", `This Crier does not know the network ${account.platform}.`);
  return accountView(account, network, await deps.quota(account), deps.avatarUrl);
}

const CONNECT_ACCOUNT = {
  ...personOperation({
    id: "connectAccount",
    permission: "manage",
    of: "profile",
    tag,
    summary: "Connect accounts",
    description:
      "Either `simulated: true` with a `handle`, or the `fields` that the network asks for; those are checked at " +
      "the network. If they cover several accounts, use `choose`; `preview: true` lists them first (200). The same account connected " +
      "again keeps its id.",
    problems: ["connect_refused", "network_unavailable", "choose_accounts", "simulator_needed"],
  }),
  parse: adminJson,
  params: idParam,
  body: ConnectBody,
  response: {
    200: Type.Object({ found: Type.Array(FoundView) }),
    201: Type.Object({ accounts: Type.Array(AccountView) }),
  },
};

const CHECK_ACCOUNT = {
  ...personOperation({
    id: "checkAccount",
    permission: "manage",
    of: "account",
    tag,
    summary: "Check an account's credentials",
    description: "Returns the account: `active`, or `needs_reconnect` with the reason.",
    problems: GONE,
  }),
  parse: "none" as const,
  params: idParam,
  response: AccountView,
};

const DISCONNECT_ACCOUNT = {
  ...personOperation({
    id: "disconnectAccount",
    permission: "manage",
    of: "account",
    tag,
    summary: "Disconnect an account; its posts stay on record",
    description:
      "Crier also revokes its access at the network if possible, which takes at most ten seconds; `blockedReason` " +
      "reports the result. The account is disconnected either way.",
    problems: ["account_disconnected"],
  }),
  parse: "none" as const,
  params: idParam,
  response: AccountView,
};
