// The public view of a profile.
import { Type, type Static } from "@sinclair/typebox";
import type { Profile } from "../../domain/profile.ts";
import { iso, time, uuid } from "./shapes.ts";

export const keepMetadata = Type.Boolean({
  description: "whether published files keep location and camera metadata; otherwise it is removed",
});

export const review = Type.Boolean({
  description: "whether drafts of authors have to be approved before they get a time",
});

export const ProfileView = Type.Object({
  id: uuid,
  name: Type.String(),
  timezone: Type.String(),
  keepMetadata,
  review,
  createdAt: time,
});

export function profileView({ createdAt, ...profile }: Profile): Static<typeof ProfileView> {
  return { ...profile, createdAt: iso(createdAt) };
}
