// /mcp: the API's operations as MCP tools, over stateless streamable HTTP (D39).
import { setImmediate } from "node:timers/promises";
import { createMcpHandler, McpServer, preloadSchemas } from "@modelcontextprotocol/server";
import { jsonOf } from "../api/http/body.ts";
import { callerOf } from "../api/http/caller.ts";
import type { Place } from "../api/http/host.ts";
import { Problem } from "../errors.ts";
import { MAX_POST_BYTES, MAX_POST_CHARACTERS } from "../api/requests/post-input.ts";
import type { Log } from "../log.ts";
import { SMALL_FILE_BYTES } from "../media/ingest.ts";
import { version } from "../version.ts";
import { accountTools, type AccountToolsDeps } from "./account-tools.ts";
import { evidenceTool } from "./evidence-tool.ts";
import { refuseForeign } from "./origin.ts";
import { INSTRUCTIONS } from "./instructions.ts";
import { openLongAnswers } from "./long-answers.ts";
import { manageTools } from "./manage-tools.ts";
import { mediaTools, type MediaToolsDeps } from "./media-tools.ts";
import { postTools } from "./post-tools.ts";
import type { PostsDeps } from "../api/requests/posts.ts";
import type { Call, Tool } from "./tool.ts";

export interface McpDeps {
  readonly accounts: AccountToolsDeps;
  readonly media: MediaToolsDeps;
  readonly posts: PostsDeps;
  readonly place: Place;
  /** Public address, without a trailing slash. */
  readonly baseUrl: () => string;
  readonly log: Log;
}

/**
 * Answers a POST whose caller is recognised.
 * @param takeMore counts messages beyond the first against the caller's rate limit
 * @throws Problem before it comes to MCP
 */
export type Mcp = (
  request: Request,
  requestId: string,
  takeMore: (count: number) => void,
) => Promise<Response>;

/** The largest file in base64 or the longest post, and the words around it. */
const LARGEST_FILE = Math.ceil(SMALL_FILE_BYTES / 3) * 4 + 256 * 1024;
const MAX_BODY_BYTES = Math.max(LARGEST_FILE, MAX_POST_BYTES);
const MAX_BODY_CHARACTERS = Math.max(LARGEST_FILE, MAX_POST_CHARACTERS);
const TOOLS_CACHED_MS = 5 * 60_000;

export interface OpenMcp {
  readonly answer: Mcp;
  readonly tools: readonly Tool[];
}

/** Opened for the first agent: the protocol's schemas take 5 MB. */
export async function openMcp({ accounts, media, posts, place, baseUrl, log }: McpDeps): Promise<OpenMcp> {
  // Otherwise the first request would build them in the same turn of the loop, and everybody else would wait 50 ms.
  preloadSchemas();
  await setImmediate();
  const about = [...accountTools(accounts), ...mediaTools(media)];
  const tools = [...about, ...postTools(posts), evidenceTool(posts), ...manageTools(posts)];
  await setImmediate();
  return { tools, answer };

  async function answer(...[request, requestId, takeMore]: Parameters<Mcp>): Promise<Response> {
    refuseForeign(request, place, baseUrl());
    const longAnswers = openLongAnswers();
    const call = { caller: callerOf(request), requestId, signal: request.signal, longAnswers };
    const parsedBody = await jsonOf(request, MAX_BODY_BYTES, MAX_BODY_CHARACTERS);
    if (Array.isArray(parsedBody)) admitBatch(request, parsedBody.length, takeMore);
    // The tools never change: there is nothing to subscribe to.
    const options = { maxSubscriptions: 0, onerror: (cause: Error) => refuse(cause, requestId) };
    const handler = createMcpHandler(() => serverOf(tools, call, log), options);
    return longAnswers.fill(await handler.fetch(request, { parsedBody }));
  }

  function refuse(cause: Error, requestId: string): void {
    log.debug("mcp_refused", { requestId, detail: cause.message });
  }
}

/**
 * Only protocol 2025-03-26 has batches: the versions after it send their own in a header, and one message at a time.
 * @throws Problem invalid_request, or rate_limited for more messages than the caller may send now
 */
function admitBatch(request: Request, count: number, takeMore: (count: number) => void): void {
  const spoken = request.headers.get("mcp-protocol-version") ?? BATCHING;
  if (spoken > BATCHING) {
    const detail = `MCP ${spoken.slice(0, 20)} has no batches: send each message in a request of its own.`;
    throw new Problem("invalid_request", detail);
  }
  if (count > 1) takeMore(count - 1);
}

const BATCHING = "2025-03-26";

/** For one request: nothing is kept between two. */
function serverOf(tools: readonly Tool[], call: Call, log: Log): McpServer {
  const server = new McpServer(
    { name: "crier", title: "Crier", version },
    {
      instructions: INSTRUCTIONS,
      capabilities: { tools: { listChanged: false } },
      cacheHints: { "tools/list": { ttlMs: TOOLS_CACHED_MS, cacheScope: "public" } },
    },
  );
  for (const tool of tools) tool.addTo(server, call, log);
  return server;
}
