// /v1/posts/{id}/…: actions on an existing post.
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { cancelPost } from "../../publishing/manage.ts";
import { optionalJson, strictJson } from "../http/body.ts";
import { actorOf, callerOf, operation } from "../http/caller.ts";
import { waitOf } from "../http/prefer.ts";
import { eventsFromCall } from "../requests/evidence.ts";
import { ABOUT_EVENTS, EventView } from "../views/event.ts";
import {
  reconcileFromCall,
  retryFromCall,
  scheduleFromCall,
  type PostActionCall,
} from "../requests/posts.ts";
import { Prefer, RESOLVING, Schedule, SCHEDULING } from "../requests/post-input.ts";
import { PostView, postView } from "../views/post.ts";
import type { PostsDeps } from "../requests/posts.ts";
import { idParam, strict, uuid, words } from "../views/shapes.ts";
import { text } from "../views/text.ts";

export const Reconciliation = Type.Object(
  {
    targetId: uuid,
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
    .post(
      "/retry",
      async ({ params, request }) => {
        return postView(await retryFromCall(callOf(params.id, request, deps), deps), deps.links);
      },
      RETRY_FAILED_TARGETS,
    )
    .post(
      "/cancel",
      async ({ params, request }) =>
        postView(await cancelPost(actorOf(callerOf(request)), params.id.toLowerCase(), deps), deps.links),
      CANCEL_POST,
    )
    .post(
      "/reconcile",
      async ({ params, body, request }) => {
        const { targetId, action, remoteId = null, remoteUrl = null, note = null } = body;
        const findings = { targetId, action, remoteId, remoteUrl, note };
        return postView(await reconcileFromCall(callerOf(request), params.id, findings, deps), deps.links);
      },
      RECONCILE_UNCERTAIN_DELIVERY,
    )
    .post(
      "/schedule",
      async ({ params, body: { schedule = null }, request }) => {
        const post = await scheduleFromCall(callOf(params.id, request, deps), schedule, deps);
        return postView(post, deps.links);
      },
      SCHEDULE_POST,
    )
    .get(
      "/events",
      ({ params, query, request }) =>
        eventsFromCall(callerOf(request).profileId, params.id, Number(query.after ?? 0), deps),
      LIST_POST_EVENTS,
    );

function callOf(id: string, request: Request, { nowWaitMs }: PostsDeps): PostActionCall {
  return { caller: callerOf(request), id, waitMs: waitOf(request, nowWaitMs), signal: request.signal };
}

const RETRY_FAILED_TARGETS = {
  ...operation({
    id: "retryFailedTargets",
    tag: "Posts",
    scope: "publish",
    summary: "Retry failed targets",
    description:
      "Only failed targets, which are certainly not published. Uncertain targets are never sent again: reconcile them.",
    problems: [
      "publishing",
      "needs_reconciliation",
      "media_deleted",
      "payment_required",
      "too_many_accounts",
    ],
  }),
  headers: Prefer,
  params: idParam,
  response: PostView,
};

const CANCEL_POST = {
  ...operation({
    id: "cancelPost",
    tag: "Posts",
    scope: "write",
    summary: "Cancel a post; it becomes a draft",
    description: "After a 200, nothing will be published. You can safely repeat the request.",
    problems: ["already_started", "temporarily_unavailable"],
  }),
  params: idParam,
  response: PostView,
};

const RECONCILE_UNCERTAIN_DELIVERY = {
  ...operation({
    id: "reconcileUncertainDelivery",
    tag: "Posts",
    scope: "publish",
    summary: "Reconcile an uncertain target",
    description: "Only for an uncertain target. This does not publish anything.",
    problems: ["not_reconcilable"],
  }),
  parse: strictJson,
  params: idParam,
  body: Reconciliation,
  response: PostView,
};

const SCHEDULE_POST = {
  ...operation({
    id: "schedulePost",
    tag: "Posts",
    scope: "publish",
    summary: "Schedule a post",
    description:
      "Without a body, the post takes the next free slot in the queue. A post that is already queued keeps its slot.",
    problems: [...RESOLVING, ...SCHEDULING, "already_started"],
    bodyOptional: true,
  }),
  headers: Prefer,
  parse: optionalJson,
  params: idParam,
  body: Type.Object({ schedule: Type.Optional(Schedule) }, { ...strict, title: "NewTime" }),
  response: PostView,
};

const LIST_POST_EVENTS = {
  ...operation({
    id: "listPostEvents",
    tag: "Posts",
    scope: "read",
    summary: "List a post's events",
    description: ABOUT_EVENTS,
  }),
  params: idParam,
  query: Type.Object(
    {
      after: Type.Optional(
        Type.String({ pattern: "^\\d{1,15}$", description: "only events after the one with this `seq`" }),
      ),
    },
    strict,
  ),
  response: Type.Object({ events: Type.Array(EventView) }),
};
