// /admin/sessions: where a person is signed in, and ending sessions elsewhere.
import { Type, type Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { entryOf } from "../../admin/deps.ts";
import { LONGEST_SESSION_MS, sessionEnd } from "../../auth/session.ts";
import type { SessionRecord } from "../../domain/session.ts";
import { Problem } from "../../errors.ts";
import { noCookie } from "../http/cookie.ts";
import { idParam, iso, nullable, time, uuid } from "../views/shapes.ts";
import type { AdminDeps } from "./deps.ts";
import { actorOf, personOperation, personOf } from "./owner.ts";

const ListedSession = Type.Object({
  id: uuid,
  createdAt: time,
  lastUsedAt: Type.String({ description: "to the minute" }),
  expiresAt: Type.String({ description: "when it expires in any case" }),
  address: nullable(
    Type.String(),
    "internet address at which the person signed in; null where it is not known",
  ),
  device: Type.String({ description: "browser and system, such as Firefox on Linux" }),
  current: Type.Boolean({ description: "the session of this request" }),
});

export const SessionsView = Type.Object({ sessions: Type.Array(ListedSession) });

/** More than a person has browsers. */
const MOST_LISTED = 100;
const tag = "Session";

export const sessionListRoutes = (deps: AdminDeps) =>
  new Elysia({ prefix: "/sessions" })
    .get(
      "",
      async ({ request }) => {
        const { id, personId } = personOf(request);
        return { sessions: await liveSessions(deps, personId, id) };
      },
      LIST_SESSIONS,
    )
    .delete(
      "",
      async ({ request, set }) => {
        await endOthers(deps, request);
        set.status = 204;
      },
      END_OTHER_SESSIONS,
    )
    .delete(
      "/:id",
      async ({ params, request, set }) => {
        const id = params.id.toLowerCase();
        await endOne(deps, request, id);
        if (id === personOf(request).id) set.headers["set-cookie"] = noCookie(deps.baseUrl());
        set.status = 204;
      },
      END_SESSION,
    );

/** Where a person is signed in. @param currentId the session that asks */
export async function liveSessions(
  { store, clock }: AdminDeps,
  personId: string,
  currentId: string,
): Promise<Static<typeof ListedSession>[]> {
  const now = clock.now();
  const all = await store.sessions.ofPerson(personId, MOST_LISTED);
  return all.filter((session) => sessionEnd(session) > now).map((session) => sessionView(session, currentId));
}

/** @throws Problem not_found: also for a session of somebody else */
async function endOne(deps: AdminDeps, request: Request, id: string): Promise<void> {
  const { personId } = personOf(request);
  const act = { action: "session.end", profileId: null, subject: personId, detail: { session: id } };
  if (await deps.store.sessions.remove(personId, id, entryOf(actorOf(request), deps, act))) return;
  throw new Problem("not_found", "You have no session with this id.");
}

async function endOthers(deps: AdminDeps, request: Request): Promise<void> {
  const { id, personId } = personOf(request);
  const act = { action: "session.end_others", profileId: null, subject: personId };
  const entry = (count: number) => entryOf(actorOf(request), deps, { ...act, detail: { count } });
  await deps.store.sessions.removeOthers(personId, id, entry);
}

function sessionView(session: SessionRecord, currentId: string): Static<typeof ListedSession> {
  const { id, createdAt, lastUsedAt, address, device } = session;
  return {
    id,
    createdAt: iso(createdAt),
    lastUsedAt: iso(lastUsedAt),
    expiresAt: iso(createdAt + LONGEST_SESSION_MS),
    address,
    device: device ?? "Unknown browser",
    current: id === currentId,
  };
}

const LIST_SESSIONS = {
  ...personOperation({
    id: "listSessions",
    permission: "self",
    tag,
    summary: "List your sessions",
    description: "The latest used first, at most 100.",
  }),
  response: SessionsView,
};

const END_OTHER_SESSIONS = {
  ...personOperation({
    id: "endOtherSessions",
    permission: "self",
    tag,
    summary: "End all your other sessions",
  }),
  parse: "none" as const,
  response: { 204: Type.Void() },
};

const END_SESSION = {
  ...personOperation({ id: "endSession", permission: "self", tag, summary: "End one of your sessions" }),
  parse: "none" as const,
  params: idParam,
  response: { 204: Type.Void() },
};
