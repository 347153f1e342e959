// /v1/queue: the slots of the profile, which post holds which, their order, and the queue's pause (D21, D28).
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { MAX_REASON } from "../../domain/pause.ts";
import { orderQueue } from "../../publishing/queue-order.ts";
import { pauseQueue, resumeQueue } from "../../publishing/queue.ts";
import { strictJson } from "../http/body.ts";
import { actorOf, callerOf, operation } from "../http/caller.ts";
import { invalidRequest } from "../http/problem.ts";
import { limitOf, numberCursor, pageQuery } from "../http/paging.ts";
import { differentIds, type PostsDeps } from "../requests/posts.ts";
import { momentOf } from "../../time.ts";
import { iso, nullable, strict, time, uuid } from "../views/shapes.ts";
import { PausedQueue, queuePauseView, queueView, QueueView } from "../views/queue.ts";
import { text } from "../views/text.ts";

export const queueRoutes = (deps: PostsDeps) =>
  new Elysia({ prefix: "/queue" })
    .get(
      "",
      async ({ query, request }) => {
        const page = {
          after: queueCursor.read(query.cursor) ?? deps.clock.now(),
          limit: limitOf(query.limit),
        };
        const { view, next } = await queueView(callerOf(request).profileId, page, deps);
        return { ...view, nextCursor: next === null ? null : queueCursor.after(next) };
      },
      GET_QUEUE,
    )
    .put(
      "/order",
      async ({ body, request }) => {
        const ids = differentIds("ids", "post", body.ids);
        const posts = await orderQueue(actorOf(callerOf(request)), ids, deps);
        return {
          posts: posts.map(({ id, scheduledFor, revision }) => ({
            id,
            at: iso(scheduledFor ?? 0),
            revision,
          })),
        };
      },
      ORDER_QUEUE,
    )
    .put(
      "/pause",
      async ({ body: { reason, until }, request }) => {
        const pause = { reason, until: endOf(until ?? null) };
        return { paused: queuePauseView(await pauseQueue(actorOf(callerOf(request)), pause, deps)) };
      },
      PAUSE_QUEUE,
    )
    .delete(
      "/pause",
      async ({ request }) => {
        await resumeQueue(actorOf(callerOf(request)), deps);
        deps.wake();
        return { paused: null };
      },
      RESUME_QUEUE,
    );

/** @throws Problem invalid_request */
function endOf(until: string | null): number | null {
  if (until === null) return null;
  const at = momentOf(until);
  if (at === null)
    throw invalidRequest([
      { pointer: "/until", message: "must be a time with an offset, such as 2027-01-31T09:00:00Z" },
    ]);
  return at;
}

const queueCursor = numberCursor("queue");
const tag = "Queue";

const GET_QUEUE = {
  ...operation({
    id: "getQueue",
    tag,
    scope: "read",
    permission: "read",
    summary: "Get the queue",
    description:
      "The operator sets the slots. A post without a schedule takes the earliest free one. `paused` says whether queued posts " +
      "wait, why and until when.",
  }),
  query: Type.Object(pageQuery, strict),
  response: QueueView,
};

const ORDER_QUEUE = {
  ...operation({
    id: "orderQueue",
    tag,
    scope: "publish",
    permission: "publish",
    summary: "Change the order of queued posts",
    description:
      "The posts exchange their times, so that they go out in the order of `ids`; other posts stay where they are. If one of " +
      "them does not wait in the queue any more, nothing changes.",
    problems: ["not_waiting"],
  }),
  parse: strictJson,
  body: Type.Object(
    {
      ids: Type.Array(uuid, { minItems: 1, maxItems: 100, description: "queued posts, the next one first" }),
    },
    { ...strict, title: "QueueOrder" },
  ),
  response: Type.Object({
    posts: Type.Array(Type.Object({ id: uuid, at: time, revision: Type.Integer() })),
  }),
};

const PAUSE_QUEUE = {
  ...operation({
    id: "pauseQueue",
    tag,
    scope: "write",
    permission: "publish",
    summary: "Pause the queue",
    description:
      "Queued posts of the profile wait, also after a restart; posts that are scheduled for a time go out, and so does a post " +
      "that has begun. A pause that is there already gets the new reason and end.",
  }),
  parse: strictJson,
  body: Type.Object(
    {
      reason: text({ minLength: 1, maxLength: MAX_REASON, description: "for everyone who waits" }),
      until: Type.Optional(
        nullable(
          text({ maxLength: 40 }),
          "when it ends, with an offset; null or left out: when you resume the queue",
        ),
      ),
    },
    { ...strict, title: "QueuePauseRequest" },
  ),
  response: PausedQueue,
};

const RESUME_QUEUE = {
  ...operation({
    id: "resumeQueue",
    tag,
    scope: "publish",
    permission: "publish",
    summary: "Resume the queue",
    description:
      "Posts whose slot passed during the pause take the next free slots, in their order; the others keep theirs. Does nothing " +
      "if the queue is not paused.",
    problems: ["queue_has_no_slots"],
  }),
  response: PausedQueue,
};
