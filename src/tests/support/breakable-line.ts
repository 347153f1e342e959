// A connection that breaks: between a browser and the server, it holds what is sent after so many bytes, and can be cut.
import { createServer, connect, type Socket } from "node:net";

export interface Line extends AsyncDisposable {
  /** Where the browser connects to. */
  readonly url: string;
  /** Bytes that each connection may send before it is held. */
  most: number;
  /** How many connections are held now. */
  held(): number;
  /** Holds nothing any more, also what is held already. */
  letOn(): void;
  /** Ends all connections at once, as when a cable is pulled out. */
  cut(): void;
}

/** @param port where the line listens @param serverPort where it leads to */
export async function openLine(port: number, serverPort: number): Promise<Line> {
  const open = new Set<Socket>();
  const held = new Set<Socket>();
  const line = {
    url: `http://127.0.0.1:${port}`,
    most: Infinity,
    held: () => held.size,
    letOn() {
      line.most = Infinity;
      const waiting = [...held];
      held.clear();
      for (const client of waiting) client.resume();
    },
    cut() {
      held.clear();
      for (const socket of open) socket.destroy();
    },
    async [Symbol.asyncDispose]() {
      line.cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const server = createServer((client) => {
    const upstream = connect(serverPort, "127.0.0.1");
    let sent = 0;
    client.on("data", (bytes: Buffer) => {
      sent += bytes.byteLength;
      const isHeld = sent > line.most;
      if (isHeld) held.add(client);
      if (!upstream.write(bytes) || isHeld) client.pause();
    });
    upstream.on("drain", () => !held.has(client) && client.resume());
    upstream.on("data", (bytes: Buffer) => void client.write(bytes));
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(one);
      one.on("error", () => {});
      one.on("close", () => {
        open.delete(one);
        held.delete(client);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return line;
}
