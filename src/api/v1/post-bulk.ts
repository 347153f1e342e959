// /v1/posts/actions: the same action on several posts, and its undoing.
import { Type, type Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { BulkAction, BulkResult } from "../../publishing/bulk.ts";
import { actOnPosts } from "../../publishing/bulk.ts";
import { undoAction } from "../../publishing/undo-action.ts";
import type { Caller } from "../../domain/caller.ts";
import { MAX_LABELS_OF_POST } from "../../domain/label.ts";
import { answerOnce } from "../http/answers.ts";
import { strictJson } from "../http/body.ts";
import { actorOf, callerOf, operation, requireRight, type Right } from "../http/caller.ts";
import { claimOf } from "../http/idempotency.ts";
import { invalidRequest } from "../http/problem.ts";
import { momentAt } from "../requests/post-action.ts";
import { oneOfRevisions } from "../requests/post-revision.ts";
import { differentIds, type PostsDeps } from "../requests/posts.ts";
import { nullable, strict, uuid, words } from "../views/shapes.ts";
import { text } from "../views/text.ts";

const ACTIONS = ["schedule", "shift", "queue", "cancel", "delete", "retry", "label"] as const;
/** What each needs, as with one post. */
const RIGHTS: Record<(typeof ACTIONS)[number], Right> = {
  schedule: { scope: "publish", permission: "publish" },
  shift: { scope: "publish", permission: "publish" },
  queue: { scope: "publish", permission: "publish" },
  retry: { scope: "publish", permission: "publish" },
  cancel: { scope: "write", permission: "publish" },
  delete: { scope: "write", permission: "draft" },
  label: { scope: "write", permission: "draft" },
};
const MOST_DAYS = 366;

const MOST_POSTS = 100;
const labelIds = Type.Array(uuid, {
  maxItems: MAX_LABELS_OF_POST,
  description: "only `label`: ids of labels",
});

const Actions = Type.Object(
  {
    ids: Type.Array(uuid, { minItems: 1, maxItems: MOST_POSTS }),
    action: words(ACTIONS),
    at: Type.Optional(text({ maxLength: 40, description: "only `schedule`: a time with an offset" })),
    days: Type.Optional(
      Type.Integer({
        minimum: -MOST_DAYS,
        maximum: MOST_DAYS,
        description: "only `shift`: days, back or forth; the time of day in the profile's zone stays",
      }),
    ),
    addLabels: Type.Optional(labelIds),
    removeLabels: Type.Optional(labelIds),
    revisions: Type.Optional(
      Type.Record(Type.String(), Type.Integer({ minimum: 1 }), {
        maxProperties: MOST_POSTS,
        description:
          "by the id of a post, its `revision` as you know it: a post that was changed since is left alone (`revision_conflict`)",
      }),
    ),
  },
  { ...strict, title: "PostActions" },
);

const ResultsView = Type.Array(
  Type.Object({
    id: uuid,
    ok: Type.Boolean(),
    error: nullable(Type.Object({ code: Type.String(), message: Type.String() })),
  }),
  { description: "in the order of `ids`" },
);

export const postBulkRoutes = (deps: PostsDeps) =>
  new Elysia({ prefix: "/posts/actions" })
    .post(
      "",
      async ({ body, request, set }) => {
        const caller = callerOf(request);
        requireRight(caller, RIGHTS[body.action]);
        const claim = await claimOf(request.headers.get("idempotency-key"), body);
        const { answer, replayed } = await answerOnce(caller.profileId, claim, deps, () =>
          act(caller, body, deps),
        );
        if (replayed) set.headers["idempotent-replayed"] = "true";
        return answer;
      },
      ACT_ON_POSTS,
    )
    .post(
      "/undo",
      async ({ body, request }) => ({
        results: (await undoAction(actorOf(callerOf(request)), body.token.toLowerCase(), deps)).map(
          resultView,
        ),
      }),
      UNDO_ACTION,
    );

async function act(
  caller: Caller,
  body: Static<typeof Actions>,
  deps: PostsDeps,
): Promise<Static<typeof OutcomeView>> {
  const ids = differentIds("ids", "post", body.ids);
  const revisions = new Map(
    Object.entries(body.revisions ?? {}).map(([id, revision]) => [id.toLowerCase(), revision]),
  );
  const preconditionFor = (id: string) => {
    const revision = revisions.get(id);
    return oneOfRevisions(revision === undefined ? null : [revision]);
  };
  const { results, undo } = await actOnPosts(actorOf(caller), ids, actionOf(body), preconditionFor, deps);
  deps.wake();
  return { results: results.map(resultView), undo };
}

/** What each action takes, and whether it has to be given. */
const FIELDS = { at: "schedule", days: "shift", addLabels: "label", removeLabels: "label" } as const;

/** @throws Problem invalid_request, invalid_schedule */
function actionOf(body: Static<typeof Actions>): BulkAction {
  const { action, at, days, addLabels = [], removeLabels = [] } = body;
  const names = Object.keys(FIELDS) as (keyof typeof FIELDS)[];
  const errors = names.flatMap((name) => {
    const isFor = FIELDS[name] === action;
    const isGiven = body[name] !== undefined;
    if (isGiven && !isFor) return [{ pointer: `/${name}`, message: `is not for ${action}` }];
    const isMissing = isFor && !isGiven && action !== "label";
    return isMissing ? [{ pointer: `/${name}`, message: `is missing for ${action}` }] : [];
  });
  if (errors.length > 0) throw invalidRequest(errors);
  if (action === "label")
    return {
      action,
      add: differentIds("addLabels", "label", addLabels),
      remove: differentIds("removeLabels", "label", removeLabels),
    };
  if (action === "schedule") return { action, at: new Date(momentAt("/at", at ?? "")).toISOString() };
  return action === "shift" ? { action, days: days ?? 0 } : { action };
}

const OutcomeView = Type.Object({ results: ResultsView, undo: nullable(uuid) });

const resultView = ({ id, problem }: BulkResult) => ({
  id,
  ok: problem === null,
  error: problem && { code: problem.code, message: problem.detail },
});

const ABOUT_KEY =
  "1 to 200 characters: the same request with the same key is carried out once and gets the same answer, for 10 minutes. " +
  "Send `revisions` as well: then a repeated request is safe at any time";

const ACT_ON_POSTS = {
  ...operation({
    id: "actOnPosts",
    tag: "Posts",
    scope: "write",
    permission: "draft",
    summary: "Do the same with several posts",
    description:
      "Each post has a result of its own; what is not possible with one does not keep the others from it. `schedule` gives " +
      "all of them the time `at`, `shift` moves them by `days`, `queue` gives each the next free slot, in the order of `ids`. " +
      "A queued post that is shifted to a time that is not a free slot is scheduled for that time. `label` gives the posts the " +
      "labels in `addLabels` and takes those in `removeLabels` from them.\n\n" +
      "`schedule`, `shift`, `queue` and `cancel` can be undone for 10 minutes with the token in `undo`. All but `cancel`, " +
      "`delete` and `label` also need the scope `publish`. `retry` does not wait for the networks.",
    problems: ["invalid_schedule", "invalid_idempotency_key", "idempotency_conflict", "unknown_label"],
  }),
  parse: strictJson,
  body: Actions,
  headers: Type.Object({ "idempotency-key": Type.Optional(Type.String({ description: ABOUT_KEY })) }),
  response: OutcomeView,
};

const UNDO_ACTION = {
  ...operation({
    id: "undoPostAction",
    tag: "Posts",
    scope: "publish",
    permission: "publish",
    summary: "Undo an action on several posts",
    description:
      "Each post gets its former time back, or is a draft again, unless it was moved or has begun since. You can safely " +
      "repeat the request.",
    problems: ["not_found", "payment_required", "too_many_accounts"],
  }),
  parse: strictJson,
  body: Type.Object({ token: uuid }, { ...strict, title: "Undo" }),
  response: Type.Object({ results: ResultsView }),
};
