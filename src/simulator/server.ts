// Serves the simulated networks on one loopback HTTP server, with faults on demand (D40).
import http from "node:http";
import { isIP } from "node:net";
import type { Clock } from "../clock.ts";
import { reply, reset } from "./answers.ts";
import { control, type Controlled } from "./control.ts";
import type { FaultPlan } from "./faults.ts";
import { fetchHere } from "./fetch-file.ts";
import {
  behaviourOf,
  type File,
  type OpenNetwork,
  type Published,
  type SimulatedConnection,
  type SimulatedNetwork,
  type Stage,
} from "./network.ts";
import type { NextPost } from "./behaviours.ts";
import { simulatorPage, type Column } from "./page.ts";
import { player, type Planned } from "./player.ts";

export interface SimulatorOptions {
  readonly networks: readonly SimulatedNetwork[];
  readonly clock: Clock;
  /**
   * The appliance's public address (known once it listens): simulated posts are at `/simulator#<network>-<id>` there.
   * Default: the simulator's own address, which shows the same page.
   */
  readonly publicUrl?: string | (() => string);
  readonly faults?: FaultPlan;
  /** How networks fetch a file from its public address. Default: from this machine only. */
  readonly fetchFile?: (url: string) => Promise<File | null>;
  /**
   * Whether it answers questions about itself over HTTP, as benches in other processes ask them. Default: yes. Inside
   * an appliance it does not: what was published is for the people of the appliance alone.
   */
  readonly isControlled?: boolean;
  /** Holds files in bounded room. Default: all of them, as benches look at each. */
  readonly keep?: Stage["keep"];
  /** Default: any free port. */
  readonly port?: number;
  /** The address to listen at. Default: 127.0.0.1. */
  readonly host?: string;
  /** Where others reach it. Default: where it listens. */
  readonly url?: string;
}

export interface Simulator {
  /** Where it is reached; http://127.0.0.1:port, unless the options say otherwise. */
  readonly url: string;
  /** Base URL for a connector's purpose. With the handle of a `@down` account: a closed port. */
  endpoint(network: string, purpose: string, handle?: string): string;
  /** An account as it would be stored after connecting. */
  connection(network: string, handle: string): SimulatedConnection;
  published(network: string): readonly Published[];
  /** What was published, as a page; its files are asked for under `/simulator/media/<network>/<id>`. */
  page(): string;
  /** What each network holds, and what went wrong. */
  columns(): readonly Column[];
  /** What was asked for the next posts of accounts. */
  next(): readonly Planned[];
  /** @param behaviour null: as usual */
  setNext(network: string, account: string, behaviour: NextPost | null): void;
  /** As if it had just been started; accounts stay. */
  forget(): void;
  /** How many requests wait for an answer that will not come. */
  hanging(): number;
  /** A file as a network holds it. */
  media(network: string, id: string): File | undefined;
  stop(): Promise<void>;
}

/** A closed port on loopback: connections are refused at once. */
const CLOSED_PORT_URL = "http://127.0.0.1:1";

export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { clock } = options;
  let url = "";
  const open = new Map<string, OpenNetwork>();
  const keep = options.keep ?? ((file) => file);
  const begin = () => options.networks.forEach(openNetwork);
  const openNetwork = (network: SimulatedNetwork) => {
    const pageUrl = () => `${publicUrl()}/simulator#${network.id}-`;
    open.set(
      network.id,
      network.open({
        clock,
        pageUrl,
        base: () => `${url}/${network.id}`,
        keep,
        fetch: async (address) => {
          const file = await (options.fetchFile ?? fetchHere)(address);
          return file && keep({ ...file });
        },
      }),
    );
  };
  begin();
  const stopping = new AbortController();
  const play = player(options, stopping.signal);
  const shown: Controlled = {
    columns: () =>
      options.networks.map(({ id, name }) => ({
        ...{ id, name, published: find(id).published },
        incidents: play.incidents().filter(({ network }) => network === id),
      })),
    endpoint: (id, purpose) => find(id).endpoint(purpose),
    connection: (id, handle) =>
      find(id).connection(handle, isDown(handle) ? CLOSED_PORT_URL : `${url}/${id}`),
    media: (id, file) => open.get(id)?.media(file),
  };
  const server = http.createServer((message, res) => {
    serve(message, res).catch(() => reset(res));
  });
  const { host = "127.0.0.1" } = options;
  const port = await listen(server, options.port ?? 0, host);
  url = options.url ?? `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`;

  return {
    url,
    endpoint: (id, purpose, handle) =>
      handle !== undefined && isDown(handle) ? CLOSED_PORT_URL : find(id).endpoint(purpose),
    connection: shown.connection,
    published: (id) => find(id).published,
    page: () => simulatorPage(shown.columns(), { inAppliance: options.isControlled === false }),
    columns: shown.columns,
    next: play.next,
    setNext: play.setNext,
    forget() {
      begin();
      play.forget();
    },
    hanging: play.hanging,
    media: shown.media,
    stop() {
      stopping.abort();
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };

  function publicUrl(): string {
    const publicUrl = options.publicUrl ?? url;
    return typeof publicUrl === "string" ? publicUrl : publicUrl();
  }

  function find(id: string): OpenNetwork {
    const found = open.get(id);
    if (!found) throw new Error(`no simulator for ${id}`);
    return found;
  }

  async function serve(message: http.IncomingMessage, res: http.ServerResponse): Promise<void> {
    if (!isOwnName(message.headers.host, url))
      return reply(res, { status: 421, json: { error: "not a name of this machine" } });
    const { pathname, searchParams: query } = new URL(message.url ?? "/", "http://localhost");
    if (options.isControlled !== false && control(pathname, query, shown, res)) return;
    const [, id = "", ...rest] = pathname.split("/");
    const network = open.get(id);
    if (!network) return reply(res, { status: 404, json: { error: "no such network" } });
    const { method = "GET" } = message;
    await play.request(
      id,
      network,
      { method, path: `/${rest.join("/")}`, query, headers: flat(message) },
      message,
      res,
    );
  }
}

/** Whether a request names this machine: a foreign page can have a name of its own lead here (DNS rebinding), but no address. */
function isOwnName(host: string | undefined, url: string): boolean {
  const name = URL.parse(`http://${host ?? ""}`)?.hostname ?? "";
  return name === "localhost" || name === new URL(url).hostname || isIP(name.replace(/^\[|\]$/g, "")) !== 0;
}

function isDown(handle: string): boolean {
  return behaviourOf(handle) === "down";
}

function listen(server: http.Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    });
  });
}

function flat(message: http.IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(message.headers))
    if (value !== undefined) headers[name] = String(value);
  return headers;
}
