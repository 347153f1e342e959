// Sends requests as bytes on a socket, which no HTTP client would send, and reads the raw answers.
import { connect, type Socket } from "node:net";

export interface Raw extends Disposable {
  send(text: string): void;
  /** Everything that came, once it looks as wished or the server closed. */
  until(request: (text: string) => boolean): Promise<string>;
  /** Everything that came before the server closed. */
  closed(): Promise<string>;
}

/** A whole answer without a body, or with one whose length is said. */
export function isWhole(text: string): boolean {
  const end = text.indexOf("\r\n\r\n");
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0);
  return end >= 0 && text.length >= end + 4 + length;
}

export async function openRaw(url: string): Promise<Raw> {
  const { hostname, port } = new URL(url);
  const socket = await connected(connect(Number(port), hostname));
  let text = "";
  let over = false;
  const listeners = new Set<() => void>();
  const changed = () => [...listeners].forEach((listener) => listener());
  socket.on("data", (bytes) => {
    text += bytes.toString("latin1");
    changed();
  });
  for (const end of ["close", "error"]) {
    socket.on(end, () => {
      over = true;
      changed();
    });
  }
  const until = (request: (text: string) => boolean) =>
    new Promise<string>((resolve) => {
      const look = () => {
        if (!over && !request(text)) return;
        listeners.delete(look);
        resolve(text);
      };
      listeners.add(look);
      look();
    });
  return {
    send: (bytes) => void socket.write(bytes, "latin1"),
    until,
    closed: () => until(() => false),
    [Symbol.dispose]: () => void socket.destroy(),
  };
}

/** The whole answer to one request. */
export async function answerTo(url: string, request: string): Promise<string> {
  using raw = await openRaw(url);
  raw.send(request);
  return await raw.until(isWhole);
}

function connected(socket: Socket): Promise<Socket> {
  return new Promise((resolve, reject) => {
    socket.once("connect", () => resolve(socket));
    socket.once("error", reject);
  });
}
