// /v1/posts/{id}/…: actions on an existing post.
import { Type, type Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { cancelPost } from "../../publishing/manage.ts";
import { optionalJson, strictJson } from "../http/body.ts";
import { actorOf, callerOf, operation } from "../http/caller.ts";
import { CONDITIONAL, IfMatch, REVISION_HEADERS } from "../http/revision.ts";
import { waitOf } from "../http/prefer.ts";
import { invalidRequest } from "../http/problem.ts";
import {
  lookFromCall,
  reconcileFromCall,
  retryFromCall,
  reviewFromCall,
  scheduleFromCall,
  type PostActionCall,
} from "../requests/post-action.ts";
import { preconditionOf } from "../requests/post-revision.ts";
import { NewTime, Prefer, RESOLVING, SCHEDULING } from "../requests/post-input.ts";
import { REVIEW_STATES } from "../../domain/review.ts";
import { PostView } from "../views/post.ts";
import { inPieces } from "../http/long-answer.ts";
import { postAnswer } from "./post-answer.ts";
import type { PostsDeps } from "../requests/posts.ts";
import { idParam, strict, uuid, words } from "../views/shapes.ts";
import { text } from "../views/text.ts";

export const Reconciliation = Type.Object(
  {
    targetId: Type.Optional(uuid),
    targetIds: Type.Optional(
      Type.Array(uuid, {
        minItems: 1,
        maxItems: 100,
        description: "several targets at once, in place of `targetId`: all or none",
      }),
    ),
    action: words(["mark_published", "confirm_not_published"]),
    confirmed: Type.Literal(true, { description: "true: a person has looked at the network" }),
    remoteId: Type.Optional(text({ minLength: 1, maxLength: 500 })),
    remoteUrl: Type.Optional(
      text({ pattern: "^https?://[^\\s]+$", maxLength: 2000, description: "an http(s) address" }),
    ),
    note: Type.Optional(text({ maxLength: 500 })),
  },
  { ...strict, title: "Reconciliation" },
);

export const postActionRoutes = (deps: PostsDeps) =>
  new Elysia({ prefix: "/posts/:id" })
    .mapResponse(inPieces)
    .post(
      "/retry",
      async ({ params, request, set }) =>
        postAnswer(await retryFromCall(callOf(params.id, request, deps), deps), set, deps),
      RETRY_FAILED_TARGETS,
    )
    .post(
      "/cancel",
      async ({ params, request, set }) => {
        const [actor, precondition] = [actorOf(callerOf(request)), preconditionOf(request, deps)];
        return postAnswer(await cancelPost(actor, params.id.toLowerCase(), deps, precondition), set, deps);
      },
      CANCEL_POST,
    )
    .post(
      "/reconcile",
      async ({ params, body, request, set }) => {
        const precondition = preconditionOf(request, deps);
        const { action, remoteId = null, remoteUrl = null, note = null } = body;
        const findings = { targetIds: targetIdsOf(body), action, remoteId, remoteUrl, note };
        const post = await reconcileFromCall(callerOf(request), params.id, findings, deps, precondition);
        return postAnswer(post, set, deps);
      },
      RECONCILE_UNCERTAIN_DELIVERY,
    )
    .post(
      "/targets/:targetId/look",
      async ({ params, request, set }) => {
        const call = callOf(params.id, request, deps);
        return postAnswer(await lookFromCall(call, params.targetId, deps), set, deps);
      },
      LOOK_AT_NETWORK,
    )
    .post(
      "/review",
      async ({ params, body, request, set }) => {
        const { state, note = null, schedule = null } = body;
        const call = callOf(params.id, request, deps);
        return postAnswer(await reviewFromCall(call, { state, note, schedule }, deps), set, deps);
      },
      REVIEW_POST,
    )
    .post(
      "/schedule",
      async ({ params, body, request, set }) => {
        const post = await scheduleFromCall(callOf(params.id, request, deps), body, deps);
        return postAnswer(post, set, deps);
      },
      SCHEDULE_POST,
    );

/** @throws Problem invalid_request unless it names one target, or several without an id or URL of a single one */
function targetIdsOf(body: Static<typeof Reconciliation>): readonly string[] {
  const { targetId, targetIds = [], remoteId, remoteUrl } = body;
  if ((targetId === undefined) === (targetIds.length === 0))
    throw invalidRequest([{ pointer: "/targetId", message: "send either targetId or targetIds" }]);
  if (targetId !== undefined) return [targetId];
  const single = Object.entries({ remoteId, remoteUrl }).filter(([, value]) => value !== undefined);
  if (single.length > 0 && targetIds.length > 1)
    throw invalidRequest(
      single.map(([name]) => ({ pointer: `/${name}`, message: "only for a single target" })),
    );
  return targetIds;
}

function callOf(id: string, request: Request, deps: PostsDeps): PostActionCall {
  const [caller, precondition] = [callerOf(request), preconditionOf(request, deps)];
  return { caller, id, precondition, waitMs: waitOf(request, deps.nowWaitMs), signal: request.signal };
}

const RETRY_FAILED_TARGETS = {
  ...operation({
    id: "retryFailedTargets",
    tag: "Posts",
    scope: "publish",
    permission: "publish",
    summary: "Retry failed targets",
    description:
      "Only failed targets, which are certainly not published. Uncertain targets are never sent again: reconcile them.",
    headers: REVISION_HEADERS,
    problems: [
      ...CONDITIONAL,
      "publishing",
      "needs_reconciliation",
      "media_deleted",
      "payment_required",
      "too_many_accounts",
    ],
  }),
  headers: Type.Object({ ...Prefer.properties, ...IfMatch.properties }),
  params: idParam,
  response: PostView,
};

const CANCEL_POST = {
  ...operation({
    id: "cancelPost",
    tag: "Posts",
    scope: "write",
    permission: "publish",
    summary: "Cancel a post; it becomes a draft",
    description: "After a 200, nothing will be published. You can safely repeat the request.",
    problems: [...CONDITIONAL, "already_started", "temporarily_unavailable"],
    headers: REVISION_HEADERS,
  }),
  headers: IfMatch,
  params: idParam,
  response: PostView,
};

const RECONCILE_UNCERTAIN_DELIVERY = {
  ...operation({
    id: "reconcileUncertainDelivery",
    tag: "Posts",
    scope: "publish",
    permission: "publish",
    summary: "Reconcile uncertain targets",
    description:
      "Only for uncertain targets: one with `targetId`, or several with `targetIds`, all or none. This does not publish " +
      "anything.",
    problems: [...CONDITIONAL, "not_reconcilable", "sender_alive"],
    headers: REVISION_HEADERS,
  }),
  headers: IfMatch,
  parse: strictJson,
  params: idParam,
  body: Reconciliation,
  response: PostView,
};

const LOOK_AT_NETWORK = {
  ...operation({
    id: "lookAtNetwork",
    tag: "Posts",
    scope: "write",
    permission: "publish",
    summary: "Check with the network now",
    description:
      "Asks the network whether an uncertain target is live, and waits for the answer. Nothing is published. The planned " +
      "checks stay as they are. At most once in 30 s for a target, counted from the last check.",
    problems: ["not_reconcilable"],
    headers: REVISION_HEADERS,
  }),
  headers: Prefer,
  params: Type.Object({ id: uuid, targetId: uuid }),
  response: PostView,
};

const SCHEDULE_POST = {
  ...operation({
    id: "schedulePost",
    tag: "Posts",
    scope: "publish",
    permission: "publish",
    summary: "Schedule a post",
    description:
      "Without a body, the post takes the next free slot in the queue. A post that is already queued keeps its slot. With " +
      "`slotAt`, it takes that slot if it is free. With `swapWith`, it exchanges its time, and its slot if it has one, with " +
      "another post that waits.",
    problems: [
      ...RESOLVING,
      ...SCHEDULING,
      ...CONDITIONAL,
      "already_started",
      "slot_taken",
      "not_waiting",
      "review_required",
    ],
    headers: REVISION_HEADERS,
    bodyOptional: true,
  }),
  headers: Type.Object({ ...Prefer.properties, ...IfMatch.properties }),
  parse: optionalJson,
  params: idParam,
  body: NewTime,
  response: PostView,
};

const REVIEW_POST = {
  ...operation({
    id: "reviewPost",
    tag: "Posts",
    scope: "write",
    permission: "ask_review",
    summary: "Ask for a review of a draft, approve it or return it",
    description:
      "Approving and returning also need the scope `publish`. With `schedule`, an approved draft gets that time at once, both or " +
      "neither; without, the one that was asked for, and if nobody asked for one, it stays a draft.\n\nIf the profile asks for " +
      "reviews, a draft that an author wrote gets no time before it is approved (409 `review_required`). An edit by somebody who " +
      "may not publish takes an approval away. Send `If-Match`: then only what you saw is approved.",
    problems: [...RESOLVING, ...SCHEDULING, ...CONDITIONAL, "already_started", "edit_conflict"],
    headers: REVISION_HEADERS,
  }),
  headers: Type.Object({ ...Prefer.properties, ...IfMatch.properties }),
  parse: strictJson,
  params: idParam,
  body: Type.Object(
    {
      state: words(REVIEW_STATES),
      note: Type.Optional(text({ minLength: 1, maxLength: 2000, description: "for whoever reads it next" })),
      schedule: Type.Optional(
        text({
          maxLength: 100,
          description: "when it is to go out: `queue`, `now` or a time with an offset; not for `returned`",
        }),
      ),
    },
    { ...strict, title: "ReviewRequest" },
  ),
  response: PostView,
};
