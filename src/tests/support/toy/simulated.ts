// Simulates the toy network's HTTP API in memory (simulator/toy).
import {
  behaviourOf,
  jsonIn,
  sniff,
  textIn,
  type RequestHead,
  type File,
  type Json,
  type OpenNetwork,
  type Published,
  type Reply,
  type Request,
  type SimulatedNetwork,
  type Stage,
} from "../../../simulator/network.ts";

export const simulatedToy: SimulatedNetwork = { id: "toy", name: "Toy", sample: {}, open };

function open(stage: Stage): OpenNetwork {
  const files = new Map<string, File>();
  const published: Published[] = [];
  return {
    published,
    endpoint: (purpose) => (purpose === "web" ? stage.pageUrl() : stage.base()),
    connection: (handle, base) => ({
      remoteId: handle,
      handle,
      displayName: `Simulated ${handle}`,
      avatarUrl: null,
      profileUrl: stage.pageUrl() + handle,
      credentials: { server: base, token: `toy-${handle}` },
      expiresAt: null,
      rules: {},
    }),
    accountOf,
    publishes: (request) =>
      request.method === "POST" && request.path === "/toys" ? textIn(jsonIn(request)?.["key"]) : null,
    answer,
    refusal: () => failed(422, "this toy is refused by the simulator"),
    limited: () => ({ ...failed(429, "too many toys"), headers: { "retry-after": "2" } }),
    media: (id) => files.get(id),
  };

  async function answer(request: Request): Promise<Reply> {
    const handle = accountOf(request);
    if (handle === null || behaviourOf(handle) === "expired") return failed(401, "who are you?");
    const { method, path } = request;
    if (method === "GET" && path === "/me") return { status: 200, json: { handle } };
    if (method === "POST" && path === "/files") return keep(request);
    if (method === "POST" && path === "/toys") return publish(handle, jsonIn(request) ?? {});
    const key = /^\/toys\/([\w-]+)$/.exec(path)?.[1];
    const found = published.find((post) => post.account === handle && post.key === key);
    return found ? { status: 200, json: shown(found) } : failed(404, `no toy ${key}`);
  }

  function keep({ body }: Request): Reply {
    const mime = sniff(body);
    if (mime === null) return failed(422, "this is no picture");
    const file = `file-${files.size}`;
    files.set(file, { bytes: body, mime });
    return { status: 201, json: { file } };
  }

  /** Keeps one toy under a key, however often it is asked to. */
  function publish(account: string, body: { readonly [key: string]: Json }): Reply {
    const [key, id] = [textIn(body["key"]), textIn(body["file"])];
    const there = published.find((post) => post.account === account && post.key === key);
    if (there) {
      there.accepted++;
      return { status: 201, json: shown(there) };
    }
    const file = files.get(id);
    if (!file || key === "") return failed(422, "a toy needs a photo and a key");
    const post: Published = {
      network: "toy",
      account,
      id: `toy-${published.length}`,
      key,
      text: textIn(body["text"]),
      media: [{ id, mime: file.mime, alt: "" }],
      url: `${stage.pageUrl()}toy-${published.length}`,
      at: stage.clock.now(),
      accepted: 1,
    };
    published.push(post);
    return { status: 201, json: shown(post) };
  }
}

function accountOf({ headers }: RequestHead): string | null {
  return /^Bearer toy-(.+)$/.exec(headers["authorization"] ?? "")?.[1] ?? null;
}

function shown({ id, url, key, text }: Published): Json {
  return { id, url, key, text };
}

function failed(status: number, error: string): Reply {
  return { status, json: { error } };
}
