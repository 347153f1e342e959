// Every network that Crier publishes to, one line each.
import { bluesky } from "./bluesky/index.ts";
import { mastodon } from "./mastodon/index.ts";
import { telegram } from "./telegram/index.ts";
import { x } from "./x/index.ts";
import { linkedin } from "./linkedin/index.ts";
import { facebook } from "./facebook/index.ts";
import { instagram } from "./instagram/index.ts";
import { threads } from "./threads/index.ts";
import { tiktok } from "./tiktok/index.ts";
import { youtube } from "./youtube/index.ts";
import { pinterest } from "./pinterest/index.ts";
import type { Network } from "./network.ts";

export interface Registry {
  /** In the order in which they are shown. */
  readonly list: readonly Network[];
  find(id: string): Network | undefined;
}

export const networks: Registry = registry([
  bluesky,
  mastodon,
  telegram,
  x,
  linkedin,
  facebook,
  instagram,
  threads,
  tiktok,
  youtube,
  pinterest,
]);

/** @throws Error when two networks share an id, or one has an option with a name that Crier reserves */
export function registry(list: readonly Network[]): Registry {
  const byId = new Map(list.map((network) => [network.id, network]));
  if (byId.size !== list.length) throw new Error("two networks have the same id");
  for (const { id, options } of list)
    if ("fit" in options.properties) throw new Error(`${id} has an option called fit`);
  return { list, find: (id) => byId.get(id) };
}
