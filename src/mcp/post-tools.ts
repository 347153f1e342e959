// create_post, check_post, get_post and list_posts: the operations of /v1/posts.
import { Type, type Static } from "@sinclair/typebox";
import { pageOfPosts } from "../api/requests/post-list.ts";
import { createFromCall, getPost } from "../api/requests/posts.ts";
import { filterQuery } from "../api/requests/post-filter.ts";
import { NewPost } from "../api/requests/post-input.ts";
import type { PostsDeps } from "../api/requests/posts.ts";
import { MAX_KEY_LENGTH } from "../api/http/idempotency.ts";
import { DryRunView, dryRunView, PostView, postView } from "../api/views/post.ts";
import { nullable, strict, uuid } from "../api/views/shapes.ts";
import { text } from "../api/views/text.ts";
import { ABOUT, describe, FIELDS } from "./post-descriptions.ts";
import { checkWords, pageWords, postWords } from "./text.ts";
import { queueWords } from "./queue-words.ts";
import { tool, type Call, type Tool } from "./tool.ts";

/** Clients give up on a call after a minute, and then ask again. */
const LONGEST_WAIT_MS = 30_000;
const DEFAULT_PAGE = 20;

const look = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

// No tool lists labels: they are for people.
export const { dryRun, labels: _labels, ...content } = describe(NewPost.properties);
const { label: _label, ...filters } = describe(filterQuery);
const idempotencyKey = Type.Optional(
  text({ minLength: 1, maxLength: MAX_KEY_LENGTH, description: FIELDS.idempotencyKey }),
);
const MadeView = Type.Object({ ...PostView.properties, replayed: Type.Boolean() });

/** Of a post, what the tool list shows. */
export const SHOWN_POST = {
  id: uuid,
  scheduledFor: nullable(Type.String()),
  targets: Type.Array(
    Type.Partial(
      Type.Object({
        id: uuid,
        platform: Type.String(),
        handle: Type.String(),
        status: Type.String(),
        nextAction: Type.String(),
      }),
    ),
  ),
};

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
    shown: {
      ...SHOWN_POST,
      replayed: Type.Boolean({ description: "the key was used before; nothing was sent" }),
    },
    async run({ idempotencyKey: key, ...body }, call) {
      const request = {
        caller: call.caller,
        body,
        key: key?.trim() ?? null,
        lenient: false,
        ...waitOf(call, deps),
      };
      const answer = await createFromCall(request, deps);
      if (answer.kind === "checked") return checkResult(answer.dryRun);
      const post = postView(answer.post, deps.links);
      const again = answer.replayed
        ? "This post was already created with this idempotencyKey; nothing was sent now.\n"
        : "";
      return {
        value: { ...post, replayed: answer.replayed },
        text: `${again}${postWords(post)}${await queueWords(answer.post, deps.queue)}`,
      };
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
    shown: { scheduledFor: nullable(Type.String()), targets: Type.Array(Type.Object({})) },
    async run(body, call) {
      const request = {
        caller: call.caller,
        body: { ...body, dryRun: true },
        key: null,
        lenient: false,
        ...waitOf(call, deps),
      };
      const answer = await createFromCall(request, deps);
      if (answer.kind === "made") throw new Error("a dry run made a post");
      return checkResult(answer.dryRun);
    },
  });

const looks = (deps: PostsDeps) => [
  tool({
    name: "get_post",
    title: "Get a post",
    description: ABOUT.get,
    scope: "read",
    hints: look,
    input: Type.Object({ id: describe({ id: uuid }).id }, strict),
    output: PostView,
    shown: SHOWN_POST,
    async run({ id }, { caller }) {
      const post = await getPost(caller.profileId, id, deps);
      const value = postView(post, deps.links);
      return { value, text: `${postWords(value)}${await queueWords(post, deps.queue)}` };
    },
  }),
  tool({
    name: "list_posts",
    title: "List posts",
    description: ABOUT.list,
    scope: "read",
    hints: look,
    input: Type.Object({ ...filters, ...PAGE }, strict),
    output: Type.Object({ posts: Type.Array(PostView), nextCursor: nullable(Type.String()) }),
    shown: { posts: Type.Array(Type.Object({ id: uuid })), nextCursor: nullable(Type.String()) },
    async run({ limit = DEFAULT_PAGE, ...filter }, { caller }) {
      const page = await pageOfPosts(caller.profileId, { limit, ...filter }, deps);
      const posts = page.posts.map((post) => postView(post, deps.links));
      return { value: { posts, nextCursor: page.nextCursor }, text: pageWords(posts, page.nextCursor) };
    },
  }),
];

const PAGE = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: `Default: ${DEFAULT_PAGE}` })),
  cursor: Type.Optional(text({ maxLength: 200, description: "nextCursor of the page before" })),
};

/** How long a tool waits for the networks, and whether anybody still waits for it. */
export function waitOf({ signal }: Call, { nowWaitMs }: PostsDeps) {
  return { signal, waitMs: Math.min(nowWaitMs, LONGEST_WAIT_MS) };
}

function checkResult(result: Parameters<typeof dryRunView>[0]) {
  const value: Static<typeof DryRunView> = dryRunView(result);
  return { value, text: checkWords(value) };
}
