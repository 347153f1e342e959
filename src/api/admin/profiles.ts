// /admin/profiles: make, list, change and delete profiles.
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { createProfile, deleteProfile, editProfile, existingProfile } from "../../admin/profiles.ts";
import { hasProfile, type Access } from "../../domain/person.ts";
import type { Profile } from "../../domain/profile.ts";
import {
  defaultAccounts,
  keepMetadata,
  profileView,
  ProfileView,
  review,
  weekStart,
} from "../views/profile.ts";
import { idParam, strict } from "../views/shapes.ts";
import type { AdminDeps } from "./deps.ts";
import { actorOf, adminJson, personOperation, personOf } from "./owner.ts";
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
    .get(
      "",
      async ({ request }) => ({ profiles: (await profilesOf(personOf(request), deps)).map(profileView) }),
      LIST_PROFILES,
    )
    .post(
      "",
      async ({ body, request, status, set }) => {
        const profile = await createProfile(actorOf(request), body, deps, personOf(request).personId);
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

/** Those that a person works with. */
export async function profilesOf(person: Pick<Access, "profiles">, { store }: AdminDeps): Promise<Profile[]> {
  return (await store.profiles.list()).filter(({ id }) => hasProfile(person, id));
}

const LIST_PROFILES = {
  ...personOperation({ id: "listProfiles", permission: "read", tag, summary: "List your profiles" }),
  response: Type.Object({ profiles: Type.Array(ProfileView) }),
};

const CREATE_PROFILE = {
  ...personOperation({
    id: "createProfile",
    permission: "manage",
    tag,
    summary: "Create a profile",
    problems: ["already_exists"],
  }),
  parse: adminJson,
  body: Type.Object(
    {
      name: profileName,
      timezone: Type.Optional(profileZone),
      keepMetadata: Type.Optional(keepMetadata),
      review: Type.Optional(review),
      weekStart: Type.Optional(weekStart),
    },
    strict,
  ),
  response: { 201: ProfileView },
};

const GET_PROFILE = {
  ...personOperation({ id: "getProfile", permission: "read", of: "profile", tag, summary: "One profile" }),
  params: idParam,
  response: ProfileView,
};

const UPDATE_PROFILE = {
  ...personOperation({
    id: "updateProfile",
    permission: "manage",
    of: "profile",
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
      review: Type.Optional(review),
      weekStart: Type.Optional(weekStart),
      defaultAccounts: Type.Optional(defaultAccounts),
    },
    { ...strict, minProperties: 1 },
  ),
  response: ProfileView,
};

const DELETE_PROFILE = {
  ...personOperation({
    id: "deleteProfile",
    permission: "manage",
    of: "profile",
    tag,
    summary: "Delete a profile with its accounts, posts, media and keys",
    description: "Posts already published stay online.",
  }),
  parse: "none" as const,
  params: idParam,
  response: { 204: Type.Void() },
};
