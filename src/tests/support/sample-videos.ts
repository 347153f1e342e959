// Makes one video of every common kind with ffmpeg.
import { join } from "node:path";

export interface KnownVideo {
  readonly name: string;
  /** Its frame rate varies, so tools disagree on one number. */
  readonly varies?: boolean;
  /** Where 90 means turned a quarter clockwise; written into the track by hand, as every ffmpeg has its own flag. */
  readonly turn?: 90 | 180 | 270;
  readonly args: readonly string[];
  /** Written to a pipe, as a live recorder does: no index, no length. */
  readonly piped?: boolean;
}

const picture = (size = "64x48", rate = "25") => [
  ...["-f", "lavfi", "-i", `testsrc2=s=${size}:d=0.8:r=${rate}`],
];
const sound = ["-f", "lavfi", "-i", "sine=d=0.8"];
const X264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"];
const X265 = ["-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=none:pools=1"];
const VP8 = ["-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8"];
const VP9 = ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8"];
const AV1 = ["-c:v", "libaom-av1", "-cpu-used", "8", "-usage", "realtime"];
const AAC = ["-c:a", "aac"];
const FRAGMENTS = ["-movflags", "frag_keyframe+empty_moov+default_base_moof", "-g", "5"];

const silent = (name: string, ...args: string[]): KnownVideo => ({ name, args: [...picture(), ...args] });
const loud = (name: string, ...args: string[]): KnownVideo => ({
  name,
  args: [...picture(), ...sound, ...args],
});
const shaped = (name: string, size: string, rate: string, ...args: string[]): KnownVideo => ({
  name,
  args: [...picture(size, rate), ...X264, ...args],
});

function wide(transfer: string) {
  const colours = ["-color_primaries", "bt2020", "-color_trc", transfer, "-colorspace", "bt2020nc"];
  const params = `log-level=none:pools=1:colorprim=bt2020:transfer=${transfer}:colormatrix=bt2020nc`;
  return [
    "-c:v",
    "libx265",
    "-preset",
    "ultrafast",
    "-pix_fmt",
    "yuv420p10le",
    "-x265-params",
    params,
    ...colours,
  ];
}

/** Needs the encoders of an ordinary build; one that is not there leaves its files out (makeVideos tells). */
export const VIDEOS: readonly KnownVideo[] = [
  loud("moov-last.mp4", ...X264, ...AAC),
  loud("faststart.mp4", ...X264, ...AAC, "-movflags", "+faststart"),
  loud("fragmented.mp4", ...X264, ...AAC, ...FRAGMENTS),
  loud("cmaf.mp4", ...X264, ...AAC, "-movflags", "+cmaf", "-g", "5"),
  silent("silent.mp4", ...X264),
  silent("b-frames.mp4", "-c:v", "libx264", "-preset", "medium", "-bf", "3", "-pix_fmt", "yuv420p"),
  { ...shaped("turned-90.mp4", "64x48", "25"), turn: 90 },
  { ...shaped("turned-180.mp4", "64x48", "25"), turn: 180 },
  { ...shaped("turned-270.mp4", "64x48", "25"), turn: 270 },
  { ...shaped("turned-90.mov", "64x48", "30"), turn: 90 },
  { ...shaped("turned-270-squeezed.mp4", "64x48", "25", "-vf", "setsar=4/3"), turn: 270 },
  {
    name: "varying.mp4",
    varies: true,
    args: [...picture(), ...X264, "-vf", "select=lt(n\\,6)+not(mod(n\\,4))", "-fps_mode", "vfr"],
  },
  {
    name: "late-sound.mp4",
    args: [...picture(), "-itsoffset", "0.3", ...sound, ...X264, ...AAC],
  },
  { name: "late-picture.mov", args: ["-itsoffset", "0.2", ...picture(), ...sound, ...X264, ...AAC] },
  silent("hevc-hvc1.mp4", ...X265, "-tag:v", "hvc1"),
  silent("hevc-hev1.mp4", ...X265),
  silent("hevc.mov", ...X265, "-tag:v", "hvc1"),
  silent("pq.mp4", ...wide("smpte2084"), "-tag:v", "hvc1"),
  silent("hlg.mp4", ...wide("arib-std-b67"), "-tag:v", "hvc1"),
  silent("ten-bits.mp4", "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p10le"),
  silent("bt709.mp4", ...X264, "-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709"),
  silent("full-range.mp4", ...X264, "-color_range", "pc"),
  loud("prores.mov", "-c:v", "prores_ks", "-profile:v", "0", "-c:a", "pcm_s16le"),
  silent("mjpeg.mov", "-c:v", "mjpeg", "-pix_fmt", "yuvj420p"),
  silent("mpeg4.mp4", "-c:v", "mpeg4"),
  loud("plain.mov", ...X264, ...AAC),
  loud("mp3.mp4", ...X264, "-c:a", "libmp3lame"),
  loud("opus.mp4", ...X264, "-c:a", "libopus"),
  {
    name: "two-sounds.mp4",
    args: [...picture(), ...sound, ...sound, "-map", "0", "-map", "1", "-map", "2", ...X264, ...AAC],
  },
  loud(
    "described.mp4",
    ...X264,
    ...AAC,
    "-metadata",
    "title=日本語 ✓",
    "-metadata",
    "comment=" + "x".repeat(20_000),
  ),
  shaped("phone.mp4", "48x86", "30"),
  shaped("odd.mp4", "65x49", "25", "-pix_fmt", "yuv444p"),
  shaped("tiny.mp4", "16x16", "25"),
  shaped("squeezed.mp4", "64x48", "25", "-vf", "setsar=16/11"),
  shaped("stretched.mp4", "64x48", "25", "-vf", "setsar=3/4"),
  shaped("59.94.mp4", "64x48", "60000/1001"),
  shaped("29.97.mov", "64x48", "30000/1001"),
  shaped("23.976.mp4", "64x48", "24000/1001"),
  shaped("120.mp4", "64x48", "120"),
  shaped("slow.mp4", "64x48", "5"),
  loud("vp8-vorbis.webm", ...VP8, "-c:a", "libvorbis"),
  loud("vp9-opus.webm", ...VP9, "-c:a", "libopus"),
  silent("vp8-alpha.webm", ...VP8, "-pix_fmt", "yuva420p", "-auto-alt-ref", "0"),
  silent("vp9-alpha.webm", ...VP9, "-pix_fmt", "yuva420p", "-auto-alt-ref", "0"),
  silent("vp9.mp4", ...VP9),
  silent("av1.webm", ...AV1),
  silent("av1.mp4", ...AV1),
  { ...loud("live.webm", ...VP8, "-c:a", "libopus", "-f", "webm"), piped: true },
];

/** Sound without a picture: no video, whatever its name says. */
export const SOUNDS: readonly KnownVideo[] = [
  { name: "sound.mp4", args: [...sound, ...AAC] },
  { name: "sound.mov", args: [...sound, ...AAC] },
  { name: "sound.webm", args: [...sound, "-c:a", "libopus"] },
];

/** @returns the path; null when this ffmpeg can't make it */
export async function makeVideo(video: KnownVideo, folder: string): Promise<string | null> {
  const path = join(folder, video.name);
  const out = video.piped ? "pipe:1" : path;
  const ffmpeg = Bun.spawn(["ffmpeg", "-v", "error", "-y", "-threads", "1", ...video.args, out], {
    stdin: "ignore",
    stdout: video.piped ? Bun.file(path) : "ignore",
    stderr: "ignore",
  });
  if ((await ffmpeg.exited) !== 0) return null;
  if (video.turn) await turn(path, video.turn);
  return path;
}

/** Rows a, b, u; c, d, v of the matrix in the track's header, in 16.16. */
const MATRICES = { 90: [0, 1, 0, -1, 0, 0], 180: [-1, 0, 0, 0, -1, 0], 270: [0, -1, 0, 1, 0, 0] } as const;
const MATRIX_AT = 44;

async function turn(path: string, degrees: 90 | 180 | 270) {
  const bytes = Buffer.from(await Bun.file(path).bytes());
  const at = bytes.indexOf("tkhd") + MATRIX_AT;
  for (const [index, value] of MATRICES[degrees].entries())
    bytes.writeInt32BE(value * 65_536, at + index * 4);
  await Bun.write(path, bytes);
}
