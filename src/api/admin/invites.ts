// /admin/invites: links with which people join, and the page behind such a link.
import { Type, type Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { acceptInvite, createInvite, inviteUrl, openInvite, revokeInvite } from "../../admin/invites.ts";
import { emailIn } from "../../domain/event.ts";
import { ROLES } from "../../domain/permission.ts";
import { momentOf } from "../../time.ts";
import { jsonUpTo } from "../http/body.ts";
import { cursorAfter, idBefore, limitOf, pageOf, pageQuery } from "../http/paging.ts";
import { InviteView, inviteView } from "../views/person.ts";
import { idParam, iso, nullable, strict, time, words } from "../views/shapes.ts";
import { text } from "../views/text.ts";
import { faultAt, type AdminDeps } from "./deps.ts";
import { actorOf, adminJson, openToAll, personOperation, personOf, refuseWait, visitorOf } from "./owner.ts";
import { accessFields, accessInput } from "./people.ts";
import { browserOf, credentials, SessionView, SIGN_IN_BYTES, startSession } from "./session.ts";

const token = text({ minLength: 1, maxLength: 100, description: "what follows `#` in the link" });

const NewInvite = Type.Object(
  {
    ...accessFields,
    expiresAt: Type.Optional(
      text({
        maxLength: 40,
        description: "a time with an offset, at most 30 days ahead; default: in 7 days",
      }),
    ),
  },
  { ...strict, title: "NewInvite" },
);
const Accept = Type.Object({ token, ...credentials }, { ...strict, title: "AcceptInvite" });

const OpenedInvite = Type.Object(
  {
    role: words(ROLES),
    profiles: nullable(Type.Array(Type.String()), "names of the profiles; null: all"),
    invitedBy: nullable(Type.String(), "email address; null: the person who runs this Crier"),
    expiresAt: time,
  },
  { title: "OpenedInvite" },
);

const tag = "People";

export const inviteRoutes = (deps: AdminDeps) =>
  new Elysia({ prefix: "/invites" })
    .get(
      "",
      async ({ query }) => {
        const limit = limitOf(query.limit);
        const found = await deps.store.invites.open(limit + 1, idBefore(query.cursor));
        const { items, nextCursor } = pageOf(found, limit, ({ id }) => cursorAfter(id));
        const now = deps.clock.now();
        return { invites: items.filter(({ expiresAt }) => expiresAt > now).map(inviteView), nextCursor };
      },
      LIST_INVITES,
    )
    .post(
      "",
      async ({ body, request, status }) => {
        const input = { ...accessInput(body), role: body.role, expiresAt: endOf(body.expiresAt) };
        const made = await createInvite(actorOf(request), personOf(request).personId, input, deps);
        return status(201, { url: inviteUrl(deps.baseUrl(), made), invite: inviteView(made.invite) });
      },
      CREATE_INVITE,
    )
    .delete(
      "/:id",
      async ({ params, request, set }) => {
        await revokeInvite(actorOf(request), params.id, deps);
        set.status = 204;
      },
      REVOKE_INVITE,
    )
    .post("/open", ({ body, request }) => open(deps, request, body.token), OPEN_INVITE)
    .post(
      "/accept",
      async ({ body, request, set, status }) => {
        const { view, cookies } = await accept(deps, request, body);
        set.headers["set-cookie"] = cookies;
        return status(201, view);
      },
      ACCEPT_INVITE,
    );

function endOf(given: string | undefined): number | null {
  if (given === undefined) return null;
  const at = momentOf(given);
  if (at === null) throw faultAt("/expiresAt", "must be a time with an offset");
  return at;
}

async function open(deps: AdminDeps, request: Request, given: string): Promise<Static<typeof OpenedInvite>> {
  const { role, profiles, createdBy, expiresAt } = await countGuess(deps, request, () =>
    openInvite(given, deps),
  );
  const all = await deps.store.profiles.list();
  const names =
    profiles === "all" ? null : all.filter(({ id }) => profiles.includes(id)).map(({ name }) => name);
  return { role, profiles: names, invitedBy: emailIn(createdBy), expiresAt: iso(expiresAt) };
}

async function accept(deps: AdminDeps, request: Request, { token: given, ...input }: Static<typeof Accept>) {
  await countGuess(deps, request, () => openInvite(given, deps));
  const person = await acceptInvite(given, input, deps);
  const { device } = visitorOf(request, deps, input.email);
  return await startSession(deps, request, deps.door.newSession(person, browserOf(deps, request)), device);
}

/**
 * Wrong tokens wait like wrong passwords, but are counted apart: a right one must not forgive passwords that were tried.
 * @throws Problem too_many_attempts
 */
async function countGuess<T>(deps: AdminDeps, request: Request, act: () => Promise<T>): Promise<T> {
  const who = `invite ${visitorOf(request, deps).who}`;
  refuseWait(await deps.throttle.attempt(who));
  const result = await act();
  await deps.throttle.succeeded(who);
  return result;
}

const LIST_INVITES = {
  ...personOperation({
    id: "listInvites",
    permission: "administer",
    tag,
    summary: "List open invitations",
    description: "Without their links, which are shown once. A page may have fewer than `limit`.",
  }),
  query: Type.Object(pageQuery, strict),
  response: Type.Object({ invites: Type.Array(InviteView), nextCursor: nullable(Type.String()) }),
};

const CREATE_INVITE = {
  ...personOperation({
    id: "createInvite",
    permission: "administer",
    tag,
    summary: "Invite a person",
    description:
      "Returns a link, shown this once, with which one person chooses a password and joins. What follows `#` in it never " +
      "reaches a server's log. It ends with the person who invites: when they are removed, or are no longer an owner.",
  }),
  parse: adminJson,
  body: NewInvite,
  response: {
    201: Type.Object({ url: Type.String({ description: "give it to the person" }), invite: InviteView }),
  },
};

const REVOKE_INVITE = {
  ...personOperation({
    id: "revokeInvite",
    permission: "administer",
    tag,
    summary: "Withdraw an invitation",
  }),
  parse: "none" as const,
  params: idParam,
  response: { 204: Type.Void() },
};

const OPEN_INVITE = {
  detail: openToAll({
    id: "openInvite",
    tag,
    summary: "See what a link invites to",
    description:
      "Needs the token of the link in place of a session. A wrong token counts as a failed sign-in does.",
    problems: ["invite_invalid", "cross_origin", "too_many_attempts"],
  }),
  parse: jsonUpTo(SIGN_IN_BYTES),
  body: Type.Object({ token }, { ...strict, title: "InviteToken" }),
  response: OpenedInvite,
};

const ACCEPT_INVITE = {
  detail: openToAll({
    id: "acceptInvite",
    tag,
    summary: "Join with an invitation",
    description:
      "Needs the token of the link in place of a session. Creates the person, uses the link up, and returns a session like " +
      "`POST /session`. A wrong token counts as a failed sign-in does.",
    problems: ["invite_invalid", "already_exists", "cross_origin", "too_many_attempts"],
  }),
  parse: jsonUpTo(SIGN_IN_BYTES),
  body: Accept,
  response: { 201: SessionView },
};
