// The names of accounts, as sentences need them.
import { postWords as words } from "../words/post.ts";
import type { TargetRecord } from "./queries.ts";

/** The name of a network as people write it. */
export type NameOf = (platform: string) => string;

type Place = Pick<TargetRecord, "platform" | "handle">;

/** Such as `Mastodon (@harbour)`. */
export const placeOf = ({ platform, handle }: Place, nameOf: NameOf): string =>
  `${nameOf(platform)} (${handle})`;

/** More are counted. */
const NAMED = 3;
const list = new Intl.ListFormat("en-GB");

/** Such as `Bluesky and Mastodon`, `5 accounts`; the handle where the post has several accounts of the network. */
export function placesOf(places: readonly Place[], all: readonly Place[], nameOf: NameOf): string {
  if (places.length > NAMED) return words.accounts(places.length);
  const isOnly = ({ platform }: Place) => all.filter((each) => each.platform === platform).length === 1;
  return list.format(
    places.map((place) => (isOnly(place) ? nameOf(place.platform) : placeOf(place, nameOf))),
  );
}
