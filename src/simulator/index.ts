// Every network that can be simulated, one line each.
import { simulatedBluesky } from "./bluesky/index.ts";
import { simulatedMastodon } from "./mastodon/index.ts";
import { simulatedTelegram } from "./telegram/index.ts";
import { simulatedX } from "./x/index.ts";
import { simulatedLinkedin } from "./linkedin/index.ts";
import { simulatedFacebook } from "./facebook/index.ts";
import { simulatedInstagram } from "./instagram/index.ts";
import { simulatedThreads } from "./threads/index.ts";
import { simulatedTiktok } from "./tiktok/index.ts";
import { simulatedYoutube } from "./youtube/index.ts";
import { simulatedPinterest } from "./pinterest/index.ts";
import type { SimulatedNetwork } from "./network.ts";

export const simulatedNetworks: readonly SimulatedNetwork[] = [
  simulatedBluesky,
  simulatedMastodon,
  simulatedTelegram,
  simulatedX,
  simulatedLinkedin,
  simulatedFacebook,
  simulatedInstagram,
  simulatedThreads,
  simulatedTiktok,
  simulatedYoutube,
  simulatedPinterest,
];
