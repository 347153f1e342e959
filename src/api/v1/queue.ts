// /v1/queue: the slots of the profile, which post holds which, and the next free one (D21, D28).
import { Type, type Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Clock } from "../../clock.ts";
import type { Posts, HeldSlot } from "../../domain/store/posts.ts";
import type { Slots } from "../../domain/store/slots.ts";
import { nextFree, occurrences, SLOT_LEAD_MS, type Occurrence, type Slot } from "../../domain/slot.ts";
import { callerOf, operation } from "../http/caller.ts";
import { limitOf, numberCursor, pageOf, pageQuery } from "../http/paging.ts";
import { iso, isoOrNull, nullable, strict, time, uuid, words } from "../views/shapes.ts";

const MomentView = Type.Object({
  at: time,
  slotId: nullable(uuid),
  state: words(["free", "held", "too_soon"]),
  postId: nullable(uuid),
  reason: nullable(Type.String({ description: "why the next post cannot have it" })),
});

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
  upcoming: Type.Array(MomentView),
  nextCursor: nullable(Type.String()),
});

export const queueRoutes = (deps: { posts: Posts; slots: Slots; clock: Clock }) =>
  new Elysia({ prefix: "/queue" }).get(
    "",
    async ({ query, request }) => {
      const { posts, slots, clock } = deps;
      const { profileId } = callerOf(request);
      const now = clock.now();
      const limit = limitOf(query.limit);
      const after = queueCursor.read(query.cursor) ?? now;
      const all = await slots.list(profileId);
      // The earliest of both together are among the earliest of each.
      const held = await posts.held(profileId, after, limit + 1);
      const moments = upcoming([...occurrences(all, after).take(limit + 1)], held, now);
      const page = pageOf(moments, limit, ({ at }) => queueCursor.after(at));
      const free = await posts.amongHeld(profileId, now, (taken) => nextFree(all, taken, now));
      return {
        slots: all.map(slotView),
        nextFree: isoOrNull(free),
        upcoming: page.items.map((each) => ({ ...each, at: iso(each.at) })),
        nextCursor: page.nextCursor,
      };
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

type Moment = Omit<Static<typeof MomentView>, "at"> & { readonly at: number };

/** Slots and what is held, earliest first. Posts whose slot was changed since keep their time. */
function upcoming(coming: readonly Occurrence[], held: readonly HeldSlot[], now: number): Moment[] {
  const postAt = new Map(held.map(({ at, postId }) => [at, postId]));
  const slotAt = new Map(coming.map(({ at, slotId }) => [at, slotId]));
  const moments = [...new Set([...slotAt.keys(), ...postAt.keys()])].toSorted((a, b) => a - b);
  return moments.map((at) => momentView(at, slotAt.get(at) ?? null, postAt.get(at) ?? null, now));
}

function momentView(at: number, slotId: string | null, postId: string | null, now: number): Moment {
  if (postId !== null) {
    const reason = slotId ? "A post holds it." : "A post holds this time; the slot no longer exists.";
    return { at, slotId, state: "held", postId, reason };
  }
  if (at >= now + SLOT_LEAD_MS) return { at, slotId, state: "free", postId, reason: null };
  const reason = `It is less than ${SLOT_LEAD_MS / 1000} s ahead.`;
  return { at, slotId, state: "too_soon", postId, reason };
}

function slotView({ id, weekdays, time: local, timezone }: Slot) {
  return { id, weekdays: [...weekdays], time: local, timezone };
}

const queueCursor = numberCursor("queue");
