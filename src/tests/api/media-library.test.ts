// Tests the media library over HTTP: search, filters, orders, uses, usage, crops and covers.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import sharp from "sharp";
import { SAMPLES } from "../../media/samples/index.ts";
import { mediaFacts } from "../store/records.ts";
import { createKey } from "../../admin/keys.ts";
import { findFfmpeg } from "../../media/convert/ffmpeg-programs.ts";
import { openWorld, type World } from "../support/world.ts";
import { longestTurnOf } from "../support/work.ts";

interface Shown {
  readonly id: string;
  readonly filename: string;
  readonly mime: string;
  readonly width: number;
  readonly height: number;
  readonly altText: string | null;
  readonly url: string;
  readonly thumbnailUrl: string;
  readonly parentId: string | null;
  readonly posterMs: number | null;
  readonly usedIn: { posts: number; waiting: number };
}

let world: World;
beforeAll(async () => void (world = await openWorld()));
afterAll(() => world[Symbol.asyncDispose]());

async function take(bytes: Uint8Array, name: string, altText?: string): Promise<Shown> {
  const form = new FormData();
  form.set("file", new Blob([Uint8Array.from(bytes)]), name);
  if (altText !== undefined) form.set("altText", altText);
  const { status, json } = await world.ask("POST", "/media", form);
  expect(status).toBe(201);
  return json["media"] as Shown;
}
const list = async (query: string) => (await world.ask("GET", `/media?${query}`)).json;
const names = async (query: string) => ((await list(query))["media"] as Shown[]).map((each) => each.filename);

const plain = (colour: string, width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: colour } });

describe("the library", () => {
  let [hill, lake, clip, later] = ["", "", "", ""];
  beforeAll(async () => {
    await world.account("mastodon", "ok");
    later = new Date(world.clock.now() + 86_400_000).toISOString();
    hill = (await take(await plain("green").png().toBuffer(), "Hügel.png", "Ein grüner Hügel")).id;
    lake = (await take(await plain("blue", 50, 50).png().toBuffer(), "lake 100%.png")).id;
    clip = (await take(await Bun.file(SAMPLES.clip.path).bytes(), "clip.mp4")).id;
    await world.post({
      caption: "one",
      media: [lake],
      accounts: ["mastodon"],
      schedule: later,
    });
    await world.post({ caption: "two\nlines", media: [lake], accounts: ["mastodon"], schedule: "draft" });
  });

  test("is searched by parts of names and alt texts, whatever their case and accents", async () => {
    expect(await names("q=hugel")).toEqual(["Hügel.png"]);
    expect(await names("q=GRÜN+png")).toEqual(["Hügel.png"]);
    expect(await names("q=100%25")).toEqual(["lake 100%.png"]);
    expect(await names("q=_")).toEqual([]);
  });

  test("is filtered and sorted", async () => {
    expect(await names("unused=true")).toEqual(["clip.mp4", "Hügel.png"]);
    expect(await names("missingAlt=true&kind=image")).toEqual(["lake 100%.png"]);
    expect(await names("sort=name")).toEqual(["clip.mp4", "Hügel.png", "lake 100%.png"]);
    expect((await names("sort=size"))[0]).toBe("clip.mp4");
    expect((await world.ask("GET", "/media?unused=false")).status).toBe(400);
  });

  test("is paged in each order, and a cursor belongs to its order", async () => {
    for (const sort of ["created", "name", "size"]) {
      const found: string[] = [];
      for (let cursor = ""; ;) {
        const page = await list(`sort=${sort}&limit=1${cursor && `&cursor=${cursor}`}`);
        found.push(...(page["media"] as Shown[]).map(({ filename }) => filename));
        if (page["nextCursor"] === null) break;
        cursor = String(page["nextCursor"]);
        const others = sort === "name" ? "size" : "name";
        const { status, json } = await world.ask("GET", `/media?sort=${others}&cursor=${cursor}`);
        expect([status, json["code"]]).toEqual([400, "invalid_cursor"]);
      }
      expect(found).toEqual(await names(`sort=${sort}`));
    }
  });

  test("shows where a file is used", async () => {
    const usedIn = async (id: string) =>
      ((await world.ask("GET", `/media/${id}`)).json["media"] as Shown).usedIn;
    expect(await usedIn(lake)).toEqual({ posts: 2, waiting: 1 });
    expect(await usedIn(hill)).toEqual({ posts: 0, waiting: 0 });
    const { json } = await world.ask("GET", `/media/${lake}/uses`);
    expect(json["posts"]).toMatchObject([
      { excerpt: "two lines", status: "draft", scheduledFor: null },
      { excerpt: "one", status: "scheduled", scheduledFor: later },
    ]);
    expect((await world.ask("GET", `/media/${world.profileId}/uses`)).status).toBe(404);
  });

  test("shows how much space it takes", async () => {
    const { media } = (await list("")) as { media: { size: number }[] };
    expect((await world.ask("GET", "/media/usage")).json).toEqual({
      bytes: media.reduce((sum, { size }) => sum + size, 0),
      files: 3,
      diskFreeBytes: expect.any(Number),
    });
  });

  test("another profile's files are not in it", async () => {
    expect((await world.ask("GET", `/media/${clip}/uses`)).status).toBe(200);
    await using other = await openWorld();
    for (const path of ["uses", "derive", "poster"]) {
      const [method, body] =
        path === "uses" ? ["GET"] : ["POST", path === "derive" ? { rotate: 90 } : { atMs: 0 }];
      expect((await other.ask(method ?? "", `/media/${clip}/${path}`, body)).status).toBe(404);
    }
  });
});

describe("a crop", () => {
  const derive = (id: string, body: unknown) => world.ask("POST", `/media/${id}/derive`, body);

  /** Left half red, right half blue; stored lying on its side, as cameras do. */
  async function photo(format: "png" | "jpeg" | "webp"): Promise<Shown> {
    const upright = await plain("red", 100, 60)
      .composite([{ input: await plain("blue", 50, 60).png().toBuffer(), left: 50, top: 0 }])
      .png()
      .toBuffer();
    const lying = sharp(await sharp(upright).rotate(270).png().toBuffer()).withMetadata({ orientation: 6 });
    return await take(
      await lying.toFormat(format, { quality: 100 }).toBuffer(),
      `photo.${format}`,
      "Two halves",
    );
  }
  const colours = async ({ url }: Shown) => {
    const { data, info } = await sharp(await (await fetch(url)).bytes())
      .raw()
      .toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => {
      const from = (y * info.width + x) * info.channels;
      return (data[from] ?? 0) > (data[from + 2] ?? 0) ? "red" : "blue";
    };
    return [at(2, 2), at(info.width - 3, 2), at(2, info.height - 3)];
  };

  test.each(["png", "jpeg", "webp"] as const)(
    "is a new file with the part as displayed: %s",
    async (format) => {
      const source = await photo(format);
      expect([source.width, source.height]).toEqual([100, 60]);
      const { status, json } = await derive(source.id, { crop: { x: 40, y: 0, width: 40, height: 60 } });
      const made = json["media"] as Shown;
      expect([status, made]).toMatchObject([
        201,
        {
          ...{ width: 40, height: 60, mime: source.mime, parentId: source.id, altText: "Two halves" },
          filename: `photo-cropped.${format}`,
        },
      ]);
      expect(await colours(made)).toEqual(["red", "blue", "red"]);
      const turned = (await derive(source.id, { crop: { x: 40, y: 0, width: 40, height: 60 }, rotate: 90 }))
        .json;
      expect(turned["media"]).toMatchObject({ width: 60, height: 40, parentId: source.id });
      expect(await colours(turned["media"] as Shown)).toEqual(["red", "red", "blue"]);
      // The original stays.
      expect(
        await colours((await world.ask("GET", `/media/${source.id}`)).json["media"] as Shown),
      ).toBeDefined();
    },
  );

  test("of the same part is the same file, also when both are asked for at once", async () => {
    const source = await photo("png");
    const before = ((await list("limit=100"))["media"] as Shown[]).length;
    const crop = { x: 1, y: 2, width: 30, height: 30 };
    const answers = await Promise.all([derive(source.id, { crop }), derive(source.id, { crop })]);
    const again = await derive(source.id, { crop });
    const ids = [...answers, again].map(({ json }) => (json["media"] as Shown).id);
    expect(new Set(ids).size).toBe(1);
    expect([...answers.map(({ status }) => status).toSorted((a, b) => a - b), again.status]).toEqual([
      200, 201, 200,
    ]);
    expect(((await list("limit=100"))["media"] as Shown[]).length).toBe(before + 1);
  });

  test("outside of the picture, of nothing, or of what does not stand still is refused", async () => {
    const source = await photo("png");
    const outside = await derive(source.id, { crop: { x: 80, y: 0, width: 21, height: 60 } });
    expect([outside.status, outside.json]).toMatchObject([
      400,
      {
        code: "invalid_request",
        errors: [{ pointer: "/crop", message: expect.stringContaining("100 × 60") }],
      },
    ]);
    for (const body of [
      {},
      { rotate: 45 },
      { crop: { x: 0, y: 0, width: 0, height: 1 } },
      { crop: { x: -1 } },
    ])
      expect((await derive(source.id, body)).status).toBe(400);
    const clip = await take(await Bun.file(SAMPLES.clip.path).bytes(), "clip.mp4");
    const refused = await derive(clip.id, { rotate: 90 });
    expect([refused.status, refused.json["detail"]]).toEqual([422, expect.stringContaining("video")]);
  });

  test("of a GIF is a PNG, unless it moves", async () => {
    const still = await take(await plain("red").gif().toBuffer(), "still.gif");
    const { json } = await derive(still.id, { rotate: 90 });
    expect(json["media"]).toMatchObject({
      filename: "still-cropped.png",
      mime: "image/png",
      width: 30,
      height: 40,
    });
    const frames = await Promise.all(["red", "blue"].map((colour) => plain(colour).png().toBuffer()));
    const moving = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [100, 100] })
      .toBuffer();
    const refused = await derive((await take(moving, "moving.gif")).id, { rotate: 90 });
    expect([refused.status, refused.json["detail"]]).toEqual([422, expect.stringContaining("animated")]);
  });

  test("counts into the quota like any file", async () => {
    await using small = await openWorld({ CRIER_MEDIA_QUOTA_MB: "1" });
    const form = new FormData();
    const noise = sharp(crypto.getRandomValues(Buffer.alloc(60_000)), {
      raw: { width: 200, height: 100, channels: 3 },
    });
    const large = await noise.resize(700, 350, { kernel: "nearest" }).png({ compressionLevel: 0 }).toBuffer();
    form.set("file", new Blob([Uint8Array.from(large)]), "noise.png");
    const { id } = (await small.ask("POST", "/media", form)).json["media"] as Shown;
    const codes: unknown[] = [];
    for (let x = 0; x < 30 && !codes.includes("media_quota_exceeded"); x++) {
      const crop = { x, y: 0, width: 600, height: 350 };
      codes.push((await small.ask("POST", `/media/${id}/derive`, { crop })).json["code"]);
    }
    expect(codes).toContain("media_quota_exceeded");
  });
});

describe("a cover", () => {
  const poster = (id: string, atMs: number) => world.ask("POST", `/media/${id}/poster`, { atMs });

  test("of a video is what its thumbnail shows, at another address", async () => {
    const clip = await take(await Bun.file(SAMPLES.clip.path).bytes(), "clip.mp4");
    const chosen = (await poster(clip.id, 100)).json["media"] as Shown;
    expect(chosen.posterMs).toBe(100);
    if (findFfmpeg().ffmpeg === null) return;
    expect(chosen.thumbnailUrl).not.toBe(clip.thumbnailUrl);
    const [before, after] = await Promise.all(
      [clip, chosen].map(async ({ thumbnailUrl }) => {
        const answer = await fetch(thumbnailUrl);
        return { status: answer.status, type: answer.headers.get("content-type") };
      }),
    );
    expect([before, after]).toEqual([
      { status: 200, type: "image/webp" },
      { status: 200, type: "image/webp" },
    ]);
  });

  test("of a video that a waiting post uses needs the right to publish", async () => {
    const clip = await take(await Bun.file(SAMPLES.clip.path).bytes(), "clip.mp4");
    const schedule = new Date(world.clock.now() + 86_400_000).toISOString();
    await world.post({ caption: "clip", media: [clip.id], accounts: ["mastodon"], schedule });
    const { key } = await createKey(
      "cli",
      { profileId: world.profileId, name: "author", scopes: ["read", "write"], expiresAt: null },
      world.appliance,
    );
    const headers = { authorization: `Bearer ${key}` };
    const { status, json } = await world.ask("POST", `/media/${clip.id}/poster`, { atMs: 100 }, headers);
    expect([status, json["code"]]).toEqual([403, "insufficient_scope"]);
  });

  test("beyond the end, or of an image, is refused", async () => {
    const clip = await take(await Bun.file(SAMPLES.clip.path).bytes(), "clip.mp4");
    expect((await poster(clip.id, 86_400_000)).json).toMatchObject({ errors: [{ pointer: "/atMs" }] });
    const image = await take(await plain("red").png().toBuffer(), "a.png");
    expect((await poster(image.id, 0)).status).toBe(422);
  });
});

test("20,000 files are listed, filtered and searched without stalling the server", async () => {
  const { store } = world.appliance;
  const base = {
    ...{ profileId: world.profileId, sha256: "c".repeat(64), kind: "image" as const, mime: "image/png" },
  };
  for (let n = 0; n < 20_000; n += 5000)
    await Promise.all(
      Array.from({ length: 5000 }, (_, k) =>
        store.media.add(
          {
            ...{
              ...base,
              id: world.appliance.newId(),
              filename: `IMG_${n + k}.png`,
              size: 1 + ((n + k) % 977),
            },
            ...{ width: 1, height: 1, durationMs: null, altText: "Alt", createdAt: 1, facts: mediaFacts },
            ...{ parentId: null, posterMs: null },
          },
          Infinity,
          "cli",
        ),
      ),
    );
  for (const query of [
    "sort=name",
    "sort=size&missingAlt=true",
    "q=nowhere",
    "q=img_19999&sort=name",
    "unused=true",
  ]) {
    const longest = await longestTurnOf(async () =>
      expect((await world.ask("GET", `/media?${query}`)).status).toBe(200),
    );
    // An order of magnitude above what it takes.
    expect({ query, isShort: longest < 500 }).toEqual({ query, isShort: true });
  }
});
