// A request that asks before its first byte: nothing leaves before the answer, nothing after a no, and all of it once.
import { afterEach, describe, expect, test } from "bun:test";
import net from "node:net";
import tls from "node:tls";
import { systemClock } from "../../clock.ts";
import { OWN } from "../../tests/chaos/transport/certificate.ts";
import { waitUntil } from "../../tests/support/wait-until.ts";
import { openCalls, type CallOptions, type NetworkRequest } from "./call.ts";

const OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

interface Peer {
  readonly url: string;
  /** What arrived, of all connections. */
  readonly received: string;
  readonly sockets: readonly net.Socket[];
  /** Connections that have ended. */
  readonly closed: number;
}

let stopServer = () => {};
afterEach(() => stopServer());

/** @param whole what happens once a whole request is there; @param accepted once the connection stands */
async function peer(
  secure: boolean,
  {
    accepted = () => {},
    whole = (socket) => void socket.end(OK),
  }: { accepted?: (socket: net.Socket) => void; whole?: (socket: net.Socket) => void } = {},
): Promise<Peer> {
  let [received, closed] = ["", 0];
  const sockets: net.Socket[] = [];
  const take = (socket: net.Socket) => {
    sockets.push(socket);
    socket.on("error", () => {});
    socket.on("close", () => closed++);
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
      if (received.endsWith("the end")) whole(socket);
    });
    accepted(socket);
  };
  const server = secure ? tls.createServer({ ...OWN }, take) : net.createServer(take);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stopServer = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `${secure ? "https" : "http"}://127.0.0.1:${port}/path`,
    sockets,
    get received() {
      return received;
    },
    get closed() {
      return closed;
    },
  };
}

function calls(changes: Partial<CallOptions> = {}) {
  return openCalls({
    version: "0.0.0",
    clock: systemClock,
    random: (n) => new Uint8Array(n).fill(7),
    isAllowed: () => true,
    ca: OWN.cert,
    ...changes,
  });
}
const publishing = (url: string, maySend: () => Promise<boolean>): NetworkRequest => ({
  method: "POST",
  url,
  body: { bytes: Buffer.from("the end"), type: "text/plain" },
  timeoutMs: 5000,
  maySend,
});
/** A question that is answered later. */
function question() {
  const answer = Promise.withResolvers<boolean>();
  let isAsked = false;
  return {
    answer: answer.resolve,
    isAsked: () => isAsked,
    maySend: () => {
      isAsked = true;
      return answer.promise;
    },
  };
}

describe.each([
  ["http", false],
  ["https", true],
])("over %s", (_, secure) => {
  test("it is asked once the connection stands, and everything leaves after a yes, once", async () => {
    const to = await peer(secure);
    const asked = question();
    const answer = calls()(publishing(to.url, asked.maySend));
    await waitUntil(() => asked.isAsked() && to.sockets.length === 1);
    expect(to.received).toBe("");
    asked.answer(true);
    expect(await answer).toMatchObject({ kind: "answered", status: 200, text: "ok" });
    expect(to.received.split("the end")).toHaveLength(2);
    expect(to.received).toStartWith("POST /path HTTP/1.1\r\n");
    expect(to.sockets).toHaveLength(1);
  });

  test("after a no the connection is closed without a byte", async () => {
    const to = await peer(secure);
    const asked = question();
    const answer = calls()(publishing(to.url, asked.maySend));
    await waitUntil(() => asked.isAsked() && to.sockets.length === 1);
    asked.answer(false);
    expect(await answer).toMatchObject({ kind: "unsent" });
    await waitUntil(() => to.closed === 1);
    expect(to.received).toBe("");
  });

  test("a question that fails is a no", async () => {
    const to = await peer(secure);
    const fails = () => Promise.reject(new Error("canary"));
    const answer = await calls()(publishing(to.url, fails));
    expect(answer).toMatchObject({ kind: "unsent" });
    expect(JSON.stringify(answer)).not.toContain("canary");
    expect(to.received).toBe("");
  });

  test("a network that hangs up meanwhile got nothing, whatever is answered then", async () => {
    const to = await peer(secure, { accepted: (socket) => void socket.destroy() });
    const asked = question();
    const answer = calls()(publishing(to.url, asked.maySend));
    expect(await answer).toMatchObject({ kind: "unsent" });
    asked.answer(true);
    await waitUntil(() => to.closed === 1);
    expect(to.received).toBe("");
  });

  test("a network that answers before it is asked has taken nothing", async () => {
    const to = await peer(secure, {
      accepted: (socket) => void socket.end(OK.replace("200 OK", "503 Busy")),
    });
    const asked = question();
    expect(await calls()(publishing(to.url, asked.maySend))).toMatchObject({ kind: "unsent" });
    asked.answer(true);
    await waitUntil(() => to.closed === 1);
    expect(to.received).toBe("");
  });

  test("stopping meanwhile sends nothing", async () => {
    const to = await peer(secure);
    const [stop, asked] = [new AbortController(), question()];
    const answer = calls({ signal: stop.signal })(publishing(to.url, asked.maySend));
    await waitUntil(asked.isAsked);
    stop.abort();
    expect(await answer).toMatchObject({ kind: "unsent" });
    asked.answer(true);
    await waitUntil(() => to.closed === 1);
    expect(to.received).toBe("");
  });

  test("an answer that is lost after a yes is lost", async () => {
    const to = await peer(secure, { whole: (socket) => void socket.destroy() });
    expect(await calls()(publishing(to.url, async () => true))).toMatchObject({ kind: "lost" });
  });
});
