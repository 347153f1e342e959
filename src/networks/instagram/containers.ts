// Creates the containers of an Instagram post: one, or one per file plus a carousel (networks/instagram.facts.md 1).
import type { Options } from "./options.ts";
import {
  openContainers,
  type Container,
  type ContainerRequest,
  type ContainerApi,
} from "../meta/container.ts";
import type { JsonObject } from "../client/json.ts";
import type { Draft, DraftMedia, Io, Json } from "../network.ts";
import { failure, accountUrl, nodeUrl, api } from "./api.ts";
import { kindOf, type Kind } from "./rules.ts";
import { refusedStep } from "../client/outcome.ts";

export const containers: ContainerApi = {
  api,
  fields: { state: "status_code", fault: "status" },
  create: (io) => accountUrl("media", io),
  node: (id, io) => nodeUrl(encodeURIComponent(id), io),
  failure,
  restMs: 0,
};

/** Creates the container that will be published, or reuses that of an earlier attempt. @throws StepFailedError */
export async function containerOf(draft: Draft<Options>, io: Io): Promise<Container> {
  const opened = openContainers(containers, io);
  const kind = kindOf(draft);
  const [first] = draft.media;
  if (!first) throw refusedStep("media", "An Instagram post needs an image or a video.");
  const post = {
    ...(draft.text !== "" && { caption: draft.text }),
    ...parametersOf(kind, draft.options, draft.media),
  };
  const media = draft.media.map((file) => contentOf(file));
  const tags = tagsOf(draft.options);
  return await opened.ready({
    content: { kind, post, media, tags },
    async parameters() {
      if (kind !== "carousel") return { ...fileOf(first, kind), ...tagParameters(tags, 1), ...post };
      const children = await opened.children(draft.media.map(childOf));
      return { media_type: "CAROUSEL", children: children.join(","), ...post };
    },
  });

  function childOf(file: DraftMedia, n: number): ContainerRequest {
    const child = { is_carousel_item: true, ...tagParameters(tags, n + 1) };
    return {
      key: file.id,
      content: { child, file: contentOf(file) },
      parameters: async () => ({ ...child, ...fileOf(file, kind) }),
    };
  }
}

/** The parameters with the file's address and its type. */
function fileOf(file: DraftMedia, kind: Kind): JsonObject {
  const type =
    kind === "story" ? "STORIES" : kind === "reel" ? "REELS" : file.kind === "video" ? "VIDEO" : null;
  const url = file.publicUrl();
  return {
    ...(type !== null && { media_type: type }),
    ...(file.kind === "video" ? { video_url: url } : { image_url: url }),
    ...altOf(file),
  };
}

function altOf({ altText }: DraftMedia): JsonObject {
  return altText === null ? {} : { alt_text: altText };
}

/** What a change of the file would change in the post. */
function contentOf(file: DraftMedia): Json {
  return { id: file.id, size: file.size, ...altOf(file) };
}

function parametersOf(kind: Kind, options: Options, media: readonly DraftMedia[]): JsonObject {
  const { type: _type, user_tags: _tags, trial, ...own } = options;
  if (kind === "story") return {};
  return {
    ...coverOf(kind, options, media),
    ...own,
    ...(trial !== undefined && { trial_params: { graduation_strategy: trial } }),
  };
}

/** The cover that was chosen for the video itself, unless the options name one. */
function coverOf(
  kind: Kind,
  { thumb_offset, cover_url }: Options,
  [first]: readonly DraftMedia[],
): JsonObject {
  const chosen = first?.posterMs ?? null;
  if (kind !== "reel" || chosen === null || thumb_offset !== undefined || cover_url !== undefined) return {};
  return { thumb_offset: chosen };
}

/** By number of the file, from 1. */
type Tags = { readonly [item: string]: readonly JsonObject[] };

function tagsOf({ user_tags: tags = [] }: Options): Tags {
  const by: Record<string, JsonObject[]> = {};
  for (const { item = 1, ...tag } of tags) (by[item] ??= []).push(tag);
  return by;
}

function tagParameters(tags: Tags, item: number): JsonObject {
  const own = tags[String(item)];
  return own ? { user_tags: own } : {};
}
