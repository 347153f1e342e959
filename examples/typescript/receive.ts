// Receives what a webhook sends, and prints it. `crier webhook listen --forward http://127.0.0.1:3000` tries it out.
//
//   export CRIER_WEBHOOK_SECRET=whsec_…
//   node receive.ts
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { SignatureError, verifyWebhook } from "crier-client";

const { CRIER_WEBHOOK_SECRET: secret = "", PORT: port = "3000" } = process.env;
/** A message can arrive twice. A real program remembers them for some days, such as in its database. */
const seen = new Set<string>();

const server = createServer((request, response) => void receive(request, response));
server.listen(Number(port), "127.0.0.1", () => console.log("Listening:", server.address()));

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const message = verifyWebhook(secret, request.headers, await text(request));
    // Answer first, work afterwards: after 15 s without an answer the message is sent again.
    response.writeHead(204).end();
    if (seen.has(message.id)) return;
    seen.add(message.id);
    if (message.type === "target.posted")
      console.log(`live on ${message.data.target.platform}: ${message.data.target.url}`);
    else console.log(message.type);
  } catch (error) {
    response.writeHead(error instanceof SignatureError ? 401 : 500).end();
  }
}
