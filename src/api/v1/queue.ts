// /v1/queue: the slots of the profile, which post holds which, and the next free one (D21, D28).
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { Problem } from "../../errors.ts";
import { callerOf, operation } from "../http/caller.ts";
import { limitOf, pageQuery } from "../http/paging.ts";
import { queueView, QueueView, type QueueDeps } from "../views/queue.ts";
import { strict } from "../views/shapes.ts";

export const queueRoutes = (deps: QueueDeps) =>
  new Elysia({ prefix: "/queue" }).get(
    "",
    async ({ query, request }) => {
      const page = { after: momentAfter(query.cursor) ?? deps.clock.now(), limit: limitOf(query.limit) };
      const { view, next } = await queueView(callerOf(request).profileId, page, deps);
      return { ...view, nextCursor: next === null ? null : cursorAfter(next) };
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

const cursorAfter = (at: number) => Buffer.from(`queue ${at}`).toString("base64url");

function momentAfter(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  const [, at] = /^queue ([1-9]\d{0,14})$/.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  if (at === undefined) {
    const errors = [{ pointer: "/cursor", message: "not a cursor of this list" }];
    throw new Problem("invalid_query", "`cursor` is not one that this list gave out.", { errors });
  }
  return Number(at);
}
