// Import by URL: what is fetched, and everything that must not be (D32).
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import net from "node:net";
import { join } from "node:path";
import { systemClock } from "../clock.ts";
import { Problem } from "../errors.ts";
import { turnableClock } from "../tests/support/clock.ts";
import { HOST, internet, openMediaHost, type MediaHost } from "../tests/support/media-host.ts";
import { FORBIDDEN_ADDRESSES, FORBIDDEN_URLS } from "../tests/support/private-addresses.ts";
import { openImport, type ImportDeps } from "./import.ts";

const LIMIT = 4096;
const FILE = Buffer.from("the bytes of a file");

let host: MediaHost;
beforeAll(async () => {
  host = await openMediaHost(({ url = "" }, response) => {
    const redirect = /^\/redirect\/(\d+)/.exec(url)?.[1];
    if (redirect !== undefined)
      response.writeHead(Number(redirect), { location: `https://${HOST}/good.jpg` });
    if (url === "/missing") response.writeHead(404);
    if (url === "/never") return;
    if (url === "/declared") response.writeHead(200, { "content-length": String(LIMIT + 1) });
    if (url === "/endless") return void response.write(Buffer.alloc(LIMIT + 1));
    if (url === "/cut") {
      response.writeHead(200, { "content-length": "100" });
      response.write("half");
      return void setTimeout(() => response.destroy(), 20);
    }
    response.end(url === "/full" ? Buffer.alloc(LIMIT) : FILE);
  });
});
afterAll(() => host[Symbol.dispose]());

function importer(more: Partial<ImportDeps> = {}) {
  return openImport({
    isApproved: async (hostname) => [HOST, "a.cdn.example", "wrong.example"].includes(hostname),
    ports: [443, host.port],
    limitBytes: LIMIT,
    clock: systemClock,
    version: "test",
    // Only so that a server on loopback can be reached at all.
    mayBePrivate: () => true,
    ...internet,
    ...more,
  });
}
const at = (path: string, name = HOST) => `https://${name}:${host.port}${path}`;
const codeOf = async (url: string, more: Partial<ImportDeps> = {}) =>
  await importer(more)(url).then(
    () => "fetched",
    (error: unknown) => (error instanceof Problem ? error.code : String(error)),
  );

describe("a file is fetched", () => {
  test("with its bytes and its name, over TLS under the host's own name", async () => {
    const { filename, bytes } = await importer()(at("/a/hills%20at%20dusk.jpg?token=1#part"));
    expect([filename, Buffer.from(bytes)]).toEqual(["hills at dusk.jpg", FILE]);
    const { headers, url } = host.requests.at(-1) ?? {};
    expect(url).toBe("/a/hills%20at%20dusk.jpg?token=1");
    expect(headers).toMatchObject({ host: `${HOST}:${host.port}`, "accept-encoding": "identity" });
    expect(Object.keys(headers ?? {})).not.toContain("authorization");
    expect(await codeOf(at("/x", "a.cdn.example"))).toBe("fetched");
    expect(await codeOf(at("/x", "MEDIA.example.COM"))).toBe("fetched");
  });

  test("up to the limit, and refused above it before all of it was read", async () => {
    expect(await codeOf(at("/full"))).toBe("fetched");
    expect(await codeOf(at("/declared"))).toBe("media_too_large");
    expect(await codeOf(at("/endless"))).toBe("media_too_large");
  });

  test("not through the proxies that the environment names", async () => {
    let proxied = 0;
    const proxy = net.createServer((socket) => void (proxied++, socket.destroy()));
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    const { port } = proxy.address() as net.AddressInfo;
    const address = `http://127.0.0.1:${port}`;
    const names = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"];
    const program = `
      const { openImport } = await import(${JSON.stringify(join(import.meta.dir, "import.ts"))});
      const { internet } = await import(${JSON.stringify(join(import.meta.dir, "../tests/support/media-host.ts"))});
      const { systemClock } = await import(${JSON.stringify(join(import.meta.dir, "../clock.ts"))});
      const fetchFile = openImport({ ...internet, isApproved: async () => true, ports: [${host.port}],
        limitBytes: 100, clock: systemClock, version: "x", mayBePrivate: () => true });
      console.log(new TextDecoder().decode((await fetchFile(${JSON.stringify(at("/x"))})).bytes));`;
    const env = {
      PATH: process.env["PATH"] ?? "",
      ...Object.fromEntries(names.map((name) => [name, address])),
    };
    const child = Bun.spawn([process.execPath, "-e", program], { env, stdout: "pipe", stderr: "inherit" });
    expect((await child.stdout.text()).trim()).toBe(FILE.toString());
    expect(proxied).toBe(0);
    // The control: what these variables do to fetch.
    const control = `await fetch("http://${HOST}/").catch(() => {})`;
    await Bun.spawn([process.execPath, "-e", control], { env }).exited;
    expect(proxied).toBeGreaterThan(0);
    proxy.close();
  });
});

describe("nothing is fetched", () => {
  test.each([300, 301, 302, 303, 304, 307, 308])("from a redirect: %d", async (status) => {
    const before = host.requests.length;
    await expect(importer()(at(`/redirect/${status}`))).rejects.toMatchObject({
      code: "import_failed",
      detail: expect.stringContaining("redirect"),
    });
    expect(host.requests.length).toBe(before + 1);
  });

  test("from an answer that is not a file, breaks off, or comes from an unknown host", async () => {
    expect(await codeOf(at("/missing"))).toBe("import_failed");
    expect(await codeOf(at("/cut"))).toBe("import_failed");
    expect(await codeOf(at("/x", "wrong.example"))).toBe("import_failed");
    expect(await codeOf(at("/x"), { ca: undefined })).toBe("import_failed");
    const nowhere = async () => await Promise.reject(Object.assign(new Error("x"), { code: "ENOTFOUND" }));
    expect(await codeOf(at("/x"), { resolve: nowhere })).toBe("import_failed");
    expect(await codeOf(at("/x"), { resolve: async () => [] })).toBe("import_failed");
  });

  test("that takes longer than 10 s in all", async () => {
    const clock = turnableClock();
    const asked = codeOf(at("/never"), { clock });
    const before = host.requests.length;
    while (host.requests.length === before) await new Promise(setImmediate);
    clock.turn(9_999);
    expect(await Promise.race([asked, new Promise((resolve) => setImmediate(resolve, "waits"))])).toBe(
      "waits",
    );
    clock.turn(1);
    expect(await asked).toBe("import_failed");
  });

  test("and a refusal does not repeat what the address carried", async () => {
    const error = await importer()(at("/missing?token=canary")).catch((each: unknown) => each);
    expect(JSON.stringify(error) + String(error)).not.toContain("canary");
  });
});

describe("a way inside is refused", () => {
  /** Whatever gets as far as loopback is counted here. */
  let hits = 0;
  let canary: net.Server;
  let port = 0;
  beforeAll(async () => {
    canary = net.createServer((socket) => void (hits++, socket.destroy()));
    await new Promise<void>((resolve) => canary.listen(0, "127.0.0.1", resolve));
    port = (canary.address() as net.AddressInfo).port;
  });
  afterAll(() => void canary.close());

  const guarded = (
    resolve: ImportDeps["resolve"],
    isApproved: ImportDeps["isApproved"],
    clock = systemClock,
  ) => openImport({ isApproved, ports: [443, port], limitBytes: LIMIT, clock, version: "test", resolve });
  /** As one who would reach anything: it leads to the canary wherever it is not refused before. */
  const loopback = async () => ["127.0.0.1"];

  test(`${FORBIDDEN_URLS.length} addresses, with a list of hosts`, async () => {
    expect(FORBIDDEN_URLS.length).toBeGreaterThanOrEqual(250);
    expect(new Set(FORBIDDEN_URLS).size).toBe(FORBIDDEN_URLS.length);
    const fetchFile = guarded(loopback, async (hostname) => [HOST].includes(hostname));
    for (const url of FORBIDDEN_URLS) {
      const error = await fetchFile(url.replaceAll("{port}", String(port))).catch((each: unknown) => each);
      const code = error instanceof Problem ? error.code : error;
      expect({ url, code }).toEqual({
        url,
        code: expect.stringMatching(/^(invalid_request|host_not_approved)$/),
      });
    }
    expect(hits).toBe(0);
  });

  test("the same if an operator had approved every host there is", async () => {
    const fetchFile = guarded(loopback, async () => true);
    for (const url of FORBIDDEN_URLS) {
      const error = await fetchFile(url.replaceAll("{port}", String(port))).catch((each: unknown) => each);
      expect({ url, error }).toEqual({ url, error: expect.any(Problem) });
    }
    expect(hits).toBe(0);
  });

  test(`an approved name that leads to any of ${FORBIDDEN_ADDRESSES.length} addresses, alone or beside a public one`, async () => {
    expect(FORBIDDEN_ADDRESSES.length).toBeGreaterThan(60);
    for (const address of FORBIDDEN_ADDRESSES) {
      for (const addresses of [[address], ["93.184.216.34", address], [address, "93.184.216.34"]]) {
        const error = await guarded(
          async () => addresses,
          async () => true,
        )(`https://${HOST}:${port}/`).catch((each: unknown) => each);
        expect({ addresses, error }).toMatchObject({
          error: { code: "import_failed", detail: `${HOST} is not on the public internet.` },
        });
      }
    }
    expect(hits).toBe(0);
  });

  test("1,000 names that are public when they are looked at and loopback when they are called", async () => {
    let asked = 0;
    const attempt = async () => {
      let turn = 0;
      // Unicast by its range and given to nobody: nothing answers there.
      const resolve = async () => (asked++, turn++ === 0 ? ["2d00::1"] : ["127.0.0.1"]);
      const clock = turnableClock();
      const done = guarded(
        resolve,
        async () => true,
        clock,
      )(`https://${HOST}:${port}/`).catch((each: unknown) => each);
      // Where a route to it exists it would be silence.
      const hurry = setTimeout(() => clock.turn(10_000), 200);
      const error = await done;
      clearTimeout(hurry);
      expect(error).toMatchObject({ code: "import_failed" });
    };
    for (let done = 0; done < 1000; done += 100) await Promise.all(Array.from({ length: 100 }, attempt));
    expect({ hits, asked }).toEqual({ hits: 0, asked: 1000 });
  });

  test("and the canary would notice: asking twice is caught", async () => {
    const fetchFile = openImport({
      isApproved: async () => true,
      ports: [port],
      limitBytes: LIMIT,
      clock: systemClock,
      version: "test",
      resolve: loopback,
      mayBePrivate: () => true,
    });
    await fetchFile(`https://${HOST}:${port}/`).catch(() => {});
    expect(hits).toBe(1);
  });
});
