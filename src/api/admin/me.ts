// /admin/me: what a person changes about themselves.
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { changeOwnSettings, type Guesses } from "../../admin/own-settings.ts";
import { THEMES } from "../../domain/person.ts";
import type { SessionRecord } from "../../domain/session.ts";
import { jsonUpTo } from "../http/body.ts";
import { nullable, strict, words } from "../views/shapes.ts";
import type { AdminDeps } from "./deps.ts";
import { personOperation, sessionOf, refuseWait, visitorOf } from "./owner.ts";
import { profileName, profileZone } from "./profiles.ts";
import { credentials, letterKeys, SessionView, sessionView, SIGN_IN_BYTES } from "./session.ts";

export const meRoutes = (deps: AdminDeps) =>
  new Elysia({ prefix: "/me" }).patch(
    "",
    async ({ body, request }) => {
      const { record } = sessionOf(request);
      await changeOwnSettings(record, body, guessesOf(request, deps, record), deps);
      return await sessionView(deps, record);
    },
    UPDATE_ME,
  );

/** Counts and logs guesses of the current password as those of somebody who signs in. */
function guessesOf(request: Request, deps: AdminDeps, { email }: SessionRecord): Guesses {
  const { who } = visitorOf(request, deps, email);
  return {
    begin: async () => refuseWait(await deps.throttle.attempt(who)),
    right: () => deps.throttle.succeeded(who),
    wrong: () => deps.log.warn("sign_in_failed", { detail: deps.addressOf(request) }),
  };
}

const UPDATE_ME = {
  ...personOperation({
    id: "updateMe",
    permission: "self",
    tag: "Session",
    summary: "Change your own name, settings or password",
    description:
      "Omitted fields keep their value; null takes a name or time zone away. A new password needs the current one, and ends all " +
      "your other sessions. A wrong one counts as a failed sign-in.",
    problems: ["wrong_password", "too_many_attempts"],
  }),
  parse: jsonUpTo(SIGN_IN_BYTES),
  body: Type.Object(
    {
      name: Type.Optional(nullable(profileName)),
      timezone: Type.Optional(nullable(profileZone)),
      theme: Type.Optional(words(THEMES)),
      letterKeys: Type.Optional(letterKeys),
      password: Type.Optional(
        Type.Object({ current: credentials.password, new: credentials.password }, strict),
      ),
    },
    { ...strict, minProperties: 1 },
  ),
  response: SessionView,
};
