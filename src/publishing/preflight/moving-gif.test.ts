// Which networks get a moving GIF as it is, and what is said where no video can be made of one.
import { expect, test } from "bun:test";
import { networks } from "../../networks/index.ts";
import { fit } from "./media.ts";
import { limitsOf } from "./limits.ts";
import { withGifsAsVideo } from "./moving-gif.ts";
import type { Media } from "../../domain/media.ts";

const GIF: Media = {
  id: "g",
  profileId: "",
  sha256: "",
  filename: "g.gif",
  kind: "image",
  mime: "image/gif",
  size: 9000,
  width: 480,
  height: 480,
  durationMs: 4400,
  altText: null,
  createdAt: 0,
  parentId: null,
  posterMs: null,
  facts: {
    videoCodec: null,
    audioCodec: null,
    frameRate: null,
    bitrate: null,
    hdr: null,
    rotation: 0,
    animated: true,
    frames: 4,
    alpha: true,
    colourSpace: "rgb",
  },
};

function planOn(id: string, gif: Media, options: { [name: string]: string } = {}, without = false) {
  const network = networks.find(id);
  if (!network) throw new Error(`no network ${id}`);
  const content = withGifsAsVideo(network, network.rules, { text: "Round", media: [gif], options });
  const [file = gif] = content.media;
  const { rules } = limitsOf(network, network.rules, content);
  const unable = () => (without ? "This needs ffmpeg." : null);
  return fit(file, rules.media, { framing: null, unable });
}

test("without ffmpeg it is refused in words, and what goes as it is still goes", () => {
  for (const id of ["x", "telegram", "mastodon", "linkedin"])
    expect(planOn(id, GIF, {}, true)).toEqual({ kind: "asIs" });
  for (const id of ["bluesky", "facebook", "instagram", "threads", "tiktok", "youtube", "pinterest"])
    expect(planOn(id, GIF, {}, true)).toEqual({
      kind: "impossible",
      problems: [
        {
          rule: "video.conversion",
          limit: null,
          actual: "image/gif",
          mediaId: "g",
          message: "An animated GIF is converted to a video for this network. This needs ffmpeg.",
        },
      ],
    });
});

test("a kind of post without videos says so", () => {
  expect(planOn("facebook", GIF, { type: "post" })).toMatchObject({
    problems: [
      {
        rule: "media.kind",
        message:
          "An animated GIF is converted to a video for this network. This network does not accept videos.",
      },
    ],
  });
});

test("250 frames are what LinkedIn takes of a GIF, and no more", () => {
  const of = (frames: number) => ({ ...GIF, facts: GIF.facts && { ...GIF.facts, frames } });
  expect(planOn("linkedin", of(250)).kind).toBe("asIs");
  expect(planOn("linkedin", of(251))).toMatchObject({ kind: "convert", targetFormat: { mime: "video/mp4" } });
});

test("a file from before its facts were kept goes as any picture", () => {
  expect(planOn("mastodon", { ...GIF, facts: null })).toEqual({ kind: "asIs" });
});
