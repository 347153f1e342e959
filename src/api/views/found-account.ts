// Accounts that were found at a network and are not connected yet, as responses show them.
import { Type, type Static } from "@sinclair/typebox";
import type { FoundPictures } from "../../accounts/found-pictures.ts";
import type { Accounts } from "../../domain/store/accounts.ts";
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

interface FoundDeps {
  readonly store: { readonly accounts: Pick<Accounts, "ofProfile"> };
  readonly foundPictures: Pick<FoundPictures, "name">;
  readonly links: Pick<MediaLinks, "avatar">;
}

export async function foundView(
  profileId: string,
  platform: string,
  found: readonly Connection[],
  { store, foundPictures, links }: FoundDeps,
): Promise<Static<typeof FoundView>[]> {
  const there = await store.accounts.ofProfile(profileId);
  return found.map(({ remoteId, handle, displayName, avatarUrl, profileUrl }) => ({
    remoteId,
    handle,
    displayName,
    profileUrl,
    avatarUrl: avatarUrl && links.avatar(foundPictures.name({ profileId, avatarUrl })),
    known: there.some((one) => one.platform === platform && one.remoteId === remoteId),
  }));
}
