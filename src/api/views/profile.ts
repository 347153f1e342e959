// The public view of a profile.
import { Type, type Static } from "@sinclair/typebox";
import type { Profile } from "../../domain/profile.ts";
import { iso, time, uuid } from "./shapes.ts";

export const keepMetadata = Type.Boolean({
  description: "whether published files keep location and camera metadata; otherwise it is removed",
});

export const ProfileView = Type.Object({
  id: uuid,
  name: Type.String(),
  timezone: Type.String(),
  keepMetadata,
  createdAt: time,
});

export function profileView({ createdAt, ...profile }: Profile): Static<typeof ProfileView> {
  return { ...profile, createdAt: iso(createdAt) };
}
