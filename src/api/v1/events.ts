// /v1/events: the bodies of webhooks to fetch, for programs that can't be called (D36).
import { Type, type Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { eventTypes, type EventType } from "../../domain/webhook-event.ts";
import { messageId } from "../../domain/webhook.ts";
import type { StoredEvent, Webhooks } from "../../domain/store/webhooks.ts";
import { callerOf, operation } from "../http/caller.ts";
import { limitOf, numberCursor, pageQuery } from "../http/paging.ts";
import { EventView } from "../views/event-types.ts";
import { strict } from "../views/shapes.ts";

export const eventRoutes = (deps: { readonly webhooks: Pick<Webhooks, "events"> }) =>
  new Elysia({ prefix: "/events" }).get(
    "",
    async ({ query, request }) => {
      const { events, upTo, hasMore } = await deps.webhooks.events(callerOf(request).profileId, {
        limit: limitOf(query.limit),
        after: cursor.read(query.cursor) ?? 0,
        types: query.types === undefined ? null : eventTypes.filter(namedIn(query.types)),
      });
      return { events: events.map(eventView), nextCursor: cursor.after(upTo), hasMore };
    },
    LIST,
  );

const cursor = numberCursor("events", true);
const namedIn = (list: string) => (type: EventType) => list.split(",").includes(type);

/** Bodies are stored as they are sent. */
const eventView = ({ id, body }: StoredEvent) =>
  ({ id: messageId(id), ...(JSON.parse(body) as object) }) as Static<typeof EventView>;

const oneType = eventTypes.map((type) => type.replaceAll(".", "\\.")).join("|");

const LIST = {
  ...operation({
    id: "listEvents",
    tag: "Webhooks",
    scope: "read",
    permission: "read",
    summary: "List events, oldest first",
    description:
      "What webhooks send, to fetch: the same ids and bodies, for 30 days. Begin without `cursor`, and go on with `nextCursor`, " +
      "which is there after the last event, too: ask with it again later. While `hasMore` is true, ask again at once.",
    problems: ["invalid_cursor"],
  }),
  query: Type.Object(
    {
      ...pageQuery,
      types: Type.Optional(
        Type.String({
          pattern: `^(${oneType})(,(${oneType}))*$`,
          maxLength: 1000,
          description: "only these types, separated by commas",
        }),
      ),
    },
    strict,
  ),
  response: Type.Object({
    events: Type.Array(EventView),
    nextCursor: Type.String(),
    hasMore: Type.Boolean(),
  }),
};
