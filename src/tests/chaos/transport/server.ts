// Serves raw sockets, plain or TLS, that can break off anywhere, and counts the requests it could have read.
import net from "node:net";
import tls from "node:tls";
import type { Identity } from "./certificate.ts";

export interface Request {
  readonly method: string;
  readonly path: string;
}

/** What happens on a connection; without a handler it simply goes on. */
export interface ServerBehaviour {
  /** The connection stands (with TLS); true: the server looks no further. */
  accepted?(socket: net.Socket): boolean;
  /** A request's head is there and its body is not whole; true: the server looks no further. */
  headed?(socket: net.Socket, request: Request): boolean;
  /** The whole request is there. */
  asked(socket: net.Socket, request: Request): void;
}

export interface Server {
  readonly port: number;
  readonly connections: number;
  /** Requests whose head came, oldest first. */
  readonly begun: readonly Request[];
  /** Requests that came whole, oldest first. */
  readonly seen: readonly Request[];
  /** Takes no new connection from now on; those that stand go on. */
  shut(): void;
  /** Resolves when no connection is left that could bring another request. */
  quiet(): Promise<void>;
  /** Ends everything. */
  stop(): void;
}

const QUIET_WITHIN_MS = 2000;

/** @param port a port that was just free, or 0 */
export async function startServer(
  behaviour: ServerBehaviour,
  identity: Identity | null,
  port = 0,
): Promise<Server> {
  const seen: Request[] = [];
  const begun: Request[] = [];
  let connections = 0;
  const sockets = new Set<net.Socket>();
  const take = (socket: net.Socket) => {
    connections++;
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    if (behaviour.accepted?.(socket)) return;
    read(socket, behaviour, begun, seen);
  };
  const server = identity ? tls.createServer({ ...identity }, take) : net.createServer(take);
  server.on("tlsClientError", () => {});
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  server.listen(port, "127.0.0.1", resolve);
  await promise;
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    get connections() {
      return connections;
    },
    begun,
    seen,
    shut: () => void server.close(),
    async quiet() {
      // One that reads nothing does not notice its end either.
      for (const socket of sockets) socket.resume();
      const end = performance.now() + QUIET_WITHIN_MS;
      while (sockets.size > 0 && performance.now() < end) await Bun.sleep(1);
    },
    stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Splits what comes into requests by their Content-Length, as many as the connection brings. */
function read(socket: net.Socket, behaviour: ServerBehaviour, begun: Request[], seen: Request[]): void {
  let bytes = Buffer.alloc(0);
  let open: Request | null = null;
  let looking = true;
  socket.on("data", (chunk: Buffer) => {
    if (!looking) return;
    bytes = Buffer.concat([bytes, chunk]);
    for (let end = headEnd(bytes); end >= 0; end = headEnd(bytes)) {
      const head = bytes.subarray(0, end).toString("latin1");
      const [method = "", path = ""] = head.split(" ");
      const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
      const isNew = open === null;
      open ??= { method, path };
      if (isNew) begun.push(open);
      if (bytes.length < end + length) {
        if (isNew) looking = !behaviour.headed?.(socket, open);
        return;
      }
      bytes = bytes.subarray(end + length);
      seen.push(open);
      behaviour.asked(socket, open);
      open = null;
    }
  });
}

/** Where the body begins; -1 before that. */
function headEnd(bytes: Buffer): number {
  const at = bytes.indexOf("\r\n\r\n");
  return at < 0 ? -1 : at + 4;
}
