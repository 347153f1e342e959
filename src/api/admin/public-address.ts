// /admin/public-address: whether networks that fetch files by themselves could reach this appliance.
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { UNREACHABLE } from "../../ops/reachability.ts";
import { nullable, words } from "../views/shapes.ts";
import type { AdminDeps } from "./deps.ts";
import { personOperation } from "./owner.ts";

const Address = Type.Object({
  url: Type.String({ description: "the configured public address" }),
  status: words(["reachable", ...UNREACHABLE]),
  detail: nullable(Type.String(), "why not, and what to do"),
});

export const publicAddressRoutes = (deps: AdminDeps) =>
  new Elysia({ prefix: "/public-address" }).get(
    "",
    async () => {
      const found = await deps.reachable();
      const detail = found.kind === "reachable" ? null : found.detail;
      return { url: deps.baseUrl(), status: found.kind, detail };
    },
    {
      ...personOperation({
        id: "checkPublicAddress",
        permission: "manage",
        tag: "Public address",
        summary: "Check whether networks can download files from here",
        description:
          "Checked on each request, through the internet as far as that is possible from inside. Networks that fetch media from here need it; others do not.",
      }),
      response: Address,
    },
  );
