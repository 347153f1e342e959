// /admin/audit: who did what, newest first.
import { Type, type Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { AuditRow } from "../../domain/audit.ts";
import { limitOf, numberCursor, pageOf, pageQuery } from "../http/paging.ts";
import { iso, nullable, strict, time, uuid } from "../views/shapes.ts";
import type { AdminDeps } from "./deps.ts";
import { owned } from "./owner.ts";

const EntryView = Type.Object({
  seq: Type.Integer(),
  at: time,
  actor: Type.String({ description: "owner:<email>, key:<id>, cli or crier" }),
  action: Type.String(),
  profileId: nullable(uuid),
  subject: Type.String({ description: "id or name of the object concerned" }),
  detail: Type.Unknown(),
});

export const auditRoutes = (deps: AdminDeps) =>
  new Elysia({ prefix: "/audit" }).get(
    "",
    async ({ query }) => {
      const limit = limitOf(query.limit);
      const found = await deps.store.audit.page(limit + 1, auditCursor.read(query.cursor));
      const { items, nextCursor } = pageOf(found, limit, ({ seq }) => auditCursor.after(seq));
      return { entries: items.map(entryView), nextCursor };
    },
    {
      ...owned({ id: "listAudit", tag: "Audit", summary: "List the audit log, newest first" }),
      query: Type.Object(pageQuery, strict),
      response: Type.Object({ entries: Type.Array(EntryView), nextCursor: nullable(Type.String()) }),
    },
  );

const auditCursor = numberCursor("audit");

const entryView = ({ at, ...row }: AuditRow): Static<typeof EntryView> => ({ ...row, at: iso(at) });
