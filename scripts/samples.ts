// Draws the sample photo and films the sample clip of `crier demo`. Run once; the results are in git.
import { join } from "node:path";
import sharp from "sharp";

const folder = join(import.meta.dir, "../src/media/samples");
const photo = join(folder, "photo.jpg");

await sharp(Buffer.from(landscape(1600, 1200)))
  .jpeg({ quality: 86, mozjpeg: true })
  .toFile(photo);
await film(
  await sharp(Buffer.from(landscape(1600, 1200)))
    .resize(1600, 1200)
    .png()
    .toBuffer(),
);

/** An evening over hills. */
function landscape(width: number, height: number): string {
  const ridge = (base: number, swing: number, phase: number, fill: string) => {
    const points = Array.from({ length: 41 }, (_, i) => {
      const x = (i / 40) * width;
      const y = base + Math.sin(i / 5 + phase) * swing + Math.sin(i / 2.1 + phase * 3) * swing * 0.35;
      return `${x.toFixed(0)},${y.toFixed(0)}`;
    });
    return `<polygon fill="${fill}" points="0,${height} ${points.join(" ")} ${width},${height}"/>`;
  };
  const birds = [
    [430, 330],
    [505, 290],
    [590, 345],
  ]
    .map(
      ([x = 0, y = 0]) =>
        `<path d="M${x - 26} ${y - 8} q14 -12 26 8 q12 -20 26 -8" stroke="#3b2a4d" stroke-width="5" fill="none" stroke-linecap="round"/>`,
    )
    .join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
    <defs>
      <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stop-color="#20285a"/><stop offset=".38" stop-color="#7d4a86"/>
        <stop offset=".62" stop-color="#f08a63"/><stop offset=".8" stop-color="#ffd08a"/>
      </linearGradient>
      <radialGradient id="sun"><stop offset="0" stop-color="#fff6d8"/><stop offset=".25" stop-color="#ffe3a0"/>
        <stop offset="1" stop-color="#ffcf80" stop-opacity="0"/></radialGradient>
    </defs>
    <rect width="100%" height="100%" fill="url(#sky)"/>
    <circle cx="1090" cy="720" r="330" fill="url(#sun)"/><circle cx="1090" cy="720" r="92" fill="#fff3cf"/>
    ${ridge(800, 60, 0.4, "#b0607a")}${ridge(890, 55, 2.2, "#7b416b")}${ridge(990, 50, 4.1, "#472a55")}
    ${ridge(1085, 34, 5.6, "#251a3b")}${birds}
    <text x="110" y="1120" font-family="DejaVu Sans, Helvetica, Arial, sans-serif" font-size="76" font-weight="bold"
      letter-spacing="4" fill="#ffe9c7">Crier</text>
  </svg>`;
}

/** A slow pan over the picture with two soft bell tones. */
async function film(picture: Buffer) {
  const ffmpeg = Bun.spawn({
    cmd: [
      ...["ffmpeg", "-v", "error", "-y", "-f", "image2pipe", "-i", "-"],
      ...["-f", "lavfi", "-i", "aevalsrc='0.25*sin(2*PI*660*t)*exp(-2*mod(t,1.5))':d=3:s=44100"],
      "-filter_complex",
      "[0:v]crop=1600:900:0:290,zoompan=z='1+on*0.0015':x='on*0.9':y='on*0.6':d=90:s=1280x720:fps=30,format=yuv420p[v]",
      ...["-map", "[v]", "-map", "1:a", "-t", "3", "-c:v", "libx264", "-preset", "veryslow", "-crf", "30"],
      ...["-c:a", "aac", "-b:a", "48k", "-ac", "1", "-movflags", "+faststart", "-map_metadata", "-1"],
      join(folder, "clip.mp4"),
    ],
    stdin: picture,
    stderr: "inherit",
  });
  if ((await ffmpeg.exited) !== 0) throw new Error("ffmpeg failed");
}
