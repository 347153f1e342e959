// /admin/profiles/:id/connect/:network: a link with which somebody signs in at a network.
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { Problem } from "../../errors.ts";
import { idParam, iso, time } from "../views/shapes.ts";
import { profileOf, type AdminDeps } from "./deps.ts";
import { entryOf, owned, ownerOf } from "./owner.ts";
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
    async ({ params, request, status }) => {
      const { id: profileId } = await profileOf(deps, params.id);
      const network = deps.networks.find(({ id }) => id === params.network);
      if (!network?.connect.oauth)
        throw new Problem("not_found", "No network with this name has a sign-in page.");
      const { email } = ownerOf(request).record;
      const platform = network.id;
      const { url, expiresAt } = deps.consent.link({ profileId, platform, actor: `owner:${email}` });
      const act = { action: "account.connect_link", profileId, subject: profileId, detail: { platform } };
      await deps.audit.add(entryOf(deps, email, act));
      const ready = deps.connections.authorizeUrl(network).application !== null;
      return status(201, {
        url,
        expiresAt: iso(expiresAt),
        redirectUri: deps.consent.redirectUri(platform),
        ready,
      });
    },
    {
      ...owned({
        id: "createConnectLink",
        tag: "Accounts",
        summary: "Create a link for connecting an account",
        description:
          "Works for an hour, for this network and this profile, and needs no session. The account is connected when " +
          "the person comes back from the network; `GET /admin/profiles/{id}/accounts` shows it then.",
      }),
      parse: "none",
      params: Type.Object({ ...idParam.properties, network: text({ maxLength: 50 }) }),
      response: { 201: Link },
    },
  );
