// /admin/sign-ins/:network: what became of a sign-in that this browser began, and the choice among the accounts found.
import { Type, type Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { OAuthResult } from "../../accounts/oauth-results.ts";
import { chooseAccounts } from "../../admin/sign-ins.ts";
import { hasProfile } from "../../domain/person.ts";
import { Problem } from "../../errors.ts";
import type { Network } from "../../networks/network.ts";
import { browserOf } from "../connect/index.ts";
import { FoundView, foundView } from "../views/found-account.ts";
import { AccountView } from "../views/account.ts";
import { nullable, strict, uuid, words } from "../views/shapes.ts";
import { text } from "../views/text.ts";
import { oneView } from "./accounts.ts";
import type { AdminDeps } from "./deps.ts";
import { adminJson, personOperation, personOf } from "./owner.ts";

const SignInView = Type.Object(
  {
    outcome: words(["none", "connected", "choose", "failed"]),
    profileId: nullable(uuid, "whose accounts these are"),
    detail: nullable(Type.String(), "why it failed, and what to do"),
    accounts: Type.Array(AccountView, { description: "that were connected" }),
    found: Type.Array(FoundView, { description: "to choose from; none of them is connected yet" }),
  },
  { title: "SignInOutcome" },
);

const networkParam = Type.Object({ network: text({ maxLength: 50 }) });
const tag = "Accounts";

export const signInRoutes = (deps: AdminDeps) =>
  new Elysia({ prefix: "/sign-ins/:network" })
    .get(
      "",
      async ({ params, request }) => {
        const network = networkNamed(params.network, deps);
        return await view(network, (await ownSignIn(request, network, deps))?.result ?? null, deps);
      },
      {
        ...personOperation({
          id: "getSignIn",
          permission: "manage",
          tag,
          summary: "Get the outcome of a sign-in at a network",
          description:
            "Of the last sign-in that this browser began in the past 15 minutes; a link with `returnTo` leads back to a page " +
            "that asks here.",
        }),
        params: networkParam,
        response: SignInView,
      },
    )
    .post(
      "",
      async ({ params, body, request }) => {
        const network = networkNamed(params.network, deps);
        const signIn = await ownSignIn(request, network, deps);
        const result =
          signIn && (await chooseAccounts(signIn.browser, network, body.choose, signInsOf(deps)));
        if (!result)
          throw new Problem("not_found", "No sign-in waits for a choice. Sign in at the network again.");
        return await view(network, result, deps);
      },
      {
        ...personOperation({
          id: "chooseSignInAccounts",
          permission: "manage",
          tag,
          summary: "Choose which accounts of a sign-in to connect",
          problems: ["choose_accounts"],
        }),
        parse: adminJson,
        params: networkParam,
        body: Type.Object(
          {
            choose: Type.Array(text({ minLength: 1, maxLength: 200 }), {
              minItems: 1,
              maxItems: 1000,
              description: "ids or handles of those found",
            }),
          },
          strict,
        ),
        response: SignInView,
      },
    );

/** Of this browser, which several people may use: only those of a profile of the person who is signed in now. */
async function ownSignIn(request: Request, network: Network, deps: AdminDeps) {
  const browser = browserOf(deps, request);
  const result = browser === null ? null : await deps.oauthResults.find(browser, network.id);
  if (browser === null || result === null) return null;
  return hasProfile(personOf(request), result.ticket.profileId) ? { browser, result } : null;
}

const signInsOf = ({ store, connections, oauthResults }: AdminDeps) => ({
  profiles: store.profiles,
  connections,
  oauthResults,
});

async function view(
  network: Network,
  result: OAuthResult | null,
  deps: AdminDeps,
): Promise<Static<typeof SignInView>> {
  const nothing = { profileId: null, detail: null, accounts: [], found: [] };
  if (!result) return { outcome: "none", ...nothing };
  const { profileId } = result.ticket;
  const about = { ...nothing, outcome: result.kind, profileId };
  switch (result.kind) {
    case "failed":
      return { ...about, detail: result.detail };
    case "connected":
      return { ...about, accounts: await Promise.all(result.accounts.map((one) => oneView(deps, one))) };
    case "choose":
      return { ...about, found: await foundView(profileId, network.id, result.found, deps) };
  }
}

/** @throws Problem not_found */
function networkNamed(id: string, { networks }: AdminDeps): Network {
  const network = networks.find((each) => each.id === id && each.connect.oauth !== null);
  if (!network) throw new Problem("not_found", "No network with this name has a sign-in page.");
  return network;
}
