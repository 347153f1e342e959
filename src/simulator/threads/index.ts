// Simulates the API of Threads, as networks/threads.facts.md describes it.
import { openContainers, pick, timestamp, type Container, type Post } from "../meta/container.ts";
import { createContainer, faultOf, limitOf, playContainers } from "../meta/container-network.ts";
import { graphFailed, listReply, parametersOf } from "../meta/graph.ts";
import type { Json, OpenNetwork, Reply, Request, SimulatedNetwork, Stage } from "../network.ts";
import { contentOf } from "./posts.ts";

export const simulatedThreads: SimulatedNetwork = { id: "threads", name: "Threads", sample: {}, open };

const POSTS_A_DAY = 250;
/** From "finished" until publishing finds a container. */
const FOUND_AFTER_MS = 1000;

function open(stage: Stage): OpenNetwork {
  const { clock } = stage;
  const containers = openContainers(stage, "threads");
  return playContainers(stage, containers, {
    tokens: { prefix: "THAA", grants: "th", wrapped: false, userId },
    publishEdge: "threads_publish",
    refusal: () => graphFailed(200, "The user is restricted from posting.", 4_279_013),
    limited: () => graphFailed(613, "Calls to this API have exceeded the rate limit."),
    missing: () => graphFailed(100, "Unsupported request: the object does not exist.", 33),
    ofAccount,
    ofNode,
  });

  async function ofAccount(route: string, handle: string, request: Request): Promise<Reply | null> {
    switch (route) {
      case "GET ":
        return { status: 200, json: pick(account(handle), request.query.get("fields")) };
      case "GET threads_publishing_limit":
        return limitOf(handle, POSTS_A_DAY, containers);
      case "POST threads":
        return await create(handle, request);
      case "POST threads_publish":
        return publish(handle, (await parametersOf(request)).text("creation_id"));
      case "GET threads":
        return list(handle, request, false);
      case "GET replies":
        return list(handle, request, true);
      default:
        return null;
    }
  }

  async function create(handle: string, request: Request): Promise<Reply> {
    return await createContainer(handle, request, containers, (parameters, child) =>
      contentOf(parameters, child, stage),
    );
  }

  function publish(handle: string, id: string): Reply {
    const container = containers.find(handle, id);
    const state = container && containers.stateOf(container);
    if (container && state === "PUBLISHED") return graphFailed(100, "The media has been published already");
    const isFound = state === "FINISHED" && clock.now() - (container?.readyAt ?? 0) >= FOUND_AFTER_MS;
    if (!container || !isFound) return graphFailed(24, "Media Not Found", 4_279_009);
    if (containers.since(handle).posts >= POSTS_A_DAY)
      return graphFailed(4, "Application request limit reached");
    return { status: 200, json: { id: containers.publish(container).id } };
  }

  function ofNode(id: string, handle: string, { method, query }: Request): Reply | null {
    if (method !== "GET") return null;
    const fields = query.get("fields");
    const post = containers.postOf(handle, id);
    if (post) return { status: 200, json: pick(shownPost(post, handle), fields) };
    const container = containers.find(handle, id);
    if (!container) return null;
    if (container.post && turns(handle))
      return graphFailed(100, "Tried accessing nonexisting field (status)");
    return { status: 200, json: pick(shownContainer(container), fields) };
  }

  function shownContainer(container: Container): { readonly [name: string]: Json } {
    const status = containers.stateOf(container);
    const fault = faultOf(container);
    return { id: container.id, status, ...(status === "ERROR" && { error_message: fault ?? "UNKNOWN" }) };
  }

  /** Newest first, between `since` and `until`; replies have a list of their own. */
  function list(handle: string, request: Request, replies: boolean): Reply {
    const { query } = request;
    const [since, until] = [Number(query.get("since") ?? 0), Number(query.get("until") ?? Infinity)];
    const own = containers.postsOf(handle).filter(({ at, container: { asked: requested } }) => {
      return "reply_to_id" in requested === replies && at / 1000 >= since && at / 1000 <= until;
    });
    return listReply(
      own.map((post) => pick(shownPost(post, handle), query.get("fields"))),
      request,
    );
  }
}

/** An account whose handle has the word `turning`: its published containers turn into posts, and have no status. */
function turns(handle: string): boolean {
  return handle.split("-").includes("turning");
}

const TYPES: Readonly<Record<string, string>> = { TEXT: "TEXT_POST", CAROUSEL: "CAROUSEL_ALBUM" };

function shownPost({ id, at, url, container }: Post, username: string): { readonly [name: string]: Json } {
  const { kind, text, children } = container;
  return {
    id,
    username,
    ...(text !== "" && { text }),
    media_type: TYPES[kind] ?? kind,
    permalink: url,
    shortcode: `D${BigInt(id).toString(36)}`,
    timestamp: timestamp(at),
    ...(children.length > 0 && { children: { data: children.map((child) => ({ id: child.id })) } }),
  };
}

function account(handle: string): { readonly [name: string]: Json } {
  return { id: userId(handle), username: handle, name: `Simulated ${handle}`, is_verified: false };
}

/** The same for the same handle, and too long for a double. */
function userId(handle: string): string {
  return String(26_000_000_000_000_000n + BigInt(Bun.hash.crc32(handle)));
}
