// The public view of an API key, and of a new one with the key itself.
import { Type, type Static } from "@sinclair/typebox";
import { eventActor } from "../../domain/event.ts";
import type { KeyWithPosts, NewKey } from "../../admin/keys.ts";
import { actorView, ActorView } from "./actor.ts";
import { iso, isoOrNull, nullable, time, uuid } from "./shapes.ts";

const scope = Type.Union([Type.Literal("read"), Type.Literal("write"), Type.Literal("publish")]);

export const KeyView = Type.Object({
  id: uuid,
  profileId: uuid,
  name: Type.String(),
  last4: Type.String(),
  scopes: Type.Array(scope),
  simulatedOnly: Type.Boolean({ description: "whether it may post to simulated accounts only" }),
  createdAt: time,
  createdBy: nullable(ActorView, "null where the audit log does not say who"),
  lastUsedAt: nullable(time, "to the minute"),
  lastUsedFrom: nullable(Type.String(), "the address from which it was used then"),
  posts30d: Type.Integer({
    description: "posts that it has created in the last 30 days and that are still there",
  }),
  expiresAt: nullable(time),
  revokedAt: nullable(time),
});
export const NewKeyView = Type.Composite([
  Type.Object({ key: Type.String({ description: "shown this once" }) }),
  KeyView,
]);

export function keyView({ record, posts30d }: KeyWithPosts): Static<typeof KeyView> {
  const { id, profileId, name, last4, scopes, simulatedOnly, lastUsedFrom } = record;
  const { createdAt, createdBy, lastUsedAt, expiresAt, revokedAt } = record;
  return {
    id,
    profileId,
    name,
    last4,
    scopes: [...scopes],
    simulatedOnly,
    createdAt: iso(createdAt),
    createdBy: createdBy === null ? null : actorView(eventActor(createdBy, null)),
    lastUsedAt: isoOrNull(lastUsedAt),
    lastUsedFrom,
    posts30d,
    expiresAt: isoOrNull(expiresAt),
    revokedAt: isoOrNull(revokedAt),
  };
}

export const newKeyView = ({ key, record }: NewKey): Static<typeof NewKeyView> => ({
  key,
  ...keyView({ record, posts30d: 0 }),
});
