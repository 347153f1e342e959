// Plays networks on one loopback server: real HTTP, so that connectors run their real code; faults on demand (D40).
import http from "node:http";
import { pause, type Clock } from "../clock.ts";
import { perform, reply, reset } from "./answers.ts";
import type { Fault, FaultPlan } from "./faults.ts";
import {
  behaviourOf,
  SLOW_MS,
  type Asked,
  type File,
  type OpenNetwork,
  type Published,
  type Request,
  type SimulatedConnection,
  type SimulatedNetwork,
} from "./network.ts";

export interface SimulatorOptions {
  readonly networks: readonly SimulatedNetwork[];
  readonly clock: Clock;
  /** The appliance's public address: simulated posts are shown at `${publicUrl}/simulator#<network>-<id>`. */
  readonly publicUrl: string;
  readonly faults?: FaultPlan;
  /** Default: any free port. */
  readonly port?: number;
}

export interface Simulator {
  /** http://127.0.0.1:port */
  readonly url: string;
  /** Base URL for a connector's purpose. With the handle of a `@down` account: a port where nobody listens. */
  endpoint(network: string, purpose: string, handle?: string): string;
  /** An account as it would be stored after connecting. */
  connection(network: string, handle: string): SimulatedConnection;
  published(network: string): readonly Published[];
  /** A file as a network holds it, for showing it. */
  media(network: string, id: string): File | undefined;
  stop(): Promise<void>;
}

/** A port of loopback that nothing may listen on without being root: connecting is refused at once. */
const CLOSED_PORT_URL = "http://127.0.0.1:1";
const LARGEST_BODY = 400_000_000;

export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { clock, publicUrl } = options;
  let url = "";
  const open = new Map<string, OpenNetwork>();
  for (const network of options.networks) {
    const pageUrl = `${publicUrl}/simulator#${network.id}-`;
    open.set(network.id, network.open({ clock, pageUrl, base: () => `${url}/${network.id}` }));
  }
  const stopping = new AbortController();
  const play = player(options, stopping.signal);
  const server = http.createServer((asked, res) => {
    serve(asked, res).catch(() => reset(res));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;

  return {
    url,
    endpoint: (id, purpose, handle) =>
      handle !== undefined && behaviourOf(handle) === "down"
        ? CLOSED_PORT_URL
        : network(id).endpoint(purpose),
    connection: (id, handle) =>
      network(id).connection(handle, behaviourOf(handle) === "down" ? CLOSED_PORT_URL : `${url}/${id}`),
    published: (id) => network(id).published,
    media: (id, mediaId) => open.get(id)?.media(mediaId),
    stop: () => {
      stopping.abort();
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };

  function network(id: string): OpenNetwork {
    const found = open.get(id);
    if (!found) throw new Error(`no simulator for ${id}`);
    return found;
  }

  async function serve(message: http.IncomingMessage, res: http.ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(message.url ?? "/", "http://localhost");
    const [, first = "", ...rest] = pathname.split("/");
    if (first === "_published") return reply(res, { status: 200, json: all() });
    if (first === "_connection") return reply(res, connectionReply(query));
    if (first === "_media") return sendFile(res, open.get(rest[0] ?? "")?.media(rest.slice(1).join("/")));
    const played = open.get(first);
    if (!played) return reply(res, { status: 404, json: { error: "no such network" } });
    const asked = {
      method: message.method ?? "GET",
      path: `/${rest.join("/")}`,
      query,
      headers: flat(message),
    };
    await play(first, played, asked, message, res);
  }

  function all() {
    return Object.fromEntries(
      [...open].map(([id, { published }]) => [
        id,
        published.map((post) => ({ ...post, media: post.media.length })),
      ]),
    );
  }

  /** For a bench in another process: what to store as the account. */
  function connectionReply(query: URLSearchParams) {
    const id = query.get("network") ?? "";
    if (!open.has(id)) return { status: 404, json: { error: "no such network" } };
    const handle = query.get("handle") ?? "ok";
    const base = behaviourOf(handle) === "down" ? CLOSED_PORT_URL : `${url}/${id}`;
    return { status: 200, json: { ...network(id).connection(handle, base) } };
  }
}

/** Carries out one request, or the fault that is due. */
function player({ clock, faults }: SimulatorOptions, stopped: AbortSignal) {
  const made = new Map<string, number>();
  const turnedAway = new Map<string, number>();

  return async (
    id: string,
    network: OpenNetwork,
    asked: Asked,
    message: http.IncomingMessage,
    res: http.ServerResponse,
  ): Promise<void> => {
    const account = network.accountOf(asked) ?? "";
    const empty: Request = { ...asked, body: new Uint8Array() };
    const publishing = network.publishes(empty) !== null;
    const counter = `${id}/${account}/${publishing}`;
    const n = made.get(counter) ?? 0;
    made.set(counter, n + 1);
    const planned = faults?.({ network: id, account, publishing, n }) ?? null;
    if (planned === "refuse-before") return void res.socket?.destroy();
    const request: Request = { ...asked, body: await bodyOf(message) };
    const fault =
      planned ?? (publishing ? behaved(`${id}/${account}`, account, network.publishes(request) ?? "") : null);
    if (publishing && behaviourOf(account) === "slow") await pause(clock, SLOW_MS, stopped);
    await perform(fault, network, request, res);
  };

  /** D40: the behaviour applies to the publishing request. */
  function behaved(scope: string, account: string, key: string): Fault | null {
    switch (behaviourOf(account)) {
      case "fail":
        return "refusal";
      case "lost":
        return "handle-then-close";
      case "ghost":
        return "reset-before-handling";
      case "limited": {
        const before = turnedAway.get(`${scope}/${key}`) ?? 0;
        turnedAway.set(`${scope}/${key}`, before + 1);
        return before < 2 ? "429" : null;
      }
      default:
        return null;
    }
  }
}

async function bodyOf(message: http.IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of message) {
    if (!(chunk instanceof Uint8Array)) continue;
    size += chunk.byteLength;
    if (size > LARGEST_BODY) throw new Error("body too large");
    chunks.push(chunk);
  }
  const body = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.byteLength;
  }
  return body;
}

function flat(message: http.IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(message.headers))
    if (value !== undefined) headers[name] = String(value);
  return headers;
}

function sendFile(res: http.ServerResponse, file: File | undefined): void {
  if (!file) return reply(res, { status: 404, json: { error: "no such file" } });
  res.writeHead(200, {
    "content-type": file.mime,
    "content-length": file.bytes.byteLength,
    "x-content-type-options": "nosniff",
  });
  res.end(file.bytes);
}
