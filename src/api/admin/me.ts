// /admin/me: what a person changes about themselves.
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { changeOwnSettings } from "../../admin/own-settings.ts";
import { THEMES } from "../../domain/owner.ts";
import { jsonUpTo } from "../http/body.ts";
import { nullable, strict, words } from "../views/shapes.ts";
import type { AdminDeps } from "./deps.ts";
import { owned, ownerOf, refuseWait, visitorOf } from "./owner.ts";
import { profileName, profileZone } from "./profiles.ts";
import { credentials, SessionView, sessionView, SIGN_IN_BYTES } from "./session.ts";

export const meRoutes = (deps: AdminDeps) =>
  new Elysia({ prefix: "/me" }).patch(
    "",
    async ({ body, request }) => {
      const { record } = ownerOf(request);
      const { who } = visitorOf(request, deps, record.email);
      // Counted before the password is looked at, as when signing in.
      await changeOwnSettings(record, body, () => refuseWait(deps.throttle.attempt(who)), deps);
      if (body.password) deps.throttle.succeeded(who);
      return await sessionView(deps, record);
    },
    UPDATE_ME,
  );

const UPDATE_ME = {
  ...owned({
    id: "updateMe",
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
      password: Type.Optional(
        Type.Object({ current: credentials.password, new: credentials.password }, strict),
      ),
    },
    { ...strict, minProperties: 1 },
  ),
  response: SessionView,
};
