// A line to a PostgreSQL server that breaks at a chosen statement: before it gets there, or before its answer comes back.
import { connect, createServer, type Socket } from "node:net";

export type Break = "before" | "after";

export interface PostgresLine extends AsyncDisposable {
  /** Of the same database, through the line. */
  readonly url: string;
  /** Statements that went through since the last `breakAt`. */
  readonly statements: () => number;
  /** The statement with this number, from 1, is the last one that goes out over its connection; 0: none is. */
  breakAt(statement: number, when: Break): void;
  /** Breaks at the next statement with these words. */
  breakAtWords(words: string, when: Break): void;
}

/** @param url postgres://… of a server that listens without TLS */
export async function openPostgresLine(url: string): Promise<PostgresLine> {
  const to = new URL(url);
  let [count, broken] = [0, 0];
  let words: string | null = null;
  let when: Break = "before";
  const sockets = new Set<Socket>();
  const listener = createServer((client) => {
    const server = connect(Number(to.port), to.hostname);
    let isDeaf = false;
    // What opens a connection is no statement.
    let isOpen = false;
    client.on("data", (bytes: Buffer) => {
      const hit = isOpen && isHit(bytes);
      if (hit && when === "before") return end();
      isDeaf = hit;
      server.write(bytes);
    });
    server.on("data", (bytes: Buffer) => {
      if (isDeaf) return end();
      isOpen ||= bytes.at(-1) === IDLE && bytes.at(-6) === READY;
      client.write(bytes);
    });
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

    function end(): void {
      client.destroy();
      server.destroy();
    }
  });
  const port = await new Promise<number>((resolve) => {
    listener.listen(0, "127.0.0.1", () => {
      const address = listener.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    });
  });
  to.port = String(port);
  const through = to.href;
  to.port = new URL(url).port;
  return {
    url: through,
    statements: () => count,
    breakAt(statement, at) {
      [count, broken, words, when] = [0, statement, null, at];
    },
    breakAtWords(given, at) {
      [count, broken, words, when] = [0, 0, given, at];
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => listener.close(resolve));
    },
  };

  function isHit(bytes: Buffer): boolean {
    count++;
    if (words !== null && bytes.includes(words)) {
      words = null;
      return true;
    }
    return count === broken;
  }
}

/** ReadyForQuery, outside a transaction. */
const [READY, IDLE] = ["Z".charCodeAt(0), "I".charCodeAt(0)];
