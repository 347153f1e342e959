// Starts a server that webhooks are sent to, which keeps what arrives and can answer badly. Signatures are judged by others' code.
import { setSystemTime } from "bun:test";
import http from "node:http";
import { createPublicKey, verify } from "node:crypto";
import { Webhook } from "standardwebhooks";
import type { Static } from "@sinclair/typebox";
import type { EventView } from "../../api/views/event-types.ts";
import type { DeliveryDetailView, DeliveryView, WebhookView } from "../../api/views/webhook.ts";
import type { World } from "./world.ts";

export type WebhookBody = Static<typeof WebhookView>;
export type DeliveryBody = Static<typeof DeliveryView>;
export type DeliveryDetail = Static<typeof DeliveryDetailView>;
export type EventBody = Static<typeof EventView>;

/** One request as it arrived. */
export interface Arrival {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly event: Omit<EventBody, "id">;
}

export interface Receiver extends Disposable {
  readonly port: number;
  readonly url: string;
  /** Oldest first. */
  readonly arrivals: Arrival[];
  /** From now on. */
  answer(how: Answering): void;
  types(path?: string): string[];
}

export type Answering = (response: http.ServerResponse, arrival: Arrival, count: number) => void;
export const status =
  (code: number, headers: Record<string, string> = {}): Answering =>
  (response) =>
    void response.writeHead(code, headers).end();

/** For CRIER_ALLOW_PRIVATE_HOSTS: its port is not known before. */
export const RECEIVER_HOST = "127.0.0.1";

export async function openReceiver(): Promise<Receiver> {
  let how: Answering = status(204);
  const arrivals: Arrival[] = [];
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => void chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString("utf8");
      const event = JSON.parse(body) as Arrival["event"];
      const headers = request.headers as Record<string, string>;
      const arrival = { path: request.url ?? "", headers, body, event };
      arrivals.push(arrival);
      how(response, arrival, arrivals.length);
    });
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, RECEIVER_HOST, resolve);
  await promise;
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    port,
    url: `http://${RECEIVER_HOST}:${port}/hook`,
    arrivals,
    answer: (next) => void (how = next),
    types: (path) =>
      arrivals.filter((each) => path === undefined || each.path === path).map(({ event }) => event.type),
    [Symbol.dispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Creates a webhook. @throws Error when that is refused */
export async function subscribe(
  world: World,
  url: string,
  more: Record<string, unknown> = {},
): Promise<{ webhook: WebhookBody; secret: string }> {
  const { status: code, json } = await world.ask("POST", "/webhooks", { url, ...more });
  if (code !== 201) throw new Error(JSON.stringify(json));
  return json as unknown as { webhook: WebhookBody; secret: string };
}

export const webhookOf = async (world: World, id: string): Promise<WebhookBody> =>
  (await world.ask("GET", `/webhooks/${id}`)).json["webhook"] as WebhookBody;

export const deliveriesOf = async (world: World, id: string, query = ""): Promise<DeliveryBody[]> =>
  (await world.ask("GET", `/webhooks/${id}/deliveries${query}`)).json["deliveries"] as DeliveryBody[];

export const deliveryOf = async (world: World, id: string, deliveryId: string): Promise<DeliveryDetail> =>
  (await world.ask("GET", `/webhooks/${id}/deliveries/${deliveryId}`)).json["delivery"] as DeliveryDetail;

export const feedOf = async (world: World, query = ""): Promise<EventBody[]> =>
  (await world.ask("GET", `/events?limit=100${query}`)).json["events"] as EventBody[];

/** Whether one of its signatures was made with this secret, as the library of the specification says. */
export function isSignedWith(secret: string, { headers, body }: Arrival): boolean {
  // It compares with the system's clock, and worlds have their own.
  setSystemTime(new Date(Number(headers["webhook-timestamp"]) * 1000));
  try {
    new Webhook(secret).verify(body, { ...headers });
    return true;
  } catch {
    return false;
  } finally {
    setSystemTime();
  }
}

/** Whether its `v1a` signature was made with a key of /.well-known/jwks.json. */
export async function isSignedByServer(world: World, { headers, body }: Arrival): Promise<boolean> {
  const { keys } = (await (await fetch(`${world.url}/.well-known/jwks.json`)).json()) as {
    keys: { kty: string; crv: string; x: string }[];
  };
  const text = Buffer.from(`${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`);
  const signatures = (headers["webhook-signature"] ?? "")
    .split(" ")
    .filter((each) => each.startsWith("v1a,"));
  return keys.some(({ kty, crv, x }) => {
    const key = createPublicKey({ key: { kty, crv, x }, format: "jwk" });
    return signatures.some((each) => verify(null, text, key, Buffer.from(each.slice(4), "base64")));
  });
}
