// The profile that an option names.
import type { Profile } from "../domain/profile.ts";
import type { OpenWorkspace } from "../app/workspace.ts";
import { Refusal } from "../errors.ts";

/** By name or id. @throws Refusal */
export async function namedProfile(
  { store }: Pick<OpenWorkspace, "store">,
  nameOrId: string,
): Promise<Profile> {
  const profile = await store.profiles.find(nameOrId);
  if (!profile) throw new Refusal(`Unknown profile ${nameOrId}; crier profile list shows all profiles.`);
  return profile;
}
