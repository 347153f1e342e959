// /admin accounts: connect, list, check and disconnect accounts at networks; and which networks there are.
import { Type, type Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Account } from "../../accounts/ports.ts";
import { Problem } from "../../errors.ts";
import type { Network } from "../../networks/network.ts";
import { strictJson } from "../body.ts";
import { accountsOf, AccountView, accountView } from "../v1/accounts.ts";
import { idParam, nullable, strict } from "../v1/shapes.ts";
import { faultAt, profileOf, type AdminDeps } from "./deps.ts";
import { actOf, entryOf, owned, ownerOf } from "./owner.ts";

const NetworkView = Type.Object({
  id: Type.String(),
  name: Type.String(),
  access: Type.Union([Type.Literal("anyone"), Type.Literal("own_app"), Type.Literal("app_review")]),
  connect: Type.Object({
    kind: Type.String(),
    fields: Type.Array(
      Type.Object({
        name: Type.String(),
        label: Type.String(),
        help: Type.String(),
        secret: Type.Boolean(),
        default: nullable(Type.String()),
      }),
    ),
  }),
});

const ConnectBody = Type.Object(
  {
    platform: Type.String({ minLength: 1, maxLength: 50 }),
    simulated: Type.Optional(Type.Boolean({ description: "at the simulator inside Crier" })),
    handle: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: "of a simulated account; decides how it behaves",
      }),
    ),
    fields: Type.Optional(
      Type.Record(Type.String(), Type.String({ maxLength: 20_000 }), {
        description: "what GET /admin/networks lists for the network",
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
    .get("/networks", () => ({ networks: deps.networks.map(networkView) }), {
      ...owned({ id: "listNetworks", tag, summary: "Networks that accounts can be connected at" }),
      response: Type.Object({ networks: Type.Array(NetworkView) }),
    })
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
          summary: "The accounts of a profile, also disconnected ones",
        }),
        params: idParam,
        response: Type.Object({ accounts: Type.Array(AccountView) }),
      },
    )
    .post(
      "/profiles/:id/accounts",
      async ({ params, body, request, status }) => {
        const { id: profileId } = await profileOf(deps, params.id);
        const account = await connect(deps, profileId, body);
        const { id, platform, handle, simulated } = account;
        const detail = { platform, handle, simulated };
        // After the fact: which account it is, the network said on the way.
        await deps.audit.add(
          entryOf(deps, ownerOf(request).record.email, {
            action: "account.connect",
            profileId,
            subject: id,
            detail,
          }),
        );
        return status(201, await oneView(deps, account));
      },
      {
        ...owned({
          id: "connectAccount",
          tag,
          summary: "Connect an account",
          description:
            "Either `simulated: true` with a `handle`, or the `fields` that the network asks for; those are checked at " +
            "the network. The same account connected again keeps its id.",
          problems: ["connect_refused", "network_unavailable"],
        }),
        parse: strictJson,
        params: idParam,
        body: ConnectBody,
        response: { 201: AccountView },
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
          summary: "Ask the network whether the account's credentials still work",
          description: "The answer is the account: `active`, or `needs_reconnect` with the reason.",
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
        await actOf(deps, request, { action: "account.disconnect", ...facts(account) }).accounts.disconnect(
          account.id,
        );
        return oneView(deps, await accountOf(deps, account.id));
      },
      {
        ...owned({
          id: "disconnectAccount",
          tag,
          summary: "Forget the account's credentials; its posts stay on record",
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
): Promise<Account> {
  const network = deps.networks.find(({ id }) => id === body.platform);
  if (!network) throw faultAt("/platform", `must be one of ${deps.networks.map(({ id }) => id).join(", ")}`);
  if (body.simulated) {
    if (body.fields) throw faultAt("/fields", "not for a simulated account");
    const handle = (body.handle ?? "ok").replace(/^@/, "");
    if (handle === "") throw faultAt("/handle", "must be a handle");
    return await deps.connections.simulate(profileId, network, handle);
  }
  if (body.handle !== undefined)
    throw faultAt("/handle", "only for a simulated account; others go into `fields`");
  return await deps.connections.login(profileId, network, fieldsOf(network, body.fields ?? {}));
}

/** All that the network asks for, and nothing else. Never says what was given: it may be a secret. */
function fieldsOf({ name: network, connect }: Network, given: Readonly<Record<string, string>>) {
  const unknown = Object.keys(given).find((name) => !connect.fields.some((field) => field.name === name));
  if (unknown !== undefined) throw faultAt(`/fields/${unknown}`, `${network} does not ask for this`);
  return Object.fromEntries(
    connect.fields.map((field) => {
      const text = given[field.name];
      const value = text === undefined || text.trim() === "" ? field.default : text.trim();
      if (value === null) throw faultAt(`/fields/${field.name}`, `${network} needs this: ${field.help}`);
      return [field.name, value];
    }),
  );
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
  if (!account) throw new Problem("not_found", "There is no such account.");
  return account;
}

async function connectedOf(deps: AdminDeps, id: string): Promise<Account> {
  const account = await accountOf(deps, id);
  if (account.status === "disconnected") {
    throw new Problem("account_disconnected", `${account.platform} ${account.handle} is disconnected.`);
  }
  return account;
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

function networkView({ id, name, access, connect }: Network): Static<typeof NetworkView> {
  const fields = connect.fields.map(({ name, label, help, secret, default: usual }) => ({
    ...{ name, label, help, secret },
    default: usual,
  }));
  return { id, name, access, connect: { kind: connect.oauth ? "oauth2" : "credentials", fields } };
}
