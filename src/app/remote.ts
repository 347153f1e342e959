// Opens what is fetched from elsewhere for people to see: avatars and link cards.
import { join } from "node:path";
import { openAvatars, type Avatars } from "../media/remote/avatars.ts";
import { openRemoteCache } from "../media/remote/cache.ts";
import type { RemoteDeps } from "../media/remote/fetch.ts";
import { openLinkCards, type LinkCards } from "../media/remote/link-cards.ts";
import { openLookup } from "../media/remote/lookup.ts";
import { openRemotePictures } from "../media/remote/picture.ts";
import type { MakeImage } from "../media/convert/images.ts";
import type { Probe } from "../media/probe/index.ts";
import type { Files } from "../media/storage/files.ts";
import { version } from "../version.ts";
import type { AppMediaDeps } from "./media.ts";

export interface Remote {
  readonly avatars: Avatars;
  readonly linkCards: LinkCards;
}

/** How files, avatars and pages are fetched: the same guard for all. */
export function remoteOf({ config, mayBePrivate, internet, clock }: AppMediaDeps): RemoteDeps {
  return {
    ports: config.CRIER_IMPORT_PORTS,
    clock,
    version,
    mayBePrivate,
    resolve: internet?.resolve,
    ca: internet?.ca,
  };
}

export function openRemote(
  deps: AppMediaDeps,
  { files, probe, makeImage }: { files: Files; probe: Probe; makeImage: MakeImage },
): Remote {
  const { config, clock, stopping } = deps;
  const remote = remoteOf(deps);
  const cache = openRemoteCache(join(config.CRIER_DATA, "cache"));
  const lookup = (kind: string) => openLookup(kind, { cache, clock, stopping });
  const pictures = openRemotePictures({ files, probe, makeImage, stopping });
  return {
    avatars: openAvatars({ lookup: lookup("avatar"), pictures, remote }),
    linkCards: openLinkCards({
      lookup: lookup("link card"),
      images: lookup("card picture"),
      pictures,
      remote,
      clock,
    }),
  };
}
