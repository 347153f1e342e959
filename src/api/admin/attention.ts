// /admin/attention: everything that waits for a person, worst first.
import { Type, type Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { attentionOf, snooze, unsnooze, type AttentionDeps } from "../../admin/attention.ts";
import {
  ATTENTION_ACTIONS,
  ATTENTION_KINDS,
  SEVERITIES,
  type AttentionItem,
} from "../../domain/attention.ts";
import { noProfile } from "../../admin/profiles.ts";
import { hasProfile } from "../../domain/person.ts";
import { momentOf } from "../../time.ts";
import { isoOrNull, nullable, strict, time, uuid, words } from "../views/shapes.ts";
import { text } from "../views/text.ts";
import { faultAt } from "./deps.ts";
import { actorOf, adminJson, personOperation, personOf } from "./owner.ts";

const ItemView = Type.Object(
  {
    id: Type.String({ description: "the same while the reason lasts, such as `uncertain:<targetId>`" }),
    kind: words(ATTENTION_KINDS),
    severity: words(SEVERITIES),
    since: nullable(time, "null where that is not known"),
    title: Type.String(),
    detail: Type.String(),
    profileId: nullable(uuid, "null: it concerns the whole server"),
    subject: Type.Object({ postId: nullable(uuid), targetId: nullable(uuid), accountId: nullable(uuid) }),
    action: Type.Object({ kind: words(ATTENTION_ACTIONS), label: Type.String() }),
  },
  { title: "AttentionItem" },
);

const AttentionView = Type.Object({
  items: Type.Array(ItemView, { description: "at most 200" }),
  counts: Type.Object(
    { now: Type.Integer(), soon: Type.Integer(), note: Type.Integer() },
    { description: "of all entries that are not put off" },
  ),
  snoozed: Type.Integer({ description: "how many are put off" }),
});

const SnoozeBody = Type.Object(
  {
    until: Type.Optional(text({ maxLength: 40, description: "a time with an offset; default: in 24 hours" })),
  },
  strict,
);

const itemParam = Type.Object({ id: Type.String({ maxLength: 100 }) });

const tag = "Attention";

export const attentionRoutes = (deps: { readonly attention: AttentionDeps }) =>
  new Elysia({ prefix: "/attention" })
    .get(
      "",
      async ({ query, request }) => {
        const profileId = query.profile?.toLowerCase() ?? null;
        const person = personOf(request);
        if (profileId !== null && !hasProfile(person, profileId)) throw noProfile();
        const { items, counts, snoozed } = await attentionOf(person, profileId, deps.attention);
        return { items: items.map(itemView), counts, snoozed };
      },
      {
        ...personOperation({
          id: "listAttention",
          permission: "read",
          tag,
          summary: "List what needs a person, worst first",
          description:
            "Lost answers and posts held after a restore, accounts that can't publish or soon won't, posts that failed in the " +
            "last 30 days, warnings about posts of the next 24 hours, a plan that allows no publishing, a missing backup, a full " +
            "disk. An entry goes when its reason does.",
        }),
        query: Type.Object(
          { profile: Type.Optional({ ...uuid, description: "default: all your profiles" }) },
          strict,
        ),
        response: AttentionView,
      },
    )
    .post(
      "/:id/snooze",
      async ({ params, body, request, set }) => {
        await snooze(actorOf(request), personOf(request), params.id, untilOf(body.until), deps.attention);
        set.status = 204;
      },
      {
        ...personOperation({
          id: "snoozeAttention",
          permission: "publish",
          tag,
          summary: "Put an entry off",
          description:
            "It is hidden until then, unless its reason begins anew. At most 30 days; a lost answer and a post held after a " +
            "restore at most 24 hours.",
          problems: ["not_found"],
        }),
        parse: adminJson,
        params: itemParam,
        body: SnoozeBody,
        response: { 204: Type.Void() },
      },
    )
    .delete(
      "/:id/snooze",
      async ({ params, request, set }) => {
        await unsnooze(actorOf(request), personOf(request), params.id, deps.attention);
        set.status = 204;
      },
      {
        ...personOperation({
          id: "unsnoozeAttention",
          permission: "publish",
          tag,
          summary: "Show an entry again that was put off",
          problems: ["not_found"],
        }),
        params: itemParam,
        response: { 204: Type.Void() },
      },
    );

function untilOf(until: string | undefined): number | null {
  if (until === undefined) return null;
  const at = momentOf(until);
  if (at === null) throw faultAt("/until", "must be a time with an offset");
  return at;
}

const itemView = ({ since, subject, action, ...item }: AttentionItem): Static<typeof ItemView> => ({
  ...item,
  since: isoOrNull(since),
  subject: { ...subject },
  action: { ...action },
});
