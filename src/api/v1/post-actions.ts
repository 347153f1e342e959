// /v1/posts/{id}/…: actions on an existing post.
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { Problem } from "../../errors.ts";
import { cancelPost } from "../../publishing/manage.ts";
import { optionalJson, strictJson } from "../http/body.ts";
import { actorOf, callerOf, operation } from "../http/caller.ts";
import { CONDITIONAL, IfMatch, REVISION_HEADERS } from "../http/revision.ts";
import { waitOf } from "../http/prefer.ts";
import { ABOUT_EVENTS, EventView, eventView } from "../views/event.ts";
import {
  preconditionOf,
  reconcileFromCall,
  retryFromCall,
  scheduleFromCall,
  type PostActionCall,
} from "../requests/posts.ts";
import { Prefer, RESOLVING, Schedule, SCHEDULING } from "../requests/post-input.ts";
import { PostView } from "../views/post.ts";
import { postAnswer } from "./post-answer.ts";
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
        const { targetId, action, remoteId = null, remoteUrl = null, note = null } = body;
        const findings = { targetId, action, remoteId, remoteUrl, note };
        const post = await reconcileFromCall(callerOf(request), params.id, findings, deps, precondition);
        return postAnswer(post, set, deps);
      },
      RECONCILE_UNCERTAIN_DELIVERY,
    )
    .post(
      "/schedule",
      async ({ params, body: { schedule = null }, request, set }) => {
        const post = await scheduleFromCall(callOf(params.id, request, deps), schedule, deps);
        return postAnswer(post, set, deps);
      },
      SCHEDULE_POST,
    )
    .get("/events", ({ params, request }) => eventsOf(params.id, request, deps), LIST_POST_EVENTS);

function callOf(id: string, request: Request, deps: PostsDeps): PostActionCall {
  const [caller, precondition] = [callerOf(request), preconditionOf(request, deps)];
  return { caller, id, precondition, waitMs: waitOf(request, deps.nowWaitMs), signal: request.signal };
}

async function eventsOf(id: string, request: Request, { posts }: PostsDeps) {
  const events = await posts.events(callerOf(request).profileId, id.toLowerCase());
  if (!events) throw new Problem("not_found", "This profile has no post with this id.");
  return { events: events.map(eventView) };
}

const RETRY_FAILED_TARGETS = {
  ...operation({
    id: "retryFailedTargets",
    tag: "Posts",
    scope: "publish",
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
    summary: "Reconcile an uncertain target",
    description: "Only for an uncertain target. This does not publish anything.",
    problems: [...CONDITIONAL, "not_reconcilable"],
    headers: REVISION_HEADERS,
  }),
  headers: IfMatch,
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
    problems: [...RESOLVING, ...SCHEDULING, ...CONDITIONAL, "already_started"],
    headers: REVISION_HEADERS,
    bodyOptional: true,
  }),
  headers: Type.Object({ ...Prefer.properties, ...IfMatch.properties }),
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
  response: Type.Object({ events: Type.Array(EventView) }),
};
