// /admin/networks: which networks there are, and what connecting an account there takes.
import { Type, type Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Network } from "../../networks/network.ts";
import { nullable } from "../views/shapes.ts";
import type { AdminDeps } from "./deps.ts";
import { owned } from "./owner.ts";

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
        optional: Type.Boolean({ description: "may be left out" }),
      }),
    ),
    oauth: nullable(
      Type.Object({
        ready: Type.Boolean({ description: "whether the operator has set up an application" }),
        applicationUrl: Type.String({ description: "where one is registered" }),
        applicationHelp: Type.String(),
        redirectUri: Type.String({ description: "redirect address to register there, exactly as shown" }),
        scopes: Type.Array(Type.String()),
      }),
      "what connecting an account requires",
    ),
  }),
});

export const networkRoutes = (deps: AdminDeps) =>
  new Elysia().get(
    "/networks",
    async () => ({ networks: await Promise.all(deps.networks.map((one) => networkView(one, deps))) }),
    {
      ...owned({ id: "listNetworks", tag: "Accounts", summary: "List networks" }),
      response: Type.Object({ networks: Type.Array(NetworkView) }),
    },
  );

async function networkView(network: Network, deps: AdminDeps): Promise<Static<typeof NetworkView>> {
  const { id, name, access, connect } = network;
  const fields = connect.fields.map(({ name, label, help, secret, default: usual, optional = false }) => ({
    name,
    label,
    help,
    secret,
    optional,
    default: usual,
  }));
  const { application } = await deps.connections.authorizeUrl(network);
  const oauth = connect.oauth && {
    ready: application !== null,
    applicationUrl: connect.oauth.application.url,
    applicationHelp: connect.oauth.application.help,
    redirectUri: deps.oauthFlow.redirectUri(id),
    scopes: [...(application?.scopes ?? connect.oauth.scopes)],
  };
  return { id, name, access, connect: { kind: connect.oauth ? "oauth2" : "credentials", fields, oauth } };
}
