// /v1/queue: the slots of the profile, which post holds which, and the next free one (D21, D28).
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Clock } from "../../clock.ts";
import type { Posts, Slots } from "../../publishing/ports.ts";
import { nextFree, occurrences, SLOT_LEAD_MS } from "../../publishing/queue.ts";
import { callerOf, operation } from "../caller.ts";
import { iso, isoOrNull, nullable, time, uuid, words } from "./shapes.ts";

/** How many occurrences are shown. */
const SHOWN = 30;

const QueueView = Type.Object({
  slots: Type.Array(
    Type.Object({
      id: uuid,
      weekdays: Type.Array(Type.Integer()),
      time: Type.String(),
      timezone: Type.String(),
    }),
  ),
  nextFree: nullable(time),
  upcoming: Type.Array(
    Type.Object({
      at: time,
      slotId: nullable(uuid),
      state: words(["free", "held", "too_soon"]),
      postId: nullable(uuid),
      reason: nullable(Type.String({ description: "why the next post does not get it" })),
    }),
  ),
});

export const queueRoutes = (deps: { posts: Posts; slots: Slots; clock: Clock }) =>
  new Elysia({ prefix: "/queue" }).get(
    "",
    async ({ request }) => {
      const { posts, slots, clock } = deps;
      const { profileId } = callerOf(request);
      const now = clock.now();
      const all = await slots.list(profileId);
      const held = await posts.held(profileId, now);
      const upcoming = [...occurrences(all, now).take(SHOWN)].map(({ at, slotId }) => {
        const postId = held.get(at) ?? null;
        const soon = at < now + SLOT_LEAD_MS;
        const reason = postId
          ? "A post holds it."
          : soon
            ? `It is less than ${SLOT_LEAD_MS / 1000} s ahead.`
            : null;
        const state = postId ? ("held" as const) : soon ? ("too_soon" as const) : ("free" as const);
        return { at, slotId, state, postId, reason };
      });
      // Posts whose slot was changed since keep their time.
      const moments = new Set(upcoming.map(({ at }) => at));
      const others = [...held]
        .filter(([at]) => !moments.has(at))
        .map(([at, postId]) => {
          return {
            at,
            slotId: null,
            state: "held" as const,
            postId,
            reason: "A post holds this time; the slot is no more.",
          };
        });
      return {
        slots: all.map(({ id, weekdays, time: local, timezone }) => ({
          id,
          weekdays: [...weekdays],
          time: local,
          timezone,
        })),
        nextFree: isoOrNull(nextFree(all, new Set(held.keys()), now)),
        upcoming: [...upcoming, ...others]
          .toSorted((a, b) => a.at - b.at)
          .map((each) => ({ ...each, at: iso(each.at) })),
      };
    },
    {
      ...operation({
        id: "getQueue",
        tag: "Queue",
        scope: "read",
        summary: "Queue slots, who holds which, and the next free one",
        description: "Slots are set by the operator. A post without a schedule takes the earliest free one.",
      }),
      response: QueueView,
    },
  );
