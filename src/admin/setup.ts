// Set-up: creates the first owner for the person who has the one-time token that the server printed when it started.
import { createHash, randomBytes } from "node:crypto";
import { personActor, type Person } from "../domain/person.ts";
import type { Nodes } from "../domain/store/nodes.ts";
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
  /** Replaces the token by a new one, which is returned only here. Null when an owner exists. */
  issueToken(): Promise<SetupToken | null>;
  /** Whether the first owner can be created here: a token was issued, and no owner exists. */
  isNeeded(): Promise<boolean>;
  /** Null for a token that no running server has issued since it started. */
  admit(token: string): Promise<CreateFirstOwner | null>;
}

export interface SetupToken {
  /** 32 random bytes in base64url. */
  readonly token: string;
  /** Its SHA-256, which lets other processes of the same store admit it. */
  readonly digest: string;
}

/** Only the token's digest is held, and for no longer than the server runs: a restart makes every earlier token worthless. */
export function openSetup(deps: Pick<AdminDeps, "clock" | "newId"> & SetupStore): Setup {
  const { store } = deps;
  let issued: string | null = null;
  return {
    async issueToken() {
      if (await store.people.ownerExists()) return null;
      const token = randomBytes(32).toString("base64url");
      issued = digestOf(token);
      return { token, digest: issued };
    },
    isNeeded: async () => issued !== null && !(await store.people.ownerExists()),
    async admit(token) {
      const digest = digestOf(token);
      const isIssued = digest === issued || (await issuedElsewhere()).includes(digest);
      return isIssued ? (input) => createFirstOwner(input, deps) : null;
    },
  };

  /** Where several processes share a store, a proxy may lead the link of one to any other. */
  async function issuedElsewhere(): Promise<(string | null | undefined)[]> {
    return (await store.nodes.active()).map(({ server }) => server?.setupDigest);
  }
}

interface SetupStore {
  readonly store: Pick<AdminDeps["store"], "people"> & { readonly nodes: Pick<Nodes, "active"> };
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

const digestOf = (token: string): string => createHash("sha256").update(token).digest("hex");
