// /admin/people: who may sign in, and what they may do.
import { Type, type Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import {
  editPerson,
  existingPerson,
  removePerson,
  signOutPerson,
  type AccessInput,
} from "../../admin/people.ts";
import { ROLES } from "../../domain/permission.ts";
import { cursorAfter, idBefore, limitOf, pageOf, pageQuery } from "../http/paging.ts";
import { PersonView, personView } from "../views/person.ts";
import { idParam, nullable, strict, uuid, words } from "../views/shapes.ts";
import type { AdminDeps } from "./deps.ts";
import { actorOf, adminJson, personOperation, personOf } from "./owner.ts";
import { liveSessions, SessionsView } from "./sessions.ts";

/** What a person gets, or an invitation promises. */
export const accessFields = {
  role: words(ROLES),
  profiles: Type.Optional(
    nullable(
      Type.Array(uuid, { minItems: 1, maxItems: 1000 }),
      "ids of the profiles that they work with; null: all, which an owner always has",
    ),
  ),
};
const AccessBody = Type.Object(
  { role: Type.Optional(accessFields.role), profiles: accessFields.profiles },
  { ...strict, minProperties: 1, title: "PersonChange" },
);

/** In a body null means all profiles, and what is left out stays. */
export const accessInput = ({ role, profiles }: Static<typeof AccessBody>): AccessInput => ({
  role,
  profiles: profiles === null ? "all" : profiles,
});

const tag = "People";

export const peopleRoutes = (deps: AdminDeps) =>
  new Elysia({ prefix: "/people" })
    .get(
      "",
      async ({ query }) => {
        const limit = limitOf(query.limit);
        const found = await deps.store.people.list(limit + 1, idBefore(query.cursor));
        const { items, nextCursor } = pageOf(found, limit, ({ id }) => cursorAfter(id));
        return { people: items.map(personView), nextCursor };
      },
      LIST_PEOPLE,
    )
    .patch(
      "/:id",
      async ({ params, body, request }) => {
        const { id: session } = personOf(request);
        return personView(await editPerson(actorOf(request), params.id, accessInput(body), session, deps));
      },
      EDIT_PERSON,
    )
    .delete(
      "/:id",
      async ({ params, request, set }) => {
        await removePerson(actorOf(request), params.id, deps);
        set.status = 204;
      },
      REMOVE_PERSON,
    )
    .get(
      "/:id/sessions",
      async ({ params, request }) => {
        const { id } = await existingPerson(params.id, deps);
        return { sessions: await liveSessions(deps, id, personOf(request).id) };
      },
      LIST_PERSON_SESSIONS,
    )
    .delete(
      "/:id/sessions",
      async ({ params, request, set }) => {
        await signOutPerson(actorOf(request), params.id, personOf(request).id, deps);
        set.status = 204;
      },
      SIGN_OUT_PERSON,
    );

const LIST_PEOPLE = {
  ...personOperation({
    id: "listPeople",
    permission: "administer",
    tag,
    summary: "List the people who may sign in",
  }),
  query: Type.Object(pageQuery, strict),
  response: Type.Object({ people: Type.Array(PersonView), nextCursor: nullable(Type.String()) }),
};

const EDIT_PERSON = {
  ...personOperation({
    id: "editPerson",
    permission: "administer",
    tag,
    summary: "Change a person's role or profiles",
    description:
      "Omitted fields keep their value. It holds from their next request on; another role ends their sessions. The last owner " +
      "can't become anything else.",
    problems: ["last_owner"],
  }),
  parse: adminJson,
  params: idParam,
  body: AccessBody,
  response: PersonView,
};

const REMOVE_PERSON = {
  ...personOperation({
    id: "removePerson",
    permission: "administer",
    tag,
    summary: "Remove a person",
    description:
      "They are signed out everywhere, and invitations of theirs that are still open end. What they have done stays on record.",
    problems: ["last_owner"],
  }),
  parse: "none" as const,
  params: idParam,
  response: { 204: Type.Void() },
};

const LIST_PERSON_SESSIONS = {
  ...personOperation({
    id: "listPersonSessions",
    permission: "administer",
    tag,
    summary: "List where a person is signed in",
    description: "The latest used first, at most 100.",
  }),
  params: idParam,
  response: SessionsView,
};

const SIGN_OUT_PERSON = {
  ...personOperation({
    id: "signOutPerson",
    permission: "administer",
    tag,
    summary: "Sign a person out everywhere",
    description: "Of your own sessions, this one stays.",
  }),
  parse: "none" as const,
  params: idParam,
  response: { 204: Type.Void() },
};
