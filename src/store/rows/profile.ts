// Rows of the table profile, as both stores read and write them.
import type { Profile } from "../../domain/profile.ts";

export const PROFILE_COLUMNS = `id, name, timezone, keep_metadata AS "keepMetadata", review, week_start AS "weekStart",
  default_accounts AS "defaultAccounts", created_at AS "createdAt"`;
export type ProfileRow = Omit<Profile, "keepMetadata" | "review" | "defaultAccounts"> & {
  readonly keepMetadata: number;
  readonly review: number;
  readonly defaultAccounts: string | null;
};

export const profileOf = (row: ProfileRow): Profile => ({
  ...row,
  keepMetadata: row.keepMetadata === 1,
  review: row.review === 1,
  defaultAccounts: row.defaultAccounts === null ? null : (JSON.parse(row.defaultAccounts) as string[]),
});

/** As its columns have it. */
export const profileValues = ({ defaultAccounts, ...profile }: Profile) => ({
  ...profile,
  keepMetadata: Number(profile.keepMetadata),
  review: Number(profile.review),
  defaultAccounts: defaultAccounts && JSON.stringify(defaultAccounts),
});
