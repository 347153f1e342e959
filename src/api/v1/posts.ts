// /v1/posts: create, inspect, list, edit and delete posts, each with the outcome on every network.
import { Type, type Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { Problem } from "../../errors.ts";
import { createPost } from "../../publishing/create.ts";
import { dryRun } from "../../publishing/dry-run.ts";
import type { PostWish, PublishingDeps } from "../../publishing/intent.ts";
import { deletePost, editPost } from "../../publishing/revise.ts";
import { whenSettled } from "../../publishing/wait.ts";
import type { Watch } from "../../publishing/watch.ts";
import { strictJson } from "../body.ts";
import { callerOf, operation, requireScope } from "../caller.ts";
import { claimOf } from "../idempotency.ts";
import { cursorAfter, idBefore, limitOf, pageQuery } from "../page.ts";
import { waitOf } from "../prefer.ts";
import { filterOf, filterQuery } from "./post-filter.ts";
import { DryRunView, dryRunView, PostView, postView } from "./post-view.ts";
import { CreateHeaders, NewPost, PostChange, RESOLVING, SCHEDULING } from "./post-input.ts";
import { idParam, nullable, strict } from "./shapes.ts";

const ABOUT_CREATE = `Every target is checked against its network's rules first: all or nothing, and every problem at once.

Without a \`schedule\` it waits for the next free slot of the queue. With \`schedule: "now"\` the answer waits for the networks (20 s unless the operator chose otherwise) and says what is known by then. A post that landed only partly is a normal answer: look at each target's \`status\` and \`nextAction\`.

Anything but a draft also needs the scope \`publish\`.`;

export interface PostsDeps extends PublishingDeps {
  readonly watch: Watch;
  /** How long `now` waits for the networks, ms. */
  readonly nowWaitMs: number;
  /** Something may have become due. */
  readonly wake: () => void;
}

export const postRoutes = (deps: PostsDeps) =>
  new Elysia({ prefix: "/posts" })
    .post(
      "",
      async ({ body, request, status, set }) => {
        const { profileId } = callerOf(request);
        const schedule = body.schedule ?? null;
        const wish: PostWish = {
          caption: body.caption,
          accounts: null,
          media: [],
          overrides: {},
          options: {},
          ...changeOf(body),
        };
        if (body.dryRun) return status(200, dryRunView(await dryRun(profileId, wish, schedule, deps)));
        if (schedule !== "draft") requireScope(request, "publish");
        const { post, replayed } = await createPost(profileId, wish, schedule, claimOf(request, body), deps);
        set.headers["location"] = `/v1/posts/${post.id}`;
        if (replayed) {
          set.headers["idempotent-replayed"] = "true";
          return status(200, postView(post));
        }
        if (post.schedule !== "now") return status(201, postView(post));
        deps.wake();
        const waitMs = waitOf(request, deps.nowWaitMs);
        return status(201, postView(await whenSettled(post, waitMs, deps, request.signal)));
      },
      {
        ...operation({
          id: "createPost",
          tag: "Posts",
          scope: "write",
          summary: "Create a post, or check one",
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
            "Idempotent-Replayed": "true when the key had made this post before",
          },
        }),
        parse: strictJson,
        headers: CreateHeaders,
        body: NewPost,
        response: { 200: Type.Union([PostView, DryRunView]), 201: PostView },
      },
    )
    .get(
      "",
      async ({ query: { limit: wanted, cursor, ...filter }, request }) => {
        const limit = limitOf(wanted);
        const { profileId } = callerOf(request);
        const page = await deps.posts.page(profileId, filterOf(filter), limit + 1, idBefore(cursor));
        const posts = page.slice(0, limit);
        const last = posts.at(-1);
        return {
          posts: posts.map(postView),
          nextCursor: page.length > limit && last ? cursorAfter(last.id) : null,
        };
      },
      {
        ...operation({
          id: "listPosts",
          tag: "Posts",
          scope: "read",
          summary: "Recent posts and where each landed",
          description: "Newest first. Posts made while you page do not shift the pages.",
        }),
        query: Type.Object({ ...pageQuery, ...filterQuery }, strict),
        response: Type.Object({ posts: Type.Array(PostView), nextCursor: nullable(Type.String()) }),
      },
    )
    .get(
      "/:id",
      async ({ params, request }) => {
        const post = await deps.posts.get(callerOf(request).profileId, params.id.toLowerCase());
        if (!post) throw new Problem("not_found", "There is no such post in this profile.");
        return postView(post);
      },
      {
        ...operation({
          id: "getPost",
          tag: "Posts",
          scope: "read",
          summary: "One post and where each network stands",
          description: "Look here before anything is tried again.",
        }),
        params: idParam,
        response: PostView,
      },
    )
    .patch(
      "/:id",
      async ({ params, body, request }) =>
        postView(await editPost(callerOf(request).profileId, params.id.toLowerCase(), changeOf(body), deps)),
      {
        ...operation({
          id: "editPost",
          tag: "Posts",
          scope: "write",
          summary: "Edit a post that has not begun",
          description: "What is left out stays. It is checked like a new post.",
          problems: [...RESOLVING, "already_started", "temporarily_unavailable"],
        }),
        parse: strictJson,
        params: idParam,
        body: PostChange,
        response: PostView,
      },
    )
    .delete(
      "/:id",
      async ({ params, request, set }) => {
        await deletePost(callerOf(request).profileId, params.id.toLowerCase(), deps);
        set.status = 204;
      },
      {
        ...operation({
          id: "deletePost",
          tag: "Posts",
          scope: "write",
          summary: "Delete a draft, or the record of a settled post",
          description: "No network is touched: what is live stays live.",
          problems: ["already_started", "publishing", "needs_reconciliation"],
        }),
        params: idParam,
        response: { 204: Type.Void() },
      },
    );

/** The fields that were given. Options are checked against each network's own schema in pre-flight. */
function changeOf(body: Static<typeof PostChange>): Partial<PostWish> {
  const { caption, accounts, media, overrides, options } = body;
  return {
    ...(caption === undefined ? {} : { caption }),
    ...(accounts === undefined ? {} : { accounts }),
    ...(media === undefined ? {} : { media: media.map((id) => id.toLowerCase()) }),
    ...(overrides === undefined ? {} : { overrides }),
    // JSON it is, having come through the parser.
    ...(options === undefined ? {} : { options: options as PostWish["options"] }),
  };
}
