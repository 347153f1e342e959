// Makes small valid files of every kind, to be damaged.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { IMAGES } from "../../tests/support/sample-images.ts";
import { makeVideo, VIDEOS } from "../../tests/support/sample-videos.ts";
import { SAMPLES } from "../../media/samples/index.ts";

export interface Specimen {
  readonly name: string;
  readonly mime: string;
  readonly bytes: Uint8Array;
}

const PICTURES = ["progressive JPEG", "jpeg of orientation 6", "CMYK JPEG", "interlaced PNG", "animated PNG"];
const MORE_PICTURES = ["transparent PNG", "WebP", "transparent WebP", "animated WebP"];
const FILMS = ["fragmented.mp4", "late-picture.mov", "vp9-opus.webm", "live.webm"];

/** Without ffmpeg there is only the one video that Crier brings along. */
export async function specimens(): Promise<Specimen[]> {
  const pictures = IMAGES.filter(({ name }) => [...PICTURES, ...MORE_PICTURES].includes(name));
  return [
    { name: "clip.mp4", mime: "video/mp4", bytes: await Bun.file(SAMPLES.clip.path).bytes() },
    ...(await Promise.all(
      pictures.map(async ({ name, make, is }) => ({ name, mime: is.mime ?? "", bytes: await make() })),
    )),
    ...(Bun.which("ffmpeg") ? await films() : []),
  ];
}

const MIMES: Record<string, string> = { mp4: "video/mp4", mov: "video/quicktime", webm: "video/webm" };

async function films(): Promise<Specimen[]> {
  const folder = mkdtempSync(join(tmpdir(), "crier-hostile-"));
  try {
    const videos = VIDEOS.filter(({ name }) => FILMS.includes(name));
    const paths = await Promise.all(videos.map((video) => makeVideo(video, folder)));
    const made = paths.filter((path) => path !== null);
    return await Promise.all(
      made.map(async (path) => {
        const name = path.slice(folder.length + 1);
        return { name, mime: MIMES[name.split(".")[1] ?? ""] ?? "", bytes: await Bun.file(path).bytes() };
      }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
