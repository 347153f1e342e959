// /v1/queue: the slots of the profile, which post holds which, and the next free one (D21, D28).
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { callerOf, operation } from "../http/caller.ts";
import { limitOf, numberCursor, pageQuery } from "../http/paging.ts";
import { strict } from "../views/shapes.ts";
import { queueView, QueueView, type QueueDeps } from "../views/queue.ts";

export const queueRoutes = (deps: QueueDeps) =>
  new Elysia({ prefix: "/queue" }).get(
    "",
    async ({ query, request }) => {
      const page = { after: queueCursor.read(query.cursor) ?? deps.clock.now(), limit: limitOf(query.limit) };
      const { view, next } = await queueView(callerOf(request).profileId, page, deps);
      return { ...view, nextCursor: next === null ? null : queueCursor.after(next) };
    },
    {
      ...operation({
        id: "getQueue",
        tag: "Queue",
        scope: "read",
        summary: "Get the queue",
        description: "The operator sets the slots. A post without a schedule takes the earliest free one.",
      }),
      query: Type.Object(pageQuery, strict),
      response: QueueView,
    },
  );

const queueCursor = numberCursor("queue");
