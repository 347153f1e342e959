// Creates the containers of a Threads post: one, or one per file plus a carousel (networks/threads.facts.md 1).
import type { Options } from "./options.ts";
import {
  openContainers,
  type Container,
  type ContainerRequest,
  type ContainerApi,
} from "../meta/container.ts";
import type { JsonObject } from "../client/json.ts";
import type { Draft, DraftMedia, Io } from "../network.ts";
import { failure, nodeUrl, api } from "./api.ts";
import { refusedStep } from "../client/outcome.ts";

export const containers: ContainerApi = {
  api,
  fields: { state: "status", fault: "error_message" },
  create: (io) => nodeUrl("me/threads", io),
  node: (id, io) => nodeUrl(encodeURIComponent(id), io),
  failure,
  // A finished container is often not found when it is published sooner.
  restMs: 2000,
};

/** Creates the container that will be published, or reuses that of an earlier attempt. @throws StepFailedError */
export async function containerOf(draft: Draft<Options>, io: Io): Promise<Container> {
  const { text, media, options } = draft;
  if (text === "" && media.length === 0 && options.gif_id === undefined)
    throw refusedStep("content", "A post on Threads needs a text or a file.");
  const opened = openContainers(containers, io);
  const post = { ...(text !== "" && { text }), ...parametersOf(options) };
  const [first] = media;
  return await opened.ready({
    content: { post, media: media.map(contentOf) },
    async parameters() {
      if (!first) return { media_type: "TEXT", ...post };
      if (media.length === 1) return { ...fileOf(first), ...post };
      const children = await opened.children(media.map(childOf));
      return { media_type: "CAROUSEL", children: children.join(","), ...post };
    },
  });
}

function childOf(file: DraftMedia): ContainerRequest {
  const parameters = async () => ({ is_carousel_item: true, ...fileOf(file) });
  return { key: file.id, content: contentOf(file), parameters };
}

/** Where Threads gets the file, and what it shows. */
function fileOf(file: DraftMedia): JsonObject {
  const url = file.publicUrl();
  const shown = file.altText === null ? {} : { alt_text: file.altText };
  return file.kind === "video"
    ? { media_type: "VIDEO", video_url: url, ...shown }
    : { media_type: "IMAGE", image_url: url, ...shown };
}

function contentOf({ id, size, altText }: DraftMedia): JsonObject {
  return { id, size, altText };
}

const LETTERS = ["a", "b", "c", "d"] as const;

function parametersOf({ poll, gif_id: gif, ...own }: Options): JsonObject {
  const answers = LETTERS.flatMap((letter, n) => {
    const answer = poll?.[n];
    return answer === undefined ? [] : [[`option_${letter}`, answer] as const];
  });
  return {
    ...own,
    // Nested parameters are documented only as JSON in a string.
    ...(answers.length > 0 && { poll_attachment: JSON.stringify(Object.fromEntries(answers)) }),
    ...(gif !== undefined && { gif_attachment: JSON.stringify({ gif_id: gif, provider: "GIPHY" }) }),
  };
}
