// /admin/session: sign in, who is signed in, sign out.
import { Type, type Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { entryOf } from "../../admin/deps.ts";
import { PERMISSIONS, permissionsOf, ROLES } from "../../domain/permission.ts";
import { personActor, THEMES } from "../../domain/person.ts";
import type { SessionRecord } from "../../domain/session.ts";
import type { Device } from "../../auth/known-devices.ts";
import {
  LONGEST_SESSION_MS,
  sessionEnd,
  sweepSessions,
  type Browser,
  type NewSession,
} from "../../auth/session.ts";
import { Problem } from "../../errors.ts";
import { jsonUpTo } from "../http/body.ts";
import { version } from "../../version.ts";
import { deviceName } from "../http/user-agent.ts";
import { positionText } from "../views/live-position.ts";
import { iso, nullable, strict, time, uuid, words } from "../views/shapes.ts";
import { cookieWith, noCookie, tokenOf } from "../http/cookie.ts";
import type { AdminDeps } from "./deps.ts";
import { PauseView, pauseView } from "./pause.ts";
import { profilesOf } from "./profiles.ts";
import { actorOf, openToAll, personOperation, personOf, refuseWait, visitorOf } from "./owner.ts";
import { defaultAccounts, profileView, review, weekStart } from "../views/profile.ts";
import { text } from "../views/text.ts";

/** The fields with which a person signs in. */
export const credentials = {
  email: text({ minLength: 1, maxLength: 254 }),
  password: text({ minLength: 1, maxLength: 1024 }),
};
export const letterKeys = Type.Boolean({
  description: "whether keys of a single letter do something in the web app",
});
const SignIn = Type.Object(credentials, strict);

export const SessionView = Type.Object({
  owner: Type.Object({ id: uuid, email: Type.String() }, { description: "the person who is signed in" }),
  role: words(ROLES),
  allowed: Type.Array(words(PERMISSIONS), { description: "what the role allows" }),
  allProfiles: Type.Boolean({ description: "whether the person works with all profiles, also later ones" }),
  name: nullable(Type.String(), "what the person wants to be called"),
  settings: Type.Object({
    timezone: nullable(Type.String(), "IANA time zone; null: the profile's"),
    theme: words(THEMES),
    letterKeys,
  }),
  profiles: Type.Array(
    Type.Object({
      id: uuid,
      name: Type.String(),
      timezone: Type.String(),
      review,
      weekStart,
      defaultAccounts,
    }),
    { description: "what this person may name in `Crier-Profile`" },
  ),
  paused: nullable(PauseView, "null while publishing is not stopped"),
  version: Type.String({ description: "of this Crier" }),
  serverTime: time,
  livePosition: Type.String({
    description: "pass it as `after` to a live stream, which then contains every change since this response",
  }),
  publicUrl: Type.String({ description: "the address of this Crier" }),
  createdAt: time,
  idleUntil: Type.String({ description: "when it expires if it is not used" }),
  expiresAt: Type.String({ description: "when it expires in any case" }),
});

/** Longer than the longest e-mail address and password, and little, as anybody may send it. */
export const SIGN_IN_BYTES = 8 * 1024;
const tag = "Session";

export const sessionRoutes = (deps: AdminDeps) =>
  new Elysia({ prefix: "/session" })
    .post(
      "",
      async ({ body, request, set, status }) => {
        const { view, cookies } = await signIn(deps, request, body);
        set.headers["set-cookie"] = cookies;
        return status(201, view);
      },
      SIGN_IN,
    )
    .get("", ({ request }) => sessionView(deps, personOf(request)), GET_SESSION)
    .delete(
      "",
      async ({ request, set }) => {
        const { id, personId } = personOf(request);
        const act = { action: "session.end", profileId: null, subject: personId, detail: null };
        await deps.store.sessions.remove(personId, id, entryOf(actorOf(request), deps, act));
        set.headers["set-cookie"] = noCookie(deps.baseUrl());
        set.status = 204;
      },
      SIGN_OUT,
    );

/** Counted before the password is looked at, so that many at once are not more than many. */
async function signIn(deps: AdminDeps, request: Request, { email, password }: Static<typeof SignIn>) {
  const { who, device } = visitorOf(request, deps, email);
  refuseWait(await deps.throttle.attempt(who));
  const session = await deps.door.signIn(email, password, browserOf(deps, request));
  if (!session) {
    deps.log.warn("sign_in_failed", { detail: deps.addressOf(request) });
    throw signInFailed();
  }
  await deps.throttle.succeeded(who);
  return await startSession(deps, request, session, device);
}

const signInFailed = () => new Problem("sign_in_failed", "The email address or the password is wrong.");

/** The browser that signs in with this request. */
export const browserOf = (deps: AdminDeps, request: Request): Browser => ({
  oldToken: tokenOf(request, deps.baseUrl()),
  address: deps.addressOf(request),
  device: deviceName(request.headers.get("user-agent")),
});

/**
 * Stores a session. @returns what the browser gets: its facts, and the cookies for it and for the browser itself
 * @throws Problem sign_in_failed when the password was changed meanwhile
 */
export async function startSession(
  deps: AdminDeps,
  request: Request,
  { token, record, start }: NewSession,
  device: Device | null,
): Promise<{ view: Static<typeof SessionView>; cookies: string[] }> {
  const { personId, email } = record;
  const detail = { address: deps.addressOf(request) };
  const act = { action: "session.start", profileId: null, subject: personId, detail };
  if (!(await start(entryOf(personActor(record), deps, act)))) throw signInFailed();
  await sweepSessions(deps.store.sessions, deps.clock.now());
  const url = deps.baseUrl();
  const known = deps.devices.tokenFor(email, device);
  return {
    view: await sessionView(deps, record),
    cookies: [cookieWith(token, url), cookieWith(known, url, "crier-device")],
  };
}

/** Who is signed in, and what their pages need to begin with. */
export async function sessionView(
  deps: AdminDeps,
  record: SessionRecord,
): Promise<Static<typeof SessionView>> {
  const { store, clock, baseUrl } = deps;
  const [position, settings, profiles, pause] = await Promise.all([
    store.changes.newest(),
    store.people.settings(record.personId),
    profilesOf(record, deps),
    store.workspace.pause(),
  ]);
  const { name = null, timezone = null, theme = "auto", letterKeys: keys = true } = settings ?? {};
  return {
    owner: { id: record.personId, email: record.email },
    role: record.role,
    allowed: permissionsOf(record.role),
    allProfiles: record.profiles === "all",
    name,
    settings: { timezone, theme, letterKeys: keys },
    profiles: profiles.map((profile) => {
      const { keepMetadata: _, createdAt: __, ...shown } = profileView(profile);
      return shown;
    }),
    paused: pause && pauseView(pause),
    version,
    serverTime: iso(clock.now()),
    livePosition: positionText(position),
    publicUrl: baseUrl(),
    createdAt: iso(record.createdAt),
    idleUntil: iso(sessionEnd(record)),
    expiresAt: iso(record.createdAt + LONGEST_SESSION_MS),
  };
}

const SIGN_IN = {
  detail: openToAll({
    id: "signIn",
    tag,
    summary: "Sign in",
    description:
      "Returns a session cookie. A session expires after 7 days without use, and after 30 days in any case. " +
      "After 5 failures within 15 minutes, an address has to wait. A browser that was used to sign in before (" +
      "recognised by the cookie `crier-device`) has its failures counted separately.",
    problems: ["sign_in_failed", "cross_origin", "too_many_attempts"],
  }),
  parse: jsonUpTo(SIGN_IN_BYTES),
  body: SignIn,
  response: { 201: SessionView },
};

const GET_SESSION = {
  ...personOperation({ id: "getSession", permission: "self", tag, summary: "Get the current session" }),
  response: SessionView,
};

const SIGN_OUT = {
  ...personOperation({ id: "signOut", permission: "self", tag, summary: "Sign out" }),
  parse: "none" as const,
  response: { 204: Type.Void() },
};
