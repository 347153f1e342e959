// /admin/profiles/{id}/slots: when a profile's queue publishes (D21).
import { Type, type Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { existingProfile } from "../../admin/profiles.ts";
import { previewSlots, setSlots, type SlotsPreview } from "../../admin/slots.ts";
import { excerptOf } from "../views/post-row.ts";
import { idParam, iso, nullable, strict, time as moment, uuid } from "../views/shapes.ts";
import { slotView, SlotView } from "../views/slot.ts";
import type { AdminDeps } from "./deps.ts";
import { actorOf, adminJson, personOperation } from "./owner.ts";
import { text } from "../views/text.ts";

const weekdays = Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
  minItems: 1,
  uniqueItems: true,
  description: "1 = Monday … 7 = Sunday",
});
const time = Type.String({ pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$", description: "HH:MM" });
const zone = text({
  minLength: 1,
  maxLength: 100,
  description: "IANA time zone; default: that of the profile",
});

const SlotsView = Type.Object({ slots: Type.Array(SlotView) });
const SlotsBody = Type.Object(
  {
    slots: Type.Array(Type.Object({ weekdays, time, timezone: Type.Optional(zone) }, strict), {
      maxItems: 100,
    }),
    reflow: Type.Optional(
      Type.Boolean({
        description: "move queued posts to the new slots, keeping their order; default: false",
      }),
    ),
  },
  strict,
);

const SlotsPreviewView = Type.Object(
  {
    posts: Type.Array(Type.Object({ id: uuid, excerpt: Type.String(), from: moment, to: moment })),
    slots: Type.Array(Type.Object({ at: moment, postId: nullable(uuid) })),
  },
  { title: "SlotsPreview" },
);

function previewView({ moves, moments }: SlotsPreview): Static<typeof SlotsPreviewView> {
  return {
    posts: moves.map(({ post, from, to }) => ({
      id: post.id,
      excerpt: excerptOf(post.caption),
      from: iso(from),
      to: iso(to),
    })),
    slots: moments.map(({ at, postId }) => ({ at: iso(at), postId })),
  };
}

const tag = "Queue";

export const slotRoutes = (deps: AdminDeps) =>
  new Elysia({ prefix: "/profiles/:id/slots" })
    .get(
      "",
      async ({ params }) => {
        const { id } = await existingProfile(params.id, deps);
        return { slots: (await deps.store.slots.list(id)).map(slotView) };
      },
      {
        ...personOperation({
          id: "getSlots",
          permission: "read",
          of: "profile",
          tag,
          summary: "List a profile's queue slots",
        }),
        params: idParam,
        response: SlotsView,
      },
    )
    .put(
      "",
      async ({ params, body, request }) => {
        const input = { profileId: params.id, slots: body.slots, reflow: body.reflow ?? false };
        return { slots: (await setSlots(actorOf(request), input, deps)).map(slotView) };
      },
      {
        ...personOperation({
          id: "setSlots",
          permission: "manage",
          of: "profile",
          problems: ["queue_has_no_slots"],
          tag,
          summary: "Replace a profile's queue slots",
          description: "Posts that are already queued keep their times, unless you set `reflow`.",
        }),
        parse: adminJson,
        params: idParam,
        body: SlotsBody,
        response: SlotsView,
      },
    )
    .post(
      "/preview",
      async ({ params, body }) => {
        const input = { profileId: params.id, slots: body.slots, reflow: body.reflow ?? false };
        return previewView(await previewSlots(input, deps));
      },
      {
        ...personOperation({
          id: "previewSlots",
          permission: "manage",
          of: "profile",
          problems: ["queue_has_no_slots"],
          tag,
          summary: "See what other queue slots would change",
          description:
            "Changes nothing. `posts` has the queued posts (at most 1,000) with the times that they have and would have; `slots` " +
            "has the next 30 moments of the queue.",
        }),
        parse: adminJson,
        params: idParam,
        body: SlotsBody,
        response: SlotsPreviewView,
      },
    );
