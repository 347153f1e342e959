// /admin/import-hosts: hosts that files may be imported from by address (D32).
import { Type, type Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { importHost } from "../../media/import-hosts.ts";
import type { ImportHost } from "../../accounts/ports.ts";
import { Problem } from "../../errors.ts";
import { iso, strict, time } from "../views/shapes.ts";
import { faultAt, type AdminDeps } from "./deps.ts";
import { actOf, adminJson, owned } from "./owner.ts";
import { text } from "../views/text.ts";

const HostView = Type.Object({ host: Type.String(), createdAt: time });

const tag = "Import hosts";

export const importHostRoutes = (deps: AdminDeps) =>
  new Elysia({ prefix: "/import-hosts" })
    .get("", async () => ({ importHosts: (await deps.records.importHosts.list()).map(hostView) }), {
      ...owned({ id: "listImportHosts", tag, summary: "List import hosts" }),
      response: Type.Object({ importHosts: Type.Array(HostView) }),
    })
    .post(
      "",
      async ({ body, request, status }) => {
        const host = importHost(body.host.trim());
        if (host === null)
          throw faultAt("/host", "must be a host name such as media.example.com or *.example.com");
        const record = { host, createdAt: deps.clock.now() };
        const act = { action: "import_host.add", profileId: null, subject: host, detail: null };
        if (!(await actOf(deps, request, act).importHosts.add(record))) {
          throw new Problem("already_exists", `${host} is on the list already.`);
        }
        return status(201, hostView(record));
      },
      {
        ...owned({
          id: "addImportHost",
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
        const host = importHost(params.host) ?? "";
        const act = { action: "import_host.remove", profileId: null, subject: host, detail: null };
        if (host === "" || !(await actOf(deps, request, act).importHosts.remove(host))) {
          throw new Problem("not_found", "This host is not approved.");
        }
        set.status = 204;
      },
      {
        ...owned({ id: "removeImportHost", tag, summary: "Remove an import host" }),
        parse: "none",
        params: Type.Object({ host: Type.String() }),
        response: { 204: Type.Void() },
      },
    );

const hostView = ({ host, createdAt }: ImportHost): Static<typeof HostView> => ({
  host,
  createdAt: iso(createdAt),
});
