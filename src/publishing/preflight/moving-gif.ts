// Decides how each network gets an animated GIF: unchanged, or converted to a video (D45).
import type { Network } from "../../networks/network.ts";
import type { Rules } from "../../domain/rules.ts";
import { certainExcesses } from "./media-limits.ts";
import { limitsOf, type Content } from "./limits.ts";
import type { Media, UsableMedia } from "../../domain/media.ts";

/** Whether it is a GIF that shows more than one picture. */
export function isMovingGif({ mime, facts }: Media): boolean {
  return mime === "image/gif" && facts?.animated === true;
}

/**
 * The content with its files as the network would get them: everything that looks at it afterwards (the kind of post,
 * its limits, the connector) sees a video where one is sent.
 * @param rules of the account
 */
export function withGifsAsVideo<C extends Content>(network: Network, rules: Rules, content: C): C {
  if (!content.media.some(isMovingGif)) return content;
  const { image } = limitsOf(network, rules, content).rules.media;
  const video = rules.media.video;
  const media = content.media.map((file) => {
    if (!isMovingGif(file) || !video?.mimes.includes("video/mp4")) return file;
    const goesAsItIs = image !== null && certainExcesses(file, { ...rules.media, image }).length === 0;
    return goesAsItIs ? file : asVideo(file);
  });
  return { ...content, media };
}

/** What will be made of it, as far as it is known before. */
function asVideo(gif: Media): UsableMedia {
  const { kind, mime, facts } = gif;
  const made = { animated: false, frames: null, alpha: false, videoCodec: "h264" };
  return {
    ...gif,
    kind: "video",
    mime: "video/mp4",
    madeOf: { kind, mime },
    facts: facts && { ...facts, ...made },
  };
}
