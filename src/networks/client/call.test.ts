// What a call sends, which addresses it refuses, and how it is stopped.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import net from "node:net";
import { PassThrough, Readable } from "node:stream";
import { systemClock } from "../../clock.ts";
import { openCalls, type Call, type CallOptions, type NetworkRequest } from "./call.ts";
import { isPublic } from "./address.ts";
import { encode, send } from "./body.ts";

const OK = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 8\r\n\r\n{"id":1}';
type Act = (socket: net.Socket) => void;

let server: net.Server;
let base: string;
let seen: string[] = [];
let connections = 0;
let act: Act = () => {};

beforeAll(async () => {
  server = net.createServer((socket) => {
    connections++;
    let text = "";
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      if (!text.endsWith("\r\n\r\n") && !text.endsWith("the end")) return;
      seen.push(text);
      act(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  base = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
});
afterAll(() => server.close());

function calls(changes: Partial<CallOptions> = {}): Call {
  return openCalls({
    version: "0.0.0",
    clock: systemClock,
    random: (n) => new Uint8Array(n).fill(7),
    isAllowed: () => true,
    maxAnswerBytes: 1000,
    ...changes,
  });
}
function fresh(next: Act = (s) => s.end(OK)) {
  seen = [];
  connections = 0;
  act = next;
}
function asking(method: NetworkRequest["method"], timeoutMs = 5000): NetworkRequest {
  const plain = { method, url: `${base}/path?secret=canary`, timeoutMs };
  return method === "GET" ? plain : { ...plain, body: { bytes: Buffer.from("the end"), type: "text/plain" } };
}

describe("after the connection stood", () => {
  test("a body that is not JSON has no json", async () => {
    fresh((s) => s.end("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n{id"));
    expect(await calls()(asking("POST"))).toMatchObject({ status: 200, text: "{id", json: undefined });
  });

  test("an answer that is too long is lost", async () => {
    fresh((s) => s.end(`HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n${"x".repeat(1001)}`));
    expect(await calls()(asking("POST"))).toMatchObject({ kind: "lost" });
  });

  test("stopping is a lost answer", async () => {
    const stop = new AbortController();
    fresh(() => stop.abort());
    expect(await calls({ signal: stop.signal })(asking("POST"))).toMatchObject({ kind: "lost" });
  });
});

describe("before the connection stood", () => {
  test("refused", async () => {
    const answer = await calls()({ method: "POST", url: "http://127.0.0.1:1/?secret=canary" });
    expect(answer).toEqual({ kind: "unsent", detail: "127.0.0.1:1: ECONNREFUSED" });
  });
  test("no such host", async () => {
    const resolve = () => Promise.reject(Object.assign(new Error("canary"), { code: "ENOTFOUND" }));
    const answer = await calls({ resolve })({ method: "POST", url: "http://nowhere.test/" });
    expect(answer).toEqual({ kind: "unsent", detail: "nowhere.test: ENOTFOUND" });
  });
  test("a name server that never answers", async () => {
    const resolve = () => new Promise<never>(() => {});
    const slow = calls({ resolve, connectTimeoutMs: 20 });
    expect(await slow({ method: "POST", url: "http://nowhere.test/" })).toMatchObject({ kind: "unsent" });
  });
  test("a server that does not speak TLS", async () => {
    fresh((s) => s.end("hello"));
    const answer = await calls()({ ...asking("POST", 300), url: base.replace("http:", "https:") });
    expect(answer.kind).toBe("unsent");
  });
  test("a header that can't be sent", async () => {
    fresh();
    const answer = await calls()({ ...asking("POST"), headers: { authorization: "canary\r\nx: y" } });
    expect(answer.kind).toBe("unsent");
    expect(JSON.stringify(answer)).not.toContain("canary");
    expect(seen).toHaveLength(0);
  });
  test("already stopped", async () => {
    fresh();
    expect(await calls({ signal: AbortSignal.abort() })(asking("POST"))).toMatchObject({ kind: "unsent" });
    expect(connections).toBe(0);
  });
});

describe("what is sent", () => {
  test("names itself and the length, whatever the body", async () => {
    fresh();
    await calls()(asking("DELETE"));
    expect(seen[0]).toMatch(/user-agent: Crier\/0\.0\.0\r\n/i);
    expect(seen[0]).toMatch(/content-length: 7\r\n/i);
  });
  test("multipart names can't break out of their header", async () => {
    const parts = [{ name: "file", filename: 'a"\r\nx: y.png', type: "image/png", bytes: Buffer.from("!") }];
    const body = { parts: [...parts, { name: "description", value: "dot" }] };
    const { pieces, size } = encode(body, (n) => new Uint8Array(n));
    const sink = new PassThrough();
    await send(pieces, sink);
    const text = await new Response(Readable.toWeb(sink)).text();
    expect(Buffer.byteLength(text)).toBe(size);
    expect(text).toContain('filename="a%22%0D%0Ax: y.png"');
    expect(text).toEndWith(`\r\ndot\r\n--crier-${"00".repeat(18)}--\r\n`);
  });
  test("ids beyond 2^53 stay whole", async () => {
    const body = '{"id":103254962155278888,"n":1.5}';
    fresh((s) => s.end(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`));
    expect(await calls()(asking("GET"))).toMatchObject({ json: { id: "103254962155278888", n: 1.5 } });
  });
});

describe("private addresses", () => {
  const guarded = (addresses: string[]) => calls({ isAllowed: () => false, resolve: async () => addresses });
  test.each([
    ["https://127.0.0.1/"],
    ["https://0x7f.1/"],
    ["https://2130706433/"],
    ["https://[::1]/"],
    ["https://[::ffff:10.0.0.1]/"],
    ["https://[64:ff9b::7f00:1]/"],
    ["https://169.254.169.254/latest/meta-data"],
    ["https://168.63.129.16/"],
    ["https://10.1.2.3:8443/"],
    ["https://[fd00::1]/"],
    ["https://100.64.0.1/"],
    ["http://example.com/"],
    ["ftp://example.com/"],
    ["https://user:canary@example.com/"],
    ["not an address"],
  ])("%s is not called", async (url) => {
    fresh();
    const answer = await guarded(["93.184.216.34"])({ method: "POST", url });
    expect(answer).toMatchObject({
      kind: "unsent",
      detail: expect.stringMatching(/is refused|not an http address|can't contain a password/),
    });
    expect(JSON.stringify(answer)).not.toContain("canary");
    expect(connections).toBe(0);
  });
  test("a name is refused when any of its addresses is private", async () => {
    const answer = await guarded(["93.184.216.34", "127.0.0.1"])({
      method: "GET",
      url: "https://rebind.test/",
    });
    expect(answer).toMatchObject({
      kind: "unsent",
      detail: expect.stringContaining("rebind.test is refused"),
    });
  });
  test("an ordinary address is public", () => {
    expect(["93.184.216.34", "2606:2800:220:1::1", "127.0.0.1", "nonsense"].map(isPublic)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
