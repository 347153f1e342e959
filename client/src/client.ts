// The client: every operation of the API with its types, and what programs need around them.
import openapiFetch, { type Middleware } from "openapi-fetch";
import { CrierError } from "./errors.ts";
import { pagesOf } from "./pages.ts";
import { isKeyed, isRepeatable, repeated } from "./repeat.ts";
import type { paths } from "./schema.ts";
import { settledPost, type WaitOptions } from "./settled.ts";
import type { Answer, Call, Filters, ListPath, Media, Method, NewPost, Page, PathOf, Post } from "./types.ts";
import { upload, type Send, type UploadOptions } from "./upload.ts";

export interface ClientOptions {
  /** Address of the server, such as `https://crier.example.org`. */
  readonly url: string;
  /** API key of a profile: `crier key create`. */
  readonly key: string;
  /** How often a request that can be repeated safely is sent again when the server can't answer; default: 4. */
  readonly repeats?: number;
  /** Default: the `fetch` of the platform. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

export interface CreateOptions {
  /**
   * Identity of the post, 1 to 200 characters, such as an id of your own database: with the same one, it is created once,
   * even if your program starts anew. Default: a new one for each call.
   */
  readonly idempotencyKey?: string;
  /** With `schedule: "now"`, how long the answer waits for the networks, seconds; default: as the server is set, 20. */
  readonly waitSeconds?: number;
  readonly signal?: AbortSignal;
}

export interface Crier {
  readonly GET: Call<"get">;
  readonly PUT: Call<"put">;
  readonly POST: Call<"post">;
  readonly PATCH: Call<"patch">;
  readonly DELETE: Call<"delete">;
  /**
   * Creates a post; without a `schedule`, it takes the next free time of the queue.
   * @throws CrierError `preflight_failed` if a network would refuse it: then nothing was stored
   */
  createPost(post: Omit<NewPost, "dryRun">, options?: CreateOptions): Promise<Post>;
  /**
   * Asks until the networks have answered and nothing happens by itself any more. It waits for a queued post, too; a draft
   * it returns as it is.
   * @throws the reason of `signal`, such as a TimeoutError of AbortSignal.timeout
   */
  waitUntilSettled(id: string, options?: WaitOptions): Promise<Post>;
  /**
   * Uploads a file for posts; in Node.js, `fs.openAsBlob` opens one. Files of up to 512 MiB, GIFs of up to 4 MiB.
   * @throws CrierError when the server refuses the file
   */
  upload(file: Blob, options: UploadOptions): Promise<Media>;
  /** Goes through a list page by page: `for await (const { posts } of crier.pages("/posts", { status: "failed" }))`. */
  pages<Path extends ListPath, Given extends Filters<Path>>(
    path: Path,
    filters?: Given,
  ): AsyncGenerator<Page<Path, Given>, void, void>;
}

const REPEATS = 4;

/** What the client itself needs of a request. */
interface OwnInit {
  readonly signal?: AbortSignal | null;
  readonly middleware?: readonly Middleware[];
}

/** Opens a client for one profile. It holds no connection, so nothing has to be closed. */
export function createClient({
  url,
  key,
  repeats = REPEATS,
  fetch = globalThis.fetch,
}: ClientOptions): Crier {
  const send: Send = (request) => fetch(request);
  const api = openapiFetch<paths>({
    baseUrl: `${url.replace(/\/+$/, "").replace(/\/v1$/, "")}/v1`,
    headers: { Authorization: `Bearer ${key}` },
    // A request that is sent on elsewhere could become another one.
    redirect: "manual",
    fetch: send,
  });

  function caller<M extends Method>(method: M): Call<M> {
    return async <Path extends PathOf<M>>(path: Path, init: OwnInit = {}) => {
      const keyed = isKeyed(method, path) ? [withIdempotencyKey()] : [];
      const middleware = [...(init.middleware ?? []), ...keyed];
      // What the types of a call promise is what the document says.
      const attempt = () => api.request(method, path as never, { ...init, middleware } as never);
      const repetition = { repeatable: isRepeatable(method, path), repeats, signal: init.signal ?? null };
      const { data, error, response } = await repeated(attempt, repetition);
      if (!response.ok) throw new CrierError(response, error);
      return data as Answer<M, Path>;
    };
  }

  const GET = caller("get");
  const POST = caller("post");
  return {
    GET,
    POST,
    PUT: caller("put"),
    PATCH: caller("patch"),
    DELETE: caller("delete"),
    createPost: (post, options = {}) => createPost(POST, post, options),
    waitUntilSettled: (id, options = {}) => settledPost(GET, id, options),
    upload: (file, options) => upload(file, options, { POST, send, repeats }),
    pages: (path, filters) => pagesOf(GET, path, filters),
  };
}

/** The same key for each attempt, unless the caller gave one. */
function withIdempotencyKey(): Middleware {
  const key = crypto.randomUUID();
  return {
    onRequest({ request: { headers } }) {
      if (!headers.has("idempotency-key")) headers.set("idempotency-key", key);
    },
  };
}

async function createPost(
  POST: Call<"post">,
  post: Omit<NewPost, "dryRun">,
  { idempotencyKey, waitSeconds, signal }: CreateOptions,
): Promise<Post> {
  const header = {
    ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
    ...(waitSeconds !== undefined && { Prefer: `wait=${waitSeconds}` }),
  };
  // Only a dry run answers with something else than a post.
  return (await POST("/posts", { body: post, params: { header }, signal: signal ?? null })) as Post;
}
