// /admin/networks: which networks there are, and what connecting an account there takes, step by step.
import { Type, type Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { addressFault } from "../../accounts/address-fault.ts";
import type { Network, WalkthroughStep } from "../../networks/network.ts";
import { nullable, words } from "../views/shapes.ts";
import type { AdminDeps } from "./deps.ts";
import { personOperation } from "./owner.ts";

const StepView = Type.Object({
  title: Type.String(),
  text: Type.String({ description: "with *emphasis* and **bold**" }),
  copy: Type.Array(Type.Object({ label: Type.String(), value: Type.String() }), {
    description: "what has to be entered at the network, exactly",
  }),
  link: nullable(Type.String(), "the network's page"),
});

const NetworkView = Type.Object({
  id: Type.String(),
  name: Type.String(),
  access: Type.Union([Type.Literal("anyone"), Type.Literal("own_app"), Type.Literal("app_review")]),
  guide: Type.String({ description: "path of the network's page in this server's documentation" }),
  effort: Type.Object({
    minutes: Type.Integer({ description: "a newcomer's, until the first account is connected" }),
    cost: nullable(Type.String(), "what the network charges"),
    review: nullable(Type.String(), "what the network reviews before all of it works"),
  }),
  address: Type.Object(
    {
      needs: words(["any", "https or localhost", "https", "public"]),
      fault: nullable(Type.String(), "why this server's address would not do, and how to change it"),
    },
    { description: "of this server, to which people come back or from which the network downloads files" },
  ),
  steps: Type.Array(StepView, { description: "to what has to be there before: a token, or an application" }),
  mistakes: Type.Array(Type.String(), { description: "the three things that people get wrong" }),
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
    async () => ({
      networks: await Promise.all(deps.networks.map((one) => networkView(one, deps))),
      simulated: Object.entries(deps.behaviours).map(([handle, does]) => ({ handle, does })),
    }),
    {
      ...personOperation({
        id: "listNetworks",
        permission: "read",
        tag: "Accounts",
        summary: "List networks",
      }),
      response: Type.Object({
        networks: Type.Array(NetworkView),
        simulated: Type.Array(
          Type.Object({
            handle: Type.String(),
            does: Type.String({ description: "what happens to its posts" }),
          }),
          { description: "handles of simulated accounts" },
        ),
      }),
    },
  );

async function networkView(network: Network, deps: AdminDeps): Promise<Static<typeof NetworkView>> {
  const { id, name, access, connect } = network;
  const { effort, address, steps, mistakes } = connect.walkthrough;
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
  const values = {
    redirectUri: deps.oauthFlow.redirectUri(id),
    scopes: (oauth?.scopes ?? []).join(connect.oauth?.scopeSeparator ?? " "),
  };
  return {
    id,
    name,
    access,
    guide: `/docs/networks/${id}`,
    effort: { ...effort },
    address: { needs: address, fault: addressFault(name, address, deps.baseUrl()) },
    steps: steps.map((step) => stepView(step, values)),
    mistakes: [...mistakes],
    connect: { kind: connect.oauth ? "oauth2" : "credentials", fields, oauth },
  };
}

function stepView(
  { title, text, copy, link }: WalkthroughStep,
  values: Readonly<Record<"redirectUri" | "scopes", string>>,
): Static<typeof StepView> {
  const filled = copy.map((each) => ({
    label: each.label,
    value: "of" in each ? values[each.of] : each.value,
  }));
  return { title, text, copy: filled, link };
}
