// /admin/profiles/:id/connect/:network: a link with which a person signs in at a network.
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { createConnectLink } from "../../admin/accounts.ts";
import { existingProfile } from "../../admin/profiles.ts";
import { Problem } from "../../errors.ts";
import { idParam, iso, strict, time } from "../views/shapes.ts";
import { MAX_RETURN_TO, returnPath } from "../../accounts/return-to.ts";
import { optionalJson } from "../http/body.ts";
import { faultAt, type AdminDeps } from "./deps.ts";
import { actorOf, personOperation } from "./owner.ts";
import { text } from "../views/text.ts";

const Link = Type.Object({
  url: Type.String({ description: "open it in the browser where the person uses the network" }),
  expiresAt: time,
  redirectUri: Type.String({
    description: "the redirect address to register at the network, exactly as shown",
  }),
  ready: Type.Boolean({
    description:
      "false: the operator has no application at the network yet, and the link says how to get one",
  }),
});

export const connectLinkRoutes = (deps: AdminDeps) =>
  new Elysia().post(
    "/profiles/:id/connect/:network",
    async ({ params, body, request, status }) => {
      const { id: profileId } = await existingProfile(params.id, deps);
      const network = deps.networks.find(({ id }) => id === params.network);
      if (!network?.connect.oauth)
        throw new Problem("not_found", "No network with this name has a sign-in page.");
      const returnTo = body.returnTo === undefined ? null : returnPath(body.returnTo, deps.baseUrl());
      if (body.returnTo !== undefined && returnTo === null)
        throw faultAt("/returnTo", "must be a path of this server, such as /p/harbour/accounts");
      const place = { profileId, network, returnTo };
      const { expiresAt, ...link } = await createConnectLink(actorOf(request), place, deps);
      const ready = (await deps.connections.authorizeUrl(network)).application !== null;
      return status(201, { ...link, expiresAt: iso(expiresAt), ready });
    },
    {
      ...personOperation({
        id: "createConnectLink",
        permission: "manage",
        of: "profile",
        tag: "Accounts",
        summary: "Create a link for connecting an account",
        description:
          "Works for an hour, for this network and this profile, and needs no session. The account is connected when " +
          "the person comes back from the network; `GET /admin/profiles/{id}/accounts` shows it then.",
      }),
      parse: optionalJson,
      params: Type.Object({ ...idParam.properties, network: text({ maxLength: 50 }) }),
      body: Type.Object(
        {
          returnTo: Type.Optional(
            text({
              minLength: 1,
              maxLength: MAX_RETURN_TO,
              description:
                "a path of this server, to which the person comes back from the network, with `outcome` in its query: " +
                "`connected`, `choose` or `failed`. `GET /admin/sign-ins/{network}` says more. Default: a page of the server",
            }),
          ),
        },
        strict,
      ),
      response: { 201: Link },
    },
  );
