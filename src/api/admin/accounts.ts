// /admin accounts: connect, list, check and disconnect accounts at networks.
import { Type, type Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { chosen, fieldsFor } from "../../accounts/fields.ts";
import type { Account } from "../../accounts/ports.ts";
import { Problem } from "../../errors.ts";
import { accountsOf, AccountView, accountView } from "../v1/accounts.ts";
import { idParam, strict } from "../views/shapes.ts";
import { faultAt, profileOf, type AdminDeps } from "./deps.ts";
import { type Act, actOf, adminJson, entryOf, owned, ownerOf } from "./owner.ts";
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
  },
  strict,
);

const tag = "Accounts";
const gone: readonly ["account_disconnected", "network_unavailable"] = [
  "account_disconnected",
  "network_unavailable",
];

export const accountRoutes = (deps: AdminDeps) =>
  new Elysia()
    .get(
      "/profiles/:id/accounts",
      async ({ params }) => {
        const { id } = await profileOf(deps, params.id);
        return {
          accounts: await accountsOf(id, {
            accounts: deps.records.accounts,
            network: networkOf(deps),
            quota: deps.quota,
          }),
        };
      },
      {
        ...owned({
          id: "listProfileAccounts",
          tag,
          summary: "List accounts, including disconnected ones",
        }),
        params: idParam,
        response: Type.Object({ accounts: Type.Array(AccountView) }),
      },
    )
    .post(
      "/profiles/:id/accounts",
      async ({ params, body, request, status }) => {
        const { id: profileId } = await profileOf(deps, params.id);
        const accounts = await connect(deps, profileId, body);
        // After the fact: which accounts they are, the network said on the way.
        for (const account of accounts) {
          const { email } = ownerOf(request).record;
          await deps.audit.add(entryOf(deps, email, connected(account)));
        }
        return status(201, { accounts: await Promise.all(accounts.map((one) => oneView(deps, one))) });
      },
      {
        ...owned({
          id: "connectAccount",
          tag,
          summary: "Connect accounts",
          description:
            "Either `simulated: true` with a `handle`, or the `fields` that the network asks for; those are checked at " +
            "the network. If they cover several accounts, use `choose`. The same account connected " +
            "again keeps its id.",
          problems: ["connect_refused", "network_unavailable", "choose_accounts"],
        }),
        parse: adminJson,
        params: idParam,
        body: ConnectBody,
        response: { 201: Type.Object({ accounts: Type.Array(AccountView) }) },
      },
    )
    .post(
      "/accounts/:id/check",
      async ({ params, request }) =>
        oneView(deps, await check(deps, request, await connectedOf(deps, params.id))),
      {
        ...owned({
          id: "checkAccount",
          tag,
          summary: "Check an account's credentials",
          description: "Returns the account: `active`, or `needs_reconnect` with the reason.",
          problems: gone,
        }),
        parse: "none",
        params: idParam,
        response: AccountView,
      },
    )
    .post(
      "/accounts/:id/disconnect",
      async ({ params, request }) => {
        const account = await connectedOf(deps, params.id);
        const act = { action: "account.disconnect", ...facts(account) };
        await deps.connections.disconnect(account, actOf(deps, request, act).accounts);
        return oneView(deps, await accountOf(deps, account.id));
      },
      {
        ...owned({
          id: "disconnectAccount",
          tag,
          summary: "Disconnect an account; its posts stay on record",
          description:
            "Crier also revokes its access at the network if possible, which takes at most ten seconds; `blockedReason` " +
            "reports the result. The account is disconnected either way.",
          problems: ["account_disconnected"],
        }),
        parse: "none",
        params: idParam,
        response: AccountView,
      },
    );

async function connect(
  deps: AdminDeps,
  profileId: string,
  body: Static<typeof ConnectBody>,
): Promise<readonly Account[]> {
  const network = deps.networks.find(({ id }) => id === body.platform);
  if (!network) throw faultAt("/platform", `must be one of ${deps.networks.map(({ id }) => id).join(", ")}`);
  if (body.simulated) {
    if (body.fields) throw faultAt("/fields", "not for a simulated account");
    const handle = (body.handle ?? "ok").replace(/^@/, "");
    if (handle === "") throw faultAt("/handle", "must be a handle");
    return [await deps.connections.simulate(profileId, network, handle)];
  }
  if (body.handle !== undefined)
    throw faultAt("/handle", "only for a simulated account; others go into `fields`");
  const given = fieldsFor(network, body.fields ?? {});
  if ("fault" in given) throw faultAt(`/fields/${given.fault.name}`, given.fault.message);
  const found = await deps.connections.find(network, given.fields);
  const accounts: Account[] = [];
  for (const one of chosen(network, found, body.choose ?? null))
    accounts.push(await deps.connections.connect(profileId, network, one));
  return accounts;
}

/** Only what the network says counts; a network that can't be reached says nothing. */
async function check(deps: AdminDeps, request: Request, account: Account): Promise<Account> {
  const fault = await deps.connections.creator(account).then(
    () => null,
    (error: unknown) => {
      if (error instanceof Problem && error.code === "connect_refused") return error.detail;
      throw error;
    },
  );
  const works = fault === null;
  const detail = { platform: account.platform, handle: account.handle, works };
  await actOf(deps, request, { action: "account.check", ...facts(account), detail }).accounts.setStatus(
    account.id,
    works ? "active" : "needs_reconnect",
    fault,
  );
  return await accountOf(deps, account.id);
}

async function accountOf(deps: AdminDeps, id: string): Promise<Account> {
  const account = await deps.records.accounts.find(id.toLowerCase());
  if (!account) throw new Problem("not_found", "No account has this id.");
  return account;
}

async function connectedOf(deps: AdminDeps, id: string): Promise<Account> {
  const account = await accountOf(deps, id);
  if (account.status === "disconnected") {
    throw new Problem("account_disconnected", `${account.platform} ${account.handle} is disconnected.`);
  }
  return account;
}

function connected({ id, profileId, platform, handle, simulated }: Account): Act {
  return {
    action: "account.connect",
    profileId,
    subject: id,
    detail: { platform, handle, simulated },
  };
}

const facts = ({ id, profileId, platform, handle }: Account) => ({
  profileId,
  subject: id,
  detail: { platform, handle },
});

const networkOf = (deps: AdminDeps) => (platform: string) =>
  deps.networks.find(({ id }) => id === platform) ?? null;

async function oneView(deps: AdminDeps, account: Account): Promise<Static<typeof AccountView>> {
  const network = networkOf(deps)(account.platform);
  if (!network) throw new Problem("not_found", `This Crier does not know the network ${account.platform}.`);
  return accountView(account, network, await deps.quota(account));
}
