// Accounts that were found at a network and are not connected yet, as responses show them.
import { Type, type Static } from "@sinclair/typebox";
import type { Account } from "../../domain/account.ts";
import type { Accounts } from "../../domain/store/accounts.ts";
import type { ExpiringMap } from "../../expiring-map.ts";
import type { NewId } from "../../id.ts";
import type { MediaLinks } from "../../media/links.ts";
import type { Connection } from "../../networks/network.ts";
import { nullable } from "./shapes.ts";

export const FoundView = Type.Object(
  {
    remoteId: Type.String({ description: "the network's own id, for `choose`" }),
    handle: Type.String(),
    displayName: Type.String(),
    avatarUrl: nullable(Type.String(), "a small picture, shown for some minutes"),
    profileUrl: nullable(Type.String()),
    known: Type.Boolean({
      description: "it is connected to this profile already: it keeps its id and its posts",
    }),
  },
  { title: "FoundAccount" },
);

/** The pictures of accounts that are not connected, by ids that only their viewer gets. */
export type FoundPictures = ExpiringMap<Pick<Account, "profileId" | "avatarUrl">>;

interface FoundDeps {
  readonly store: { readonly accounts: Pick<Accounts, "ofProfile"> };
  readonly foundPictures: FoundPictures;
  readonly links: Pick<MediaLinks, "avatar">;
  readonly newId: NewId;
}

export async function foundView(
  profileId: string,
  platform: string,
  found: readonly Connection[],
  deps: FoundDeps,
): Promise<Static<typeof FoundView>[]> {
  const there = await deps.store.accounts.ofProfile(profileId);
  return found.map(({ remoteId, handle, displayName, avatarUrl, profileUrl }) => ({
    remoteId,
    handle,
    displayName,
    profileUrl,
    avatarUrl: avatarUrl === null ? null : pictured({ profileId, avatarUrl }, deps),
    known: there.some((one) => one.platform === platform && one.remoteId === remoteId),
  }));
}

function pictured(
  account: Pick<Account, "profileId" | "avatarUrl">,
  { foundPictures, links, newId }: FoundDeps,
): string {
  const id = newId();
  foundPictures.set(id, account);
  return links.avatar(id);
}
