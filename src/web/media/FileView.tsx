// The file itself, large; a video with its controls and the choice of its cover.
import { useRef } from "react";
import type { LibraryMedia } from "./queries.ts";
import { useMayChangeFile } from "../may.ts";
import { mediaWords as words } from "../words/media.ts";
import { Cover } from "./Cover.tsx";

export function FileView({ file }: { readonly file: LibraryMedia }) {
  const video = useRef<HTMLVideoElement>(null);
  const mayChange = useMayChangeFile();
  const seek = (ms: number) => {
    const player = video.current;
    if (player === null) return;
    player.pause();
    player.currentTime = ms / 1000;
  };
  const { kind, url, thumbnailUrl, altText, durationMs, filename } = file;
  if (url === null) return <div className="file-view empty">{words.noView}</div>;
  if (kind === "image")
    return (
      <div className="file-view">
        <img src={url} alt={altText ?? filename} {...sizeOf(file)} />
      </div>
    );
  return (
    <div className="file-view">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- people upload files without subtitles */}
      <video
        ref={video}
        src={url}
        controls
        playsInline
        preload="metadata"
        aria-label={altText ?? filename}
        {...sizeOf(file)}
        {...(thumbnailUrl !== null && { poster: thumbnailUrl })}
      />
      {durationMs !== null && mayChange(file, "describe") && (
        <Cover file={file} lengthMs={durationMs} onMove={seek} />
      )}
    </div>
  );
}

/** So that nothing moves while it loads. */
const sizeOf = ({ width, height }: LibraryMedia) => (width && height ? { width, height } : {});
