// /admin/networks/:id/application: the operator's application at a network.
import { Type, type Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { CHECKED, type ApplicationFinding } from "../../accounts/check-application.ts";
import {
  applicationFacts,
  removeApplication,
  saveApplication,
  testApplication,
  type ApplicationFacts,
} from "../../admin/applications.ts";
import { Problem } from "../../errors.ts";
import type { Network } from "../../networks/network.ts";
import { iso, nullable, strict, time, words } from "../views/shapes.ts";
import { text } from "../views/text.ts";
import type { AdminDeps } from "./deps.ts";
import { actorOf, adminJson, personOperation } from "./owner.ts";

const ApplicationView = Type.Object(
  {
    network: Type.String(),
    source: nullable(
      words(["env", "app"]),
      "where the application in use comes from: the server's settings, or what was saved here; null: there is none",
    ),
    clientId: nullable(Type.String(), "of the application in use; the secret is never shown"),
    scopes: nullable(Type.Array(Type.String()), "requested in place of the network's usual ones"),
    saved: nullable(
      Type.Object({ clientId: Type.String(), at: time, by: Type.String() }),
      "what was saved here; the server's settings win over it",
    ),
    redirectUri: Type.String({ description: "to register at the network, exactly as shown" }),
    settings: Type.Array(Type.String(), { description: "the server's settings that win over what is saved" }),
    accounts: nullable(
      Type.String(),
      "what becomes of accounts that were connected with another application",
    ),
  },
  { title: "NetworkApplication" },
);

const ApplicationBody = Type.Object(
  {
    clientId: text({ minLength: 1, maxLength: 500 }),
    clientSecret: text({ minLength: 1, maxLength: 2000 }),
    scopes: Type.Optional(
      nullable(
        Type.Array(text({ minLength: 1, maxLength: 200, pattern: "^[^\\s,]+$" }), { maxItems: 50 }),
        "to request in place of the network's usual ones",
      ),
    ),
  },
  strict,
);

const TestView = Type.Object({
  findings: Type.Array(
    Type.Object({
      about: words(CHECKED),
      verdict: words(["ok", "fault", "unknown"]),
      text: Type.String({ description: "what is so, or what is wrong and what to do" }),
    }),
  ),
});

const networkParam = Type.Object({ id: text({ maxLength: 50 }) });
const tag = "Accounts";

export const applicationRoutes = (deps: AdminDeps) =>
  new Elysia({ prefix: "/networks/:id/application" })
    .get(
      "",
      async ({ params }) => await view(params.id, deps, (network) => applicationFacts(network, deps)),
      {
        ...personOperation({
          id: "getNetworkApplication",
          permission: "administer",
          tag,
          summary: "Get the application at a network",
          description: "People sign in at most networks through an application that you register there.",
        }),
        params: networkParam,
        response: ApplicationView,
      },
    )
    .put(
      "",
      async ({ params, body, request }) =>
        await view(params.id, deps, (network) =>
          saveApplication(actorOf(request), network, { ...body, scopes: body.scopes ?? null }, deps),
        ),
      {
        ...personOperation({
          id: "setNetworkApplication",
          permission: "administer",
          tag,
          summary: "Save the application at a network",
          description:
            "In use at once, unless the server's settings name one. The secret is encrypted and never shown again; " +
            "`accounts` says what becomes of accounts that were connected with the one before.",
        }),
        parse: adminJson,
        params: networkParam,
        body: ApplicationBody,
        response: ApplicationView,
      },
    )
    .delete(
      "",
      async ({ params, request }) =>
        await view(params.id, deps, (network) => removeApplication(actorOf(request), network, deps)),
      {
        ...personOperation({
          id: "removeNetworkApplication",
          permission: "administer",
          tag,
          summary: "Remove the saved application at a network",
          description: "Returns what is in use from now on.",
        }),
        parse: "none",
        params: networkParam,
        response: ApplicationView,
      },
    )
    .post(
      "/test",
      async ({ params }) => {
        const findings = await testApplication(networkNamed(params.id, deps), deps);
        return { findings: findings.map((one: ApplicationFinding) => ({ ...one })) };
      },
      {
        ...personOperation({
          id: "testNetworkApplication",
          permission: "administer",
          tag,
          summary: "Test the application at a network",
          description:
            "Asks the network without connecting anything: whether it knows the id and the secret, and whether it objects " +
            "to the redirect address or the permissions before anybody signs in.",
        }),
        parse: "none",
        params: networkParam,
        response: TestView,
      },
    );

async function view(
  id: string,
  deps: AdminDeps,
  facts: (network: Network) => Promise<ApplicationFacts>,
): Promise<Static<typeof ApplicationView>> {
  const network = networkNamed(id, deps);
  const { source, clientId, scopes, saved, accounts } = await facts(network);
  const setting = `CRIER_${network.id.toUpperCase()}`;
  return {
    network: network.id,
    source,
    clientId,
    accounts,
    scopes: scopes && [...scopes],
    saved: saved && { clientId: saved.clientId, at: iso(saved.setAt), by: saved.setBy },
    redirectUri: deps.oauthFlow.redirectUri(network.id),
    settings: [`${setting}_CLIENT_ID`, `${setting}_CLIENT_SECRET`, `${setting}_SCOPES`],
  };
}

/** @throws Problem not_found */
function networkNamed(id: string, { networks }: AdminDeps): Network {
  const network = networks.find((each) => each.id === id);
  if (!network) throw new Problem("not_found", "No network has this name.");
  return network;
}
