// The public view of an API key, and of a new one with the key itself.
import { Type, type Static } from "@sinclair/typebox";
import type { KeyRecord } from "../../domain/api-key.ts";
import type { NewKey } from "../../admin/keys.ts";
import { iso, isoOrNull, nullable, time, uuid } from "./shapes.ts";

const scope = Type.Union([Type.Literal("read"), Type.Literal("write"), Type.Literal("publish")]);

export const KeyView = Type.Object({
  id: uuid,
  profileId: uuid,
  name: Type.String(),
  last4: Type.String(),
  scopes: Type.Array(scope),
  createdAt: time,
  lastUsedAt: nullable(time),
  expiresAt: nullable(time),
  revokedAt: nullable(time),
});
export const NewKeyView = Type.Composite([
  Type.Object({ key: Type.String({ description: "shown this once" }) }),
  KeyView,
]);

export function keyView(key: KeyRecord): Static<typeof KeyView> {
  const { id, profileId, name, last4, scopes, createdAt, lastUsedAt, expiresAt, revokedAt } = key;
  const times = {
    createdAt: iso(createdAt),
    lastUsedAt: isoOrNull(lastUsedAt),
    expiresAt: isoOrNull(expiresAt),
  };
  return { id, profileId, name, last4, scopes: [...scopes], ...times, revokedAt: isoOrNull(revokedAt) };
}

export const newKeyView = ({ key, record }: NewKey): Static<typeof NewKeyView> => ({
  key,
  ...keyView(record),
});
