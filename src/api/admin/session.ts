// /admin/session: sign in, who is signed in, sign out.
import { Type, type Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { SessionRecord } from "../../accounts/ports.ts";
import { LONGEST_SESSION_MS, sessionEnd, sweepSessions } from "../../accounts/session.ts";
import { Problem } from "../../errors.ts";
import { clientAddress } from "../address.ts";
import { strictJson } from "../body.ts";
import { iso, strict, time, uuid } from "../v1/shapes.ts";
import { cookieWith, noCookie, tokenOf } from "../cookie.ts";
import type { AdminDeps } from "./deps.ts";
import { actOf, detailOf, entryOf, owned, ownerOf } from "./owner.ts";
import { text } from "../text.ts";

const SignIn = Type.Object(
  {
    email: text({ minLength: 1, maxLength: 254 }),
    password: text({ minLength: 1, maxLength: 1024 }),
  },
  strict,
);

const SessionView = Type.Object({
  owner: Type.Object({ id: uuid, email: Type.String() }),
  createdAt: time,
  idleUntil: Type.String({ description: "when it ends unless it is used before" }),
  expiresAt: Type.String({ description: "when it ends in any case" }),
});

const tag = "Session";

export const sessionRoutes = (deps: AdminDeps) =>
  new Elysia({ prefix: "/session" })
    .post(
      "",
      async ({ body, request, set, status }) => {
        const record = await signIn(deps, request, body);
        set.headers["set-cookie"] = cookieWith(record.token, deps.baseUrl());
        return status(201, sessionView(record.record));
      },
      {
        detail: detailOf({
          id: "signIn",
          tag,
          summary: "Sign in",
          description:
            "Answers with a session cookie. A session ends after 7 days without use, and after 30 days in any case. " +
            "After 5 failures within 15 minutes an address has to wait.",
          problems: ["sign_in_failed", "cross_origin", "too_many_attempts"],
        }),
        parse: strictJson,
        body: SignIn,
        response: { 201: SessionView },
      },
    )
    .get("", ({ request }) => sessionView(ownerOf(request).record), {
      ...owned({ id: "getSession", tag, summary: "Who is signed in" }),
      response: SessionView,
    })
    .delete(
      "",
      async ({ request, set }) => {
        const { hash, record } = ownerOf(request);
        const act = { action: "session.end", profileId: null, subject: record.ownerId, detail: null };
        await actOf(deps, request, act).sessions.remove(hash);
        set.headers["set-cookie"] = noCookie(deps.baseUrl());
        set.status = 204;
      },
      {
        ...owned({ id: "signOut", tag, summary: "Sign out" }),
        parse: "none",
        response: { 204: Type.Void() },
      },
    );

/** Counted before the password is looked at, so that many at once are not more than many. */
async function signIn(deps: AdminDeps, request: Request, { email, password }: Static<typeof SignIn>) {
  const address = clientAddress(request, deps.trustedProxies);
  const waitMs = deps.throttle.attempt(address);
  if (waitMs > 0) {
    const retryAfter = Math.ceil(waitMs / 1000);
    throw new Problem("too_many_attempts", `Too many failed attempts. Try again in ${retryAfter} s.`, {
      retryAfter,
    });
  }
  const session = await deps.door.signIn(email, password, tokenOf(request, deps.baseUrl()));
  if (!session) {
    deps.log.warn("sign_in_failed", { detail: address });
    throw new Problem("sign_in_failed", "The e-mail address or the password is wrong.");
  }
  deps.throttle.succeeded(address);
  const { ownerId } = session.record;
  const act = { action: "session.start", profileId: null, subject: ownerId, detail: { address } };
  await session.start(deps.audited(entryOf(deps, session.record.email, act)).sessions);
  await sweepSessions(deps.records.sessions, deps.clock.now());
  return session;
}

function sessionView(record: SessionRecord): Static<typeof SessionView> {
  return {
    owner: { id: record.ownerId, email: record.email },
    createdAt: iso(record.createdAt),
    idleUntil: iso(sessionEnd(record)),
    expiresAt: iso(record.createdAt + LONGEST_SESSION_MS),
  };
}
