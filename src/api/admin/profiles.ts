// /admin/profiles: make, list, change and delete profiles.
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { createProfile, deleteProfile, editProfile, existingProfile } from "../../admin/profiles.ts";
import { keepMetadata, profileView, ProfileView } from "../views/profile.ts";
import { idParam, strict } from "../views/shapes.ts";
import type { AdminDeps } from "./deps.ts";
import { actorOf, adminJson, owned } from "./owner.ts";
import { text } from "../views/text.ts";

export const profileName = text({
  minLength: 1,
  maxLength: 100,
  pattern: "\\S",
  description: "a name of 1 to 100 characters",
});
export const profileZone = text({
  minLength: 1,
  maxLength: 100,
  description: "IANA time zone, such as Europe/Berlin",
});

const tag = "Profiles";

export const profileRoutes = (deps: AdminDeps) =>
  new Elysia({ prefix: "/profiles" })
    .get("", async () => ({ profiles: (await deps.store.profiles.list()).map(profileView) }), LIST_PROFILES)
    .post(
      "",
      async ({ body, request, status, set }) => {
        const profile = await createProfile(actorOf(request), body, deps);
        set.headers["location"] = `/admin/profiles/${profile.id}`;
        return status(201, profileView(profile));
      },
      CREATE_PROFILE,
    )
    .get("/:id", async ({ params }) => profileView(await existingProfile(params.id, deps)), GET_PROFILE)
    .patch(
      "/:id",
      async ({ params, body, request }) =>
        profileView(await editProfile(actorOf(request), params.id, body, deps)),
      UPDATE_PROFILE,
    )
    .delete(
      "/:id",
      async ({ params, request, set }) => {
        await deleteProfile(actorOf(request), params.id, deps);
        set.status = 204;
      },
      DELETE_PROFILE,
    );

const LIST_PROFILES = {
  ...owned({ id: "listProfiles", tag, summary: "All profiles" }),
  response: Type.Object({ profiles: Type.Array(ProfileView) }),
};

const CREATE_PROFILE = {
  ...owned({ id: "createProfile", tag, summary: "Create a profile", problems: ["already_exists"] }),
  parse: adminJson,
  body: Type.Object(
    { name: profileName, timezone: Type.Optional(profileZone), keepMetadata: Type.Optional(keepMetadata) },
    strict,
  ),
  response: { 201: ProfileView },
};

const GET_PROFILE = {
  ...owned({ id: "getProfile", tag, summary: "One profile" }),
  params: idParam,
  response: ProfileView,
};

const UPDATE_PROFILE = {
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
      name: Type.Optional(profileName),
      timezone: Type.Optional(profileZone),
      keepMetadata: Type.Optional(keepMetadata),
    },
    { ...strict, minProperties: 1 },
  ),
  response: ProfileView,
};

const DELETE_PROFILE = {
  ...owned({
    id: "deleteProfile",
    tag,
    summary: "Delete a profile with its accounts, posts, media and keys",
    description: "Posts already published stay online.",
  }),
  parse: "none" as const,
  params: idParam,
  response: { 204: Type.Void() },
};
