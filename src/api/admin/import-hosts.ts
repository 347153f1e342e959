// /admin/import-hosts: hosts that files may be imported from by address (D32).
import { Type, type Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { addImportHost, removeImportHost } from "../../admin/import-hosts.ts";
import type { ImportHost } from "../../domain/import-host.ts";
import { iso, strict, time } from "../views/shapes.ts";
import type { AdminDeps } from "./deps.ts";
import { actorOf, adminJson, personOperation } from "./owner.ts";
import { text } from "../views/text.ts";

const HostView = Type.Object({ host: Type.String(), createdAt: time });

const tag = "Import hosts";

export const importHostRoutes = (deps: AdminDeps) =>
  new Elysia({ prefix: "/import-hosts" })
    .get("", async () => ({ importHosts: (await deps.store.importHosts.list()).map(hostView) }), {
      ...personOperation({
        id: "listImportHosts",
        permission: "administer",
        tag,
        summary: "List import hosts",
      }),
      response: Type.Object({ importHosts: Type.Array(HostView) }),
    })
    .post(
      "",
      async ({ body, request, status }) => {
        return status(201, hostView(await addImportHost(actorOf(request), body.host, deps)));
      },
      {
        ...personOperation({
          id: "addImportHost",
          permission: "administer",
          tag,
          summary: "Approve an import host",
          description: "An exact name, or `*.name` for every subdomain (not the name itself).",
          problems: ["already_exists"],
        }),
        parse: adminJson,
        body: Type.Object({ host: text({ minLength: 1, maxLength: 300 }) }, strict),
        response: { 201: HostView },
      },
    )
    .delete(
      "/:host",
      async ({ params, request, set }) => {
        await removeImportHost(actorOf(request), params.host, deps);
        set.status = 204;
      },
      {
        ...personOperation({
          id: "removeImportHost",
          permission: "administer",
          tag,
          summary: "Remove an import host",
        }),
        parse: "none",
        params: Type.Object({ host: Type.String() }),
        response: { 204: Type.Void() },
      },
    );

const hostView = ({ host, createdAt }: ImportHost): Static<typeof HostView> => ({
  host,
  createdAt: iso(createdAt),
});
