// /v1/posts: create, inspect and list posts, each with the outcome on every network.
import { Type, type Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Clock } from "../../clock.ts";
import { Problem } from "../../errors.ts";
import { createPost, type CreateDeps } from "../../publishing/create.ts";
import { whenSettled } from "../../publishing/wait.ts";
import type { Watch } from "../../publishing/watch.ts";
import { strictJson } from "../body.ts";
import { callerOf, needs, requireScope } from "../caller.ts";
import { cursorAfter, idBefore, limitOf, pageQuery } from "../page.ts";
import { PostView, postView } from "./post-view.ts";
import { idParam, strict, uuid, nullable } from "./shapes.ts";

const text = Type.String({ minLength: 1, maxLength: 20_000 });

const NewPost = Type.Object(
  {
    caption: text,
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
    schedule: Type.Optional(Type.String()),
  },
  strict,
);

export interface PostsDeps extends CreateDeps {
  readonly watch: Watch;
  readonly clock: Clock;
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
        if (body.schedule !== "draft") requireScope(request, "publish");
        const { profileId } = callerOf(request);
        const post = await createPost(profileId, wishOf(body), deps);
        set.headers["location"] = `/v1/posts/${post.id}`;
        if (post.schedule !== "now") return status(201, postView(post));
        deps.wake();
        const waitMs = waitOf(request, deps.nowWaitMs);
        return status(201, postView(await whenSettled(post, waitMs, deps, request.signal)));
      },
      { ...needs("write"), parse: strictJson, body: NewPost, response: { 201: PostView } },
    )
    .get(
      "",
      async ({ query, request }) => {
        const limit = limitOf(query.limit);
        const page = await deps.posts.page(callerOf(request).profileId, limit + 1, idBefore(query.cursor));
        const posts = page.slice(0, limit);
        const last = posts.at(-1);
        return {
          posts: posts.map(postView),
          nextCursor: page.length > limit && last ? cursorAfter(last.id) : null,
        };
      },
      {
        ...needs("read"),
        query: Type.Object(pageQuery, strict),
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
      { ...needs("read"), params: idParam, response: PostView },
    );

/** `Prefer: respond-async` does not wait; `wait=N` (seconds) only shortens the waiting (D18, RFC 7240). */
function waitOf(request: Request, longestMs: number): number {
  const wishes = (request.headers.get("prefer") ?? "").split(",").map((wish) => wish.trim().toLowerCase());
  if (wishes.includes("respond-async")) return 0;
  const seconds = wishes
    .map((wish) => /^wait=(\d{1,6})$/.exec(wish)?.[1])
    .find((found) => found !== undefined);
  return seconds === undefined ? longestMs : Math.min(Number(seconds) * 1000, longestMs);
}

function wishOf(body: Static<typeof NewPost>) {
  return {
    caption: body.caption,
    accounts: body.accounts ?? null,
    media: (body.media ?? []).map((id) => id.toLowerCase()),
    overrides: body.overrides ?? {},
    // Checked against each network's own schema in pre-flight; JSON it is, having come through the parser.
    options: (body.options ?? {}) as CreateOptions,
    schedule: body.schedule ?? null,
  };
}
type CreateOptions = Parameters<typeof createPost>[1]["options"];
