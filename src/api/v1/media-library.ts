// /v1/media: list, read, describe, crop and delete the profile's files (D29).
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { MEDIA_SORTS, type Media } from "../../domain/media.ts";
import type { Derive } from "../../media/derive.ts";
import type { Library } from "../../media/library.ts";
import type { MediaLinks } from "../../media/links.ts";
import { strictJson } from "../http/body.ts";
import { actorOf, callerOf, operation } from "../http/caller.ts";
import { limitOf, pageOf, pageQuery } from "../http/paging.ts";
import { placeAfter, placeIn } from "../requests/media-place.ts";
import { altText, filename } from "./media.ts";
import { LibraryMediaView, libraryMediaView, mediaView, MediaView } from "../views/media.ts";
import { MediaUserView, mediaUserView } from "../views/media-user.ts";
import { idParam, nullable, strict, words } from "../views/shapes.ts";
import { text } from "../views/text.ts";

export interface LibraryDeps {
  readonly library: Library;
  readonly derive: Derive;
  readonly links: MediaLinks;
}

const yes = (description: string) => Type.Optional(Type.Literal("true", { description }));
const ListQuery = Type.Object(
  {
    ...pageQuery,
    cursor: Type.Optional(text({ maxLength: 3000, description: "`nextCursor` of the page before" })),
    kind: Type.Optional(words(["image", "video"])),
    q: Type.Optional(
      text({ minLength: 1, maxLength: 200, description: "parts of the filename or alt text" }),
    ),
    unused: yes("only files that no post uses"),
    missingAlt: yes("only files without alt text"),
    sort: Type.Optional({
      ...words(MEDIA_SORTS),
      description: "default: `created`, newest first; `name`: by filename; `size`: largest first",
    }),
  },
  strict,
);
const MediaChange = Type.Object(
  { altText: Type.Optional(nullable(altText)), filename: Type.Optional(filename) },
  { ...strict, minProperties: 1 },
);
const pixels = (description: string, minimum: number) =>
  Type.Integer({ minimum, maximum: 1_000_000, description });
const CutBody = Type.Object(
  {
    crop: Type.Optional(
      Type.Object(
        {
          x: pixels("from the left", 0),
          y: pixels("from the top", 0),
          width: pixels("at least 1", 1),
          height: pixels("at least 1", 1),
        },
        { ...strict, description: "the part to keep, in pixels of the image as displayed" },
      ),
    ),
    rotate: Type.Optional(
      Type.Union([Type.Literal(90), Type.Literal(180), Type.Literal(270)], {
        description: "degrees clockwise, after cropping",
      }),
    ),
  },
  { ...strict, minProperties: 1 },
);
const PosterBody = Type.Object(
  { atMs: Type.Integer({ minimum: 0, maximum: 86_400_000, description: "ms from the start of the video" }) },
  strict,
);

export const libraryRoutes = (deps: LibraryDeps) =>
  new Elysia({ prefix: "/media" })
    .get(
      "",
      async ({ request, query: { limit: requestedLimit, cursor, sort = "created", q, ...only } }) => {
        const limit = limitOf(requestedLimit);
        const { profileId } = callerOf(request);
        const query = {
          sort,
          kind: only.kind,
          text: q,
          unused: !!only.unused,
          missingAlt: !!only.missingAlt,
        };
        const found = await deps.library.page(profileId, query, limit + 1, placeIn(cursor, sort));
        const { items, nextCursor } = pageOf(found, limit, (last) => placeAfter(last, sort));
        return { media: await viewsOf(items, deps), nextCursor };
      },
      LIST_MEDIA,
    )
    .get("/usage", ({ request }) => deps.library.usage(callerOf(request).profileId), USAGE)
    .get(
      "/:id/uses",
      async ({ request, params }) => {
        const users = await deps.library.users(callerOf(request).profileId, params.id.toLowerCase());
        return { posts: users.map(mediaUserView) };
      },
      MEDIA_USES,
    )
    .post(
      "/:id/derive",
      async ({ request, params, body: { crop = null, rotate }, status }) => {
        const by = actorOf(callerOf(request));
        const { media, isNew } = await deps.derive(by, params.id.toLowerCase(), {
          crop,
          rotate: rotate ?? 0,
        });
        return status(isNew ? 201 : 200, { media: mediaView(media, deps.links) });
      },
      DERIVE_MEDIA,
    )
    .post(
      "/:id/poster",
      async ({ request, params, body: { atMs: posterMs } }) => {
        const id = params.id.toLowerCase();
        const media = await deps.library.change(actorOf(callerOf(request)), id, { posterMs });
        return { media: mediaView(media, deps.links) };
      },
      MEDIA_POSTER,
    )
    .get(
      "/:id",
      async ({ request, params }) => {
        const media = await deps.library.get(callerOf(request).profileId, params.id.toLowerCase());
        const [use] = await deps.library.uses([media.id]);
        return { media: libraryMediaView(media, use, deps.links) };
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

async function viewsOf(media: readonly Media[], { library, links }: LibraryDeps) {
  const uses = await library.uses(media.map(({ id }) => id));
  return media.map((each, n) => libraryMediaView(each, uses[n], links));
}

const ABOUT =
  "`url` and `thumbnailUrl` need no key and work for an hour at least: ask again for fresh ones rather than keep them.";

const ABOUT_DELETE =
  "Not possible while a draft or a waiting, running or uncertain post uses it (409 `media_in_use` lists them). The record of a settled post keeps the file's description without `url`; its failed targets can then no longer be retried. Posts already published stay online.";

const LIST_MEDIA = {
  ...operation({
    id: "listMedia",
    tag: "Media",
    scope: "read",
    permission: "read",
    summary: "List media",
    description:
      "Newest first, unless `sort` says otherwise. Files added while you page do not shift the pages. A file matches `q` if its name or alt text contains each of the words, in whatever case.",
  }),
  query: ListQuery,
  response: Type.Object({ media: Type.Array(LibraryMediaView), nextCursor: nullable(Type.String()) }),
};

const USAGE = {
  ...operation({
    id: "getMediaUsage",
    tag: "Media",
    scope: "read",
    permission: "read",
    summary: "Space that media takes",
  }),
  response: Type.Object(
    {
      bytes: Type.Integer({ description: "of all files of this profile" }),
      files: Type.Integer(),
      diskFreeBytes: Type.Integer({ description: "free on the disk of the data folder" }),
    },
    { title: "MediaUsage" },
  ),
};

const MEDIA_USES = {
  ...operation({
    id: "listMediaUses",
    tag: "Media",
    scope: "read",
    permission: "read",
    summary: "Posts that use a file",
    description: "The newest 100.",
  }),
  params: idParam,
  response: Type.Object({ posts: Type.Array(MediaUserView) }),
};

const DERIVE_MEDIA = {
  ...operation({
    id: "deriveMedia",
    tag: "Media",
    scope: "write",
    permission: "draft",
    summary: "Crop or rotate an image",
    description:
      "Makes a new file and leaves the original as it is. The new file takes over the alt text, and `parentId` names the original. Asking for the same again returns the same file with status 200. Videos and animated images can't be cropped (422 `media_type_unsupported`).",
    problems: [
      "media_type_unsupported",
      "media_unreadable",
      "media_quota_exceeded",
      "temporarily_unavailable",
    ],
  }),
  parse: strictJson,
  params: idParam,
  body: CutBody,
  response: { 201: Type.Object({ media: MediaView }), 200: Type.Object({ media: MediaView }) },
};

const MEDIA_POSTER = {
  ...operation({
    id: "chooseMediaPoster",
    tag: "Media",
    scope: "write",
    permission: "draft",
    summary: "Choose a video's cover",
    description:
      "`thumbnailUrl` then shows this frame. Networks that take a cover get it, unless the post's options name another one. While a post that uses the video is waiting to be published, this also needs the scope `publish`.",
    problems: ["media_type_unsupported", "simulated_only"],
  }),
  parse: strictJson,
  params: idParam,
  body: PosterBody,
  response: Type.Object({ media: MediaView }),
};

const GET_MEDIA = {
  ...operation({
    id: "getMedia",
    tag: "Media",
    scope: "read",
    permission: "read",
    summary: "One file",
    description: ABOUT,
  }),
  params: idParam,
  response: Type.Object({ media: LibraryMediaView }),
};

const EDIT_MEDIA = {
  ...operation({
    id: "editMedia",
    tag: "Media",
    scope: "write",
    permission: "draft",
    summary: "Update a file's alt text or name",
    description:
      "Omitted fields keep their value; `altText: null` removes the description. Posts that have not been published yet use the new values, so while one is waiting to be published this also needs the scope `publish`; published posts do not change.",
    problems: ["simulated_only"],
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
    permission: "draft",
    summary: "Delete a file",
    description: ABOUT_DELETE,
    problems: ["media_in_use"],
  }),
  params: idParam,
  response: { 204: Type.Void() },
};
