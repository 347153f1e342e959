// Pictures of accounts that were found at a network and are not connected. The name of each contains its address, so any process can
// show it and nothing is stored. The name is encrypted, because the address may contain a token.
import type { Vault } from "../auth/vault.ts";
import type { Account } from "../domain/account.ts";

export type FoundPicture = Pick<Account, "profileId" | "avatarUrl">;

export interface FoundPictures {
  name(picture: FoundPicture): string;
  /** Null for anything but such a name. */
  find(name: string): FoundPicture | null;
}

const PLACE = "found-picture";

export function openFoundPictures(vault: Pick<Vault, "seal" | "open">): FoundPictures {
  return {
    name: (picture) => Buffer.from(vault.seal(JSON.stringify(picture), PLACE)).toString("base64url"),
    find(name) {
      try {
        return JSON.parse(vault.open(Buffer.from(name, "base64url"), PLACE)) as FoundPicture;
      } catch {
        return null;
      }
    },
  };
}
