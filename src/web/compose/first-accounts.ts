// The accounts with which a new post begins: those that its profile names, or those that were chosen last in this browser.
import type { Profile } from "../profile.tsx";

const nameOf = (profileId: string): string => `crier.write-accounts.${profileId}`;

/** Those of them that can be chosen now; all before the first choice. */
export function firstAccounts(
  { id: profileId, defaultAccounts }: Profile,
  usable: readonly string[],
): readonly string[] {
  const ids = defaultAccounts ?? localStorage.getItem(nameOf(profileId))?.split(" ");
  return ids === undefined ? usable : usable.filter((id) => ids.includes(id));
}

export function noteAccounts(profileId: string, ids: readonly string[]): void {
  localStorage.setItem(nameOf(profileId), ids.join(" "));
}
