// The thread in which videos are read, so that a file that never ends can be ended.
import type { Answer, Question } from "./video-worker.ts";
import { readVideo } from "./video.ts";
import { Cut } from "./whole.ts";

declare const self: Worker;

self.onmessage = async ({ data }: MessageEvent<Question>) => {
  const answer = await readVideo(data.path, data.mime).then(
    (facts): Answer => ({ facts }),
    (cause: unknown): Answer => ({
      fault: cause instanceof Error ? cause.message : String(cause),
      final: cause instanceof Cut,
    }),
  );
  self.postMessage(answer);
};
self.postMessage("ready");
