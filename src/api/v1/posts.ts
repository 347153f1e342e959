// /v1/posts: create, inspect, list, edit and delete posts, each with the outcome on every network.
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { PublishingDeps } from "../../publishing/intent.ts";
import { deletePost, editPost } from "../../publishing/revise.ts";
import type { Watch } from "../../publishing/watch.ts";
import { strictJson } from "../body.ts";
import { callerOf, needs } from "../caller.ts";
import { limitOf, pageQuery } from "../page.ts";
import { waitOf } from "../prefer.ts";
import { changeOf, createAsked, getPost, pageOfPosts } from "./asked.ts";
import { filterQuery } from "./post-filter.ts";
import { DryRunView, dryRunView, PostView, postView } from "./post-view.ts";
import { idParam, nullable, strict, uuid } from "./shapes.ts";

const text = Type.String({ minLength: 1, maxLength: 20_000 });
const content = {
  accounts: Type.Optional(
    Type.Union([
      Type.Literal("all"),
      Type.Array(Type.String({ minLength: 1, maxLength: 500 }), {
        minItems: 1,
        maxItems: 50,
        uniqueItems: true,
      }),
    ]),
  ),
  media: Type.Optional(Type.Array(uuid, { maxItems: 20, uniqueItems: true })),
  overrides: Type.Optional(Type.Record(Type.String(), text)),
  options: Type.Optional(Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()))),
};

export const NewPost = Type.Object(
  {
    caption: text,
    ...content,
    schedule: Type.Optional(Type.String()),
    dryRun: Type.Optional(Type.Boolean({ default: false })),
  },
  strict,
);
export const PostChange = Type.Object(
  { caption: Type.Optional(text), ...content },
  { ...strict, minProperties: 1 },
);

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
        const asked = {
          caller: callerOf(request),
          body,
          key: request.headers.get("idempotency-key"),
          waitMs: waitOf(request, deps.nowWaitMs),
          signal: request.signal,
        };
        const answer = await createAsked(asked, deps);
        if (answer.kind === "checked") return status(200, dryRunView(answer.dryRun));
        const { post, replayed } = answer;
        set.headers["location"] = `/v1/posts/${post.id}`;
        if (replayed) set.headers["idempotent-replayed"] = "true";
        return status(replayed ? 200 : 201, postView(post));
      },
      {
        ...needs("write"),
        parse: strictJson,
        body: NewPost,
        response: { 200: Type.Union([PostView, DryRunView]), 201: PostView },
      },
    )
    .get(
      "",
      async ({ query: { limit, ...filter }, request }) => {
        const wanted = { ...filter, limit: limitOf(limit) };
        const { posts, nextCursor } = await pageOfPosts(callerOf(request).profileId, wanted, deps);
        return { posts: posts.map(postView), nextCursor };
      },
      {
        ...needs("read"),
        query: Type.Object({ ...pageQuery, ...filterQuery }, strict),
        response: Type.Object({ posts: Type.Array(PostView), nextCursor: nullable(Type.String()) }),
      },
    )
    .get(
      "/:id",
      async ({ params, request }) => postView(await getPost(callerOf(request).profileId, params.id, deps)),
      { ...needs("read"), params: idParam, response: PostView },
    )
    .patch(
      "/:id",
      async ({ params, body, request }) =>
        postView(await editPost(callerOf(request).profileId, params.id.toLowerCase(), changeOf(body), deps)),
      { ...needs("write"), parse: strictJson, params: idParam, body: PostChange, response: PostView },
    )
    .delete(
      "/:id",
      async ({ params, request, set }) => {
        await deletePost(callerOf(request).profileId, params.id.toLowerCase(), deps);
        set.status = 204;
      },
      { ...needs("write"), params: idParam, response: { 204: Type.Void() } },
    );
