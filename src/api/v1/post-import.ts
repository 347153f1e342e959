// /v1/posts/import: posts from a CSV or JSONL file.
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { textOf } from "../http/body.ts";
import { callerOf, operation } from "../http/caller.ts";
import { IMPORT_TYPES, importPosts, MAX_IMPORT_BYTES, MAX_IMPORT_ROWS } from "../requests/post-import.ts";
import type { PostsDeps } from "../requests/posts.ts";
import { nullable, strict, uuid, words } from "../views/shapes.ts";

const EXAMPLE = `caption,accounts,schedule
"Hello, hills","bluesky, mastodon",2027-02-01T09:00:00+01:00
The boats are back,bluesky,draft`;

export const postImportRoutes = (deps: PostsDeps) =>
  new Elysia({ prefix: "/posts" }).post(
    "/import",
    async ({ query, request }) => {
      const file = await textOf(request, IMPORT_TYPES, MAX_IMPORT_BYTES);
      const rows = await importPosts(callerOf(request), file, query.dryRun === "true", deps);
      const isOk = ({ problems }: (typeof rows)[number]) => problems.length === 0;
      return {
        rows: rows.map(({ problems, ...row }) => ({
          ...row,
          ok: problems.length === 0,
          problems: problems.map(({ code, message }) => ({ code, message })),
        })),
        ok: rows.filter(isOk).length,
        failed: rows.filter((row) => !isOk(row)).length,
      };
    },
    IMPORT_POSTS,
  );

const RowView = Type.Object({
  row: Type.Integer({ description: "from 1; the line with the names of the columns is not counted" }),
  excerpt: Type.String({ description: "the beginning of the caption; empty if the row can't be read" }),
  schedule: nullable(Type.String(), "as in the row; null for the next free slot"),
  ok: Type.Boolean(),
  problems: Type.Array(Type.Object({ code: Type.String(), message: Type.String() })),
  fields: nullable(
    Type.Record(Type.String(), Type.Unknown()),
    "what a row with problems says, as in the body of a new post; null for others, and if it can't be read",
  ),
  postId: nullable(uuid),
  replayed: Type.Boolean({ description: "an earlier import of the same file has created it" }),
});

const IMPORT_POSTS = {
  ...operation({
    id: "importPosts",
    tag: "Posts",
    scope: "write",
    permission: "draft",
    summary: "Create or validate posts from a file",
    description:
      `CSV with the columns \`caption\`, \`accounts\`, \`schedule\` and \`media\` (ids), of which only \`caption\` is required; or JSONL, ` +
      `each line a body as for a new post. At most ${MAX_IMPORT_ROWS} rows and 1 MiB. Several accounts or files in a cell are ` +
      "apart by commas or semicolons.\n\n" +
      "Each row is checked and created on its own. With `dryRun=true` nothing is stored. Sending the same file again creates " +
      "nothing twice: a row that was created is answered with its post. Rows other than drafts also need the scope `publish`.",
    problems: ["invalid_request", "unsupported_media_type", "body_too_large", "body_incomplete"],
    requestBody: {
      required: true,
      content: {
        "text/csv": { schema: { type: "string" }, example: EXAMPLE },
        "application/x-ndjson": { schema: { type: "string" } },
      },
    },
  }),
  parse: "none" as const,
  query: Type.Object(
    {
      dryRun: Type.Optional(
        Type.Unsafe<"true" | "false">({ ...words(["true", "false"]), description: "only check" }),
      ),
    },
    strict,
  ),
  response: Type.Object(
    { rows: Type.Array(RowView), ok: Type.Integer(), failed: Type.Integer() },
    { title: "Import" },
  ),
};
