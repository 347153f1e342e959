// create_post, check_post, get_post and list_posts: the operations of /v1/posts.
import { Type, type Static } from "@sinclair/typebox";
import { createFromCall, getPost, pageOfPosts } from "../api/requests/posts.ts";
import { filterQuery } from "../api/requests/post-filter.ts";
import { DryRunView, dryRunView, PostView, postView } from "../api/views/post.ts";
import { NewPost } from "../api/requests/post-input.ts";
import type { PostsDeps } from "../api/requests/posts.ts";
import { nullable, strict, uuid } from "../api/views/shapes.ts";
import type { KeyRecord } from "../domain/api-key.ts";
import { ABOUT, FIELDS } from "./post-descriptions.ts";
import { tool, type Call, type Tool } from "./tool.ts";
import { checkWords, pageWords, postWords } from "./text.ts";
import { MAX_KEY_LENGTH } from "../api/http/idempotency.ts";
import { text } from "../api/views/text.ts";

/** Clients give up on a call after a minute, and then ask again. */
const LONGEST_WAIT_MS = 30_000;
const DEFAULT_PAGE = 20;

const look = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

const { dryRun, ...content } = described(NewPost.properties);
const idempotencyKey = Type.Optional(
  text({ minLength: 1, maxLength: MAX_KEY_LENGTH, description: FIELDS.idempotencyKey }),
);
const replayed = Type.Boolean({
  description: "true if the idempotencyKey was used before: this is the existing post, and nothing was sent",
});
const MadeView = Type.Object({ ...PostView.properties, replayed });

export const postTools = (deps: PostsDeps): Tool[] => [createPost(deps), checkPost(deps), ...looks(deps)];

const createPost = (deps: PostsDeps) =>
  tool({
    name: "create_post",
    title: "Create a post",
    description: ABOUT.create,
    scope: "write",
    // What is published can't be taken back here.
    hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    input: Type.Object({ ...content, dryRun, idempotencyKey }, strict),
    output: Type.Union([MadeView, DryRunView]),
    async run({ idempotencyKey: key, ...body }, call) {
      const answer = await createFromCall(callOf(body, key?.trim() ?? null, call, deps), deps);
      if (answer.kind === "checked") return checked(answer.dryRun);
      const post = postView(answer.post, deps.links);
      const again = answer.replayed
        ? "This post was already created with this idempotencyKey; nothing was sent now.\n"
        : "";
      return { value: { ...post, replayed: answer.replayed }, text: `${again}${postWords(post)}` };
    },
  });

const checkPost = (deps: PostsDeps) =>
  tool({
    name: "check_post",
    title: "Check a post without publishing",
    description: ABOUT.check,
    scope: "write",
    hints: look,
    input: Type.Object(content, strict),
    output: DryRunView,
    async run(body, call) {
      const answer = await createFromCall(callOf({ ...body, dryRun: true }, null, call, deps), deps);
      if (answer.kind === "made") throw new Error("a dry run made a post");
      return checked(answer.dryRun);
    },
  });

const looks = (deps: PostsDeps) => [
  tool({
    name: "get_post",
    title: "Get a post",
    description: ABOUT.get,
    scope: "read",
    hints: look,
    input: Type.Object({ id: described({ id: uuid }).id }, strict),
    output: PostView,
    async run({ id }, { caller }) {
      const post = postView(await getPost(caller.profileId, id, deps), deps.links);
      return { value: post, text: postWords(post) };
    },
  }),
  tool({
    name: "list_posts",
    title: "List posts",
    description: ABOUT.list,
    scope: "read",
    hints: look,
    input: Type.Object({ ...described(filterQuery), ...PAGE }, strict),
    output: Type.Object({ posts: Type.Array(PostView), nextCursor: nullable(Type.String()) }),
    async run({ limit = DEFAULT_PAGE, ...filter }, { caller }) {
      const page = await pageOfPosts(caller.profileId, { limit, ...filter }, deps);
      const posts = page.posts.map((post) => postView(post, deps.links));
      return { value: { posts, nextCursor: page.nextCursor }, text: pageWords(posts, page.nextCursor) };
    },
  }),
];

const PAGE = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, description: `${DEFAULT_PAGE} when left out` }),
  ),
  cursor: Type.Optional(text({ maxLength: 200, description: "nextCursor of the page before" })),
};

function callOf(body: Static<typeof NewPost>, key: string | null, call: Call, deps: PostsDeps) {
  const { caller, signal }: { caller: KeyRecord; signal: AbortSignal } = call;
  return { caller, body, key, signal, waitMs: Math.min(deps.nowWaitMs, LONGEST_WAIT_MS) };
}

function checked(dryRun: Parameters<typeof dryRunView>[0]) {
  const value = dryRunView(dryRun);
  return { value, text: checkWords(value) };
}

/** The API's own fields, with words for a model where it needs more of them. */
function described<P extends Readonly<Record<string, object>>>(properties: P): P {
  const words: Readonly<Record<string, string>> = FIELDS;
  const entries = Object.entries(properties).map(([name, schema]) => {
    const description = words[name];
    return [name, description === undefined ? schema : { ...schema, description }];
  });
  return Object.fromEntries(entries) as P;
}
