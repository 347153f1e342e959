// /v1/media: list, read, describe and delete the profile's files (D29).
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Library } from "../../media/library.ts";
import type { MediaLinks } from "../../media/links.ts";
import { strictJson } from "../http/body.ts";
import { actorOf, callerOf, operation } from "../http/caller.ts";
import { cursorAfter, idBefore, limitOf, pageOf, pageQuery } from "../http/paging.ts";
import { altText, filename } from "./media.ts";
import { mediaView, MediaView } from "../views/media.ts";
import { idParam, nullable, strict, words } from "../views/shapes.ts";

export interface LibraryDeps {
  readonly library: Library;
  readonly links: MediaLinks;
}

const kind = Type.Optional(words(["image", "video"]));
const MediaChange = Type.Object(
  { altText: Type.Optional(nullable(altText)), filename: Type.Optional(filename) },
  { ...strict, minProperties: 1 },
);

export const libraryRoutes = (deps: LibraryDeps) =>
  new Elysia({ prefix: "/media" })
    .get(
      "",
      async ({ request, query: { limit: requestedLimit, cursor, kind = null } }) => {
        const limit = limitOf(requestedLimit);
        const { profileId } = callerOf(request);
        const found = await deps.library.page(profileId, kind, limit + 1, idBefore(cursor));
        const { items, nextCursor } = pageOf(found, limit, ({ id }) => cursorAfter(id));
        return { media: items.map((each) => mediaView(each, deps.links)), nextCursor };
      },
      LIST_MEDIA,
    )
    .get(
      "/:id",
      async ({ request, params }) => {
        const media = await deps.library.get(callerOf(request).profileId, params.id.toLowerCase());
        return { media: mediaView(media, deps.links) };
      },
      GET_MEDIA,
    )
    .patch(
      "/:id",
      async ({ request, params, body }) => {
        const id = params.id.toLowerCase();
        const media = await deps.library.change(actorOf(callerOf(request)), id, body);
        return { media: mediaView(media, deps.links) };
      },
      EDIT_MEDIA,
    )
    .delete(
      "/:id",
      async ({ request, params, set }) => {
        await deps.library.remove(actorOf(callerOf(request)), params.id.toLowerCase());
        set.status = 204;
      },
      DELETE_MEDIA,
    );

const ABOUT =
  "`url` and `thumbnailUrl` need no key and work for an hour at least: ask again for fresh ones rather than keep them.";

const ABOUT_DELETE =
  "Not possible while a draft or a waiting, running or uncertain post uses it (409 `media_in_use` lists them). The record of a settled post keeps the file's description without `url`; its failed targets can then no longer be retried. Posts already published stay online.";

const LIST_MEDIA = {
  ...operation({
    id: "listMedia",
    tag: "Media",
    scope: "read",
    summary: "List media",
    description: "Newest first. Files added while you page do not shift the pages.",
  }),
  query: Type.Object({ ...pageQuery, kind }, strict),
  response: Type.Object({ media: Type.Array(MediaView), nextCursor: nullable(Type.String()) }),
};

const GET_MEDIA = {
  ...operation({
    id: "getMedia",
    tag: "Media",
    scope: "read",
    summary: "One file",
    description: ABOUT,
  }),
  params: idParam,
  response: Type.Object({ media: MediaView }),
};

const EDIT_MEDIA = {
  ...operation({
    id: "editMedia",
    tag: "Media",
    scope: "write",
    summary: "Update a file's alt text or name",
    description:
      "Omitted fields keep their value; `altText: null` removes the description. Posts that have not been published yet use the new values, so while one is waiting to be published this also needs the scope `publish`; published posts do not change.",
  }),
  parse: strictJson,
  params: idParam,
  body: MediaChange,
  response: Type.Object({ media: MediaView }),
};

const DELETE_MEDIA = {
  ...operation({
    id: "deleteMedia",
    tag: "Media",
    scope: "write",
    summary: "Delete a file",
    description: ABOUT_DELETE,
    problems: ["media_in_use"],
  }),
  params: idParam,
  response: { 204: Type.Void() },
};
