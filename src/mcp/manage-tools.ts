// edit_post, schedule_post, cancel_post, retry_post and reconcile_target: what can be done with a post that exists.
import { Type } from "@sinclair/typebox";
import { actorOf } from "../api/http/caller.ts";
import { NewTime, PostChange } from "../api/requests/post-input.ts";
import { reconcileFromCall, retryFromCall, scheduleFromCall } from "../api/requests/post-action.ts";
import { revisionIn } from "../api/requests/post-revision.ts";
import { editFromCall } from "../api/requests/posts.ts";
import type { PostsDeps } from "../api/requests/posts.ts";
import { Reconciliation } from "../api/v1/post-actions.ts";
import { PostView, postView } from "../api/views/post.ts";
import { strict, uuid, words } from "../api/views/shapes.ts";
import { text } from "../api/views/text.ts";
import type { Post } from "../domain/post.ts";
import { cancelPost } from "../publishing/manage.ts";
import { ABOUT, describe, FIELDS } from "./post-descriptions.ts";
import { SHOWN_POST, waitOf } from "./post-tools.ts";
import { queueWords } from "./queue-words.ts";
import { postWords } from "./text.ts";
import { tool, type Tool } from "./tool.ts";

const { id } = describe({ id: uuid });
const revision = Type.Optional(Type.Integer({ minimum: 1, description: FIELDS.revision }));
const changes = { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false };
const publishes = { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true };
const aPost = { output: PostView, shown: SHOWN_POST };

const { labels: _labels, ...changeable } = PostChange.properties;

export const manageTools = (deps: PostsDeps): Tool[] => [
  tool({
    name: "edit_post",
    title: "Edit a post",
    description: ABOUT.edit,
    scope: "write",
    hints: changes,
    input: Type.Object({ id, ...describe(changeable), revision }, strict),
    ...aPost,
    async run({ id, revision, ...body }, { caller }) {
      const precondition = revisionIn(revision === undefined ? null : [revision], deps);
      return resultOf(await editFromCall({ caller, id, body, lenient: false, precondition }, deps), deps);
    },
  }),
  tool({
    name: "schedule_post",
    title: "Schedule or publish a post",
    description: ABOUT.schedule,
    scope: "publish",
    hints: publishes,
    input: Type.Object({ id, ...describe(NewTime.properties) }, strict),
    ...aPost,
    async run({ id, ...when }, call) {
      const request = { caller: call.caller, id, ...waitOf(call, deps) };
      return resultOf(await scheduleFromCall(request, when, deps), deps);
    },
  }),
  tool({
    name: "cancel_post",
    title: "Cancel a post",
    description: ABOUT.cancel,
    scope: "write",
    hints: changes,
    input: Type.Object({ id }, strict),
    ...aPost,
    run: async ({ id }, { caller }) =>
      resultOf(await cancelPost(actorOf(caller), id.toLowerCase(), deps), deps),
  }),
  tool({
    name: "retry_post",
    title: "Retry failed targets",
    description: ABOUT.retry,
    scope: "publish",
    hints: publishes,
    input: Type.Object({ id }, strict),
    ...aPost,
    async run({ id }, call) {
      return resultOf(await retryFromCall({ caller: call.caller, id, ...waitOf(call, deps) }, deps), deps);
    },
  }),
  tool({
    name: "reconcile_target",
    title: "Record what a person saw",
    description: ABOUT.reconcile,
    scope: "publish",
    hints: { ...changes, destructiveHint: true },
    input: Type.Object(
      {
        id,
        targetId: { ...uuid, description: "Id of the uncertain target." },
        seen: words(["published", "not_published"]),
        personSaid: text({
          minLength: 10,
          maxLength: 500,
          description: "The person's own words about what they saw there. Never your own conclusion.",
        }),
        remoteUrl: Reconciliation.properties.remoteUrl,
      },
      strict,
    ),
    ...aPost,
    async run({ id, targetId, seen, personSaid, remoteUrl = null }, { caller }) {
      const action = seen === "published" ? "mark_published" : "confirm_not_published";
      const word = { targetIds: [targetId], action, remoteId: null, remoteUrl, note: personSaid } as const;
      return resultOf(await reconcileFromCall(caller, id, word, deps), deps);
    },
  }),
];

async function resultOf(post: Post, deps: PostsDeps) {
  const value = postView(post, deps.links);
  return { value, text: `${postWords(value)}${await queueWords(post, deps.queue)}` };
}
