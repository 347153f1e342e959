// /v1/posts: create, inspect, list, edit and delete posts, each with the outcome on every network.
import { Type, type Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { MOST_OF_A_STATUS, POST_SORTS, type PostSort } from "../../domain/store/posts.ts";
import { deletePost } from "../../publishing/manage.ts";
import { jsonUpTo } from "../http/body.ts";
import { actorOf, callerOf, operation } from "../http/caller.ts";
import { inPieces } from "../http/long-answer.ts";
import { limitOf, pageQuery } from "../http/paging.ts";
import { CONDITIONAL, IfMatch, REVISION_HEADERS } from "../http/revision.ts";
import { isLenient, waitOf } from "../http/prefer.ts";
import { preconditionOf } from "../requests/post-revision.ts";
import { createFromCall, editFromCall, getPost, type PostsDeps } from "../requests/posts.ts";
import { countPosts, pageOfPosts } from "../requests/post-list.ts";
import { postAnswer } from "./post-answer.ts";
import { filterQuery } from "../requests/post-filter.ts";
import { DryRunView, dryRunView, PostView, postView } from "../views/post.ts";
import {
  CreateHeaders,
  MAX_POST_BYTES,
  MAX_POST_CHARACTERS,
  EditHeaders,
  NewPost,
  PostChange,
  refuseUnfinished,
  NewPostBody,
  PostChangeBody,
  RESOLVING,
  SCHEDULING,
} from "../requests/post-input.ts";
import { PostCountsView, postCountsView, PostRowView, postRowView } from "../views/post-row.ts";
import { idParam, nullable, strict, words } from "../views/shapes.ts";

const postJson = jsonUpTo(MAX_POST_BYTES, MAX_POST_CHARACTERS);

const ABOUT_CREATE = `Every target is checked against its network's rules first. If any network would reject the post, nothing is stored, and the response lists every problem.

Without a \`schedule\`, the post takes the next free slot in the queue. With \`schedule: "now"\`, the response waits for the networks (20 s by default) and returns what is known by then. A partly published post is a normal result: look at each target's \`status\` and \`nextAction\`.

Anything except a draft also needs the scope \`publish\`.`;

const ABOUT_SORT =
  "by the time at which a post was created; is scheduled for, or else was created; first went live (the others come last). " +
  "The latest first, except `soonest`: `scheduled` the other way round, so that what is next comes first";

export const postRoutes = (deps: PostsDeps) =>
  new Elysia({ prefix: "/posts" })
    .mapResponse(inPieces)
    .post(
      "",
      async ({ body, request, set }) => {
        const [caller, { signal }] = [callerOf(request), request];
        const key = request.headers.get("idempotency-key");
        const lenient = appliesLenience(request, set);
        const call = { caller, body, key, lenient, waitMs: waitOf(request, deps.nowWaitMs), signal };
        const answer = await createFromCall(call, deps);
        if (answer.kind === "checked") return dryRunView(answer.dryRun);
        const { post, replayed } = answer;
        set.headers["location"] = `/v1/posts/${post.id}`;
        if (replayed) set.headers["idempotent-replayed"] = "true";
        if (!replayed) set.status = 201;
        return postAnswer(post, set, deps);
      },
      CREATE_POST,
    )
    .get("", ({ query, request }) => pageView(callerOf(request).profileId, query, deps), LIST_POSTS)
    .get(
      "/counts",
      async ({ query, request }) =>
        postCountsView(await countPosts(callerOf(request).profileId, query, deps)),
      COUNT_POSTS,
    )
    .get(
      "/:id",
      async ({ params, request, set }) =>
        postAnswer(await getPost(callerOf(request).profileId, params.id, deps), set, deps),
      GET_POST,
    )
    .patch(
      "/:id",
      async ({ params, body, request, set }) => {
        const precondition = preconditionOf(request, deps);
        const lenient = appliesLenience(request, set);
        const call = { caller: callerOf(request), id: params.id, body, lenient, precondition };
        return postAnswer(await editFromCall(call, deps), set, deps);
      },
      EDIT_POST,
    )
    .delete(
      "/:id",
      async ({ params, request, set }) => {
        const precondition = preconditionOf(request, deps);
        await deletePost(actorOf(callerOf(request)), params.id.toLowerCase(), deps, precondition);
        set.status = 204;
      },
      DELETE_POST,
    );

/** Whether the caller accepts an unfinished draft; the answer says so (RFC 7240 3). */
function appliesLenience(
  request: Request,
  set: { readonly headers: Record<string, string | number> },
): boolean {
  const lenient = isLenient(request);
  if (lenient) set.headers["preference-applied"] = "handling=lenient";
  return lenient;
}

const listQuery = {
  ...pageQuery,
  ...filterQuery,
  sort: Type.Optional(
    Type.Unsafe<PostSort>({ ...words(POST_SORTS), description: ABOUT_SORT, default: "created" }),
  ),
  view: Type.Optional(
    Type.Unsafe<"full" | "light">({
      ...words(["full", "light"]),
      description: "`light`: rows for a list, without texts, options and files",
      default: "full",
    }),
  ),
};
const ListQuery = Type.Object(listQuery, strict);

async function pageView(
  profileId: string,
  { view, limit, ...query }: Static<typeof ListQuery>,
  deps: PostsDeps,
): Promise<Static<typeof Page>> {
  const { posts, nextCursor } = await pageOfPosts(profileId, { ...query, limit: limitOf(limit) }, deps);
  return view === "light"
    ? { posts: posts.map((post) => postRowView(post, deps.links)), nextCursor }
    : { posts: posts.map((post) => postView(post, deps.links)), nextCursor };
}

const nextCursor = nullable(Type.String());
const Page = Type.Union([
  Type.Object({ posts: Type.Array(PostView), nextCursor }),
  Type.Object({ posts: Type.Array(PostRowView), nextCursor }, { description: "with `view=light`" }),
]);

const create = operation({
  id: "createPost",
  tag: "Posts",
  scope: "write",
  permission: "draft",
  summary: "Create or validate a post",
  description: ABOUT_CREATE,
  problems: [
    ...RESOLVING,
    ...SCHEDULING,
    "invalid_idempotency_key",
    "idempotency_conflict",
    "needs_reconciliation",
  ],
  headers: {
    Location: "the post's own address",
    "Preference-Applied": "`handling=lenient` if the request asked for it",
    "Idempotent-Replayed": "true if the key was used before and this is the existing post",
    ...REVISION_HEADERS,
  },
});
const CREATE_POST = {
  ...create,
  transform: [create.transform, refuseUnfinished(NewPost)],
  parse: postJson,
  headers: CreateHeaders,
  body: NewPostBody,
  response: { 200: Type.Union([PostView, DryRunView]), 201: PostView },
};

const LIST_POSTS = {
  ...operation({
    id: "listPosts",
    tag: "Posts",
    scope: "read",
    permission: "read",
    summary: "List posts",
    description:
      "The latest first, unless `sort` says otherwise. Posts created while you page do not shift the pages. A page of long " +
      "posts has fewer than `limit`; the last page is the one whose `nextCursor` is null.",
  }),
  query: ListQuery,
  response: Page,
};

const COUNT_POSTS = {
  ...operation({
    id: "countPosts",
    tag: "Posts",
    scope: "read",
    permission: "read",
    summary: "Count posts by status",
    description: `Takes the filters of the list except \`status\`. Counts at most ${MOST_OF_A_STATUS} posts of each status.`,
  }),
  query: Type.Omit(Type.Object(filterQuery, strict), ["status"]),
  response: PostCountsView,
};

const GET_POST = {
  ...operation({
    id: "getPost",
    tag: "Posts",
    scope: "read",
    permission: "read",
    summary: "Get a post",
    description: "Look here before you try anything again.",
    headers: REVISION_HEADERS,
  }),
  params: idParam,
  response: PostView,
};

const edit = operation({
  id: "editPost",
  tag: "Posts",
  scope: "write",
  permission: "draft",
  summary: "Edit a post that has not started",
  description:
    "Omitted fields keep their value, and so does the choice of accounts. The post is checked like a new one. A queued or " +
    "scheduled post also needs the scope `publish`. Of two simultaneous edits one wins; the other gets 409 " +
    "`edit_conflict` with the post as it is now.",
  problems: [...RESOLVING, ...CONDITIONAL, "already_started", "edit_conflict"],
  headers: { "Preference-Applied": "`handling=lenient` if the request asked for it", ...REVISION_HEADERS },
});
const EDIT_POST = {
  ...edit,
  transform: [edit.transform, refuseUnfinished(PostChange)],
  headers: EditHeaders,
  parse: postJson,
  params: idParam,
  body: PostChangeBody,
  response: PostView,
};

const DELETE_POST = {
  ...operation({
    id: "deletePost",
    tag: "Posts",
    scope: "write",
    permission: "draft",
    summary: "Delete a draft or the record of a settled post",
    description:
      "Posts already published stay online. Deleting the record of a settled post also needs the scope `publish`.",
    problems: [...CONDITIONAL, "already_started", "publishing", "needs_reconciliation"],
  }),
  headers: IfMatch,
  params: idParam,
  response: { 204: Type.Void() },
};
