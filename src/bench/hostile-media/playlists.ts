// Makes playlists that claim to be videos: a reader that trusts their content opens other files.
import { file, type HostileFile } from "./file.ts";

/** Where a playlist wants its reader to go. */
export interface Bait {
  /** A folder with canary files in it, as .ts, .mp4 and .txt. */
  readonly folder: string;
  /** An HTTP server that counts who comes. */
  readonly url: string;
}

const hls = (target: string) => `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${target}\n#EXT-X-ENDLIST\n`;
const concat = (target: string) => `ffconcat version 1.0\nfile '${target}'\nduration 1\n`;
const dash = (target: string) =>
  `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT1S"><Period>` +
  `<AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1"><BaseURL>${target}</BaseURL></Representation>` +
  `</AdaptationSet></Period></MPD>`;

/** A box that says MP4 or MOV before the playlist begins, or the head of a WebM. */
const DISGUISES = {
  bare: "",
  "behind ftyp isom": "\0\0\0\x14ftypisom\0\0\0\0isom",
  "behind ftyp qt": "\0\0\0\x14ftypqt  \0\0\0\0qt  ",
  "behind EBML": "\x1a\x45\xdf\xa3\x87\x42\x82\x84webm",
};
const NAMES = ["x.mp4", "x.mov", "x.webm"];

export function playlists({ folder, url }: Bait): HostileFile[] {
  const contents = {
    "HLS absolute": hls(`${folder}/canary.ts`),
    "HLS file URL": hls(`file://${folder}/canary.ts`),
    "HLS relative": hls("canary.ts"),
    "HLS http": hls(`${url}/canary.ts`),
    "HLS of a text file": hls(`concat:${folder}/canary.txt`),
    DASH: dash(`file://${folder}/canary.mp4`),
    "DASH http": dash(`${url}/canary.mp4`),
    "ffconcat sibling": concat("canary.mp4"),
    "ffconcat parent": concat("../canary.mp4"),
    "ffconcat absolute": concat(`${folder}/canary.mp4`),
  };
  return Object.entries(contents).flatMap(([what, content]) =>
    Object.entries(DISGUISES).flatMap(([how, head]) =>
      NAMES.map((name) => file(`${what} as ${name}, ${how}`, name, head + content)),
    ),
  );
}
