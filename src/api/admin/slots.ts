// /admin/profiles/{id}/slots: when a profile's queue publishes (D21).
import { Type, type Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { timezone } from "../../domain/time-zone.ts";
import { twinOf, type Slot } from "../../publishing/queue.ts";
import { reflowTo } from "../../publishing/schedule.ts";
import { idParam, strict, uuid } from "../views/shapes.ts";
import { faultAt, profileOf, type AdminDeps } from "./deps.ts";
import { actOf, adminJson, owned } from "./owner.ts";
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

const SlotView = Type.Object({ id: uuid, weekdays, time, timezone: Type.String() });
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

const tag = "Queue";

export const slotRoutes = (deps: AdminDeps) =>
  new Elysia({ prefix: "/profiles/:id/slots" })
    .get(
      "",
      async ({ params }) => {
        const { id } = await profileOf(deps, params.id);
        return { slots: (await deps.records.slots.list(id)).map(slotView) };
      },
      {
        ...owned({ id: "getSlots", tag, summary: "List a profile's queue slots" }),
        params: idParam,
        response: SlotsView,
      },
    )
    .put(
      "",
      async ({ params, body, request }) => {
        const profile = await profileOf(deps, params.id);
        const slots = body.slots.map((slot, i): Slot => {
          const known = timezone(slot.timezone ?? profile.timezone);
          if (known === null)
            throw faultAt(`/slots/${i}/timezone`, "must be an IANA zone such as Europe/Berlin");
          const days = slot.weekdays.toSorted((a, b) => a - b);
          return {
            id: deps.newId(),
            profileId: profile.id,
            weekdays: days,
            time: slot.time,
            timezone: known,
          };
        });
        const twice = twinOf(slots);
        if (twice >= 0) throw faultAt(`/slots/${twice}`, "an earlier slot has the same time on the same day");
        const detail = slots.map(({ weekdays, time, timezone }) => ({ weekdays, time, timezone }));
        const act = { action: "slots.set", profileId: profile.id, subject: profile.id, detail };
        await actOf(deps, request, act).slots.replace(
          profile.id,
          slots,
          reflowTo(slots, deps.clock.now(), body.reflow ?? false),
        );
        return { slots: (await deps.records.slots.list(profile.id)).map(slotView) };
      },
      {
        ...owned({
          id: "setSlots",
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
    );

function slotView({ id, weekdays, time, timezone }: Slot): Static<typeof SlotView> {
  return { id, weekdays: [...weekdays], time, timezone };
}
