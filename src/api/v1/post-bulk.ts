// /v1/posts/actions: the same action on several posts, and its undoing.
import { Type, type Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { BulkAction, BulkResult } from "../../publishing/bulk.ts";
import { actOnPosts } from "../../publishing/bulk.ts";
import { undoAction } from "../../publishing/undo-action.ts";
import { strictJson } from "../http/body.ts";
import { actorOf, callerOf, mustHave, operation } from "../http/caller.ts";
import { invalidRequest } from "../http/problem.ts";
import { differentIds, momentAt, type PostsDeps } from "../requests/posts.ts";
import { nullable, strict, uuid, words } from "../views/shapes.ts";
import { text } from "../views/text.ts";

const ACTIONS = ["schedule", "shift", "queue", "cancel", "delete", "retry"] as const;
/** Like cancelling and deleting one post. */
const NEEDS_ONLY_WRITE: readonly (typeof ACTIONS)[number][] = ["cancel", "delete"];
const MOST_DAYS = 366;

const Actions = Type.Object(
  {
    ids: Type.Array(uuid, { minItems: 1, maxItems: 100 }),
    action: words(ACTIONS),
    at: Type.Optional(text({ maxLength: 40, description: "only `schedule`: a time with an offset" })),
    days: Type.Optional(
      Type.Integer({
        minimum: -MOST_DAYS,
        maximum: MOST_DAYS,
        description: "only `shift`: days, back or forth; the time of day in the profile's zone stays",
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
      async ({ body, request }) => {
        const caller = callerOf(request);
        if (!NEEDS_ONLY_WRITE.includes(body.action)) mustHave(caller, "publish");
        const ids = differentIds("ids", "post", body.ids);
        const { results, undo } = await actOnPosts(actorOf(caller), ids, actionOf(body), deps);
        deps.wake();
        return { results: results.map(resultView), undo };
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

/** @throws Problem invalid_request, invalid_schedule */
function actionOf({ action, at, days }: Static<typeof Actions>): BulkAction {
  const required = { schedule: "at", shift: "days" } as const;
  const wants = action === "schedule" || action === "shift" ? required[action] : null;
  const given = { at, days };
  const errors = (["at", "days"] as const).flatMap((name) => {
    if ((name === wants) === (given[name] !== undefined)) return [];
    return [
      { pointer: `/${name}`, message: name === wants ? `is missing for ${action}` : `is not for ${action}` },
    ];
  });
  if (errors.length > 0) throw invalidRequest(errors);
  if (action === "schedule") return { action, at: new Date(momentAt("/at", at ?? "")).toISOString() };
  return action === "shift" ? { action, days: days ?? 0 } : { action };
}

const resultView = ({ id, problem }: BulkResult) => ({
  id,
  ok: problem === null,
  error: problem && { code: problem.code, message: problem.detail },
});

const ACT_ON_POSTS = {
  ...operation({
    id: "actOnPosts",
    tag: "Posts",
    scope: "write",
    summary: "Do the same with several posts",
    description:
      "Each post has a result of its own; what is not possible with one does not keep the others from it. `schedule` gives " +
      "all of them the time `at`, `shift` moves them by `days`, `queue` gives each the next free slot, in the order of `ids`. " +
      "A queued post that is shifted to a time that is not a free slot is scheduled for that time.\n\n" +
      "`schedule`, `shift`, `queue` and `cancel` can be undone for 10 minutes with the token in `undo`. All but `cancel` and " +
      "`delete` also need the scope `publish`. `retry` does not wait for the networks.",
    problems: ["invalid_schedule"],
  }),
  parse: strictJson,
  body: Actions,
  response: Type.Object({ results: ResultsView, undo: nullable(uuid) }),
};

const UNDO_ACTION = {
  ...operation({
    id: "undoPostAction",
    tag: "Posts",
    scope: "publish",
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
