// Where ffmpeg and ffprobe are on this machine.

export interface FfmpegPrograms {
  readonly ffmpeg: string | null;
  readonly ffprobe: string | null;
}

/** @param searchPath folders to look in, instead of PATH */
export function findFfmpeg(searchPath?: string): FfmpegPrograms {
  const where = searchPath === undefined ? {} : { PATH: searchPath };
  return { ffmpeg: Bun.which("ffmpeg", where), ffprobe: Bun.which("ffprobe", where) };
}
