// Set-up: creates the first owner for the person who has the one-time token that the server printed when it started.
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { personActor, type Person } from "../domain/person.ts";
import { Problem } from "../errors.ts";
import type { AdminDeps } from "./deps.ts";
import { emailTaken, newOwner, personEntry, type Credentials } from "./people.ts";
import { nameTaken, newProfile, type NewProfile } from "./profiles.ts";

export interface SetupInput extends Credentials {
  /** Created with the owner; none when left out. */
  readonly profile?: Pick<NewProfile, "name" | "timezone"> | undefined;
}

/**
 * Creates the first owner and the profile, or neither, so that a failure can be repeated with the same token.
 * @throws Problem invalid_request, already_exists (the profile), already_set_up
 */
export type CreateFirstOwner = (input: SetupInput) => Promise<Person>;

export interface Setup {
  /** Replaces the token by a new one, which is returned only here: 32 random bytes in base64url. Null when an owner exists. */
  issueToken(): Promise<string | null>;
  /** Whether the first owner can be created here: a token was issued, and no owner exists. */
  isNeeded(): Promise<boolean>;
  /** Null for a token that was not issued since the server started. */
  admit(token: string): CreateFirstOwner | null;
}

/** Only the token's hash is held, in memory alone: a restart makes every earlier token worthless. */
export function openSetup(deps: Pick<AdminDeps, "clock" | "newId"> & SetupStore): Setup {
  const { store } = deps;
  let tokenHash: Uint8Array | null = null;
  return {
    async issueToken() {
      if (await store.people.ownerExists()) return null;
      const token = randomBytes(32).toString("base64url");
      tokenHash = hashOf(token);
      return token;
    },
    isNeeded: async () => tokenHash !== null && !(await store.people.ownerExists()),
    admit: (token) =>
      tokenHash !== null && timingSafeEqual(tokenHash, hashOf(token))
        ? (input) => createFirstOwner(input, deps)
        : null,
  };
}

interface SetupStore {
  readonly store: Pick<AdminDeps["store"], "people">;
}

async function createFirstOwner(
  { profile: profileInput, ...credentials }: SetupInput,
  deps: Pick<AdminDeps, "clock" | "newId"> & SetupStore,
): Promise<Person> {
  const owner = await newOwner(credentials, deps);
  const actor = personActor(owner);
  const profile = profileInput === undefined ? null : newProfile(actor, profileInput, deps, "/profile");
  const outcome = await deps.store.people.createFirst(owner, profile, personEntry(actor, owner, deps));
  if (outcome === "owner_exists") throw alreadySetUp();
  if (outcome === "email_taken") throw emailTaken(owner.email);
  if (outcome === "profile_name_taken") throw nameTaken(profile?.profile.name ?? "");
  return owner;
}

/** For a server that has an owner. */
export const alreadySetUp = () =>
  new Problem("already_set_up", "This Crier already has an owner. The set-up link works only once.");

const hashOf = (token: string): Uint8Array => createHash("sha256").update(token).digest();
