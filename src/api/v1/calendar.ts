// /v1/calendar: the posts and the queue's slots of a day, a week or a month.
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { callerOf, operation } from "../http/caller.ts";
import { calendarQuery, rangeOf } from "../requests/calendar.ts";
import { filterOf } from "../requests/post-filter.ts";
import type { PostsDeps } from "../requests/posts.ts";
import { CalendarView, calendarView, MOST_IN_CALENDAR } from "../views/calendar.ts";
import { strict } from "../views/shapes.ts";

export const calendarRoutes = (deps: PostsDeps) =>
  new Elysia({ prefix: "/calendar" }).get(
    "",
    async ({ query: { from, to, ...filter }, request }) =>
      await calendarView(
        callerOf(request).profileId,
        rangeOf(from, to),
        filterOf(filter, deps.platforms),
        deps,
        callerOf(request).scopes.includes("publish"),
      ),
    {
      ...operation({
        id: "getCalendar",
        tag: "Posts",
        scope: "read",
        permission: "read",
        summary: "Get the calendar",
        description:
          "Every post from `from` until just before `to`, at its time, or else when it first went live. A post that was to go " +
          "out at once and is not live stands where it was created; drafts are left out. The filters do not apply to `slots`. " +
          `At most ${MOST_IN_CALENDAR} posts.`,
      }),
      query: Type.Object(calendarQuery, strict),
      response: CalendarView,
    },
  );
