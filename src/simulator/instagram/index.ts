// Simulates Instagram's API with Instagram Login, as networks/instagram.facts.md describes it.
import {
  openContainers,
  pick,
  timestamp,
  type Container,
  type ContainerState,
  type Post,
} from "../meta/container.ts";
import { createContainer, faultOf, limitOf, playContainers } from "../meta/container-network.ts";
import { graphFailed, listReply, parametersOf } from "../meta/graph.ts";
import { contentOf } from "./media.ts";
import type { Json, OpenNetwork, Reply, Request, SimulatedNetwork, Stage } from "../network.ts";

export const simulatedInstagram: SimulatedNetwork = {
  id: "instagram",
  name: "Instagram",
  sample: {},
  open,
};

const DAY_MS = 86_400_000;
const POSTS_A_DAY = 100;
const CONTAINERS_A_DAY = 400;

const STATUS: Record<ContainerState, string> = {
  IN_PROGRESS: "In Progress: Media is still being processed.",
  FINISHED: "Finished: Media has been uploaded and it is ready to be published.",
  PUBLISHED: "Published: Media has been successfully published.",
  ERROR: "Error: 2207026",
  EXPIRED: "Expired: The container was not published within 24 hours.",
};

function open(stage: Stage): OpenNetwork {
  const { clock } = stage;
  const containers = openContainers(stage, "instagram");
  return playContainers(stage, containers, {
    tokens: { prefix: "IGAA", grants: "ig", wrapped: true, userId },
    publishEdge: "media_publish",
    refusal: () => graphFailed(25, "The Instagram account is restricted.", 2_207_050),
    limited: () => graphFailed(80_002, "There have been too many calls to this Instagram account."),
    missing: () => graphFailed(100, "Unsupported request: the object does not exist or can't be loaded.", 33),
    ofAccount,
    ofNode,
  });

  async function ofAccount(route: string, handle: string, request: Request): Promise<Reply | null> {
    switch (route) {
      case "GET ":
        return { status: 200, json: pick(account(handle), request.query.get("fields")) };
      case "GET content_publishing_limit":
        return limitOf(handle, POSTS_A_DAY, containers);
      case "POST media":
        return await create(handle, request);
      case "POST media_publish":
        return publish(handle, (await parametersOf(request)).text("creation_id"));
      case "GET media":
        return list(handle, request, (kind) => kind !== "STORIES");
      case "GET stories":
        return list(handle, request, (kind, at) => kind === "STORIES" && clock.now() - at < DAY_MS);
      default:
        return null;
    }
  }

  async function create(handle: string, request: Request): Promise<Reply> {
    if (containers.since(handle).containers >= CONTAINERS_A_DAY)
      return graphFailed(4, "Application request limit reached");
    return await createContainer(handle, request, containers, (parameters, child) =>
      contentOf(parameters, child, stage),
    );
  }

  function publish(handle: string, id: string): Reply {
    const container = containers.find(handle, id);
    if (!container) return graphFailed(24, "The requested resource does not exist", 2_207_006);
    switch (containers.stateOf(container)) {
      case "EXPIRED":
        return graphFailed(24, "The media container has expired", 2_207_008);
      case "PUBLISHED":
        return graphFailed(100, "The media has already been published");
      case "IN_PROGRESS":
      case "ERROR":
        return graphFailed(
          9007,
          "The media is not ready for publishing, please wait for a moment",
          2_207_027,
        );
      case "FINISHED":
        if (containers.since(handle).posts >= POSTS_A_DAY)
          return graphFailed(9, "The account has reached its publishing limit", 2_207_042);
        return { status: 200, json: { id: containers.publish(container).id } };
    }
  }

  function ofNode(id: string, handle: string, { method, query }: Request): Reply | null {
    if (method !== "GET") return null;
    const post = containers.postOf(handle, id);
    const container = containers.find(handle, id);
    const shown = post ? shownPost(post) : container ? shownContainer(container) : null;
    return shown && { status: 200, json: pick(shown, query.get("fields")) };
  }

  function shownContainer(container: Container) {
    const state = containers.stateOf(container);
    const fault = faultOf(container);
    return {
      id: container.id,
      status_code: state,
      status: state === "ERROR" ? (fault ?? "") : STATUS[state],
    };
  }

  /** Oldest last, between `since` and `until`. */
  function list(handle: string, request: Request, of: (kind: string, at: number) => boolean): Reply {
    const { query } = request;
    const [since, until] = [Number(query.get("since") ?? 0), Number(query.get("until") ?? Infinity)];
    const own = containers.postsOf(handle).filter(({ at, container }) => {
      return of(container.kind, at) && at / 1000 >= since && at / 1000 <= until;
    });
    return listReply(
      own.map((post) => pick(shownPost(post), query.get("fields"))),
      request,
    );
  }
}

function shownPost({ id, at, url, container: { kind, text, files } }: Post): {
  readonly [name: string]: Json;
} {
  const isVideo = files.some(({ file }) => file.mime.startsWith("video/"));
  return {
    id,
    ...(text !== "" && { caption: text }),
    media_type: kind === "CAROUSEL" ? "CAROUSEL_ALBUM" : isVideo ? "VIDEO" : "IMAGE",
    media_product_type: kind === "REELS" ? "REELS" : kind === "STORIES" ? "STORY" : "FEED",
    permalink: url,
    shortcode: `D${BigInt(id).toString(36)}`,
    timestamp: timestamp(at),
  };
}

function account(handle: string): { readonly [name: string]: Json } {
  return {
    // Belongs to the application, not to the account.
    id: `9${userId(handle)}`,
    user_id: userId(handle),
    username: handle,
    name: `Simulated ${handle}`,
    account_type: "BUSINESS",
  };
}

/** The same for the same handle. */
function userId(handle: string): string {
  return String(17_841_400_000_000_000n + BigInt(Bun.hash.crc32(handle)));
}
