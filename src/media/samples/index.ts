// Photos and clips to try things with: paths that can be read from a checkout and from inside the binary.
import clip from "./clip.mp4" with { type: "file" };
import morning from "./morning.jpg" with { type: "file" };
import night from "./night.jpg" with { type: "file" };
import noon from "./noon.jpg" with { type: "file" };
import photo from "./photo.jpg" with { type: "file" };
import reel from "./reel.mp4" with { type: "file" };

export interface Sample {
  /** Read with `Bun.file`: in the binary it is on no disk. */
  readonly path: string;
  readonly filename: string;
  readonly mime: string;
  readonly altText: string;
}

/** Photos are JPEGs of 1600 × 1200; clips are H.264 with sound, 3 s of 1280 × 720 and 5 s of 720 × 1280. */
export const SAMPLES = {
  photo: jpeg(photo, "photo.jpg", "Evening sun over purple hills, with three birds."),
  morning: jpeg(morning, "morning.jpg", "The same hills in pale morning light."),
  noon: jpeg(noon, "noon.jpg", "The same hills, green under a blue sky."),
  night: jpeg(night, "night.jpg", "The same hills at night under a full moon."),
  clip: mp4(clip, "clip.mp4", "A slow pan over hills in the evening sun."),
  reel: mp4(reel, "reel.mp4", "An upright view of hills, slowly coming nearer."),
};

function jpeg(path: string, filename: string, altText: string): Sample {
  return { path, filename, mime: "image/jpeg", altText };
}
function mp4(path: string, filename: string, altText: string): Sample {
  return { path, filename, mime: "video/mp4", altText };
}
