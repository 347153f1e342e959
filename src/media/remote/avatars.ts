// Avatars of accounts: fetched from their networks, made small, and served from here, so that pages call no one else.
import type { Account } from "../../domain/account.ts";
import { fetchRemote, RemoteError, type RemoteDeps } from "./fetch.ts";
import type { Lookup } from "./lookup.ts";
import type { RemotePictures } from "./picture.ts";

export interface Avatars {
  /**
   * A WebP of at most 128 px; null when the account has none, or it can't be fetched.
   * @throws Problem temporarily_unavailable when too many wait
   */
  of(account: Pick<Account, "profileId" | "avatarUrl">): Promise<Uint8Array | null>;
}

interface AvatarDeps {
  readonly lookup: Lookup;
  readonly pictures: RemotePictures;
  readonly remote: RemoteDeps;
}

const SIDE = 128;
const REQUEST = { accept: "image/*", limitBytes: 1 << 20, timeoutMs: 5000, redirects: 3 } as const;

export function openAvatars({ lookup, pictures, remote }: AvatarDeps): Avatars {
  return {
    async of({ profileId, avatarUrl }) {
      if (avatarUrl === null) return null;
      try {
        const { bytes } = await lookup.of(avatarUrl, profileId, async () => {
          const file = await fetchRemote(avatarUrl, REQUEST, remote);
          return { facts: null, bytes: await pictures.small(file.bytes, SIDE, profileId) };
        });
        return bytes;
      } catch (cause) {
        if (cause instanceof RemoteError) return null;
        throw cause;
      }
    },
  };
}
