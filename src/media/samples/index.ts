// A photo and a clip to try things with: paths that can be read from a checkout and from inside the binary.
import clip from "./clip.mp4" with { type: "file" };
import photo from "./photo.jpg" with { type: "file" };

/** 1600 × 1200 JPEG, and 3 s of 1280 × 720 H.264 with sound. Read with `Bun.file`: in the binary they are on no disk. */
export const SAMPLES = {
  photo: {
    path: photo,
    filename: "photo.jpg",
    mime: "image/jpeg",
    altText: "Evening sun over purple hills, with three birds.",
  },
  clip: {
    path: clip,
    filename: "clip.mp4",
    mime: "video/mp4",
    altText: "A slow pan over hills in the evening sun.",
  },
} as const;
