// /admin/pause: stop all publishing, and resume it.
import { Type, type Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { pausePublishing, resumePublishing } from "../../admin/pause.ts";
import { MAX_REASON, type PublishingPause } from "../../domain/pause.ts";
import { iso, nullable, strict, time } from "../views/shapes.ts";
import { text } from "../views/text.ts";
import type { AdminDeps } from "./deps.ts";
import { actorOf, adminJson, personOperation } from "./owner.ts";

export const PauseView = Type.Object(
  {
    reason: Type.String(),
    since: time,
    by: Type.String({ description: "`owner:<email>` or `cli`" }),
  },
  { title: "Pause" },
);
const Paused = Type.Object({ paused: nullable(PauseView) });

const tag = "System";

export const pauseRoutes = (deps: AdminDeps) =>
  new Elysia({ prefix: "/pause" })
    .put(
      "",
      async ({ body, request }) => ({
        paused: pauseView(await pausePublishing(actorOf(request), body, deps)),
      }),
      {
        ...personOperation({
          id: "pausePublishing",
          permission: "administer",
          tag,
          summary: "Stop all publishing",
          description:
            "From then on no attempt begins and no publishing request is sent, no matter who asked for it, also after a " +
            "restart. A request that was on its way already can't be called back. Crier goes on asking networks about posts " +
            "that they have or may have. Posts can still be created, scheduled and edited; what is due waits and says why.",
        }),
        parse: adminJson,
        body: Type.Object({ reason: text({ minLength: 1, maxLength: MAX_REASON }) }, strict),
        response: Paused,
      },
    )
    .delete(
      "",
      async ({ request }) => {
        await resumePublishing(actorOf(request), deps);
        return { paused: null };
      },
      {
        ...personOperation({
          id: "resumePublishing",
          permission: "administer",
          tag,
          summary: "Resume publishing",
          description:
            "What was due meanwhile goes out now, unless it is too late by the rule for late posts: then it has failed and can " +
            "be retried. Does nothing if publishing is not stopped.",
        }),
        response: Paused,
      },
    );

export const pauseView = ({ reason, since, by }: PublishingPause): Static<typeof PauseView> => ({
  reason,
  since: iso(since),
  by,
});
