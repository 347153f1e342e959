// What the simulators of Instagram and Threads share: tokens, routes and publishing.
import type { openContainers, Container, Content } from "./container.ts";
import { tokenExpired, tokenOf, withoutVersion } from "./graph.ts";
import { longTokens, type LongTokenRules } from "./long-lived-token.ts";
import type { RequestHead, OpenNetwork, Reply, Request, Stage } from "../network.ts";
import { parametersOf, type Parameters } from "../parameters.ts";

type Containers = ReturnType<typeof openContainers>;

export interface ContainerNetwork {
  readonly tokens: LongTokenRules;
  /** The edge of the publishing request. */
  readonly publishEdge: string;
  refusal(): Reply;
  limited(): Reply;
  /** For what no other route answers. */
  missing(): Reply;
  /** @param route method and edge, such as `POST media` */
  ofAccount(route: string, handle: string, request: Request): Promise<Reply | null>;
  ofNode(id: string, handle: string, request: Request): Reply | null;
}

export function playContainers(stage: Stage, containers: Containers, network: ContainerNetwork): OpenNetwork {
  const { userId } = network.tokens;
  const tokens = longTokens(network.tokens, stage.clock);
  const handleOf = (requested: RequestHead) => tokens.handleOf(tokenOf(requested));

  return {
    published: containers.published,
    endpoint: (purpose) => (purpose === "web" ? stage.pageUrl() : `${stage.base()}/${purpose}`),
    connection: (handle) => ({
      remoteId: userId(handle),
      handle,
      displayName: `Simulated ${handle}`,
      avatarUrl: null,
      profileUrl: `${stage.pageUrl()}${handle}`,
      credentials: { accessToken: tokens.standing(handle), userId: userId(handle), username: handle },
      expiresAt: null,
      rules: {},
    }),
    accountOf: handleOf,
    publishes: ({ method, path, query }) =>
      method === "POST" && path.endsWith(`/${network.publishEdge}`) ? (query.get("creation_id") ?? "") : null,
    answer,
    refusal: network.refusal,
    limited: network.limited,
    media: containers.file,
  };

  async function answer(request: Request): Promise<Reply> {
    const [, purpose = "", ...rest] = request.path.split("/");
    const path = `/${rest.join("/")}`;
    const signedIn = await tokens.answer(`${purpose}${path}`, request);
    if (signedIn) return signedIn;
    const handle = handleOf(request);
    if (handle === null) return tokenExpired();
    const [, node = "", edge = ""] = withoutVersion(path).split("/");
    const isOwn = node === "me" || node === userId(handle);
    const routed = isOwn
      ? await network.ofAccount(`${request.method} ${edge}`, handle, request)
      : network.ofNode(node, handle, request);
    return routed ?? network.missing();
  }
}

/** @param contentOf what the parameters ask for, or why not */
export async function createContainer(
  handle: string,
  request: Request,
  containers: Containers,
  contentOf: (
    parameters: Parameters,
    child: (id: string) => Container | undefined,
  ) => Promise<Content | Reply>,
): Promise<Reply> {
  const child = (id: string) => {
    const found = containers.find(handle, id);
    return found && containers.stateOf(found) !== "EXPIRED" ? found : undefined;
  };
  const content = await contentOf(await parametersOf(request), child);
  if ("status" in content) return content;
  return { status: 200, json: { id: containers.make(handle, content).id } };
}

/** What is wrong with a container, or with one of those it is made of. */
export function faultOf({ fault, children }: Container): string | null {
  return fault ?? children.find((child) => child.fault !== null)?.fault ?? null;
}

const DAY_S = 86_400;

/** How much of what it may publish a day an account has published. */
export function limitOf(handle: string, postsADay: number, containers: Containers): Reply {
  const config = { quota_total: postsADay, quota_duration: DAY_S };
  return { status: 200, json: { data: [{ quota_usage: containers.since(handle).posts, config }] } };
}
