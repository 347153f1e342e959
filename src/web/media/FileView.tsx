// The file itself, large; a video with its controls and the choice of its cover.
import { useRef } from "react";
import type { Media } from "../compose/media/upload.ts";
import { mediaWords as words } from "../words/media.ts";
import { Cover } from "./Cover.tsx";

export function FileView({ file }: { readonly file: Media }) {
  const video = useRef<HTMLVideoElement>(null);
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
      {/* Files have no subtitles of their own; the networks make them. oxlint-disable-next-line jsx-a11y/media-has-caption */}
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
      {durationMs !== null && <Cover file={file} lengthMs={durationMs} video={video} />}
    </div>
  );
}

/** So that nothing moves while it loads. */
const sizeOf = ({ width, height }: Media) => (width && height ? { width, height } : {});
