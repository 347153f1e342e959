// /admin/audit: who did what, newest first; also as a file with all of it.
import { Type, type Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { noProfile } from "../../admin/profiles.ts";
import type { AuditRow } from "../../domain/audit.ts";
import { requirePermission } from "../../domain/permission.ts";
import { hasProfile } from "../../domain/person.ts";
import type { AuditFilter, AuditPlace } from "../../domain/store/audit.ts";
import { limitOf, pageOf, pageQuery, timeCursor } from "../http/paging.ts";
import { momentIn } from "../requests/post-filter.ts";
import { iso, nullable, strict, time, uuid, words } from "../views/shapes.ts";
import { text } from "../views/text.ts";
import type { AdminDeps } from "./deps.ts";
import { personOperation, personOf } from "./owner.ts";

const EntryView = Type.Object({
  seq: Type.Integer(),
  at: time,
  actor: Type.String({ description: "<role>:<email>, key:<id>, cli or crier" }),
  action: Type.String(),
  profileId: nullable(uuid),
  subject: Type.String({ description: "id or name of the object concerned" }),
  detail: Type.Unknown(),
});

const auditQuery = {
  actor: Type.Optional(
    text({
      maxLength: 300,
      pattern: "^(person:\\S+@\\S+|key:[0-9a-fA-F-]{36}|cli|crier)$",
      description: "`person:<email>`, whatever their role was then; `key:<id>`, `cli` or `crier`",
    }),
  ),
  action: Type.Optional(
    text({
      maxLength: 100,
      pattern: "^[a-z_]+(\\.[a-z_]+)?$",
      description: "such as `post.create`, or `post` for all that begin with it",
    }),
  ),
  profileId: Type.Optional({ ...uuid, description: "people who are not owners have to name one of theirs" }),
  subject: Type.Optional(
    text({ minLength: 1, maxLength: 300, description: "id or name of the object concerned" }),
  ),
  from: Type.Optional(text({ maxLength: 40, description: "a time with an offset" })),
  to: Type.Optional(text({ maxLength: 40, description: "until just before; a time with an offset" })),
  format: Type.Optional(
    Type.Unsafe<"json" | "jsonl">({
      ...words(["json", "jsonl"]),
      description: "`jsonl`: everything that matches, one entry a line, without pages",
      default: "json",
    }),
  ),
};
const AuditQuery = Type.Object({ ...pageQuery, ...auditQuery }, strict);

export const auditRoutes = (deps: AdminDeps) =>
  new Elysia({ prefix: "/audit" }).get(
    "",
    async ({ query, request }) => {
      const filter = filterOf(query, request);
      return query.format === "jsonl" ? fileOf(filter, request, deps) : await pageView(query, filter, deps);
    },
    LIST_AUDIT,
  );

async function pageView(query: Static<typeof AuditQuery>, filter: AuditFilter, { store }: AdminDeps) {
  const limit = limitOf(query.limit);
  const found = await store.audit.page(limit + 1, auditCursor.read(query.cursor), filter);
  const { items, nextCursor } = pageOf(found, limit, auditCursor.after);
  return { entries: items.map(entryView), nextCursor };
}

/** @throws Problem not_allowed for all of it, not_found for a profile that is not the person's, invalid_query */
function filterOf(query: Static<typeof AuditQuery>, request: Request): AuditFilter {
  const person = personOf(request);
  const { actor, action, subject, from, to } = query;
  const profileId = query.profileId?.toLowerCase();
  if (profileId === undefined)
    requirePermission(person.role, "administer", "This is the log of all profiles.");
  else if (!hasProfile(person, profileId)) throw noProfile();
  return {
    who: actor?.toLowerCase(),
    action,
    profileId,
    subject,
    from: from === undefined ? undefined : momentIn("from", from),
    to: to === undefined ? undefined : momentIn("to", to),
  };
}

const auditCursor = timeCursor("audit");

const entryView = ({ at, ...row }: AuditRow): Static<typeof EntryView> => ({ ...row, at: iso(at) });

/** Rows that are read at once: a few milliseconds. */
const BATCH = 200;

/** One entry a line, read while the reader takes them. */
function fileOf(filter: AuditFilter, request: Request, { store }: AdminDeps): Response {
  if (request.method === "HEAD") return new Response(null, { headers: FILE_HEADERS });
  const encoder = new TextEncoder();
  let place: AuditPlace | null = null;
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const rows = await store.audit.page(BATCH, place, filter);
      place = rows.at(-1) ?? place;
      const lines = rows.map((row) => `${JSON.stringify(entryView(row))}\n`).join("");
      if (lines !== "") controller.enqueue(encoder.encode(lines));
      if (rows.length < BATCH) controller.close();
    },
  });
  return new Response(stream, { headers: FILE_HEADERS });
}

const FILE_HEADERS = {
  "content-type": "application/x-ndjson",
  "content-disposition": 'attachment; filename="crier-audit.jsonl"',
};

const LIST_AUDIT = {
  ...personOperation({
    id: "listAudit",
    permission: "read",
    tag: "Audit",
    summary: "List the audit log, newest first",
    description:
      "Nothing is ever changed in it or taken out. Owners see everything; other people see what belongs to their profiles, " +
      "one at a time: `profileId`. Filters narrow it down together. With `format=jsonl`, the answer is a file " +
      "(`application/x-ndjson`).",
    problems: ["not_allowed", "not_found"],
  }),
  query: AuditQuery,
  response: Type.Union([
    Type.Object({ entries: Type.Array(EntryView), nextCursor: nullable(Type.String()) }),
    Type.Unsafe<Response>(Type.String({ description: "with `format=jsonl`" })),
  ]),
};
