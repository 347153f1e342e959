// An address that leads to one port or another, or nowhere.
import { connect, createServer, type Socket } from "node:net";

export interface TcpSwitch extends AsyncDisposable {
  readonly port: number;
  /** Ends all connections; new ones are refused at once. */
  close(): void;
  /** New connections lead there. */
  lead(port: number): void;
}

export async function openSwitch(to: number): Promise<TcpSwitch> {
  let target: number | null = to;
  const sockets = new Set<Socket>();
  const listener = createServer((client) => {
    if (target === null) return void client.destroy();
    const server = connect(target, "127.0.0.1");
    client.pipe(server);
    server.pipe(client);
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(one);
      one.on("error", () => {});
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  const port = await new Promise<number>((resolve) => {
    listener.listen(0, "127.0.0.1", () => {
      const address = listener.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    });
  });
  const end = () => sockets.forEach((socket) => socket.destroy());
  return {
    port,
    close() {
      target = null;
      end();
    },
    lead: (next) => void (target = next),
    async [Symbol.asyncDispose]() {
      end();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}
