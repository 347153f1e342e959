// /admin/audit: who did what, newest first.
import { Type, type Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { AuditRow } from "../../domain/audit.ts";
import { Problem } from "../../errors.ts";
import { limitOf, pageQuery } from "../http/paging.ts";
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
      const page = await deps.store.audit.page(limit + 1, seqBefore(query.cursor));
      const entries = page.slice(0, limit);
      const last = entries.at(-1);
      return {
        entries: entries.map(entryView),
        nextCursor: page.length > limit && last ? cursorAfter(last.seq) : null,
      };
    },
    {
      ...owned({ id: "listAudit", tag: "Audit", summary: "List the audit log, newest first" }),
      query: Type.Object(pageQuery, strict),
      response: Type.Object({ entries: Type.Array(EntryView), nextCursor: nullable(Type.String()) }),
    },
  );

const cursorAfter = (seq: number) => Buffer.from(`audit ${seq}`).toString("base64url");

function seqBefore(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  const [, seq] = /^audit ([1-9]\d{0,14})$/.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  if (seq === undefined) {
    const errors = [{ pointer: "/cursor", message: "not a cursor of this list" }];
    throw new Problem("invalid_query", "`cursor` is not one that this list gave out.", { errors });
  }
  return Number(seq);
}

const entryView = ({ at, ...row }: AuditRow): Static<typeof EntryView> => ({ ...row, at: iso(at) });
