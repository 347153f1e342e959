// Profiles: created with their queue slots, changed, and deleted with everything that belongs to them.
import type { Profile, ProfileChanges } from "../domain/profile.ts";
import type { AuditEntry } from "../domain/audit.ts";
import { firstSlots } from "../domain/slot.ts";
import type { NewProfileRecord } from "../domain/store/profiles.ts";
import { Problem } from "../errors.ts";
import type { DeleteWithFiles } from "../media/delete-profile.ts";
import { entryOf, invalid, type AdminDeps } from "./deps.ts";
import { nameOf, zoneOf } from "./names.ts";

export interface NewProfile {
  readonly name: string;
  /** IANA zone; default: UTC. */
  readonly timezone?: string | undefined;
  /** Default: false. */
  readonly keepMetadata?: boolean | undefined;
  /** Default: false. */
  readonly review?: boolean | undefined;
  /** Default: Monday. */
  readonly weekStart?: Profile["weekStart"] | undefined;
}

/** What is left out stays. */
export type ProfileInput = { readonly [Field in keyof ProfileChanges]: ProfileChanges[Field] | undefined };

/**
 * @param creatorId the person who creates it, and works with it from then on; default: the command line
 * @throws Problem invalid_request, already_exists
 */
export async function createProfile(
  actor: string,
  input: NewProfile,
  deps: AdminDeps,
  creatorId: string | null = null,
): Promise<Profile> {
  const { profile, slots, audit } = newProfile(actor, input, deps);
  if (!(await deps.store.profiles.create(profile, slots, audit, creatorId))) throw nameTaken(profile.name);
  return profile;
}

/**
 * A profile with its queue slots and its audit entry, not stored yet.
 * @param at where it stands in the input, as a JSON Pointer; default: it is the input
 * @throws Problem invalid_request
 */
export function newProfile(
  actor: string,
  input: NewProfile,
  deps: Pick<AdminDeps, "clock" | "newId">,
  at = "",
): NewProfileRecord {
  const { clock, newId } = deps;
  const profile: Profile = {
    id: newId(),
    name: nameOf(input.name, "profile", `${at}/name`),
    timezone: zoneOf(input.timezone ?? "UTC", `${at}/timezone`),
    keepMetadata: input.keepMetadata ?? false,
    review: input.review ?? false,
    weekStart: input.weekStart ?? "monday",
    defaultAccounts: null,
    createdAt: clock.now(),
  };
  const audit = profileEntry(actor, "profile.create", profile, deps);
  return { profile, slots: firstSlots(profile, newId), audit };
}

/** @throws Problem invalid_request, not_found, already_exists */
export async function editProfile(
  actor: string,
  id: string,
  input: ProfileInput,
  deps: AdminDeps,
): Promise<Profile> {
  const changes = await changesOf(id, input, deps);
  const changed = await deps.store.profiles.update(id, changes, (profile) =>
    profileEntry(actor, "profile.update", profile, deps),
  );
  if (changed === "missing") throw noProfile();
  if (changed === "name_taken") throw nameTaken(changes.name ?? "");
  return changed;
}

/** @throws Problem invalid_request, not_found */
async function changesOf(
  id: string,
  { name, timezone, keepMetadata, review, weekStart, defaultAccounts }: ProfileInput,
  { store }: AdminDeps,
): Promise<ProfileChanges> {
  const accounts = defaultAccounts?.map((each) => each.toLowerCase());
  if (accounts) {
    const profile = await existingProfile(id, { store });
    const own = new Set((await store.accounts.ofProfile(profile.id)).map((account) => account.id));
    const foreign = accounts.findIndex((each) => !own.has(each));
    if (foreign !== -1) throw notItsAccount(foreign);
  }
  return {
    ...(name !== undefined && { name: nameOf(name, "profile") }),
    ...(timezone !== undefined && { timezone: zoneOf(timezone, "/timezone") }),
    ...(keepMetadata !== undefined && { keepMetadata }),
    ...(review !== undefined && { review }),
    ...(weekStart !== undefined && { weekStart }),
    ...(defaultAccounts !== undefined && { defaultAccounts: accounts ?? null }),
  };
}

/**
 * With its accounts, posts, media and keys. No network is touched.
 * @throws Problem not_found
 */
export async function deleteProfile(
  actor: string,
  id: string,
  deps: AdminDeps & { readonly deleteWithFiles: DeleteWithFiles },
): Promise<void> {
  const profile = await existingProfile(id, deps);
  const entry = profileEntry(actor, "profile.delete", profile, deps);
  await deps.deleteWithFiles(profile.id, async () => {
    if (!(await deps.store.profiles.remove(profile.id, entry))) throw noProfile();
  });
}

/** @throws Problem not_found */
export async function existingProfile(id: string, { store }: Pick<AdminDeps, "store">): Promise<Profile> {
  const ownId = id.toLowerCase();
  const profile = await store.profiles.find(ownId);
  // A profile may be called by what looks like another's id.
  if (profile?.id !== ownId) throw noProfile();
  return profile;
}

const notItsAccount = (index: number): Problem =>
  invalid(
    `/defaultAccounts/${index}`,
    "is not the id of an account of this profile",
    "A default account is not one of this profile. Nothing was changed.",
  );

/** For an id that no profile has. */
export const noProfile = () => new Problem("not_found", "No profile has this id.");

/** For a name that another profile has. */
export const nameTaken = (name: string) =>
  new Problem("already_exists", `A profile named ${name} already exists.`);

function profileEntry(
  actor: string,
  action: string,
  profile: Profile,
  deps: Pick<AdminDeps, "clock">,
): AuditEntry {
  const { id, createdAt: _, ...detail } = profile;
  return entryOf(actor, deps, { action, profileId: id, subject: id, detail });
}
