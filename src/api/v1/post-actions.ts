// /v1/posts/{id}/…: actions on an existing post.
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { Problem } from "../../errors.ts";
import { cancelPost } from "../../publishing/manage.ts";
import { optionalJson, strictJson } from "../http/body.ts";
import { actorOf, callerOf, operation } from "../http/caller.ts";
import { waitOf } from "../http/prefer.ts";
import { ABOUT_EVENTS, EventView, eventView } from "../views/event.ts";
import {
  reconcileFromCall,
  retryFromCall,
  scheduleFromCall,
  type PostActionCall,
} from "../requests/posts.ts";
import { Prefer, RESOLVING, Schedule, SCHEDULING } from "../requests/post-input.ts";
import { PostView, postView } from "../views/post.ts";
import type { PostsDeps } from "./posts.ts";
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

export function postActionRoutes(deps: PostsDeps) {
  return new Elysia({ prefix: "/posts/:id" })
    .post(
      "/retry",
      async ({ params, request }) =>
        postView(await retryFromCall(callOf(params.id, request), deps), deps.links),
      {
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
      },
    )
    .post(
      "/cancel",
      async ({ params, request }) =>
        postView(await cancelPost(actorOf(callerOf(request)), params.id.toLowerCase(), deps), deps.links),
      {
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
      },
    )
    .post(
      "/reconcile",
      async ({ params, body, request }) => {
        const { targetId, action, remoteId = null, remoteUrl = null, note = null } = body;
        const word = { targetId, action, remoteId, remoteUrl, note };
        return postView(await reconcileFromCall(callerOf(request), params.id, word, deps), deps.links);
      },
      {
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
      },
    )
    .post(
      "/schedule",
      async ({ params, body, request }) =>
        postView(await scheduleFromCall(callOf(params.id, request), body.schedule ?? null, deps), deps.links),
      {
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
      },
    )
    .get(
      "/events",
      async ({ params, request }) => {
        const events = await deps.posts.events(callerOf(request).profileId, params.id.toLowerCase());
        if (!events) throw new Problem("not_found", "This profile has no post with this id.");
        return { events: events.map(eventView) };
      },
      {
        ...operation({
          id: "listPostEvents",
          tag: "Posts",
          scope: "read",
          summary: "List a post's events",
          description: ABOUT_EVENTS,
        }),
        params: idParam,
        response: Type.Object({ events: Type.Array(EventView) }),
      },
    );

  function callOf(id: string, request: Request): PostActionCall {
    const waitMs = waitOf(request, deps.nowWaitMs);
    return { caller: callerOf(request), id, waitMs, signal: request.signal };
  }
}
