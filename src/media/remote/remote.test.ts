// Avatars and link cards: what is fetched for them, how much of it, and everything that must not be.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import sharp from "sharp";
import { systemClock } from "../../clock.ts";
import { turnableClock, type TurnableClock } from "../../tests/support/clock.ts";
import { refusesPrivateAddresses } from "../../tests/support/hostile-addresses.ts";
import { HOST, internet, openMediaHost, type MediaHost } from "../../tests/support/media-host.ts";
import { longestTurnOf } from "../../tests/support/work.ts";
import { openTestImages, openTestProbe } from "../../tests/support/media-tools.ts";
import { openPostCards } from "../post-cards.ts";
import type { Probe } from "../probe/index.ts";
import { diskFiles, type Files } from "../storage/files.ts";
import { openAvatars } from "./avatars.ts";
import { openRemoteCache } from "./cache.ts";
import { fetchRemote, type RemoteDeps } from "./fetch.ts";
import { openLinkCards } from "./link-cards.ts";
import { openLookup } from "./lookup.ts";
import { openRemotePictures } from "./picture.ts";

const folder = mkdtempSync(join(tmpdir(), "crier-remote-"));
let files: Files;
let probe: Probe & Disposable;
let host: MediaHost;
let clock: TurnableClock;
type Handler = (request: IncomingMessage, response: ServerResponse) => void;
const pages = new Map<string, Handler>();
const never = new AbortController().signal;

beforeAll(async () => {
  files = await diskFiles(join(folder, "files"));
  probe = openTestProbe();
  clock = turnableClock();
  host = await openMediaHost((request, response) => {
    const handler = pages.get(new URL(`https://x${request.url ?? ""}`).pathname);
    if (handler) handler(request, response);
    else response.writeHead(404).end();
  });
});
afterAll(() => {
  probe[Symbol.dispose]();
  host[Symbol.dispose]();
  rmSync(folder, { recursive: true, force: true });
});

const at = (path: string) => `https://${HOST}:${host.port}${path}`;
const gives =
  (body: string | Uint8Array, type: string, more: Record<string, string> = {}): Handler =>
  (_, response) =>
    void response.writeHead(200, { "content-type": type, ...more }).end(body);
const outside = (): RemoteDeps => ({
  ports: [443],
  clock,
  version: "test",
  ...internet,
  // Only so that a server on loopback can be reached at all.
  mayBePrivate: ({ hostname }) => hostname === HOST,
});
let stores = 0;
function opened(remote: RemoteDeps, cacheFolder = join(folder, `cache-${stores++}`)) {
  const cache = openRemoteCache(cacheFolder);
  const lookup = (kind: string) => openLookup(kind, { cache, clock: remote.clock, stopping: never });
  const pictures = openRemotePictures({ files, probe, makeImage: openTestImages(), stopping: never });
  return {
    cacheFolder,
    avatars: openAvatars({ lookup: lookup("avatar"), pictures, remote }),
    cards: openLinkCards({
      lookup: lookup("page"),
      images: lookup("image"),
      pictures,
      remote,
      clock: remote.clock,
    }),
  };
}
const asked = (path: string) => host.requests.filter(({ url }) => url === path).length;
const colour = (format: "png" | "jpeg", size = 300) =>
  sharp({ create: { width: size, height: size, channels: 3, background: "teal" } })
    .toFormat(format)
    .toBuffer();

refusesPrivateAddresses("an avatar", (deps) => {
  const { avatars } = opened(deps);
  return async (avatarUrl) => (await avatars.of({ profileId: "p", avatarUrl })) !== null;
});
refusesPrivateAddresses("the page of a link card", (deps) => {
  const { cards } = opened(deps);
  return async (url) => Boolean(await cards.of(url, "p"));
});
refusesPrivateAddresses("the card of a post", (deps) => {
  const find = openPostCards(opened(deps).cards, deps.clock, never);
  return async (url) => (await find(url, "p")) !== null;
});
refusesPrivateAddresses("the picture of a link card", (deps) => {
  // The page is fine; only its picture leads inside.
  return async (imageUrl) => {
    const picture = { accept: "image/*", limitBytes: 100, timeoutMs: 5000, redirects: 3 };
    const html = `<title>T</title><meta property="og:image" content="${imageUrl.replaceAll('"', "&quot;")}">`;
    const { pageFacts } = await import("./page.ts");
    const { imageUrl: read } = await pageFacts(Buffer.from(html), "text/html", new URL("https://a.example/"));
    return read !== null && Boolean(await fetchRemote(read, picture, deps));
  };
});

describe("an avatar", () => {
  const avatarOf = (path: string, { avatars } = opened(outside())) =>
    avatars.of({ profileId: "p", avatarUrl: at(path) });

  test("is a small WebP of our own, without the original's metadata", async () => {
    const photo = await sharp(await colour("jpeg"))
      .withExif({ IFD0: { Copyright: "secret" } })
      .jpeg()
      .toBuffer();
    pages.set("/photo.jpg", gives(photo, "text/plain"));
    const bytes = await avatarOf("/photo.jpg?token=1");
    const { format, width, exif } = await sharp(bytes ?? undefined).metadata();
    expect([format, width, exif]).toEqual(["webp", 128, undefined]);
    expect(host.requests.at(-1)?.headers).not.toHaveProperty("authorization");
  });

  test("is fetched once a day, however many ask, and stays when the network is down", async () => {
    pages.set("/daily", gives(await colour("png"), "image/png"));
    const first = opened(outside());
    await Promise.all(Array.from({ length: 20 }, () => avatarOf("/daily", first)));
    // Another process, the same disk.
    const second = opened(outside(), first.cacheFolder);
    expect(await avatarOf("/daily", second)).not.toBeNull();
    expect(asked("/daily")).toBe(1);
    clock.turn(24 * 3_600_000);
    pages.delete("/daily");
    expect(await avatarOf("/daily", second)).not.toBeNull();
    expect(await avatarOf("/daily", second)).not.toBeNull();
    expect(asked("/daily")).toBe(2);
  });

  test("is not what is too large, no image, an image only by its name, or a bomb", async () => {
    pages.set("/large", gives(new Uint8Array((1 << 20) + 1), "image/png"));
    pages.set("/endless", (_, response) => {
      response.writeHead(200, { "content-type": "image/png" });
      const send = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)))
          if (response.writableLength > 1e6) break;
      };
      response.on("drain", send);
      send();
    });
    pages.set("/page", gives("<html>", "image/png"));
    pages.set("/drawing", gives('<svg xmlns="http://www.w3.org/2000/svg"/>', "image/svg+xml"));
    pages.set("/packed", gives(gzipSync(await colour("png")), "image/png", { "content-encoding": "gzip" }));
    const wide = sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: "red" } });
    pages.set("/wide", gives(await wide.png({ compressionLevel: 9 }).toBuffer(), "image/png"));
    for (const path of ["/large", "/endless", "/page", "/drawing", "/packed", "/wide", "/missing"])
      expect({ path, found: await avatarOf(path) }).toEqual({ path, found: null });
    expect(readdirSync(join(folder, "files", "incoming"))).toEqual([]);
  });

  test("comes through at most three redirects", async () => {
    pages.set("/picture", gives(await colour("png"), "image/png"));
    for (const [n, next] of ["/picture", "/hop0", "/hop1", "/hop2"].entries())
      pages.set(`/hop${n}`, (_, response) => void response.writeHead(302, { location: next }).end());
    expect(await avatarOf("/hop2")).not.toBeNull();
    expect(await avatarOf("/hop3")).toBeNull();
  });

  test("is given up after 5 s", async () => {
    pages.set("/silent", () => {});
    const waiting = avatarOf("/silent");
    while (asked("/silent") === 0) await new Promise(setImmediate);
    clock.turn(5000);
    expect(await waiting).toBeNull();
  });
});

describe("a link card", () => {
  const card = (path: string, { cards } = opened(outside())) => cards.of(at(path), "p");
  const html = (head: string) =>
    gives(`<!doctype html><html><head>${head}</head><body>`, "text/html; charset=utf-8");

  test("says what the page's tags say, with its picture", async () => {
    pages.set("/og.png", gives(await colour("png", 1500), "image/png"));
    pages.set(
      "/og",
      html(`<title>Plain</title><meta property="og:title" content="Boats &amp; bo&#97;ts">
        <meta content="Come\nand see" property="og:description"><meta property="og:image" content="/og.png">
        <script>document.title = "no"</script>`),
    );
    const found = await card("/og?a=1#part");
    expect(found).toMatchObject({
      url: at("/og?a=1#part"),
      title: "Boats & boats",
      description: "Come and see",
    });
    expect(found.image).toMatchObject({ width: 1200, height: 1200 });
    expect((await sharp(found.image?.bytes).metadata()).format).toBe("jpeg");
    expect(found.image?.bytes.byteLength).toBeLessThanOrEqual(1_000_000);
  });

  test.each<[string, string, string | null]>([
    ["<title>Only\n a title</title>", "Only a title", null],
    [`<meta name="twitter:title" content="T"><meta name="description" content="D">`, "T", "D"],
    [`<meta property=og:title content=""><title>Not empty</title>`, "Not empty", null],
    [`<title>a</title><title>b</title>`, "a", null],
    [`<title>&lt;script&gt;alert(1)&lt;/script&gt;</title>`, "<script>alert(1)</script>", null],
    [`<title>re\u202everse\u200b</title>`, "reverse", null],
    [`<title>${"x".repeat(1000)}</title>`, `${"x".repeat(299)}…`, null],
    [`<title>T</title></head><body><meta property="og:title" content="late">`, "T", null],
  ])("of %j", async (head, title, description) => {
    pages.set("/head", html(head));
    expect(await card("/head")).toMatchObject({ title, description, image: null });
  });

  test("reads other encodings", async () => {
    const latin = Buffer.from("<title>Grüße</title>", "latin1");
    pages.set("/latin", gives(latin, "text/html; charset=iso-8859-1"));
    pages.set("/unknown", gives("<title>Grüße</title>", "text/html; charset=nonsense"));
    expect([(await card("/latin")).title, (await card("/unknown")).title]).toEqual(["Grüße", "Grüße"]);
  });

  test("reads half a megabyte and no more, in small steps", async () => {
    const late = `<!-- ${"x".repeat(600_000)} --><title>late</title>`;
    pages.set("/late", html(late));
    await expect(card("/late")).rejects.toMatchObject({ reason: "failed" });
    for (const [name, head] of Object.entries({
      tags: "<meta property=x content=y>".repeat(20_000),
      attributes: `<meta ${"a=b ".repeat(130_000)}>`,
      open: "<".repeat(520_000),
      quote: `<meta content="${"&amp;".repeat(100_000)}`,
      names: `<meta ${Array.from({ length: 60_000 }, (_, n) => `a${n}`).join(" ")}>`,
    })) {
      pages.set("/heavy", gives(`<title>T</title>${head}`, "text/html"));
      const longest = await longestTurnOf(async () => expect((await card(`/heavy?${name}`)).title).toBe("T"));
      // An order of magnitude above what it takes.
      expect({ name, isShort: longest < 500 }).toEqual({ name, isShort: true });
    }
  });

  test("does without a picture that can't be fetched", async () => {
    for (const picture of [
      "/missing.png",
      "https://127.0.0.1/a.png",
      "http://10.0.0.1/",
      "data:image/png;base64,",
      ":",
    ]) {
      pages.set("/poor", html(`<title>T</title><meta property="og:image" content="${picture}">`));
      expect(await card("/poor")).toMatchObject({ title: "T", image: null });
    }
  });

  test("is empty for whatever is not a page", async () => {
    pages.set("/file", gives(await colour("png"), "image/png"));
    pages.set("/nameless", html(""));
    for (const path of ["/file", "/nameless", "/missing"])
      await expect(card(path)).rejects.toMatchObject({ reason: "failed" });
    const error = await card("/missing?token=canary").catch((each: unknown) => each);
    expect(JSON.stringify(error) + String(error)).not.toContain("canary");
  });

  test("is fetched once a day, and a failure not again at once", async () => {
    pages.set("/once", html("<title>Once</title>"));
    const { cards, cacheFolder } = opened(outside());
    expect(await cards.cached(at("/once"))).toBeNull();
    await Promise.all([cards.of(at("/once"), "p"), cards.of(at("/once#b"), "q")]);
    expect(await opened(outside(), cacheFolder).cards.cached(at("/once"))).toMatchObject({ title: "Once" });
    expect(asked("/once")).toBe(1);
    for (let n = 0; n < 3; n++) await cards.of(at("/gone"), "p").catch(() => {});
    expect(asked("/gone")).toBe(1);
    clock.turn(15 * 60_000);
    await cards.of(at("/gone"), "p").catch(() => {});
    expect(asked("/gone")).toBe(2);
    clock.turn(24 * 3_600_000);
    expect(await cards.cached(at("/once"))).toBeNull();
  });

  test("at most four are fetched at once, and no profile has all places", async () => {
    const waiting: ServerResponse[] = [];
    pages.set("/slow", (_, response) => void waiting.push(response));
    const { cards } = opened(outside());
    const many = Array.from({ length: 10 }, (_, n) => cards.of(at(`/slow?${n}`), "p").catch(() => null));
    while (waiting.length < 3) await new Promise(setImmediate);
    const other = cards.of(at("/slow?other"), "q").catch(() => null);
    while (waiting.length < 4) await new Promise(setImmediate);
    expect(waiting).toHaveLength(4);
    const answers = setInterval(() => {
      for (const response of waiting.splice(0))
        response.writeHead(200, { "content-type": "text/html" }).end("<title>T</title>");
    }, 1);
    expect((await Promise.all([...many, other])).every((each) => each?.title === "T")).toBeTrue();
    clearInterval(answers);
  });

  test("for a post is none when the page is slow, and the post waits no longer than 6 s", async () => {
    pages.set("/mute", () => {});
    const find = openPostCards(opened(outside()).cards, clock, never);
    const found = find(at("/mute"), "p");
    while (asked("/mute") === 0) await new Promise(setImmediate);
    clock.turn(6000);
    expect(await found).toBeNull();
    expect(await find("http://[::1]/", "p")).toBeNull();
  });
});

test("a cache makes room by removing the oldest, and survives a crash in the middle of a write", async () => {
  const own = join(folder, "room");
  const key = (n: number) => n.toString(16).padStart(64, "0");
  const cache = openRemoteCache(own);
  for (let n = 0; n < 9; n++)
    await cache.write(key(n), { at: n, facts: null, bytes: new Uint8Array(16 << 20) });
  const left = await Promise.all(
    Array.from({ length: 9 }, async (_, n) => (await cache.read(key(n))) !== null),
  );
  expect(left).toEqual([false, false, true, true, true, true, true, true, true]);
  await Bun.write(join(own, key(20)), '{"at":1,"size":100,"facts":null}\nhalf');
  await Bun.write(join(own, `${key(21)}.1-1`), "unfinished");
  const again = openRemoteCache(own);
  expect(await again.read(key(20))).toBeNull();
  await again.write(key(22), { at: systemClock.now(), facts: null, bytes: new Uint8Array(1) });
  expect(readdirSync(own)).not.toContain(`${key(21)}.1-1`);
  await expect(again.read("../../etc/passwd")).rejects.toThrow();
});
