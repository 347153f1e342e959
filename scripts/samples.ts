// Draws the sample photos and films the sample clips of `crier demo`; run once, the results are in git.
import { join } from "node:path";
import sharp from "sharp";

const folder = join(import.meta.dir, "../src/media/samples");

interface Light {
  /** From the top of the sky to the horizon. */
  readonly sky: readonly [string, string, string, string];
  /** From the farthest to the nearest. */
  readonly ridges: readonly [string, string, string, string];
  readonly sun: string;
}
const EVENING: Light = {
  sky: ["#20285a", "#7d4a86", "#f08a63", "#ffd08a"],
  ridges: ["#b0607a", "#7b416b", "#472a55", "#251a3b"],
  sun: "#fff3cf",
};
const OTHER_LIGHTS: Readonly<Record<string, Light>> = {
  morning: {
    sky: ["#5b8db8", "#a9c9d8", "#f4dcc4", "#fff1d6"],
    ridges: ["#9fb7b4", "#6f9590", "#47716d", "#2a4f4c"],
    sun: "#fffdf2",
  },
  noon: {
    sky: ["#2f7fc4", "#5aa6dc", "#9ccbea", "#d4ecf6"],
    ridges: ["#8fb98c", "#5f9a63", "#3d7a49", "#235535"],
    sun: "#ffffff",
  },
  night: {
    sky: ["#070b1e", "#111a3a", "#1f2c57", "#33427a"],
    ridges: ["#27325f", "#1b2448", "#111733", "#090c1f"],
    sun: "#e8ecff",
  },
};

const picture = (light: Light) => sharp(Buffer.from(landscape(1600, 1200, light)));
await picture(EVENING).jpeg({ quality: 86, mozjpeg: true }).toFile(join(folder, "photo.jpg"));
for (const [name, light] of Object.entries(OTHER_LIGHTS))
  await picture(light)
    .jpeg({ quality: 80, mozjpeg: true })
    .toFile(join(folder, `${name}.jpg`));
const still = await picture(EVENING).png().toBuffer();
await film(still, "clip.mp4", { seconds: 3, shape: "crop=1600:900:0:290", size: "1280x720" });
// Upright, and as long as the networks that ask for the most.
await film(still, "reel.mp4", { seconds: 5, shape: "crop=675:1200:760:0", size: "720x1280" });

/** Hills in some light. */
function landscape(width: number, height: number, { sky, ridges, sun }: Light): string {
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
        <stop offset="0" stop-color="${sky[0]}"/><stop offset=".38" stop-color="${sky[1]}"/>
        <stop offset=".62" stop-color="${sky[2]}"/><stop offset=".8" stop-color="${sky[3]}"/>
      </linearGradient>
      <radialGradient id="sun"><stop offset="0" stop-color="#fff6d8"/><stop offset=".25" stop-color="#ffe3a0"/>
        <stop offset="1" stop-color="#ffcf80" stop-opacity="0"/></radialGradient>
    </defs>
    <rect width="100%" height="100%" fill="url(#sky)"/>
    <circle cx="1090" cy="720" r="330" fill="url(#sun)"/><circle cx="1090" cy="720" r="92" fill="${sun}"/>
    ${ridge(800, 60, 0.4, ridges[0])}${ridge(890, 55, 2.2, ridges[1])}${ridge(990, 50, 4.1, ridges[2])}
    ${ridge(1085, 34, 5.6, ridges[3])}${birds}
    <text x="110" y="1120" font-family="DejaVu Sans, Helvetica, Arial, sans-serif" font-size="76" font-weight="bold"
      letter-spacing="4" fill="#ffe9c7">Crier</text>
  </svg>`;
}

/** A slow pan over the picture with two soft bell tones. */
async function film(
  picture: Buffer,
  name: string,
  { seconds, shape, size }: { seconds: number; shape: string; size: string },
) {
  const ffmpeg = Bun.spawn({
    cmd: [
      ...["ffmpeg", "-v", "error", "-y", "-f", "image2pipe", "-i", "-"],
      ...["-f", "lavfi", "-i", `aevalsrc='0.25*sin(2*PI*660*t)*exp(-2*mod(t,1.5))':d=${seconds}:s=44100`],
      "-filter_complex",
      `[0:v]${shape},zoompan=z='1+on*0.0015':x='on*0.9':y='on*0.6':d=${seconds * 30}:s=${size}:fps=30,format=yuv420p[v]`,
      ...[
        "-map",
        "[v]",
        "-map",
        "1:a",
        "-t",
        String(seconds),
        "-c:v",
        "libx264",
        "-preset",
        "veryslow",
        "-crf",
        "30",
      ],
      ...["-c:a", "aac", "-b:a", "48k", "-ac", "1", "-movflags", "+faststart", "-map_metadata", "-1"],
      join(folder, name),
    ],
    stdin: picture,
    stderr: "inherit",
  });
  if ((await ffmpeg.exited) !== 0) throw new Error("ffmpeg failed");
}
