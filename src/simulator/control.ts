// The simulator's control routes: what was published, accounts to connect, and the overview page.
import type { ServerResponse } from "node:http";
import { reply } from "./answers.ts";
import type { File, Json, SimulatedConnection } from "./network.ts";
import { simulatorPage, type Column } from "./page.ts";

/** What the control routes show. */
export interface Controlled {
  columns(): readonly Column[];
  connection(network: string, handle: string): SimulatedConnection;
  endpoint(network: string, purpose: string): string;
  media(network: string, id: string): File | undefined;
}

/**
 * Answers a control route; false when the path is none.
 *
 * - `GET /_published`: everything published, per network, with how many publishing requests each post answered;
 * - `GET /_connection?network=&handle=`: the account to store, for an appliance in another process;
 * - `GET /_endpoints?purposes=`: base URLs by network and purpose, for the same;
 * - `GET /`, `/simulator` and `/simulator/media/<network>/<id>`: the page and its files.
 */
export function control(
  path: string,
  query: URLSearchParams,
  shown: Controlled,
  res: ServerResponse,
): boolean {
  const [, first = "", second = "", network = "", ...id] = path.split("/");
  if (path === "/_published") reply(res, { status: 200, json: everything(shown) });
  else if (path === "/_connection") sendConnection(query, shown, res);
  else if (path === "/_endpoints") reply(res, { status: 200, json: endpoints(query, shown) });
  else if (path === "/" || path === "/simulator") sendPage(simulatorPage(shown.columns()), res);
  else if (first === "simulator" && second === "media") sendFile(res, shown.media(network, id.join("/")));
  else return false;
  return true;
}

function everything(shown: Controlled): Json {
  const all = shown
    .columns()
    .map(({ id, published }) => [
      id,
      published.map(({ media, ...post }) => ({ ...post, media: media.length })),
    ]);
  return Object.fromEntries(all);
}

function endpoints(query: URLSearchParams, shown: Controlled): Json {
  const purposes = (query.get("purposes") ?? "").split(",");
  const all = shown.columns().map(({ id }) => {
    const own = purposes.map((purpose) => [purpose, shown.endpoint(id, purpose)] as const);
    return [id, Object.fromEntries(own)] as const;
  });
  return Object.fromEntries(all);
}

function sendConnection(query: URLSearchParams, shown: Controlled, res: ServerResponse): void {
  const network = query.get("network") ?? "";
  if (!shown.columns().some(({ id }) => id === network)) {
    return reply(res, { status: 404, json: { error: "no such network" } });
  }
  reply(res, { status: 200, json: { ...shown.connection(network, query.get("handle") ?? "ok") } });
}

function sendPage(html: string, res: ServerResponse): void {
  res.writeHead(200, {
    "content-type": "text/html; charset=utf-8",
    "content-length": Buffer.byteLength(html),
  });
  res.end(html);
}

function sendFile(res: ServerResponse, file: File | undefined): void {
  if (!file) return reply(res, { status: 404, json: { error: "no such file" } });
  const { bytes, mime } = file;
  const headers = {
    "content-type": mime,
    "content-length": bytes.byteLength,
    "x-content-type-options": "nosniff",
  };
  res.writeHead(200, headers);
  res.end(bytes);
}
