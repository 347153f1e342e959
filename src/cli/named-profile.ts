// The profile that an option names.
import type { Profile } from "../domain/profile.ts";
import type { OpenWorkspace } from "../app/workspace.ts";
import { OperatorError } from "../errors.ts";

/** By name or id. @throws OperatorError */
export async function namedProfile(
  { store }: Pick<OpenWorkspace, "store">,
  nameOrId: string,
): Promise<Profile> {
  const profile = await store.profiles.find(nameOrId);
  if (!profile)
    throw new OperatorError(`Unknown profile ${nameOrId}; crier profile list shows all profiles.`);
  return profile;
}
