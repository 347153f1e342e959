// Tests /mcp as an HTTP endpoint: keys, origins, hosts, batches, methods and malformed bodies.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { connectAgent } from "../support/mcp-agent.ts";
import { openWorld, type World } from "../support/world.ts";
import { freePort } from "../support/free-port.ts";

let world: World;
const closing = new AsyncDisposableStack();

beforeAll(async () => {
  world = closing.use(await openWorld());
  await world.account("bluesky", "ok");
  await world.account("mastodon", "fail");
});
afterAll(() => closing.disposeAsync());

describe("the endpoint", () => {
  const ping = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
  const knock = (headers: Record<string, string> = {}, body: string = ping, url: string = world.url) =>
    fetch(`${url}/mcp`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${world.key}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...headers,
      },
      body,
    });

  test("lets a good request in, and gives it an id", async () => {
    const answer = await knock();
    expect(answer.status).toBe(200);
    expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(await answer.text()).toContain('"jsonrpc":"2.0"');
  });

  test("no key and wrong keys: 401 with WWW-Authenticate, before anything else (D7)", async () => {
    for (const authorization of ["", "Bearer", "Basic abc", "Bearer x", `Bearer ${world.key.slice(0, -1)}`]) {
      const answer = await knock({ authorization, origin: "https://evil.example" }, "{");
      expect(answer.status).toBe(401);
      expect(answer.headers.get("www-authenticate")).toBe("Bearer");
      expect(await answer.json()).toMatchObject({ code: "unauthorized" });
    }
    expect(connectAgent(world, { key: "crier_live_wrong" })).rejects.toThrow();
  });

  test("a page of another site: 403; our own and none: 200", async () => {
    const { host, port } = new URL(world.url);
    const foreign = [
      "https://evil.example",
      `https://${host}.evil.example`,
      `http://evil.example:${port}`,
      "http://127.0.0.1:1",
      "null",
      "not a url",
    ];
    for (const origin of foreign) {
      const { status } = await knock({ origin });
      expect({ origin, status }).toEqual({ origin, status: 403 });
    }
    expect(await (await knock({ origin: "null" })).json()).toMatchObject({ code: "cross_origin" });
    expect((await knock({ origin: world.url })).status).toBe(200);
    expect((await knock({ origin: `https://${host}` })).status).toBe(200);
  });

  test("a name that is not ours (DNS rebinding): 403, also when Origin agrees with it", async () => {
    const { port } = new URL(world.url);
    for (const host of ["evil.example", `evil.example:${port}`, "127.0.0.1.evil.example"]) {
      const answer = await knock({ host, origin: `http://${host}` });
      expect(answer.status).toBe(403);
      expect(await answer.json()).toMatchObject({ code: "host_refused" });
    }
    expect((await knock({ host: `localhost:${port}` })).status).toBe(200);
  });

  test("behind a proxy: the public name and the own one are known, and the public origin is ours", async () => {
    const port = freePort();
    await using own = await openWorld({ CRIER_URL: "https://crier.example", CRIER_PORT: String(port) });
    const ask = async (headers: Record<string, string>) => {
      const authorization = `Bearer ${own.key}`;
      return (await knock({ authorization, ...headers }, ping, `http://127.0.0.1:${port}`)).status;
    };
    expect(await ask({ host: "crier.example", origin: "https://crier.example" })).toBe(200);
    expect(await ask({ origin: "https://crier.example" })).toBe(200);
    expect(await ask({ host: `127.0.0.1:${port}` })).toBe(200);
    expect(await ask({ host: "crier.example.evil" })).toBe(403);
    expect(await ask({ origin: "https://crier.example:444" })).toBe(403);
  });

  test("a batch costs as much as its messages, and only the protocol that has batches may send one", async () => {
    await using own = await openWorld({ CRIER_RATE_LIMIT: "40" });
    const send = (count: number, headers: Record<string, string> = {}) =>
      knock(
        { authorization: `Bearer ${own.key}`, ...headers },
        `[${Array.from({ length: count }, () => ping).join()}]`,
        own.url,
      );
    expect((await send(15)).status).toBe(200);
    const refused = await send(15);
    expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true]);
    own.clock.turn(60_000);
    expect((await send(20)).status).toBe(200);
    own.clock.turn(60_000);
    const modern = await send(2, { "mcp-protocol-version": "2025-06-18" });
    expect([modern.status, await modern.json()]).toMatchObject([400, { code: "invalid_request" }]);
  });

  test("a long answer is that of the API, alone and among others", async () => {
    const text = '\u2028 "🚣" '.repeat(2500);
    const make = async (body: object) =>
      (await world.ask("POST", "/posts", { schedule: "draft", ...body }, { prefer: "handling=lenient" }))
        .json;
    const mark = '{"crier-long-answer":0}';
    const posts = [
      await make({ caption: text, overrides: { bluesky: `${text}1`, mastodon: `${text}2` } }),
      await make({ caption: mark }),
      await make({ caption: mark, overrides: { bluesky: `2${text}`, mastodon: `1${text}`, ok: text } }),
    ];
    const call = (id: unknown, n: number) => ({
      ...{ jsonrpc: "2.0", id: n, method: "tools/call" },
      params: { name: "get_post", arguments: { id } },
    });
    const calls = posts.map(({ id }, n) => call(id, n));
    for (const body of [...calls, [JSON.parse(ping), ...calls]]) {
      const sent = await (await knock({}, JSON.stringify(body))).text();
      const messages = [...sent.matchAll(/^data: ([^\n]*)\n/gm)].map(([, json]) => JSON.parse(json ?? ""));
      const answered = messages.filter(({ result }) => result.structuredContent !== undefined);
      expect(answered).toHaveLength(Array.isArray(body) ? 3 : 1);
      for (const { id, result } of answered) expect(result.structuredContent).toEqual(posts[id]);
    }
  });

  test("GET and DELETE: 405 with Allow; there are no sessions", async () => {
    for (const method of ["GET", "DELETE", "PUT", "OPTIONS"]) {
      const answer = await fetch(`${world.url}/mcp`, {
        method,
        headers: { authorization: `Bearer ${world.key}`, accept: "text/event-stream" },
      });
      expect(answer.status).toBe(405);
      expect(answer.headers.get("allow")).toBe("POST");
    }
  });

  test("no JSON, another type, too deep, too large (D4)", async () => {
    const cases: [Record<string, string>, string, number, string][] = [
      [{}, "{", 400, "invalid_json"],
      [{ "content-type": "text/plain" }, ping, 415, "unsupported_media_type"],
      [{}, `${"[".repeat(50_000)}${"]".repeat(50_000)}`, 400, "invalid_json"],
      [{}, `"${"x".repeat(20_000_000)}"`, 413, "body_too_large"],
    ];
    for (const [headers, body, status, code] of cases) {
      const answer = await knock(headers, body);
      expect(answer.status).toBe(status);
      expect(await answer.json()).toMatchObject({ code });
    }
  });

  test("JSON that is not a message of the protocol: 400, never a 5xx", async () => {
    const bodies = ["null", "1", "[]", "{}", '{"jsonrpc":"2.0"}', '{"jsonrpc":"1.0","id":1,"method":"ping"}'];
    for (const body of bodies) {
      const { status } = await knock({}, body);
      expect({ body, status: status >= 400 && status < 500 }).toEqual({ body, status: true });
    }
  });

  test("headers that contradict the body: 400", async () => {
    const answer = await knock({ "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call" });
    expect(answer.status).toBe(400);
  });

  test("an open subscription can't be had: nothing here ever changes", async () => {
    const own = closing.use(await connectAgent(world));
    expect(own.client.getServerCapabilities()).toEqual({ tools: { listChanged: false } });
  });

  test("counts as HTTP does: over the limit is a 429 with Retry-After (D5)", async () => {
    await using own = await openWorld({ CRIER_RATE_LIMIT: "4" });
    const authorization = `Bearer ${own.key}`;
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push((await knock({ authorization }, ping, own.url)).status);
    expect(statuses).toEqual([200, 200, 429]);
    const { headers } = await knock({ authorization }, ping, own.url);
    expect(headers.get("retry-after")).toBe("15");
  });
});
