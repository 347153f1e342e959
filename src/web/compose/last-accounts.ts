// The accounts that were chosen last in this browser: a new post begins with them.

const nameOf = (profileId: string): string => `crier.write-accounts.${profileId}`;

/** Those of them that can be chosen now; all before the first choice. */
export function lastAccounts(profileId: string, usable: readonly string[]): readonly string[] {
  const text = localStorage.getItem(nameOf(profileId));
  if (text === null) return usable;
  const ids = text.split(" ");
  return usable.filter((id) => ids.includes(id));
}

export function noteAccounts(profileId: string, ids: readonly string[]): void {
  localStorage.setItem(nameOf(profileId), ids.join(" "));
}
