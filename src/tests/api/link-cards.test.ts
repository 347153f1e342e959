// Tests link cards and avatars over HTTP, and that a card goes out with a post without ever delaying or failing it.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import sharp from "sharp";
import { FORBIDDEN_URLS } from "../support/private-addresses.ts";
import { HOST, internet, openMediaHost, type MediaHost } from "../support/media-host.ts";
import { lookAt } from "../support/owner.ts";
import { account as record, bytes, entry, id as idOf } from "../store/records.ts";
import { openWorld, isSettled, type World } from "../support/world.ts";
import { openFoundPictures } from "../../accounts/found-pictures.ts";
import { foundView } from "../../api/views/found-account.ts";
import { networks } from "../../app/networks.ts";
import type { Connection } from "../../networks/network.ts";

let host: MediaHost;
let world: World;
let picture: Buffer;
/** What the page answers; null: nothing at all. */
let page: string | null = "";

beforeAll(async () => {
  picture = await sharp({ create: { width: 1600, height: 900, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  host = await openMediaHost(({ url = "" }, response) => {
    if (url.startsWith("/silent") || page === null) return;
    if (url.startsWith("/picture.png"))
      return void response.writeHead(200, { "content-type": "image/png" }).end(picture);
    if (!url.startsWith("/page")) return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": "text/html" }).end(page);
  });
  world = await openWorld({ CRIER_ALLOW_PRIVATE_HOSTS: `${HOST}:${host.port}` }, networks, internet);
});
beforeEach(() => {
  page = `<title>Boats</title><meta property="og:description" content="On Sunday"><meta property="og:image" content="/picture.png">`;
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  host[Symbol.dispose]();
});

const at = (path: string) => `https://${HOST}:${host.port}${path}`;
const card = (url: string) => world.ask("GET", `/link-card?url=${encodeURIComponent(url)}`);

describe("GET /v1/link-card", () => {
  test("answers with the page's words and its picture from here", async () => {
    const { status, json } = await card(at("/page"));
    expect([status, json]).toEqual([
      200,
      {
        url: at("/page"),
        title: "Boats",
        description: "On Sunday",
        imageUrl: expect.stringContaining("/media/cards/"),
      },
    ]);
    const imageUrl = String(json["imageUrl"]);
    expect(imageUrl).toStartWith(world.url);
    const answer = await fetch(imageUrl);
    expect(answer.headers.get("content-type")).toBe("image/jpeg");
    const etag = answer.headers.get("etag") ?? "";
    expect((await sharp(await answer.bytes()).metadata()).width).toBe(1200);
    expect((await fetch(imageUrl, { headers: { "if-none-match": etag } })).status).toBe(304);
    expect((await fetch(imageUrl.replace(/signature=.*/, "signature=x"))).status).toBe(403);
    expect((await fetch(imageUrl.replace("/cards/", "/avatars/"))).status).toBe(403);
  });

  test("refuses whatever is not a page, and every private address", async () => {
    expect((await card(at("/missing"))).json["code"]).toBe("link_card_unavailable");
    expect((await world.ask("GET", "/link-card")).status).toBe(400);
    expect((await world.ask("GET", "/link-card?url=ftp%3A%2F%2Fa.example")).json["errors"]).toMatchObject([
      { pointer: "/url" },
    ]);
    for (const url of FORBIDDEN_URLS.filter((each) => each !== "")) {
      const { status } = await card(url.replaceAll("{port}", "443"));
      expect({ url, status: [400, 422].includes(status) }).toEqual({ url, status: true });
    }
  });
});

describe("a post with a link", () => {
  let photo = "";
  beforeAll(async () => {
    for (const platform of ["bluesky", "linkedin", "mastodon"]) await world.account(platform, "ok");
    const form = new FormData();
    form.set("file", new Blob([Uint8Array.from(picture)]), "a.png");
    photo = ((await world.ask("POST", "/media", form)).json["media"] as { id: string }).id;
  });

  /** What stands on each network; undefined where the post has no card. Time stands still, as real pages are fetched. */
  async function cardsOf(caption: string, body: object = {}, stepMs = 0) {
    const accounts = ["bluesky", "linkedin", "mastodon"];
    const { id } = await world.post({ caption, accounts, schedule: "now", ...body });
    const { targets } = await world.until(id, isSettled, stepMs);
    expect(targets.map(({ status }) => status)).toEqual(["posted", "posted", "posted"]);
    return accounts.map((platform) => world.published(platform).at(-1)?.card);
  }

  test("and no media has its card where the network looks at no pages, with the picture as a file there", async () => {
    const url = at("/page?post");
    const [bluesky, linkedin, mastodon] = await cardsOf(`See ${url} and ${at("/page?second")}.`);
    const expected = { url, title: "Boats", description: "On Sunday", picture: expect.any(String) };
    expect([bluesky, linkedin, mastodon]).toEqual([expected, expected, undefined]);
    expect(world.published("bluesky").at(-1)?.media).toEqual([]);
    const thumb = await lookAt(world, `/simulator/media/bluesky/${bluesky?.picture}`);
    const { format, width } = await sharp(await thumb.bytes()).metadata();
    expect([format, width]).toEqual(["jpeg", 1200]);
  });

  test("and its check shows the card that a network would be sent, once it was looked up, and fetches nothing", async () => {
    const cardsIn = async (text: string, body: object = {}) => {
      const request = { caption: text, accounts: ["bluesky", "linkedin", "mastodon"], ...body };
      const { json: answer } = await world.ask("POST", "/posts/check", request);
      const targets = answer["targets"] as { platform: string; card: unknown }[];
      return Object.fromEntries(targets.map((target) => [target.platform, target.card]));
    };
    const url = at("/page?check");
    const caption = `See ${url} and ${at("/page?other")}`;
    const none = { bluesky: null, linkedin: null, mastodon: null };
    expect(await cardsIn(caption)).toEqual(none);
    expect(await cardsIn(caption)).toEqual(none);
    const { json } = await card(url);
    const shown = { ...json, title: "Boats", imageUrl: expect.stringContaining("/media/cards/") };
    const found = await cardsIn(caption);
    expect(found).toEqual({ bluesky: shown, linkedin: shown, mastodon: null });
    const { imageUrl } = found["bluesky"] as { imageUrl: string };
    expect((await fetch(imageUrl)).headers.get("content-type")).toBe("image/jpeg");
    // Options that are wrong count as not given, as everywhere in the check.
    const wrong = { accounts: ["linkedin"], options: { linkedin: { article_url: 7 } } };
    expect(await cardsIn(caption, wrong)).toEqual({ linkedin: shown });
    expect(await cardsIn(caption, { media: [photo] })).toEqual(none);
    expect(await cardsIn("No link")).toEqual(none);
    expect(await cardsIn("https://127.0.0.1/ inside")).toEqual(none);
  });

  test("and media, or a card of its own, has none of ours", async () => {
    const caption = `With a photo ${at("/page?photo")}`;
    expect(await cardsOf(caption, { media: [photo] })).toEqual([undefined, undefined, undefined]);
    const options = { linkedin: { article_url: "https://own.example/", article_title: "Own" } };
    const [, linkedin] = await cardsOf(`Own card ${at("/page?own")}`, { options });
    expect(linkedin).toMatchObject({ url: "https://own.example/", title: "Own", picture: null });
  });

  test.each([
    ["gives no page", () => at("/missing?1")],
    ["leads inside", () => "https://127.0.0.1/"],
    ["does not exist", () => "https://nowhere.example/"],
    ["never answers", () => at("/silent?1")],
  ])("goes out without a card when the page %s", async (why, url) => {
    expect(await cardsOf(`Anyway: ${why} ${url()}`, {}, 500)).toEqual([undefined, undefined, undefined]);
  });

  test("has a card without a picture when the picture can't be fetched", async () => {
    page = `<title>Words only</title><meta property="og:image" content="https://10.0.0.1/a.png">`;
    const [bluesky, linkedin] = await cardsOf(`Words ${at("/page?words")}`);
    expect([bluesky, linkedin]).toMatchObject([
      { title: "Words only", description: "", picture: null },
      { title: "Words only", picture: null },
    ]);
  });
});

describe("an account's avatar", () => {
  const avatarOf = async (id: string) => {
    const { accounts } = (await world.ask("GET", "/accounts")).json as {
      accounts: { id: string; avatarUrl: string | null }[];
    };
    return accounts.find((each) => each.id === id)?.avatarUrl ?? null;
  };
  async function connected(n: number, avatarUrl: string): Promise<string> {
    const account = { ...record, id: idOf(n), remoteId: `r${n}`, profileId: world.profileId, avatarUrl };
    const connect = world.appliance.store.accounts.connect;
    await connect(
      account,
      () => bytes(2),
      () => ({ ...entry, profileId: world.profileId }),
    );
    return idOf(n);
  }

  test("is shown from here, and its own address is never given away", async () => {
    const id = await connected(1, at("/picture.png?access_token=secret"));
    const url = (await avatarOf(id)) ?? "";
    expect(url).toStartWith(`${world.url}/media/avatars/${id}?`);
    expect(JSON.stringify((await world.ask("GET", "/accounts")).json)).not.toContain("secret");
    const answer = await fetch(url);
    expect(answer.headers.get("content-type")).toBe("image/webp");
    expect(answer.headers.get("content-security-policy")).toContain("sandbox");
    expect((await sharp(await answer.bytes()).metadata()).width).toBe(128);
    const etag = answer.headers.get("etag") ?? "";
    expect((await fetch(url, { headers: { "if-none-match": etag } })).status).toBe(304);
    expect((await fetch(url, { method: "HEAD" })).status).toBe(200);
    expect((await fetch(url.split("?")[0] ?? "")).status).toBe(403);
    // The signature of one account opens no other one.
    expect((await fetch(url.replace(id, world.profileId))).status).toBe(403);
  });

  test("is 404 when the network does not give it, or it lies inside", async () => {
    const addresses = [at("/missing.png"), "http://169.254.169.254/latest/meta-data", "https://[::1]/a.png"];
    for (const [n, address] of addresses.entries()) {
      const url = (await avatarOf(await connected(10 + n, address))) ?? "";
      expect({ address, status: (await fetch(url)).status }).toEqual({ address, status: 404 });
    }
  });

  test("is shown of an account that was found and is not connected, and only from an address made here", async () => {
    const { store, vault, links, newId } = world.appliance;
    const connection: Connection = {
      ...{ remoteId: "r", server: null, handle: "h", displayName: "H", profileUrl: null },
      ...{ avatarUrl: at("/picture.png?access_token=secret"), credentials: {}, expiresAt: null, rules: {} },
    };
    const deps = { store, foundPictures: openFoundPictures(vault), links };
    const [view] = await foundView(world.profileId, "mastodon", [connection], deps);
    const url = view?.avatarUrl ?? "";
    expect(Buffer.from(url.split(/[/?]/).at(-2) ?? "", "base64url").toString("latin1")).not.toContain(
      "secret",
    );
    expect((await fetch(url)).headers.get("content-type")).toBe("image/webp");
    expect((await fetch(url.replace("/avatars/A", "/avatars/B"))).status).toBe(403);
    expect((await fetch(links.avatar(newId()))).status).toBe(404);
  });

  test("is null for an account without one", async () => {
    expect(await avatarOf(await world.account("mastodon", "ok-bare"))).toBeNull();
  });
});
