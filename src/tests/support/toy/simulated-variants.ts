// Simulates the toy networks: one post per key, live at once or after a few questions.
import {
  behaviourOf,
  jsonIn,
  textIn,
  type RequestHead,
  type Json,
  type OpenNetwork,
  type Published,
  type Reply,
  type Request,
  type SimulatedNetwork,
  type Stage,
} from "../../../simulator/network.ts";

/** @param processes how often it says "processing" before a post is live */
export const simulatedToy = (id: string, processes: number): SimulatedNetwork => ({
  id,
  name: id,
  sample: {},
  open: (stage) => open(id, processes, stage),
});

function open(network: string, processes: number, stage: Stage): OpenNetwork {
  const published: Published[] = [];
  const waiting = new Map<string, { post: Published; left: number }>();
  return {
    published,
    endpoint: () => stage.base(),
    connection: (handle, base) => ({
      remoteId: handle,
      handle,
      displayName: `Simulated ${handle}`,
      avatarUrl: null,
      profileUrl: base,
      credentials: { token: `toy-${handle}` },
      expiresAt: null,
      rules: {},
    }),
    accountOf,
    publishes: (request) => (request.method === "POST" ? textIn(jsonIn(request)?.["key"]) : null),
    answer: async (request) => answer(request),
    refusal: () => failed(422, "the toy does not like it"),
    limited: () => ({ ...failed(429, "too many toys"), headers: { "retry-after": "2" } }),
    media: () => undefined,
  };

  function answer(request: Request): Reply {
    const account = accountOf(request);
    if (account === null || behaviourOf(account) === "expired") return failed(401, "who are you?");
    if (request.method === "POST") return take(account, jsonIn(request) ?? {});
    const key = request.path.split("/").at(-1) ?? "";
    const one = waiting.get(key);
    if (one && --one.left < 1) {
      waiting.delete(key);
      published.push(one.post);
    }
    if (waiting.has(key)) return { status: 200, json: { status: "processing" } };
    const found = published.find((post) => post.key === key);
    return found ? { status: 200, json: shown(found) } : failed(404, "nothing there");
  }

  function take(account: string, body: { readonly [key: string]: Json }): Reply {
    const key = textIn(body["key"]);
    const files = Array.isArray(body["files"]) ? body["files"] : [];
    const id = `${published.length + waiting.size}-${key.slice(-6)}`;
    const post: Published = {
      network,
      account,
      id,
      key,
      text: textIn(body["text"]),
      media: files.map((file: { file: string; mime: string }) => ({
        id: file.file,
        mime: file.mime,
        alt: "",
      })),
      url: stage.pageUrl() + id,
      at: stage.clock.now(),
      accepted: 1,
    };
    if (processes === 0) published.push(post);
    else waiting.set(key, { post, left: processes });
    return { status: 200, json: processes === 0 ? shown(post) : { status: "processing" } };
  }
}

function accountOf({ headers }: RequestHead): string | null {
  return /^Bearer toy-(.+)$/.exec(headers["authorization"] ?? "")?.[1] ?? null;
}

const shown = ({ id, url }: Published): Json => ({ id, url });
const failed = (status: number, error: string): Reply => ({ status, json: { error } });
