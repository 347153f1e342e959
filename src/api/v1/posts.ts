// /v1/posts: create, inspect and list posts, each with the outcome on every network.
import { Type, type Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Clock } from "../../clock.ts";
import { Problem, type Code } from "../../errors.ts";
import { createPost, type CreateDeps } from "../../publishing/create.ts";
import { whenSettled } from "../../publishing/wait.ts";
import type { Watch } from "../../publishing/watch.ts";
import { strictJson } from "../body.ts";
import { callerOf, operation, requireScope } from "../caller.ts";
import { cursorAfter, idBefore, limitOf, pageQuery } from "../page.ts";
import { PostView, postView } from "./post-view.ts";
import { idParam, strict, uuid, nullable } from "./shapes.ts";

const text = Type.String({ minLength: 1, maxLength: 20_000 });

const NewPost = Type.Object(
  {
    caption: text,
    accounts: Type.Optional(
      Type.Union(
        [
          Type.Literal("all"),
          Type.Array(Type.String({ minLength: 1, maxLength: 500 }), {
            minItems: 1,
            maxItems: 50,
            uniqueItems: true,
          }),
        ],
        { description: "ids, platforms, handles or platform:handle; every active account when left out" },
      ),
    ),
    media: Type.Optional(
      Type.Array(uuid, { maxItems: 20, uniqueItems: true, description: "in carousel order" }),
    ),
    overrides: Type.Optional(
      Type.Record(Type.String(), text, {
        description: "another caption for an account id, handle or platform; the most specific key wins",
      }),
    ),
    options: Type.Optional(
      Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()), {
        description: "settings of a network, by account id, handle or platform",
      }),
    ),
    schedule: Type.Optional(
      Type.String({ description: "now, draft, or a time with an offset such as 2027-01-31T09:00:00+01:00" }),
    ),
  },
  { ...strict, title: "NewPost" },
);

const Prefer = Type.Object({
  prefer: Type.Optional(
    Type.String({
      description:
        "`respond-async` does not wait for the networks, `wait=N` waits at most N seconds (only with `now`)",
    }),
  ),
});

/** What can be wrong with the names in a post. */
const RESOLVING: readonly Code[] = [
  "no_accounts",
  "unknown_accounts",
  "ambiguous_account",
  "unknown_override",
  "unknown_option",
];

const ABOUT_CREATE = `Every target is checked against its network's rules first: all or nothing, and every problem at once.

With \`schedule: "now"\` the answer waits for the networks (20 s unless the operator chose otherwise) and says what is known by then. A post that landed only partly is a normal answer: look at each target's \`status\` and \`nextAction\`.

Anything but a draft also needs the scope \`publish\`.`;

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
      {
        ...operation({
          id: "createPost",
          tag: "Posts",
          scope: "write",
          summary: "Create a post",
          description: ABOUT_CREATE,
          problems: [...RESOLVING, "invalid_schedule", "unknown_media", "preflight_failed"],
          headers: { Location: "the post's own address" },
        }),
        parse: strictJson,
        headers: Prefer,
        body: NewPost,
        response: { 201: PostView },
      },
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
        ...operation({
          id: "listPosts",
          tag: "Posts",
          scope: "read",
          summary: "Recent posts and where each landed",
          description: "Newest first. Posts made while you page do not shift the pages.",
        }),
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
