// The public view of a profile.
import { Type, type Static } from "@sinclair/typebox";
import { WEEK_STARTS, type Profile } from "../../domain/profile.ts";
import { iso, nullable, time, uuid, words } from "./shapes.ts";

export const keepMetadata = Type.Boolean({
  description: "whether published files keep location and camera metadata; otherwise it is removed",
});

export const review = Type.Boolean({
  description: "whether drafts of authors have to be approved before they get a time",
});

export const weekStart = { ...words(WEEK_STARTS), description: "the first day of a week in calendars" };

export const defaultAccounts = nullable(
  Type.Array(uuid, { maxItems: 50, uniqueItems: true }),
  "ids of the accounts with which a new post begins in the web app; null: those that the person chose last",
);

export const ProfileView = Type.Object({
  id: uuid,
  name: Type.String(),
  timezone: Type.String(),
  keepMetadata,
  review,
  weekStart,
  defaultAccounts,
  createdAt: time,
});

export function profileView({
  createdAt,
  defaultAccounts: chosen,
  ...profile
}: Profile): Static<typeof ProfileView> {
  return { ...profile, defaultAccounts: chosen && [...chosen], createdAt: iso(createdAt) };
}
