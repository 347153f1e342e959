// Writes a response, or the fault that replaces it, to the raw socket.
import type { ServerResponse } from "node:http";
import type { Fault } from "./faults.ts";
import type { OpenNetwork, Reply, Request } from "./network.ts";

export function reply(res: ServerResponse, { status, json, html, headers }: Reply): void {
  const body = html ?? (json === undefined ? "" : JSON.stringify(json));
  const mime = html === undefined ? "application/json" : "text/html; charset=utf-8";
  const type = body === "" ? {} : { "content-type": mime };
  res.writeHead(status, { ...type, "content-length": Buffer.byteLength(body), ...headers });
  res.end(body);
}

/** What a proxy in front of a network says when it has no answer: a page, no document. */
function proxyError(res: ServerResponse, status: 502 | 503): void {
  const body = `<html><body><h1>${status}</h1></body></html>`;
  res.writeHead(status, { "content-type": "text/html", "content-length": body.length });
  res.end(body);
}

export function reset(res: ServerResponse): void {
  res.socket?.resetAndDestroy();
}

/** Lets the network handle the request, or not, and answers, or not. */
export async function perform(
  fault: Fault | null,
  network: OpenNetwork,
  request: Request,
  res: ServerResponse,
): Promise<void> {
  switch (fault) {
    case null:
      return reply(res, await network.answer(request));
    case "refuse-before":
      return void res.socket?.destroy();
    case "reset-before-handling":
      return reset(res);
    case "503-before":
      return proxyError(res, 503);
    case "429":
      return reply(res, network.limited());
    case "refusal":
      return reply(res, network.refusal());
    default:
      return spoil(fault, await network.answer(request), res);
  }
}

/** The network did its part; the answer does not arrive as it should. */
function spoil(
  fault: Exclude<Fault, "refuse-before" | "reset-before-handling" | "503-before" | "429" | "refusal">,
  { status, json }: Reply,
  res: ServerResponse,
): void {
  const body = json === undefined ? "" : JSON.stringify(json);
  switch (fault) {
    case "handle-then-reset":
      return reset(res);
    case "handle-then-close":
      return void res.socket?.destroy();
    case "handle-then-hang":
      return;
    case "handle-then-502":
      return proxyError(res, 502);
    case "handle-then-truncated-body":
      res.writeHead(status, {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body) + 40,
      });
      res.write(body.slice(0, body.length / 2), () => res.socket?.destroy());
      return;
    case "handle-then-broken-json": {
      const half = body.slice(0, body.length / 2);
      res.writeHead(status, {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(half),
      });
      return void res.end(half);
    }
    case "handle-then-half-header":
      res.socket?.write("HTTP/1.1 200 OK\r\nContent-Ty", () => res.socket?.destroy());
      return;
  }
}
