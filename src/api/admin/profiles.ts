// /admin/profiles: make, list, change and delete profiles.
import { Type, type Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Profile } from "../../accounts/ports.ts";
import { timezone } from "../../domain/time-zone.ts";
import { Problem } from "../../errors.ts";
import { firstSlots } from "../../publishing/queue.ts";
import { idParam, iso, strict, time, uuid } from "../views/shapes.ts";
import { faultAt, profileOf, type AdminDeps } from "./deps.ts";
import { actOf, adminJson, owned } from "./owner.ts";
import { text } from "../views/text.ts";

const name = text({
  minLength: 1,
  maxLength: 100,
  pattern: "\\S",
  description: "a name of 1 to 100 characters",
});
const zone = text({ minLength: 1, maxLength: 100, description: "IANA time zone, such as Europe/Berlin" });

const keepMetadata = Type.Boolean({
  description: "whether published files keep location and camera metadata; otherwise it is removed",
});

const ProfileView = Type.Object({
  id: uuid,
  name: Type.String(),
  timezone: Type.String(),
  keepMetadata,
  createdAt: time,
});

const tag = "Profiles";

export const profileRoutes = (deps: AdminDeps) =>
  new Elysia({ prefix: "/profiles" })
    .get("", async () => ({ profiles: (await deps.records.profiles.list()).map(profileView) }), {
      ...owned({ id: "listProfiles", tag, summary: "All profiles" }),
      response: Type.Object({ profiles: Type.Array(ProfileView) }),
    })
    .post(
      "",
      async ({ body, request, status, set }) => {
        const profile: Profile = {
          id: deps.newId(),
          name: body.name.trim(),
          timezone: zoneOf(body.timezone ?? "UTC"),
          keepMetadata: body.keepMetadata ?? false,
          createdAt: deps.clock.now(),
        };
        const act = { action: "profile.create", ...facts(profile) };
        const records = actOf(deps, request, act);
        if (!(await records.profiles.add(profile))) throw taken(profile.name);
        await records.slots.replace(profile.id, firstSlots(profile, deps.newId), null);
        set.headers["location"] = `/admin/profiles/${profile.id}`;
        return status(201, profileView(profile));
      },
      {
        ...owned({ id: "createProfile", tag, summary: "Create a profile", problems: ["already_exists"] }),
        parse: adminJson,
        body: Type.Object(
          { name, timezone: Type.Optional(zone), keepMetadata: Type.Optional(keepMetadata) },
          strict,
        ),
        response: { 201: ProfileView },
      },
    )
    .get("/:id", async ({ params }) => profileView(await profileOf(deps, params.id)), {
      ...owned({ id: "getProfile", tag, summary: "One profile" }),
      params: idParam,
      response: ProfileView,
    })
    .patch(
      "/:id",
      async ({ params, body, request }) => {
        const before = await profileOf(deps, params.id);
        const profile: Profile = {
          ...before,
          name: body.name?.trim() ?? before.name,
          timezone: body.timezone === undefined ? before.timezone : zoneOf(body.timezone),
          keepMetadata: body.keepMetadata ?? before.keepMetadata,
        };
        const act = { action: "profile.update", ...facts(profile) };
        if (!(await actOf(deps, request, act).profiles.update(profile))) throw taken(profile.name);
        return profileView(profile);
      },
      {
        ...owned({
          id: "updateProfile",
          tag,
          summary: "Update a profile",
          description:
            "Omitted fields keep their value. A new time zone does not move queue slots: each slot has its own. `keepMetadata` applies " +
            "to everything sent from now on, including posts that are waiting.",
          problems: ["already_exists"],
        }),
        parse: adminJson,
        params: idParam,
        body: Type.Object(
          {
            name: Type.Optional(name),
            timezone: Type.Optional(zone),
            keepMetadata: Type.Optional(keepMetadata),
          },
          { ...strict, minProperties: 1 },
        ),
        response: ProfileView,
      },
    )
    .delete(
      "/:id",
      async ({ params, request, set }) => {
        const profile = await profileOf(deps, params.id);
        const { id } = profile;
        const { profiles } = actOf(deps, request, { action: "profile.delete", ...facts(profile) });
        await deps.deleteWithFiles(id, () => profiles.remove(id));
        set.status = 204;
      },
      {
        ...owned({
          id: "deleteProfile",
          tag,
          summary: "Delete a profile with its accounts, posts, media and keys",
          description: "Posts already published stay online.",
        }),
        parse: "none",
        params: idParam,
        response: { 204: Type.Void() },
      },
    );

const taken = (name: string) => new Problem("already_exists", `A profile named ${name} already exists.`);

function zoneOf(text: string): string {
  const found = timezone(text);
  if (found === null) throw faultAt("/timezone", "must be an IANA zone such as Europe/Berlin");
  return found;
}

const facts = ({ id, name, timezone, keepMetadata }: Profile) => ({
  profileId: id,
  subject: id,
  detail: { name, timezone, keepMetadata },
});

function profileView({ createdAt, ...profile }: Profile): Static<typeof ProfileView> {
  return { ...profile, createdAt: iso(createdAt) };
}
