// Receives webhooks of processes that are killed: it answers well, badly, late or not at all, and checks each message as it comes.
import type { Database } from "bun:sqlite";
import http from "node:http";
import type { Webhook } from "standardwebhooks";

export interface Hooks extends Disposable {
  /** For CRIER_ALLOW_PRIVATE_HOSTS. */
  readonly host: string;
  readonly url: string;
  readonly arrivals: readonly { readonly id: string; readonly body: string }[];
  /** Requests about events that the database did not have when they came. */
  early(): number;
  /** Requests whose signature was wrong. */
  wrong(): number;
  trust(webhook: Webhook): void;
  /** Answers well from now on. */
  behave(): void;
}

/** Shares of the answers. */
const FAILS = 0.1;
const DROPS = 0.05;
const SLOW_MS = 40;

/** @param db where events are looked up */
export async function openHooks(random: () => number, db: Database): Promise<Hooks> {
  const arrivals: { id: string; body: string }[] = [];
  const isThere = db.query<{ seq: number }, [string]>("SELECT seq FROM webhook_event WHERE id = ?");
  let [early, wrong, isGood] = [0, 0, false];
  let trusted: Webhook | null = null;
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => void chunks.push(chunk));
    request.on("error", () => {});
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString("utf8");
      const headers = request.headers as Record<string, string>;
      const id = headers["webhook-id"] ?? "";
      arrivals.push({ id, body });
      if (!isThere.get(id.slice("msg_".length))) early++;
      if (!isSigned(body, headers)) wrong++;
      const chance = isGood ? 1 : random();
      if (chance < DROPS) return void response.destroy();
      const status = chance < DROPS + FAILS ? 500 : 204;
      setTimeout(() => response.writeHead(status).end(), isGood ? 0 : random() * SLOW_MS);
    });
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await promise;
  const address = server.address();
  const host = `127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  return {
    host,
    url: `http://${host}/hook`,
    arrivals,
    early: () => early,
    wrong: () => wrong,
    trust: (webhook) => void (trusted = webhook),
    behave: () => void (isGood = true),
    [Symbol.dispose]() {
      server.close();
      server.closeAllConnections();
    },
  };

  function isSigned(body: string, headers: Record<string, string>): boolean {
    try {
      trusted?.verify(body, headers);
      return trusted !== null;
    } catch {
      return false;
    }
  }
}
